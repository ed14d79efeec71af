"""The palette: what it finds, how it shows it, and what it runs."""

from pathlib import Path

import pytest
from builders.definitions_text import definition_text
from builders.inspection.inspections import inspect_source
from builders.pilots import Show, Shown
from builders.screens import hostile, stories
from builders.screens.opened import open_screen
from textual.widgets import Input

from xpkgtui.app.screens.palette import Palette
from xpkgtui.app.screens.schemas import SchemaScreen
from xpkgtui.app.state.selection import ListId
from xpkgtui.app.views.searched_list import LedList, SearchedList
from xpkgtui.inspection.messages.requests import Options
from xpkgtui.sources.demos import demo_source


def matches(shown: Shown) -> LedList:
    return shown.app.screen.query_one(LedList)


async def test_a_rule_opens_its_manual_page(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"xpkg613")
        await shown.settle()
        await shown.press("enter")
        await shown.settle()
        assert "Manual XPKG613" in shown.text
        assert "no unknown fields" in shown.text


async def test_a_rule_says_how_many_findings_it_has_here(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("ctrl+p", *"xpkg61")
        rows = [line for line in shown.text.split("\n") if "XPKG61" in line]
        assert any("XPKG613" in row and "! 1 here" in row for row in rows)
        assert any("XPKG611" in row and "no findings" in row for row in rows)


async def test_one_of_many_objects_is_found(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("ctrl+p", *"things1539", "enter")
        assert shown.selection.document == 1540


async def test_an_object_is_one_line_with_badge_kind_name_and_group(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("ctrl+p", *"things1539")
        (line,) = (line for line in shown.text.split("\n") if "things1539" in line and "service" in line)
        assert "▶ ✓ CRD  things1539" in line.partition("│")[2]
        assert "service61.azure.upbound.io  │" in line


async def test_the_border_counts_and_says_the_keys(show: Show) -> None:
    async with show(stories.warned) as shown:
        await shown.press("ctrl+p", *"things1539")
        assert "1 of 1," in shown.text
        assert "match · 0 fields · enter runs · esc closes" in shown.text


async def test_a_file_is_shown_in_its_list(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("3", "4", "ctrl+p", *"file package.yaml", "enter")
        assert (shown.focus, shown.selection.row(ListId.FILES)) == ("files", "package.yaml")


async def test_a_command_stands_with_its_key_and_runs(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"all findings")
        (line,) = (line for line in shown.text.split("\n") if "command" in line)
        assert line.partition("command")[2].partition("│")[0].rstrip().endswith(" F")
        await shown.press("enter")
        assert shown.focus == "findings"


@pytest.mark.parametrize(("keys", "place"), [(("down",), 1), (("down", "down", "up"), 1), (("tab",), 1)])
async def test_arrows_move_while_letters_are_typed(keys: tuple[str, ...], place: int, show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"go to", *keys)
        row = matches(shown).row
        assert row is not None
        assert row.key == matches(shown).pane.rows[place].key
        assert isinstance(shown.app.focused, Input)


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_it_fits_and_leaves_the_package_in_sight(size: tuple[int, int], show: Show) -> None:
    async with show(stories.warned, size=size) as shown:
        before = shown.text.split("\n")
        await shown.press("ctrl+p")
        after = shown.text.split("\n")
        assert (after[0], after[-1]) == (before[0], before[-1])
        assert shown.app.screen.query_one(SearchedList).region.width <= min(88, size[0])
        assert "esc closes" in shown.text


async def test_hostile_names_are_shown_safely(show: Show) -> None:
    async with show(hostile.hostile) as shown:
        await shown.press("ctrl+p", *"owned")
        assert "\x1b" not in shown.text
        assert "\u202e" not in shown.text
        assert shown.app.is_running


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


async def test_nothing_that_matches_runs_nothing(show: Show) -> None:
    async with show(stories.accepted) as shown:
        await shown.press("ctrl+p", *"zzzzzz", "enter")
        assert isinstance(shown.app.screen, Palette)
        assert "Nothing matches" in shown.text


async def test_it_offers_the_rules_of_the_format_and_finds_those_of_others() -> None:
    async with open_screen(demo_source("bundle"), size=(120, 40)) as shown:
        await shown.press("ctrl+p")
        await shown.settle()
        rules = [row.value.entry.rule for row in matches(shown).pane.rows if row.value.entry.rule]
        assert len(rules) > 50
        assert {rule.rstrip("0123456789") for rule in rules} == {"OLM"}
        await shown.press(*"stk001")
        assert "for stack" in next(line for line in shown.text.split("\n") if "STK001" in line)


async def test_a_rule_of_another_format_stands_after_all_that_matches() -> None:
    async with open_screen(demo_source("bundle"), size=(120, 40)) as shown:
        await shown.press("ctrl+p", *"rule name")
        await shown.settle()
        foreign = [row.value.entry.is_foreign for row in matches(shown).pane.rows]
        assert set(foreign) == {False, True}
        assert foreign == sorted(foreign)
