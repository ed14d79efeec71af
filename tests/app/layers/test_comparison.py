"""The table of annotations beside labels."""

from dataclasses import replace

import pytest
from builders.screens import images
from textual.content import Content

from xpkgtui.app.drawing.page import Grid
from xpkgtui.app.layers.comparison import Agreement, agreement, table
from xpkgtui.inspection.rows.layers import LayerUse

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


@pytest.mark.parametrize(
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
