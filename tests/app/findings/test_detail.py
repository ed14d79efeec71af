"""Findings in full, in Detail."""

import subprocess
import sys

from textual.content import Content

from xpkgtui.app.drawing.page import Fact, Line
from xpkgtui.app.drawing.rows import draw_row
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings.list import pane
from xpkgtui.app.state.selection import Selection
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.judging import ManualRead
from xpkgtui.reporting.manual import page_named
from xpkgtui.rules.finding import Finding, Place, Severity


def finding(rule: str = "XPKG401") -> Finding:
    return Finding(rule=rule, severity=Severity.ERROR, message="no", place=Place(layer=2), readers=("manager-2.2",))


def explained(*rules: str) -> Inspection:
    """An inspection that has read the manual pages of these rules."""
    read = filter(None, map(page_named, rules))
    return fold(Inspection(source="x"), ManualRead(pages=tuple(read)))


def labels(lines: tuple[Line, ...]) -> list[str]:
    return [line.label for line in lines if isinstance(line, Fact)]


def test_a_finding_says_what_its_rule_asks_why_and_when_it_bites() -> None:
    shown = finding_detail.body([finding()], explained("XPKG401"), none="")
    assert labels(shown) == ["where", "required", "why", "when", "readers"]


def test_a_rule_is_explained_once() -> None:
    known = explained("XPKG401", "XPKG613")
    shown = labels(finding_detail.body([finding(), finding(), finding("XPKG613")], known, none=""))
    assert shown.count("why") == 2


def test_a_blank_line_parts_findings() -> None:
    one, two, three = (finding_detail.body([finding()] * count, explained(), none="") for count in (1, 2, 3))
    blank = [list(lines).count(Content("")) for lines in (one, two, three)]
    assert [blank[1] - 2 * blank[0], blank[2] - 3 * blank[0]] == [1, 2]


def test_a_rule_that_is_not_known_is_not_explained() -> None:
    assert labels(finding_detail.body([finding("XPKG999")], explained("XPKG401"), none="")) == ["where", "readers"]


def test_readers_are_named_as_people_call_them() -> None:
    names = WORDING.readers(("manager-2.2", "manager-2.4", "extract", "x"))
    assert names == "Crossplane 2.2 – 2.4, crossplane xpkg extract, x"


def test_only_eras_that_follow_each_other_are_one() -> None:
    assert WORDING.readers(("manager-2.4", "manager-1.0", "manager-1.7", "manager-2.0")) == (
        "Crossplane 1.0 – 1.12, 2.0 – 2.1, 2.4"
    )


def test_no_rule_is_loaded_to_show_a_finding() -> None:
    code = """
import sys, xpkgtui.app.application
from xpkgtui.app.findings import detail, manual
from xpkgtui.inspection.folding import fold
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.judging import ManualRead
from xpkgtui.reporting.manual import page_named
from xpkgtui.rules.finding import Finding, Place, Severity

finding = Finding(rule="XPKG401", severity=Severity.ERROR, message="no", place=Place())
assert detail.body([finding], Inspection(source="x"), none="")
sys.exit("xpkgtui.formats.xpkg.rules.ruleset" in sys.modules)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_nothing_found_is_a_sentence() -> None:
    (line,) = finding_detail.body([], explained(), none="Nothing is wrong.")
    assert isinstance(line, Content)
    assert line.plain == "✓ Nothing is wrong."


def test_the_list_says_the_line_of_a_late_document_at_80_columns() -> None:
    late = Finding(rule="XPKG613", severity=Severity.WARNING, message="m" * 200, place=Place(document=11, line=4160))
    row = pane(Inspection(source="x", findings=(late,)), Selection()).rows[0]
    assert "document 11 · line 4,160" in draw_row(row, 76).plain
