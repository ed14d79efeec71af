"""A list of rows."""

import pytest
from builders.pilots import Staging
from textual.app import ComposeResult
from textual.content import Content
from textual.screen import Screen
from textual.strip import Strip
from textual.widgets import Static

from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.widgets import row_list
from xpkgtui.app.widgets.row_list import RowList, RowScreen
from xpkgtui.inspection.filters.filter import parse

pytestmark = pytest.mark.usefixtures("every_frame")

DRAWN: list[str] = []


def cells(value: str, _width: int) -> tuple[Cell, ...]:
    DRAWN.append(value)
    return (Cell(Content(value)),)


def pane(*names: str, cursor: str = "") -> Pane:
    return Pane(name="List", rows=tuple(Row(name, name, cells) for name in names), cursor=cursor)


async def test_cursor_stays_on_its_key_while_rows_arrive_above(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (_, pilot):
        rows.pane = pane("b", "c", cursor="c")
        rows.pane = pane("a", "b", "c", cursor="c")
        await pilot.pause()
        assert rows.row is not None
        assert rows.row.key == "c"


async def test_a_row_that_vanished_leaves_the_cursor_near(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (_, pilot):
        rows.pane = pane("a", "b", "c", cursor="c")
        rows.pane = pane("a", "b", cursor="c")
        await pilot.pause()
        assert rows.row is not None
        assert rows.row.key == "b"


async def test_cursor_never_stands_on_a_sentence(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (app, pilot):
        rows.focus()
        first = sentence("words", Content("words"))
        rows.pane = Pane(name="List", rows=(first, *pane("a").rows, first, *pane("b").rows))
        await pilot.press("j")
        assert rows.row is not None
        assert rows.row.key == "b"
        await pilot.press("g")
        assert rows.row.key == "a"
        for line, key in ((4, "b"), (3, "b"), (2, "a"), (5, "a")):
            await pilot.click(rows, offset=(4, line))
            assert rows.row.key == key
            assert [one.split()[2] for one in app.text.splitlines() if "▶" in one] == [key]


async def test_only_rows_in_sight_are_drawn(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (_, pilot):
        DRAWN.clear()
        rows.pane = pane(*(f"row {number}" for number in range(2000)))
        await pilot.pause()
        assert 0 < len(set(DRAWN)) <= 24


async def test_an_empty_list_is_a_sentence(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (app, pilot):
        rows.pane = Pane(name="List", empty=(Content("Nothing here.  r tries again"),))
        await pilot.pause()
        assert "Nothing here.  r tries again" in app.text


async def test_markup_in_titles_is_not_obeyed(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (app, pilot):
        rows.pane = Pane(name="List", chosen="[/] [b]x[/b]")
        await pilot.pause()
        assert "List · [/] [b]x[/b]" in app.text


async def test_the_title_is_lit_only_while_the_list_has_the_keys(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (app, pilot):
        rows.pane = pane("a")
        rows.focus()
        await pilot.pause()
        assert "accent" in style_of_title(rows)
        app.screen.set_focus(None)
        await pilot.pause()
        assert "accent" not in style_of_title(rows)


def style_of_title(rows: RowList) -> str:
    title = rows._border_title
    assert title is not None
    return str(title.spans[0].style)


async def test_two_rows_stay_in_sight_around_the_cursor(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (_, pilot):
        rows.focus()
        rows.pane = pane(*(f"row {number}" for number in range(200)))
        await pilot.pause()
        height = rows.scrollable_content_region.height
        for key, index in (("ctrl+d", 0), ("ctrl+d", 0), ("j", 0), ("ctrl+u", 0), ("k", 0)):
            await pilot.press(*[key] * 5)
            assert rows.row is not None
            index = int(rows.row.key.partition(" ")[2])
            top = int(rows.scroll_offset.y)
            assert top + 2 <= index < top + height - 2 or index < 2
        await pilot.press("G")
        assert rows.scroll_offset.y == 200 - height


async def test_a_list_shows_where_it_is_and_its_rows_keep_their_width(stage: Staging) -> None:
    rows = RowList("list")
    async with stage(rows) as (_, pilot):
        rows.pane = pane("a")
        await pilot.pause()
        width = rows.scrollable_content_region.width
        assert not rows.show_vertical_scrollbar
        rows.pane = pane(*(f"row {number}" for number in range(200)))
        await pilot.pause()
        assert rows.show_vertical_scrollbar
        assert rows.scrollable_content_region.width == width
        rows.focus()
        await pilot.press("G")
        rows.pane = pane("a")
        await pilot.pause()
        rows.pane = pane(*(f"row {number}" for number in range(200)))
        await pilot.pause()
        assert rows.vertical_scrollbar.position == rows.scroll_y == 0


class Watched(RowList):
    """A list that notes which of its lines were asked for."""

    def __init__(self) -> None:
        super().__init__("list")
        self.asked: set[int] = set()

    def render_line(self, y: int) -> Strip:
        self.asked.add(y)
        return super().render_line(y)


async def test_a_key_draws_the_row_that_the_cursor_left_and_the_one_it_reached(stage: Staging) -> None:
    rows = Watched()
    async with stage(rows) as (_, pilot):
        rows.focus()
        rows.pane = pane("a", "b", "c", "d", cursor="b")
        await pilot.pause()
        rows.asked.clear()
        await pilot.press("j")
        await pilot.pause()
        assert rows.row is not None
        assert rows.row.key == "c"
        assert rows.asked == {1, 2}


class Listening(Screen[None], RowScreen):
    """A screen that notes what was drawn when it was told of the cursor."""

    def __init__(self, rows: Watched) -> None:
        super().__init__()
        self.rows = rows
        self.moves: list[tuple[str, str, set[int]]] = []

    def compose(self) -> ComposeResult:
        yield self.rows

    def row_moved(self, where: str, key: str) -> None:
        self.moves.append((where, key, set(self.rows.asked)))


async def test_the_cursor_is_drawn_before_the_screen_is_told_that_it_moved(stage: Staging) -> None:
    screen = Listening(rows := Watched())
    async with stage(Static()) as (app, pilot):
        await app.push_screen(screen)
        rows.focus()
        rows.pane = pane("a", "b", "c", "d", cursor="b")
        await pilot.pause()
        rows.asked.clear()
        await pilot.press("j")
        assert screen.moves == [("list", "c", {1, 2})]


async def test_a_list_of_which_nothing_changed_is_not_drawn(stage: Staging) -> None:
    rows, same = Watched(), tuple(Row(name, name, cells, is_steady=True) for name in ("a", "b"))
    async with stage(rows) as (_, pilot):
        rows.pane = Pane(name="List", rows=same, cursor="b")
        await pilot.pause()
        rows.asked.clear()
        rows.pane = Pane(name="List", rows=(*same,), cursor="b", badges=Content("! 1"))
        await pilot.pause()
        assert rows.asked == set()


async def test_of_a_list_only_the_rows_that_changed_are_drawn(stage: Staging) -> None:
    rows, a, b, other = Watched(), *(Row("row", name, cells, is_steady=True) for name in ("a", "b", "other"))
    async with stage(rows) as (app, pilot):
        rows.pane = Pane(name="List", rows=(a, b, a))
        await pilot.pause()
        rows.asked.clear()
        rows.pane = Pane(name="List", rows=(a, other, a))
        await pilot.pause()
        assert "other" in app.text
        assert rows.asked == {1}


async def test_what_the_border_says_is_written_without_drawing_rows(stage: Staging) -> None:
    rows, same = Watched(), tuple(Row(name, name, cells, is_steady=True) for name in ("a", "b"))
    async with stage(rows) as (app, pilot):
        rows.pane = Pane(name="List", rows=same)
        await pilot.pause()
        rows.asked.clear()
        rows.pane = Pane(name="Other", rows=same, note=Content("2 objects"))
        await pilot.pause()
        assert "Other" in app.text
        assert "2 objects" in app.text
        assert rows.asked == set()


NAMES = ("1 Platforms 3", "2 Layers 4", "3 Files 1", "4 Objects 12")


def title(typed: str, names: tuple[str, ...] = (), width: int = 74, chosen: str = "") -> str:
    pane = Pane(name="4 Objects", chosen=chosen, filter=parse(typed))
    return row_list.title(pane, names, 4, width, has_keys=True).plain


def test_a_filter_stays_in_the_title_behind_the_selection() -> None:
    assert title("buckets !acl") == "4 Objects · /buckets !acl"
    assert title("buckets", chosen="#2 base") == "4 Objects · #2 base · /buckets"
    assert title("") == "4 Objects"


def test_a_filter_that_is_no_expression_says_so_there() -> None:
    assert title("re:(a") == "4 Objects · /re:(a ✗ a ( has no )"


def test_control_characters_in_a_filter_stay_off_the_terminal() -> None:
    assert "\x1b" not in title("\x1b[31m")


@pytest.mark.parametrize("typed", ["buckets", "kind:crd version:v1beta1 badge:warning group:example.org"])
def test_among_the_names_of_all_lists_the_filter_gives_way_and_no_name(typed: str) -> None:
    found = title(typed, NAMES)
    assert all(name in found for name in NAMES)
    assert f" 4 Objects 12 · /{typed[:7]}" in found
    assert len(found) <= 72
    assert title("", NAMES).strip() == " ─ ".join(NAMES)
