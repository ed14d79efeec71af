"""The palette: what it finds, how it shows it, and what it runs."""

from collections.abc import Callable
from pathlib import Path

from builders.definitions_text import definition_text
from builders.inspection.inspections import inspect_source
from builders.pilots import Claims, Show, Shown
from builders.screens import stories
from builders.screens.opened import open_screen
from textual import events
from textual.widgets import Input

from xpkgtui.app.screens.dependencies import DependencyScreen
from xpkgtui.app.screens.palette import Palette
from xpkgtui.app.screens.schemas import SchemaScreen
from xpkgtui.app.state.selection import ListId
from xpkgtui.app.views.searched_list import LedList, SearchedList
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.sources.demos import demo_source


def matches(shown: Shown) -> LedList:
    return shown.app.screen.query_one(LedList)


def line_with(shown: Shown, *words: str) -> str:
    """The first line with these words."""
    return next((line for line in shown.text.split("\n") if all(word in line for word in words)), "")


def is_at(place: int) -> Callable[[Shown], bool]:
    """The cursor stands on this match, and letters are still typed."""

    def check(shown: Shown) -> bool:
        row = matches(shown).row
        is_there = row is not None and row.key == matches(shown).pane.rows[place].key
        return is_there and isinstance(shown.app.focused, Input)

    return check


ACCEPTED: Claims = {
    "a rule opens its manual page": (
        ("ctrl+p", *"xpkg613", "enter"),
        lambda shown: "Manual XPKG613" in shown.text and "an unknown field is dropped" in shown.text,
    ),
    "a file is shown in its list": (
        ("3", "4", "ctrl+p", *"file package.yaml", "enter"),
        lambda shown: (shown.focus, shown.selection.row(ListId.FILES)) == ("files", "package.yaml"),
    ),
    "a command stands with its key": (
        ("ctrl+p", *"all findings"),
        lambda shown: line_with(shown, "command").partition("command")[2].partition("│")[0].rstrip().endswith(" F"),
    ),
    "a command of the program is copied with the source": (
        ("ctrl+p", *"mirror", "enter"),
        lambda shown: shown.app.clipboard == f"xpkgtui images {shown.app.inspection.source} --resolve --to REGISTRY",
    ),
    "a command runs": (("ctrl+p", *"all findings", "enter"), lambda shown: shown.focus == "findings"),
    "down moves while letters are typed": (("ctrl+p", *"go to", "down"), is_at(1)),
    "up moves back": (("ctrl+p", *"go to", "down", "down", "up"), is_at(1)),
    "tab moves as well": (("ctrl+p", *"go to", "tab"), is_at(1)),
    "nothing that matches runs nothing": (
        ("ctrl+p", *"zzzzzz", "enter"),
        lambda shown: isinstance(shown.app.screen, Palette) and "Nothing matches" in shown.text,
    ),
}
WARNED: Claims = {
    "a rule says how many findings it has here": (
        ("ctrl+p", *"xpkg61"),
        lambda shown: "! 1 here" in line_with(shown, "XPKG613") and "no findings" in line_with(shown, "XPKG611"),
    ),
    "an object is one line with badge, kind, name and group, which the border counts": (
        ("ctrl+p", *"things1539"),
        lambda shown: (
            line_with(shown, "│ ▶ ✓ CRD  things1539", "service61.azure.upbound.io  │")
            and "1 of 1," in shown.text
            and "match · 0 fields · enter runs · esc closes" in shown.text
        ),
    ),
    "fields are looked for from the third letter on": (
        ("ctrl+p", *"th"),
        lambda shown: "match · enter runs" in shown.text,
    ),
    "and then counted": (("ctrl+p", *"thi"), lambda shown: "match · 0 fields · enter runs" in shown.text),
    "one of many objects is found": (
        ("ctrl+p", *"things1539", "enter"),
        lambda shown: shown.selection.document == 1540,
    ),
}


async def test_what_is_found_is_shown_and_run(show: Show) -> None:
    async with show(stories.accepted) as shown:
        assert await shown.broken(ACCEPTED) == {}


async def test_one_of_very_many_is_found(show: Show) -> None:
    async with show(stories.warned) as shown:
        assert await shown.broken(WARNED) == {}


async def test_a_pasted_error_opens_what_it_leads_to(show: Show) -> None:
    async with show(stories.accepted, size=(80, 24)) as shown:
        await shown.press("ctrl+p")
        line = shown.app.screen.query_one(Input)
        line.post_message(events.Paste("cannot resolve package dependencies:\nmissing dependencies: reg.io/a/b"))
        await shown.settle()
        assert "leads to  deps" in line_with(shown, "▶")
        await shown.press("enter")
        assert isinstance(shown.app.screen, DependencyScreen)


async def test_it_fits_and_leaves_the_package_in_sight(show: Show) -> None:
    async with show(stories.accepted) as shown:
        for size in [(60, 20), (80, 24), (120, 40)]:
            await shown.anew(size=size)
            before = shown.text.split("\n")
            await shown.press("ctrl+p")
            after = shown.text.split("\n")
            assert (after[0], after[-1]) == (before[0], before[-1])
            assert shown.app.screen.query_one(SearchedList).region.width <= min(88, size[0])
            assert "esc closes" in shown.text


async def test_two_choices_in_one_moment_are_one(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"theme light")
        before = shown.app.theme
        for _ in range(3):
            shown.app.simulate_key("enter")
        await shown.settle()
        assert (shown.app.screen is shown.screen, shown.app.theme != before) == (True, True)
        await shown.press("2")
        assert shown.focus == "layers"


async def test_a_field_of_a_package_opened_before_opens_it_at_its_schema(tmp_path: Path) -> None:
    for name, kind in (("store", "Bucket"), ("post", "Queue")):
        (tmp_path / f"{name}.yaml").write_text(definition_text(kind, region={"type": "string"}))
    options = Options(cache_dir=str(tmp_path / "cache"), price=-1)
    await inspect_source(tmp_path / "store.yaml", options)
    async with open_screen(tmp_path / "post.yaml", options=options) as shown:
        await shown.app.run_action("find_package")
        await shown.press(*"buck", "enter")
        await shown.settle()
        assert isinstance(shown.app.screen, SchemaScreen)
        assert "store.yaml" in shown.text


async def test_it_offers_the_rules_of_the_format_and_finds_those_of_others() -> None:
    async with open_screen(demo_source("bundle"), size=(120, 40)) as shown:
        await shown.press("ctrl+p")
        await shown.settle()
        rules = [row.value.entry.rule for row in matches(shown).pane.rows if row.value.entry.rule]
        assert len(rules) > 50
        assert {rule.rstrip("0123456789") for rule in rules} == {"OLM"}
        await shown.press(*"stk001")
        assert "for stack" in next(line for line in shown.text.split("\n") if "STK001" in line)
        for _ in "stk001":
            await shown.press("backspace")
        await shown.press(*"rule name")
        foreign = [row.value.entry.is_foreign for row in matches(shown).pane.rows]
        assert set(foreign) == {False, True}
        assert foreign == sorted(foreign), "those of others come last"
