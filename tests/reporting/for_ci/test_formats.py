"""The forms of continuous integration: commands, reports and logs that hostile names do not break."""

import json
import re
from collections.abc import Callable, Sequence
from xml.etree import ElementTree as ET

import pytest
from builders.cases import each_row

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.reporting.for_ci.annotations import github, gitlab, unplaced
from xpkgtui.reporting.for_ci.junit import junit
from xpkgtui.reporting.for_ci.markdown import markdown
from xpkgtui.reporting.for_ci.results import CiResult, FilePlace, SourceOutcome, SourceResults
from xpkgtui.reporting.for_ci.sarif import sarif
from xpkgtui.reporting.manual import pages, sections
from xpkgtui.rules.finding import Severity

HOSTILE = "a%0Ab::error::c,d]]><x>&\x1b[2J\ud800\uffff\n::warning::\r@octocat `|*"
_ESCAPED = {"%0A": "\n", "%0D": "\r", "%3A": ":", "%2C": ",", "%25": "%"}


def result(**changes: object) -> CiResult:
    values: dict[str, object] = {
        "rule": "XPKG401",
        "severity": Severity.ERROR,
        "message": "Provider a has no b",
        "subject": "Provider a",
        "inside": "package.yaml:3  spec.b",
        "fingerprint": "f" * 32,
    }
    return CiResult(**(values | changes))  # type: ignore[arg-type]


def source(*results: CiResult, **changes: object) -> SourceResults:
    values: dict[str, object] = {
        "source": "package",
        "sentence": "Crossplane 2.4 refuses it: no b",
        "outcome": SourceOutcome.FAILED,
        "results": results,
    }
    return SourceResults(**(values | changes))  # type: ignore[arg-type]


def unread() -> SourceResults:
    failure = Failure(kind=FailureKind.NOT_FOUND, title="there is none")
    return source(outcome=SourceOutcome.UNREAD, sentence="not-found: there is none", failure=failure)


def commands(text: str) -> list[tuple[str, dict[str, str], str]]:
    """The commands of a text as the runner reads them: name, properties, data."""
    found = []
    for row in text.split("\n"):
        if match := re.fullmatch(r"::(\w+)(?: ([^:]*))?::(.*)", row.strip()):
            parts = (part.partition("=") for part in (match[2] or "").split(",") if part)
            properties = {name: _unescaped(value) for name, _, value in parts}
            found.append((match[1], properties, _unescaped(match[3])))
    return found


def _unescaped(text: str) -> str:
    for code, character in _ESCAPED.items():
        text = text.replace(code, character)
    return text


def test_a_finding_in_a_file_is_a_command_with_file_line_and_rule() -> None:
    placed = result(place=FilePlace(path="pkg/a.yaml", line=3, column=5), advice=("Add b.",))
    [(name, properties, data)] = commands(github([source(placed)]))
    assert (name, properties["file"], properties["line"]) == ("error", "pkg/a.yaml", "3")
    assert properties["title"].startswith("XPKG401 ")
    assert data == "Provider a has no b\nAdd b."


def test_a_finding_in_an_image_names_source_and_place_in_the_text() -> None:
    [(_, properties, data)] = commands(github([source(result(severity=Severity.WARNING))]))
    assert "file" not in properties
    assert data == "Provider a has no b\npackage  package.yaml:3  spec.b"


def test_the_worst_come_first_as_the_runner_keeps_ten_of_a_kind() -> None:
    found = [source(result(severity=Severity.INFO)), source(result())]
    assert [name for name, _, _ in commands(github(found))] == ["error", "notice"]


def test_no_foreign_text_becomes_a_command_or_leaves_its_property() -> None:
    hostile = result(message=HOSTILE, place=FilePlace(path=HOSTILE, line=1), advice=(HOSTILE,))
    text = github([source(hostile, source=f"::{HOSTILE}", sentence=HOSTILE)])
    [(name, properties, _)] = commands(text)
    assert name == "error"
    assert properties.keys() == {"file", "line", "title"}


def test_a_source_that_cannot_be_opened_is_an_error_in_every_form() -> None:
    assert [name for name, _, _ in commands(github([unread()]))] == ["error"]
    assert ET.fromstring(junit([unread()], {Severity.ERROR})).get("errors") == "1"
    assert "✗ package" in markdown([unread()])
    run = json.loads(sarif([unread()], "check"))["runs"][0]
    assert run["invocations"][0]["executionSuccessful"] is False


def test_an_issue_of_gitlab_has_what_its_schema_wants() -> None:
    [issue] = json.loads(gitlab([source(result(place=FilePlace(path="a.yaml", line=3)))]))
    assert issue.keys() == {"description", "check_name", "fingerprint", "severity", "location"}
    assert issue["location"] == {"path": "a.yaml", "lines": {"begin": 3}}


def test_one_finding_of_two_sources_or_platforms_is_two_issues_of_gitlab() -> None:
    placed = result(place=FilePlace(path="a.yaml"))
    issues = json.loads(gitlab([source(placed), source(placed, source="other"), source(placed, platform="a/b")]))
    assert len({one["fingerprint"] for one in issues}) == 3


def test_an_issue_of_gitlab_is_at_a_file_and_what_has_none_is_counted() -> None:
    found = [source(result()), unread(), source(result(place=FilePlace(path="a.yaml")), source="demo")]
    assert [one["location"]["path"] for one in json.loads(gitlab(found))] == ["a.yaml"]
    assert unplaced(found) == 2


OF_JENKINS = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "tests", "failures", "errors", "time", "skipped"},
    "testcase": {"name", "time", "classname"},
    **{name: {"type", "message"} for name in ("failure", "error", "skipped")},
    "system-out": set(),
}
"""Elements and attributes of `junit-10.xsd`, by which the xUnit plugin of Jenkins validates."""


def test_a_document_of_junit_has_what_jenkins_knows_and_no_more() -> None:
    placed = result(place=FilePlace(path="pkg/a.yaml", line=3))
    warned = result(severity=Severity.WARNING)
    every = [source(placed, warned), unread(), source(outcome=SourceOutcome.UNDECIDED)]
    root = ET.fromstring(junit(every, {Severity.ERROR}, 1.25))
    for element in root.iter():
        assert set(element.keys()) <= OF_JENKINS[element.tag], element.tag
        assert re.fullmatch(r"[0-9]{1,3}\.[0-9]{3}", element.get("time", "0.000"))
    assert {"name", "tests", "failures", "errors"} <= set(root[0].keys())
    assert root.get("time") == "1.250"
    assert "pkg/a.yaml:3" in (root[0][1][0].text or "")


def test_one_source_took_the_time_of_all() -> None:
    root = ET.fromstring(junit([source(result())], {Severity.ERROR}, 2))
    assert [root[0].get("time"), root[0][0].get("time")] == ["2.000", "2.000"]


def test_backticks_of_our_own_words_are_code_in_markdown_and_those_of_a_package_no_markup() -> None:
    text = markdown([source(result(advice=("Add `spec` to *a*, or `b|c`.", "Use `x` of a`<b>")))])
    assert "  - Add `spec` to \\*a\\*, or `b|c`." in text
    assert "  - Use \\`x\\` of a\\`\\<b\\>" in text


def test_only_what_fails_the_check_is_a_failure_of_junit() -> None:
    found = source(result(), result(severity=Severity.WARNING), outcome=SourceOutcome.FINE)
    every: tuple[set[Severity], ...] = ({Severity.ERROR}, {Severity.ERROR, Severity.WARNING}, set())
    assert [ET.fromstring(junit([found], one)).get("failures") for one in every] == ["1", "2", "0"]


def test_a_refusal_that_was_not_asked_for_fails_no_case_of_junit() -> None:
    infos = result(severity=Severity.INFO)
    every = (source(infos), source(infos, is_let_pass=True), source(result(), is_let_pass=True))
    assert [ET.fromstring(junit([one], {Severity.ERROR})).get("failures") for one in every] == ["1", "0", "2"]
    assert "Crossplane 2.4 refuses it" in junit([every[1]], {Severity.ERROR})


def test_a_package_without_findings_is_one_case_of_junit() -> None:
    root = ET.fromstring(junit([source(outcome=SourceOutcome.FINE)], {Severity.ERROR}))
    assert [one.get("name") for one in root.iter("testcase")] == ["verdict"]


def test_an_undecided_verdict_is_neither_passed_nor_failed() -> None:
    root = ET.fromstring(junit([source(outcome=SourceOutcome.UNDECIDED)], {Severity.ERROR}))
    assert (root[0].get("skipped"), root.get("failures")) == ("1", "0")


def test_a_result_of_sarif_stands_at_its_line_and_speaks_of_its_rule_first() -> None:
    placed = result(place=FilePlace(path="my pkg/a.yaml", line=3, column=5), says="no b")
    run = json.loads(sarif([source(placed)], "check"))["runs"][0]
    [found] = run["results"]
    place = found["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "my%20pkg/a.yaml"
    assert place["region"] == {"startLine": 3, "startColumn": 5}
    [rule] = run["tool"]["driver"]["rules"]
    assert found["message"]["text"].startswith(rule["shortDescription"]["text"].rstrip("."))
    assert rule["help"]["markdown"].startswith("**Required**")


def test_a_name_that_is_not_utf_8_is_the_same_bytes_in_a_uri() -> None:
    log = json.loads(sarif([source(result(place=FilePlace(path="a b\udcff.yaml")))], "check"))
    location = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "a%20b%FF.yaml"


def test_a_finding_without_a_file_is_a_notification_of_the_run() -> None:
    run = json.loads(sarif([source(result())], "check"))["runs"][0]
    assert run["results"] == []
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert "Provider a has no b" in note["message"]["text"]


def test_no_result_of_sarif_is_lost_behind_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xpkgtui.reporting.for_ci.sarif.MOST", 2)
    placed = [result(place=FilePlace(path="a.yaml"), fingerprint=str(number)) for number in range(3)]
    run = json.loads(sarif([source(*placed)], "check"))["runs"][0]
    assert len(run["results"]) == 2
    assert len(run["invocations"][0]["toolExecutionNotifications"]) == 1


def test_no_text_of_sarif_is_longer_than_10_000_characters() -> None:
    long = "a" * 10_001
    placed = result(place=FilePlace(path="a.xpkg"), message=long, inside=long, steps=(("", long),))
    run = json.loads(sarif([source(placed, result(message=long))], "check"))["runs"][0]
    [found], [note] = run["results"], run["invocations"][0]["toolExecutionNotifications"]
    step = found["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"]
    inside = found["locations"][0]["logicalLocations"][0]["fullyQualifiedName"]
    texts = [one["message"]["text"] for one in (found, step, note)]
    assert {len(text) for text in (*texts, inside)} == {10_000}


def test_no_line_of_a_manual_is_lost() -> None:
    every = {page.id: page for page in pages()}
    run = json.loads(sarif([source(*(result(rule=name) for name in every))], "check"))["runs"][0]
    told = {rule["id"]: re.sub(r"\s+", " ", rule["help"]["markdown"]) for rule in run["tool"]["driver"]["rules"]}
    lines = [(name, text) for name, page in every.items() for _, text in sections(page) if text.strip()]
    assert [name for name, text in lines if any(row.strip() not in told[name] for row in text.splitlines())] == []


def test_the_steps_of_the_reader_are_a_flow() -> None:
    placed = result(place=FilePlace(path="a.xpkg"), steps=(("Choose the layer", "layer 2"), ("Read it", "")))
    [found] = json.loads(sarif([source(placed)], "check"))["runs"][0]["results"]
    steps = found["codeFlows"][0]["threadFlows"][0]["locations"]
    assert [one["location"]["message"]["text"] for one in steps] == ["Choose the layer: layer 2", "Read it"]


def test_markdown_closes_infos_and_long_lists() -> None:
    many = source(*[result()] * 20, *[result(severity=Severity.INFO)] * 2)
    text = markdown([many])
    assert "<summary><b>Errors: 20</b></summary>" in text
    assert "<summary><b>Infos: 2</b></summary>" in text


def test_markdown_of_several_sources_begins_with_a_table_the_worst_first() -> None:
    rows = markdown([source(outcome=SourceOutcome.FINE, source="good"), unread()]).split("\n")
    assert [row.split(" | ")[1] for row in rows[2:4]] == ["package", "good"]


def test_markdown_keeps_the_sections_of_the_worst_where_not_all_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xpkgtui.reporting.for_ci.markdown.MOST_BYTES", 400)
    every = [source(source=f"s{number}", outcome=SourceOutcome.FINE) for number in range(9)]
    text = markdown([*every, source(result(), source="bad")])
    assert [row for row in text.splitlines() if row.startswith("### ")] == ["### ✗ bad"]
    assert (text.count("\n| "), "Of 9 sources more" in text) == (10, True)


WRITERS: Sequence[Callable[[Sequence[SourceResults]], str]] = (
    github,
    gitlab,
    markdown,
    lambda sources: junit(sources, {Severity.ERROR}),
    lambda sources: sarif(sources, "check"),
)


@each_row("writer", WRITERS)
def test_control_characters_and_surrogates_are_made_visible(writer: Callable[[Sequence[SourceResults]], str]) -> None:
    hostile = result(message=HOSTILE, subject=HOSTILE, inside=HOSTILE, says=HOSTILE, advice=(HOSTILE,))
    text = writer([source(hostile, source=HOSTILE, sentence=HOSTILE)])
    assert not set(text) & set("\x1b\r")
    text.encode("utf-8")


def test_hostile_text_stays_text_in_xml() -> None:
    hostile = result(message=HOSTILE, subject=HOSTILE, inside=HOSTILE)
    root = ET.fromstring(junit([source(hostile, source=HOSTILE)], {Severity.ERROR}))
    assert {one.tag for one in root.iter()} == {"testsuites", "testsuite", "testcase", "failure"}
