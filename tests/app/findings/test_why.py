"""The picture of an accepted package."""

from dataclasses import replace
from pathlib import Path

import pytest
from builders.screens import stories

from xpkgtui.app.drawing.page import Code
from xpkgtui.app.findings import why
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready


def drawn(state: Inspection) -> list[str]:
    return [line.text.plain for line in why.picture(state, "Crossplane 2.4") if isinstance(line, Code)]


@pytest.fixture
def accepted(tmp_path: Path) -> Inspection:
    return fold_all(Inspection(source=""), stories.accepted(tmp_path).opening)


def test_an_arrow_leads_from_the_file_to_its_reader(accepted: Inspection) -> None:
    (arrow,) = [line for line in drawn(accepted) if "▶" in line]
    assert "package.yaml ──" in arrow
    assert "layer 2 only" in arrow


def test_layers_stand_in_their_order_and_plain_neighbors_share_a_box(accepted: Inspection) -> None:
    text = "\n".join(drawn(accepted))
    assert text.index("3 upbound") < text.index("2 base") < text.index("0 – 1  2 layers")


def test_boxes_are_closed_and_every_line_fits_a_narrow_screen(accepted: Inspection) -> None:
    lines = drawn(accepted)
    text = "\n".join(lines)
    assert text.count("╭") == text.count("╮") == text.count("╰") == text.count("╯")
    assert text.count("┏") == text.count("┛") == 1
    assert max(map(len, lines)) <= 55


def test_names_of_a_package_are_made_visible_and_cut(accepted: Inspection) -> None:
    assert isinstance(accepted.manifest, Ready)
    rows = tuple(
        replace(row, annotation="\x1b[31m" + "x" * 100) if row.index == 3 else row for row in accepted.layers
    )
    hostile = replace(accepted, manifest=Ready(replace(accepted.manifest.value, layers=rows)))
    text = "\n".join(drawn(hostile))
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= 55


@pytest.mark.parametrize("supplier", [0, 1, 2, 3])
def test_the_arrow_meets_its_box_wherever_the_supplier_lies(accepted: Inspection, supplier: int) -> None:
    assert accepted.reading is not None
    lines = drawn(replace(accepted, reading=replace(accepted.reading, layer=supplier)))
    (arrow,) = [number for number, line in enumerate(lines) if "▶" in line]
    assert "package.yaml" in lines[arrow]
    assert "Crossplane 2.4" in lines[arrow - 1]


def test_what_has_no_image_has_no_picture(tmp_path: Path) -> None:
    assert why.picture(Inspection(source="x"), "Crossplane 2.4") == ()


def test_the_way_to_the_image_is_one_line(accepted: Inspection) -> None:
    assert why.path(accepted).plain == " v1.21.0 ─▶ index ─▶ linux/amd64 ─▶ manifest, 4 layers"


def test_the_meta_object_is_named_before_what_there_is_most_of(accepted: Inspection) -> None:
    assert "│ Provider, 24 CRDs  │" in "\n".join(drawn(accepted))
