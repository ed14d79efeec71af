"""From a finding to its rule's manual page, from there to its place, and back."""

from collections.abc import Callable
from dataclasses import replace

from builders.cases import failing
from builders.pilots import Claims, Show, Shown
from builders.screens import stories
from builders.screens.port import Story
from textual.content import Content

from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.findings import manual
from xpkgtui.app.state.selection import ListId
from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages import judging
from xpkgtui.reporting.manual import page_named
from xpkgtui.rules.finding import Finding, Place, Severity


async def test_enter_on_a_finding_opens_its_manual_page(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("F", "enter")
        assert shown.page.tab == "manual"
        assert shown.focus == "detail"
        for words in ("Manual XPKG613", "unknown field", "Write shortNames.", "Why", "Source", "Severity"):
            assert words in shown.text


def is_at_line(shown: Shown) -> bool:
    return shown.selection.document == 4 and "shortName: [mapr]" in shown.text


def is_back(shown: Shown) -> bool:
    return (shown.focus, shown.selection.finding) == ("findings", 1)


def has_tab(tab: str) -> Callable[[Shown], bool]:
    return lambda shown: shown.page.tab == tab


WARNED: Claims = {
    "enter leads to the line": (("F", "enter", "enter"), is_at_line),
    "> leads to the line": (("F", "enter", ">"), is_at_line),
    "- leads from the line back to the manual": (("F", "enter", "enter", "minus"), has_tab("manual")),
    "enter in the findings of an object opens the manual": (
        (">", "]", "]", "enter", "enter"),
        has_tab("manual"),
    ),
    "esc goes back to them": (
        (">", "]", "]", "enter", "enter", "escape"),
        lambda shown: has_tab("findings")(shown) and shown.selection.list_id is ListId.OBJECTS,
    ),
}
REFUSED: Claims = {
    "esc goes back to the list": (("F", "j", "enter", "escape"), is_back),
    "- goes back to the list": (("F", "j", "enter", "minus"), is_back),
    "enter in the findings of a layer opens the manual of the last one": (
        (">", "0", "enter"),
        lambda shown: "Manual XPKG207" in shown.text,
    ),
    "enter on why opens the manual of the culprit": (
        ("x", "enter"),
        lambda shown: "Manual XPKG401" in shown.text,
    ),
}


async def test_keys_lead_to_the_line_and_back(show: Show) -> None:
    async with show(stories.warned) as shown:
        assert await shown.broken(WARNED) == {}


async def test_keys_lead_to_the_manual_of_what_refuses_and_back(show: Show) -> None:
    async with show(stories.refused) as shown:
        assert await shown.broken(REFUSED) == {}


async def test_a_rule_that_is_gone_has_no_manual_page_and_says_so(show: Show) -> None:
    def rename(story: Story) -> None:
        finding = Finding(rule="[/]\x1b", severity=Severity.ERROR, message="m", place=Place())
        story.opening = [*story.opening, judging.Judged(findings=(finding,), restart=True)]

    async with show(stories.accepted, change=rename) as shown:
        await shown.press("F", "enter")
        assert "This rule has no manual page." in shown.text
        assert "\x1b" not in shown.text


def test_every_rule_tells_its_sections() -> None:
    assert failing([rule.id for rule in RULESET.rules], has_its_sections) == {}


def has_its_sections(rule: str) -> None:
    lines = [line.plain for line in manual.body(rule, None, Inspection(source="x")) if isinstance(line, Content)]
    assert {"Required", "Why", "Fix", "Source", "Severity"} - set(lines) == set()


def test_paragraphs_are_filled_and_commands_stay_as_they_are() -> None:
    page = page_named("XPKG401")
    assert page is not None
    page = replace(page, required="One\nline.\n\nRun:\n  kubectl get", severities=(("spec", ("error", "info")),))
    prose = Prose(manual.body("X1", None, replace(Inspection(source="x"), manual={"X1": page})), 60)
    lines = [prose.draw(row, 0, 60).plain.rstrip() for row in range(prose.rows)]
    assert lines[2:7] == ["Required", "One line.", "", "  Run:", "    kubectl get"]
    assert lines[-1] == "  spec           ✗ error or · info"
