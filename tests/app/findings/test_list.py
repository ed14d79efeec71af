"""The list of findings, and its filter."""

import pytest
from builders.inspection import ports

from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.findings.list import of_file, of_image, of_layer, of_platform, pane, place_words
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.rules.finding import Finding, ObjectName, Place, Severity

INSPECTION = Inspection(
    source="s",
    findings=(
        Finding(rule="XPKG101", severity=Severity.ERROR, message="no package.yaml", place=Place(layer=2)),
        Finding(rule="XPKG207", severity=Severity.WARNING, message="label differs", place=Place(layer=2)),
        Finding(rule="XPKG306", severity=Severity.INFO, message="two files", place=Place(path="x/package.yaml")),
    ),
)


def rows(typed: str) -> list[str]:
    return [row.key for row in pane(INSPECTION, Selection().with_filter(PaneId.FINDINGS, typed)).rows]


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [
        ("", [0, 1, 2]),
        ("xpkg2", [1]),
        ("package.yaml", [0, 2]),
        ("package.yaml !two", [0]),
        ("layer 2", [0, 1]),
        ("badge:error", [0]),
        ("!badge:error", [1, 2]),
        ("badge:!", [1]),
        ("re:^x/", [2]),
        ("re:[", [0, 1, 2]),
    ],
)
def test_words_narrow_the_findings(typed: str, numbers: list[int]) -> None:
    assert rows(typed) == [f"finding:{number}" for number in numbers]


def test_the_border_counts_what_is_shown_and_names_the_filter() -> None:
    found = pane(INSPECTION, Selection().with_filter(PaneId.FINDINGS, "layer"))
    assert found.note.plain == "2 of 3 findings"
    assert found.heading is not None
    assert "Findings 2 · /layer" in found.heading.plain


def test_where_no_finding_is_left_it_says_what_to_press() -> None:
    found = pane(INSPECTION, Selection().with_filter(PaneId.FINDINGS, "zzz"))
    assert found.empty[0].plain == "No finding matches the filter.  esc clears it"


def test_a_narrow_row_names_the_object_briefly_so_that_the_cause_is_in_sight() -> None:
    named = ObjectName(api_version="v1", kind="CustomResourceDefinition", name="tidelocks.channels.tidewater.example")
    finding = Finding(
        rule="XPKG613",
        severity=Severity.WARNING,
        message=f"{named}: the field spec.names.shortName is unknown",
        object=named,
        place=Place(document=11, line=4160),
    )
    (row,) = pane(Inspection(source="s", findings=(finding,)), Selection()).rows
    drawn = draw_row(row, 80).plain
    assert "CRD tidelocks: the field spec.names.shortName is u" in drawn
    assert drawn.endswith("line 4,160")
    assert str(named) in draw_row(row, 200).plain


def test_what_is_wrong_with_another_platform_is_said_of_that_platform_only() -> None:
    of_other = ports.finding(platform="linux/arm64", layer=1, path="bin/provider")
    state = Inspection(source="s", findings=(of_other,))
    assert place_words(of_other) == "linux/arm64 · layer 1 · bin/provider"
    assert of_platform(state, "linux/arm64") == (of_other,)
    assert (of_image(state), of_layer(state, 1), of_file(state, 1, "bin/provider")) == ((), (), ())
