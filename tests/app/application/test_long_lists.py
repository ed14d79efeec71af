"""Long lists that arrive in batches, and many folders that are opened at once."""

from collections.abc import Sequence
from pathlib import Path

from builders.pilots import Show
from builders.screens import stories
from builders.screens.port import Story
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.state.replies import Replies, is_under_way
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.replies import BatchedRows, FilesListed, with_batch
from xpkgtui.inspection.messages.requests import ListFiles, Request, View
from xpkgtui.inspection.rows.files import FileRow

ROOT = ListFiles(view=View.BASE)


def row(name: str, kind: str = "file") -> FileRow:
    return FileRow(path=name, type=EntryType(kind), size=1, mode=0o644, layer=0)


def batch(names: str, first: int, total: int, folder: str = "") -> FilesListed:
    return FilesListed(view=View.BASE, folder=folder, first=first, rows=tuple(map(row, names)), total=total)


def shown(replies: Replies, request: ListFiles = ROOT) -> str:
    listed = replies.of(request, FilesListed)
    return "".join(each.path for each in listed.rows) if listed else "nothing"


def together(rows: str, size: int, before: Sequence[str] = ()) -> Sequence[str]:
    found = before
    for first in range(0, len(rows), size):
        found = with_batch(found, first, rows[first : first + size], len(rows))
    return found


@given(st.text(min_size=1), st.integers(1, 5), st.text())
def test_batches_together_are_the_list(rows: str, size: int, before: str) -> None:
    assert "".join(together(rows, size, tuple(before))) == rows


@given(st.text(min_size=2), st.integers(1, 5), st.integers(-9, 9), st.integers(-9, 9))
def test_a_growing_list_is_cut_as_a_tuple_is(rows: str, size: int, first: int, last: int) -> None:
    assert tuple(together(rows, size)[first:last]) == tuple(rows[first:last])


def test_a_list_that_grows_leaves_the_one_before_as_it_was() -> None:
    before = with_batch((), 0, "ab", 6)
    after, other = with_batch(before, 2, "cd", 6), with_batch(before, 2, "xy", 6)
    assert ("".join(before), "".join(after), "".join(other)) == ("ab", "abcd", "abxy")


def test_a_list_that_grows_is_not_copied() -> None:
    rows = list("ab")
    BatchedRows(rows, 2, whole=False).with_batch(2, "cd", 6)
    assert rows == list("abcd")


def test_a_list_that_is_told_anew_shows_the_old_rows_until_the_new_ones_come() -> None:
    replies = Replies().with_event(ROOT, batch("abcd", 0, 4)).with_event(ROOT, batch("AB", 0, 4))
    assert shown(replies) == "ABcd"
    assert shown(replies.with_event(ROOT, batch("C", 2, 3))) == "ABC"


def test_a_list_is_under_way_until_its_last_batch() -> None:
    first = Replies().with_request(ROOT).with_event(ROOT, batch("ab", 0, 3))
    assert is_under_way(first.get(ROOT))
    assert not is_under_way(first.with_event(ROOT, batch("c", 2, 3)).get(ROOT))


def test_a_list_that_broke_off_is_asked_for_again() -> None:
    replies = Replies().with_request(ROOT).with_event(ROOT, batch("ab", 0, 3)).without(ROOT)
    assert replies.is_new(ROOT)


def test_each_of_several_folders_is_answered_by_itself() -> None:
    request = ListFiles(view=View.BASE, folder="a", also=("b",))
    replies = Replies().with_request(request).with_event(request, batch("x", 0, 1, "a"))
    one, other = ListFiles(view=View.BASE, folder="a"), ListFiles(view=View.BASE, folder="b")
    assert (shown(replies, one), is_under_way(replies.get(other))) == ("x", True)
    assert shown(replies.with_event(request, batch("y", 0, 1, "b")), other) == "y"


def folders(folder: Path) -> Story:
    story = stories.accepted(folder)
    story.files[View.BASE, ""] = tuple(row(f"folder-{number:02}", "directory") for number in range(30))
    return story


async def test_folders_that_are_opened_at_once_are_asked_for_at_once(show: Show) -> None:
    async with show(folders, size=(120, 40)) as shown:
        await shown.press("3", "O")
        asked = [request for request in shown.port.requests(ListFiles) if request.folder]
        assert [len(request.folders) for request in asked] == [30]


class Silent(Story):
    """Whose files never come."""

    def __call__(self, request: Request) -> Sequence[Event]:
        return () if isinstance(request, ListFiles) else super().__call__(request)


def silent(folder: Path) -> Story:
    story, told = Silent(folder), stories.accepted(folder)
    story.opening, story.stream, story.overview = told.opening, told.stream, told.overview
    return story


async def test_enter_on_a_list_that_is_still_loading_says_why_nothing_opens(show: Show) -> None:
    async with show(silent, size=(120, 40), hold=frozenset({"files"})) as shown:
        await shown.press("3", "enter")
        assert any("still loading" in toast.message for toast in shown.app._notifications)
        assert not shown.selection.in_detail
