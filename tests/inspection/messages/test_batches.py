"""Lists that arrive in batches."""

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.replies import BatchedRows, FilesListed, TextFound, with_batch
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.messages.schemas import FieldsFound, KindsListed
from xpkgtui.inspection.rows.files import FileRow

LISTS = st.lists(st.integers(), max_size=12)


@given(LISTS, LISTS, st.integers(1, 5))
def test_a_list_that_comes_again_takes_the_place_of_the_one_before_row_by_row(
    old: list[int], new: list[int], size: int
) -> None:
    rows = with_batch(None, 0, old, len(old))
    for first in range(0, max(1, len(new)), size):
        before, kept = rows, list(rows)
        batch = new[first : first + size]
        rows = with_batch(rows, first, batch, len(new))
        come = first + len(batch)
        assert list(rows) == (new[:come] + old[come:] if come < len(new) else new)
        assert len(rows) == len(list(rows))
        assert [rows[number] for number in range(len(rows))] == list(rows)
        assert list(rows[1:3]) == list(rows)[1:3]
        assert list(before) == kept
    assert list(rows) == new
    assert not isinstance(rows, BatchedRows) or rows.is_whole


def test_rows_are_counted_from_the_end_too_and_there_are_no_others() -> None:
    rows = with_batch(with_batch(None, 0, (1, 2), 4), 2, (3,), 4)
    assert isinstance(rows, BatchedRows)
    assert (rows[-1], rows[-3], rows.is_whole) == (3, 1, False)
    for outside in (3, -4):
        with pytest.raises(IndexError):
            rows[outside]


def test_a_batch_that_is_sent_twice_leaves_the_later_rows_alone() -> None:
    one = with_batch(None, 0, (1, 2), 6)
    two = with_batch(one, 2, (3, 4), 6)
    other = with_batch(one, 2, (7, 8), 6)
    assert (list(one), list(two), list(other)) == ([1, 2], [1, 2, 3, 4], [1, 2, 7, 8])


def files(first: int, *names: str, total: int, folder: str = "") -> FilesListed:
    rows = tuple(FileRow(path=name, type=EntryType.FILE, size=1, mode=0, layer=0) for name in names)
    return FilesListed(view=View.BASE, folder=folder, first=first, rows=rows, total=total)


def test_batches_of_files_are_joined_and_say_whether_more_follows() -> None:
    request = ListFiles(view=View.BASE, folder="", also=("x",))
    one, two = files(0, "a", "b", total=3), files(2, "c", total=3)
    assert [each.goes_on(request) for each in (one, two, files(0, "x/a", total=1, folder="x"))] == [True, True, False]
    folded = two.after(one.after(None))
    assert ([each.path for each in folded.rows], folded.is_whole, folded.first) == (["a", "b", "c"], True, 0)
    assert not one.after(None).is_whole


@each_row(("done", "is_whole"), [(0, False), (8, False), (9, True)])
def test_what_grows_is_whole_once_all_documents_were_read(done: int, is_whole: bool) -> None:
    replies = (
        TextFound(documents=frozenset(), done=done, total=9),
        KindsListed(kinds=(), done=done, total=9),
        FieldsFound(words="a", found=(), count=0, done=done, total=9),
    )
    assert [one.is_whole for one in replies] == [is_whole] * 3
