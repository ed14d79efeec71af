"""Detail."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from builders.cases import each_row
from builders.pilots import Staging
from textual.content import Content

from xpkgtui.app.drawing.page import Page, Tab, TextRange
from xpkgtui.app.state.selection import Subject, TabId
from xpkgtui.app.widgets.text_view import TextView, title, whereabouts

TABS = (Tab(id=TabId.YAML, name="YAML"), Tab(id=TabId.FACTS, name="Facts"))


def page(path: Path, key: str = "one", **more: Any) -> Page:
    text = TextRange(path=str(path), start=0, end=path.stat().st_size, language="yaml")
    return Page(key=key, tabs=TABS, tab=TabId.YAML, text=text, **more)


async def test_another_page_begins_at_its_top(stage: Staging, tmp_path: Path) -> None:
    (tmp_path / "t").write_text("key: value\n" * 500)
    view = TextView("text")
    async with stage(view) as (_, pilot):
        view.page = page(tmp_path / "t")
        view.focus()
        await pilot.press("G")
        assert view.scroll_offset.y > 400
        view.page = page(tmp_path / "t", key="two")
        await pilot.pause()
        assert view.scroll_offset.y == 0


async def test_the_same_page_with_more_on_it_stays_where_it_is(stage: Staging, tmp_path: Path) -> None:
    (tmp_path / "t").write_text("key: value\n" * 500)
    view = TextView("text")
    async with stage(view) as (_, pilot):
        view.page = page(tmp_path / "t")
        view.focus()
        await pilot.press("ctrl+d", "ctrl+d")
        before = view.scroll_offset.y
        view.page = page(tmp_path / "t", note="more is known")
        await pilot.pause()
        assert view.scroll_offset.y == before > 0


async def test_a_line_that_is_wanted_is_in_sight(stage: Staging, tmp_path: Path) -> None:
    (tmp_path / "t").write_text("".join(f"key{n}: value\n" for n in range(500)))
    view = TextView("text")
    async with stage(view) as (app, pilot):
        view.page = page(tmp_path / "t", line=300)
        await pilot.pause()
        assert "300 key299" in app.text


async def test_a_text_of_7_mb_knows_all_its_lines_in_the_end(stage: Staging, tmp_path: Path) -> None:
    (tmp_path / "t").write_text("key: value of some length, to make it long\n" * 170_000)
    view = TextView("text")
    async with stage(view) as (app, pilot):
        view.page = page(tmp_path / "t")
        view.focus()
        await pilot.press("G")
        await pilot.pause()
        assert "170000 key" in app.text


async def test_tabs_stand_in_the_border(stage: Staging) -> None:
    view = TextView("text")
    async with stage(view) as (app, pilot):
        view.page = Page(key="k", tabs=TABS, tab=TabId.FACTS, body=(Content("words"),))
        await pilot.pause()
        assert "YAML ─ Facts" in app.text


async def test_a_text_of_another_length_moves_nothing_else(stage: Staging, tmp_path: Path) -> None:
    """Laying out draws the whole screen anew, and a key waits for that."""
    for name, lines in (("long", 500), ("short", 3)):
        (tmp_path / name).write_text("key: value\n" * lines)
    view = TextView("text")
    async with stage(view) as (app, pilot):
        view.page = page(tmp_path / "long")
        await pilot.pause()
        layouts = view._layout_updates
        view.page = page(tmp_path / "short", key="two")
        await pilot.pause()
        assert view._layout_updates == layouts
        assert (view.virtual_size.height, view.vertical_scrollbar.window_virtual_size) == (4, 4)
        assert app.text.count("key: value") == 3
        view.page = page(tmp_path / "long")
        view.focus()
        await pilot.press("G")
        assert view.vertical_scrollbar.position > 0
        for name in ("short", "long"):
            view.page = page(tmp_path / name, key=f"{name} again")
            await pilot.pause()
        assert view.show_vertical_scrollbar
        assert view.vertical_scrollbar.position == view.scroll_y == 0


def test_a_tab_that_counts_findings_says_of_what_where_there_is_room() -> None:
    tabs = (Tab(id=TabId.WHY, name="Why"), Tab(id=TabId.FINDINGS, name="Findings 2"))
    verdict = Page(tabs=tabs, tab=TabId.WHY, subject=Subject.VERDICT)
    shown = [title(one, 40, 40, focused=True).plain for one in (verdict, replace(verdict, subject=Subject.OBJECT))]
    assert shown == [" Why ─ Findings 2 in all", " Why ─ Findings 2 here"]
    narrow = [title(verdict, width, 40, focused=True).plain for width in (23, 24)]
    assert narrow == [" Why ─ Findings 2", " Why ─ Findings 2 in all"]


PAGE = Page(file="package.yaml", number="4 of 1,540", note="a note")


@each_row(
    ("width", "wanted"),
    [
        (60, "package.yaml · line 6,199 · 4 of 1,540"),
        (34, "package.yaml · line 6,199"),
        (20, "line 6,199"),
    ],
)
def test_the_number_goes_first_where_there_is_no_room(width: int, wanted: str) -> None:
    found = whereabouts(PAGE, 6199, wanted="", matches="", width=width)
    assert found.plain.startswith(wanted)
    assert len(found.plain) <= width


def test_a_search_says_its_word_and_the_number_of_matches() -> None:
    found = whereabouts(PAGE, 12, wanted="a\x1bb", matches="2 of 9", width=80)
    assert found.plain == "/a␛b 2 of 9 · package.yaml · line 12 · 4 of 1,540"
    for word, shown in (("w" * 20, "w" * 20), ("w" * 21, f"{'w' * 19}…")):
        found = whereabouts(PAGE, 12, wanted=word, matches="1 match", width=90)
        assert found.plain.startswith(f"/{shown} 1 match · ")


def test_a_page_without_lines_has_its_note() -> None:
    assert whereabouts(PAGE, None, wanted="", matches="", width=80).plain == "a note"


def test_a_note_that_is_too_long_is_cut_in_its_file() -> None:
    page = Page(note="manifests/acme.v1.2.3.clusterserviceversion.yaml · line 1 · 1 of 16")
    found = whereabouts(page, None, wanted="", matches="", width=60).plain
    assert (len(found), found) == (60, "manifests/acme.v1.2.…rserviceversion.yaml · line 1 · 1 of 16")


@each_row("active", range(5))
def test_names_that_do_not_fit_stand_closer_and_the_shown_one_is_always_in_sight(active: int) -> None:
    named = {
        TabId.FACTS: "Overview",
        TabId.YAML: "YAML",
        TabId.SCHEMA: "Schema",
        TabId.FINDINGS: "Findings",
        TabId.JSON: "JSON",
    }
    tabs = tuple(Tab(id=one, name=name) for one, name in named.items())
    page = Page(tabs=tabs, tab=tabs[active].id)
    for most in (24, 38, 60):
        shown = title(page, most, most, focused=False)
        assert shown.cell_length <= most
        assert tabs[active].name in shown.plain
        assert most < 38 or all(tab.name in shown.plain for tab in tabs)
