"""From a finding to its rule's manual page, from there to its place, and back."""

import pytest
from builders.cases import failing
from builders.pilots import Show
from builders.screens import stories
from builders.screens.port import Story
from textual.content import Content

from xpkgtui.app.findings import manual
from xpkgtui.app.state.selection import ListId
from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import judging
from xpkgtui.rules.finding import Finding, Place, Severity


async def test_enter_on_a_finding_opens_its_manual_page(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("F", "enter")
        assert shown.view.page.tab == "manual"
        assert shown.focus == "detail"
        for words in ("Manual XPKG613", "unknown field", "Write shortNames.", "Why", "Source", "Severity"):
            assert words in shown.text


@pytest.mark.parametrize("key", ["enter", ">"])
async def test_from_the_manual_page_to_the_line(key: str, show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("F", "enter", key)
        assert shown.selection.document == 4
        assert "shortName: [mapr]" in shown.text


@pytest.mark.parametrize("key", ["escape", "minus"])
async def test_back_from_the_manual_page_to_the_list(key: str, show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press("F", "j", "enter", key)
        assert shown.focus == "findings"
        assert shown.selection.finding == 1


async def test_from_the_place_back_to_the_manual_page(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("F", "enter", "enter", "minus")
        assert shown.view.page.tab == "manual"


async def test_enter_in_the_findings_of_an_object_opens_the_manual_page(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press(">", "]", "]", "enter", "enter")
        assert shown.view.page.tab == "manual"
        await shown.press("escape")
        assert shown.view.page.tab == "findings"
        assert shown.selection.list_id is ListId.OBJECTS


async def test_enter_in_the_findings_of_a_layer_opens_the_manual_of_the_last_one(show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press(">", "0", "enter")
        assert "Manual XPKG207" in shown.text


async def test_enter_on_why_opens_the_manual_of_the_culprit(show: Show) -> None:
    async with show(stories.refused) as shown:
        await shown.press("x", "enter")
        assert "Manual XPKG401" in shown.text


async def test_a_rule_that_is_gone_has_no_manual_page_and_says_so(show: Show) -> None:
    def rename(story: Story) -> None:
        finding = Finding(rule="[/]\x1b", severity=Severity.ERROR, message="m", place=Place())
        story.opening = [*story.opening, judging.Judged(findings=(finding,), restart=True)]

    async with show(stories.accepted, change=rename) as shown:
        await shown.press("F", "enter")
        assert "This rule has no manual page." in shown.text
        assert "\x1b" not in shown.text


def test_every_rule_tells_its_sections() -> None:
    assert failing([rule.id for rule in CATALOGUE.rules], has_its_sections) == {}


def has_its_sections(rule: str) -> None:
    lines = [line.plain for line in manual.body(rule, None, Inspection(source="x")) if isinstance(line, Content)]
    assert {"What", "Why", "Fix", "Source", "Severity"} - set(lines) == set()
