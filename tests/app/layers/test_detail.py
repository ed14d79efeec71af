"""Layers, in Detail."""

from dataclasses import replace
from pathlib import Path

from builders.packages.near_misses import near_misses
from builders.screens import images, stories

from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.layers import detail as layer_detail
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.rows.layers import LayerUse


def annotations(folder: Path, *labels: tuple[str, str]) -> str:
    inspection = Inspection(source="")
    for event in stories.accepted(folder).opening:
        if isinstance(event, ManifestRead):
            event = replace(event, labels=labels, near_misses=near_misses(event.layers, labels))
        inspection = fold(inspection, event)
    page = layer_detail.page(inspection, Selection().with_tab(Subject.LAYER, TabId.ANNOTATIONS), Replies())
    renderer = Prose(page.body, 200)
    return "\n".join(renderer.draw(row, 0, 200).plain.rstrip() for row in range(renderer.rows))


def test_a_label_that_names_no_layer_is_told(tmp_path: Path) -> None:
    digest = "sha256:" + "0b82" * 16
    told = annotations(tmp_path, (f"io.crossplane.xpkg:{digest}", "base"), ("maintainer", "me"))
    assert f"io.crossplane.xpkg:{digest}" in told
    assert "no layer of this image has that digest" in told


def test_labels_of_other_kinds_are_not_told(tmp_path: Path) -> None:
    assert "no layer" not in annotations(tmp_path, ("maintainer", "me"))


def test_annotation_and_label_stand_side_by_side(tmp_path: Path) -> None:
    digest = images.layers(base=LayerUse.SUPPLIES, supplies=True)[2].digest
    told = annotations(tmp_path, (f"io.crossplane.xpkg:{digest}", "upbound"))
    assert "they differ: Crossplane uses the annotation" in told


def test_a_label_for_the_diff_id_says_so_at_its_layer(tmp_path: Path) -> None:
    layer = images.layers(base=LayerUse.SUPPLIES, supplies=True)[2]
    told = annotations(tmp_path, (f"io.crossplane.xpkg:{layer.diff_id}", "base"))
    assert "it is the diff ID of layer 2" in told


def test_labels_of_the_image_are_shown_too(tmp_path: Path) -> None:
    assert "Other config labels" in annotations(tmp_path, ("maintainer", "me"))
