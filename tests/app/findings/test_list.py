"""The list of findings, and its filter."""

from dataclasses import replace

from builders.cases import each_row
from builders.inspection import ports

from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.findings.list import (
    of_document,
    of_file,
    of_image,
    of_layer,
    of_platform,
    pane,
    place_words,
    worst_by_layer,
)
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.rules.finding import Finding, ObjectName, Place, Severity, Stage, Verdict

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


@each_row(
    ("typed", "numbers"),
    [
        ("", [0, 1, 2]),
        ("xpkg2", [1]),
        ("package.yaml", [0, 2]),
        ("package.yaml !two", [0]),
        ("layer 2", [0, 1]),
        ("badge:error", [0]),
        ("!badge:error", [1, 2]),
        ("badge:warn", [1]),
        ("badge:info", [2]),
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


@each_row(
    ("inspection", "typed", "note", "empty"),
    [
        (INSPECTION, "", "enter: explain this rule · >: go to its place", ""),
        (INSPECTION, "zzz", "0 of 3 findings", "No finding matches the filter.  esc clears it"),
        (ports.inspection(*ports.package()), "", "esc closes", "✓ No findings.  esc closes"),
        (ports.inspection(*ports.package()), "zzz", "0 of 0 findings", "✓ No findings.  esc closes"),
        (ports.inspection(*ports.package()[:-2]), "", "esc closes", "◌ checking"),
    ],
)
def test_it_says_what_to_press(inspection: Inspection, typed: str, note: str, empty: str) -> None:
    found = pane(inspection, Selection().with_filter(PaneId.FINDINGS, typed))
    assert (found.note.plain, found.empty[0].plain) == (note, empty or found.empty[0].plain)


OF = ObjectName(api_version="v1", kind="CustomResourceDefinition", name="locks.example.com")


@each_row(
    ("finding", "width", "drawn"),
    [
        (Finding(rule="XPKG1", severity=Severity.INFO, message="m"), 40, "  · XPKG1    m                 the image"),
        (
            Finding(rule="XPKG1", severity=Severity.INFO, message="m", place=Place(path="a/" + "b" * 40)),
            45,
            "  · XPKG1    m                a/bbbbbbbbbbbb…",
        ),
        (Finding(rule="XPKG1", severity=Severity.ERROR, message=f"{OF}: m", object=OF), 139, "CRD locks: m"),
        (Finding(rule="XPKG1", severity=Severity.ERROR, message=f"{OF}: m", object=OF), 140, f"{OF}: m"),
    ],
)
def test_a_row_has_its_place_at_the_right_in_a_third_of_the_width(finding: Finding, width: int, drawn: str) -> None:
    (row,) = pane(Inspection(source="s", findings=(finding,)), Selection()).rows
    found = draw_row(row, width).plain
    assert drawn in found
    assert len(found) == width


@each_row(
    ("place", "stage", "words"),
    [
        (Place(), Stage.FILE, "the image"),
        (Place(), Stage.PARSE, "the package"),
        (Place(layer=0), Stage.LAYER, "layer 0"),
        (Place(layer=0, path="a"), Stage.FILE, "layer 0 · a"),
        (Place(layer=1, document=2), Stage.PARSE, "document 2"),
        (Place(document=2, line=4_160), Stage.PARSE, "document 2 · line 4,160"),
        (Place(document=2, line=3, file="a.yaml"), Stage.PARSE, "a.yaml:3"),
    ],
)
def test_a_place_is_named_as_closely_as_it_is_known(place: Place, stage: Stage, words: str) -> None:
    finding = Finding(rule="XPKG1", severity=Severity.INFO, message="m", place=place, stage=stage)
    assert place_words(finding) == words


def test_each_finding_belongs_to_what_it_is_about_and_the_culprit_comes_first() -> None:
    def of(name: str, severity: Severity = Severity.INFO, **place: object) -> Finding:
        return Finding(rule=name, severity=severity, message="m", place=Place(**place))  # type: ignore[arg-type]

    findings = (
        of("whole", Severity.ERROR),
        of("layer", layer=0),
        of("document", layer=0, document=2),
        of("file", Severity.WARNING, layer=0, path="./a"),
        of("anywhere", path="a"),
        of("platform", platform="linux/arm64", path="a", layer=0),
        of("both", Severity.ERROR, layer=1),
        of("in", Severity.ERROR, layer=1, document=3),
    )
    judged = ports.inspection(*ports.package(*findings))
    found = {
        "image": of_image(judged),
        "layer": of_layer(judged, 0),
        "document": of_document(judged, 2),
        "file": of_file(judged, 0, "a"),
        "file of no layer": of_file(judged, None, "/a"),
        "file of another": of_file(judged, 1, "a"),
        "other file": of_file(judged, 0, "b"),
        "platform": of_platform(judged, "linux/arm64"),
    }
    assert {what: [one.rule for one in rules] for what, rules in found.items()} == {
        "image": ["whole"],
        "layer": ["file", "layer"],
        "document": ["document"],
        "file": ["file", "anywhere"],
        "file of no layer": ["anywhere"],
        "file of another": ["anywhere"],
        "other file": [],
        "platform": ["platform"],
    }
    blaming = Verdict(acceptance=None, reason="x", culprit=findings[1])
    led = of_layer(replace(judged, verdict=Ready(blaming)), 0)
    assert [one.rule for one in led] == ["layer", "file"]
    assert worst_by_layer(findings) == {0: Severity.WARNING, 1: Severity.ERROR}


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
