"""Rows of a tree of files, each made when it is asked for."""

from collections.abc import Mapping

import pytest
from builders.cases import each_row
from textual.content import Content

from xpkgtui.app.drawing.rows import Cell
from xpkgtui.app.files.table import FileItem, FileTable, flat, hidden_rows, tree
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.rows.files import FileRow


def draw(item: FileItem, width: int) -> tuple[Cell, ...]:
    return (Cell(Content(item.row.path), width),)


def rows(*paths: str, layer: int = 0) -> list[FileRow]:
    """Entries by path; a folder ends with a slash."""
    kinds = {True: EntryType.DIRECTORY, False: EntryType.FILE}
    return [
        FileRow(path=path.rstrip("/"), type=kinds[path.endswith("/")], size=1, mode=0, layer=layer) for path in paths
    ]


FOLDERS: Mapping[str, list[FileRow]] = {
    "": rows("a/", "b/", "x", "y"),
    "a": rows("a/c/", "a/z"),
    "a/c": rows("a/c/1", "a/c/2"),
    "b": rows("b/1"),
}
OPEN = frozenset({"a", "a/c"})


def opened(*folders: str) -> FileTable:
    return tree(FOLDERS.get, frozenset(folders), draw)


def shown(table: FileTable) -> list[tuple[str, int, bool]]:
    return [(row.key, row.value.depth, row.value.is_open) for row in table]


def test_what_lies_in_an_open_folder_stands_below_it_one_step_deeper() -> None:
    assert shown(opened("a", "a/c")) == [
        ("a", 0, True),
        ("a/c", 1, True),
        ("a/c/1", 2, False),
        ("a/c/2", 2, False),
        ("a/z", 1, False),
        ("b", 0, False),
        ("x", 0, False),
        ("y", 0, False),
    ]


def test_a_folder_in_a_closed_one_is_not_there() -> None:
    assert [row.key for row in opened("a/c")] == ["a", "b", "x", "y"]


def test_an_open_folder_of_which_no_list_has_come_is_empty() -> None:
    table = tree({"": rows("a/", "x")}.get, frozenset({"a"}), draw)
    assert shown(table) == [("a", 0, True), ("x", 0, False)]


def test_nothing_is_listed_before_the_root_is() -> None:
    assert len(tree(lambda _: None, OPEN, draw)) == 0


@each_row("table", [opened("a", "a/c"), opened(), opened("a", "b"), flat(rows("q", "r/s"), draw)])
def test_every_row_is_found_at_its_place(table: FileTable) -> None:
    assert [table.place(row.key) for row in table] == list(range(len(table)))


@each_row("key", ["a/z", "b/1", "nothing", ""])
def test_what_is_not_listed_has_no_place(key: str) -> None:
    assert opened().place(key) is None


@pytest.mark.parametrize("number", [4, -5])
def test_no_row_is_beyond_the_ends(number: int) -> None:
    with pytest.raises(IndexError):
        opened()[number]


def test_rows_are_asked_for_from_the_end_and_several_at_once() -> None:
    table = opened()
    assert (table[-1].key, [row.key for row in table[1:3]]) == ("y", ["b", "x"])


def test_names_stand_below_each_other_only_where_the_list_begins_with_a_folder() -> None:
    assert {row.value.is_aligned for row in opened("a")} == {True}
    assert {row.value.is_aligned for row in tree({"": rows("x")}.get, frozenset(), draw)} == {False}
    assert {row.value.is_aligned for row in flat(rows("a/"), draw)} == {False}


def test_a_flat_list_has_whole_paths_and_no_depth() -> None:
    found = [row.value for row in flat(rows("a/", "a/z"), draw)]
    assert [(one.depth, one.is_open, one.is_whole) for one in found] == [(0, False, True)] * 2


def test_a_folder_is_a_heading() -> None:
    assert [row.heading for row in opened()] == [True, True, False, False]


def test_tables_of_the_same_lists_are_the_same() -> None:
    assert opened("a") == opened("a")
    assert opened("a") != opened("b")
    assert flat(FOLDERS[""], draw) != opened()


def test_hidden_files_have_their_layer_in_the_key() -> None:
    found = hidden_rows([*rows("x", layer=1), *rows("x", layer=2)], draw)
    assert [(row.key, row.value.is_whole, row.value.depth) for row in found] == [("1:x", True, 0), ("2:x", True, 0)]
