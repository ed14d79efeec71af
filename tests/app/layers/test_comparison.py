"""The table of annotations beside labels."""

from dataclasses import replace

import pytest
from builders.cases import each_row
from builders.inspection import ports
from builders.screens import images
from textual.content import Content

from xpkgtui.app.drawing.page import Grid
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.layers.comparison import Agreement, agreement, body, table
from xpkgtui.formats.images.layers import NearMiss, Spot
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse

OURS = "io.crossplane.xpkg"
LAYER = images.layers(base=LayerUse.SUPPLIES, supplies=True)[2]


def rows(annotations: dict[str, str], labels: dict[str, str], *, derived: bool = False) -> list[tuple[str, ...]]:
    layer = replace(LAYER, annotations=annotations, derived=derived)
    about = {f"{key}:{layer.digest}": value for key, value in labels.items()}
    grids = [line for line in table(layer, about, OURS) if isinstance(line, Grid)]
    return [tuple(cell.plain for cell in row) for grid in grids for row in grid.rows[1:]]


def test_annotation_and_label_stand_side_by_side() -> None:
    assert rows({OURS: "base"}, {OURS: "upbound"}) == [(OURS, "base", "upbound", "≠ differ")]
    assert rows({OURS: "base"}, {}) == [(OURS, "base", "–", "no label")]
    assert rows({OURS: "base"}, {OURS: "base"}) == [(OURS, "base", "base", "= agree")]


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        ({OURS: "upbound"}, "A push of this image from an archive would annotate it upbound"),
        ({}, "A push of this image from an archive would not annotate it: there is no label."),
    ],
)
def test_a_push_makes_the_annotation_of_the_label(labels: dict[str, str], said: str) -> None:
    layer = replace(LAYER, annotations={OURS: "base"})
    about = {f"{key}:{layer.digest}": value for key, value in labels.items()}
    lines = [line.plain for line in table(layer, about, OURS) if isinstance(line, Content)]
    assert lines[-1] == said


def test_a_label_without_annotation_is_marked_where_the_format_reads_it() -> None:
    assert rows({}, {OURS: "base"}) == [(OURS, "–", "base", "≠ no annotation")]
    assert rows({}, {"org.example": "me"}) == [("org.example", "–", "me", "no annotation")]


def test_an_archive_carries_the_label_alone() -> None:
    assert rows({}, {OURS: "base"}, derived=True) == [(OURS, "–", "base", "label only")]


def test_the_key_of_the_format_comes_first_and_a_layer_without_keys_has_no_table() -> None:
    assert [row[0] for row in rows({"a": "1", OURS: "base"}, {})] == [OURS, "a"]
    assert rows({}, {}) == []


def test_very_many_keys_are_counted() -> None:
    layer = replace(LAYER, annotations={f"k{number:04}": "v\x1b" for number in range(5_000)})
    lines = list(table(layer, {}, OURS))
    assert "4,988 more are in the tab Annotations" in str(lines[-1])


@each_row(
    ("annotation", "label", "derived", "expected"),
    [
        (None, None, False, Agreement.NEITHER),
        ("base", "base", False, Agreement.SAME),
        ("base", "upbound", False, Agreement.DIFFER),
        ("base", None, False, Agreement.ANNOTATION_ONLY),
        (None, "base", False, Agreement.LABEL_ONLY),
        ("base", "base", True, Agreement.DERIVED),
        ("", None, False, Agreement.ANNOTATION_ONLY),
    ],
)
def test_every_pair_has_its_relation(
    annotation: str | None, label: str | None, derived: bool, expected: Agreement
) -> None:
    assert agreement(annotation, label, derived=derived) is expected


def page_of(row: LayerRow, *, labels: tuple[tuple[str, str], ...] = (), near: tuple[NearMiss, ...] = ()) -> list[str]:
    """The lines of the tab of a layer."""
    whole = ports.inspection(*ports.package())
    assert isinstance(whole.manifest, Ready)
    manifest = replace(whole.manifest.value, labels=labels, near_misses=near, layers=(row,))
    prose = Prose(body(row, replace(whole, manifest=Ready(manifest))), 80)
    return [prose.draw(number, 0, 80).plain.rstrip() for number in range(prose.rows)]


def near(spot: Spot, layer: int | None, key: str) -> NearMiss:
    return NearMiss(spot=spot, layer=layer, key=key, value="Base", meant=f"{key} means base", word="Base")


def test_a_mark_that_is_misspelled_stands_where_it_is_with_what_was_meant() -> None:
    row, here = replace(LAYER, annotations={"one": "Base"}), LAYER.index
    about, other = f"two:{row.digest}", "three:sha256:0"
    misses = (near(Spot.ANNOTATION, here, "one"), near(Spot.ANNOTATION, here + 1, "two"))
    marks = near(Spot.LABEL, here, about), near(Spot.LABEL, None, other)
    lines = page_of(row, labels=((about, "Base"), (other, "Base"), ("four", "4")), near=(*misses, *marks))
    assert [" ".join(line.split()) for line in lines[:4:3]] == ["one", "! one means base"]
    titles = ("Misspelled labels of this layer", "Config labels that name no layer", "Other config labels")
    assert [lines[lines.index(title) + 1] for title in titles] == [about, other, "four"]
    assert sum("means base" in line for line in lines) == 3


@pytest.mark.parametrize(("count", "more"), [(200, []), (1_201, ["1,001 more; the Raw tab lists all"])])
def test_of_annotations_and_of_labels_200_are_listed_and_the_others_counted(count: int, more: list[str]) -> None:
    marks = {f"k{number:04}": "v" for number in range(count)}
    bare = replace(LAYER, annotations={})
    for lines in (page_of(replace(bare, annotations=marks)), page_of(bare, labels=tuple(marks.items()))):
        assert sum(line.startswith("k0") for line in lines) == 200
        assert [line for line in lines if "more" in line] == more
