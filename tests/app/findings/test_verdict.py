"""The page of the verdict, and what stands beside readers that agree."""

from dataclasses import replace
from typing import Any

from builders.inspection import ports
from builders.screens import readers
from builders.screens.pages import drawn_page

from xpkgtui.app.drawing.page import Page
from xpkgtui.app.findings.verdict import page, picture
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.inspection.messages.parts import Ready

AGREED = replace(ports.inspection(*ports.package()), comparison=readers.agreed())
assert isinstance(AGREED.manifest, Ready)
MANIFEST = AGREED.manifest.value
WHY = Selection(verdict=True)


def test_readers_that_agree_have_the_layers_as_a_picture_beside_them() -> None:
    page = picture(AGREED, WHY)
    assert (page.key, page.title) == ("picture", "What they read")
    assert str(page.body[0]) == "✓ All nine readers agree"


def test_otherwise_nothing_stands_there() -> None:
    findings = Selection(verdict=True, tabs={Subject.VERDICT: TabId.FINDINGS})
    assert picture(AGREED, findings) == Page()
    for comparison in (readers.torn(), ReaderComparison(), None):
        assert picture(replace(AGREED, comparison=comparison), WHY) == Page()


FINDINGS = tuple(ports.finding(rule, message=rule) for rule in ("XPKG401", "XPKG613"))
WARNED = ports.inspection(*ports.package(*FINDINGS))


def test_a_finding_is_shown_in_full_and_its_rule_explained() -> None:
    def shown(tab: TabId, **facts: Any) -> Page:
        return page(WARNED, Selection(verdict=True, tabs={Subject.VERDICT: tab}, **facts), Replies())

    first, second, manual = shown(TabId.FINDINGS), shown(TabId.FINDINGS, finding=1), shown(TabId.MANUAL, finding=1)
    other = shown(TabId.MANUAL, rule="XPKG101")
    assert [one.title for one in (first, second, manual)] == ["XPKG401", "XPKG613", ""]
    assert [one.findings for one in (first, second, manual, other)] == [FINDINGS[:1], FINDINGS[1:], FINDINGS[1:], ()]
    assert [tab.name for tab in manual.tabs] == ["Why", "Findings 2", "Manual XPKG613"]
    assert [one.note for one in (second, other)] == ["enter: explain this rule", "esc: back"]
    assert manual.note == "enter: go to its place · esc: back"
    assert "2 of 2" in drawn_page(manual).plain
    assert [rule in one.copied for rule, one in (("XPKG613", second), ("XPKG613", manual), ("XPKG101", other))]


def test_the_page_of_a_layer_says_what_if_it_were_the_base() -> None:
    state = replace(AGREED, manifest=Ready(replace(MANIFEST, what_if=0)))
    for layer, note in ((0, "b shows the package as it is"), (1, "b shows the package that way")):
        found = page(state, replace(WHY, reader=f"base:{layer}"), Replies())
        assert (found.key, found.note) == (f"verdict:why:base:{layer}", note)
        assert found.title == f"What if layer {layer} were base"
