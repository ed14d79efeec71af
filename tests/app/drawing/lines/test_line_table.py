"""Lines of a file, found in slices."""

from pathlib import Path

import pytest
from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.drawing.lines.line_table import MOST_LINES, LineTable


def table(path: Path, data: bytes, budget: int = 1 << 19) -> LineTable:
    path.write_bytes(data)
    found = LineTable(str(path), 0, len(data))
    while found.grow(budget):
        pass
    return found


@given(data=st.binary(max_size=200).map(lambda data: data.replace(b"\r", b"\n")), budget=st.integers(1, 7))
def test_lines_are_those_of_the_bytes_whatever_the_slices(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, budget: int
) -> None:
    found = table(tmp_path_factory.mktemp("lines") / "text", data, budget)
    wanted = data.split(b"\n")
    if wanted[-1] == b"":
        wanted.pop()
    assert [line for line, _ in found.read(0, found.count, 1000)] == wanted


@each_row("size", [100, 1 << 18])
def test_a_line_that_is_cut_says_how_long_it_is(tmp_path: Path, size: int) -> None:
    found = table(tmp_path / "text", b"x" * size + b"\ny\n")
    assert found.read(0, 2, 10) == [(b"x" * 10, size), (b"y", 1)]


def test_a_range_begins_and_ends_where_it_says(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"one\ntwo\nthree\n")
    found = LineTable(str(tmp_path / "text"), 4, 8)
    found.grow()
    assert found.read(0, 9, 99) == [(b"two", 3)]


@given(data=st.binary(max_size=200), budget=st.integers(1, 20))
def test_pieces_are_whole_lines_and_leave_none_out(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, budget: int
) -> None:
    (path := tmp_path_factory.mktemp("lines") / "text").write_bytes(data)
    found, line, pieces = LineTable(str(path), 0, len(data)), 0, []
    while line == 0 or line < found.count:
        piece, line = found.piece(line, budget)
        pieces += piece.split(b"\n")
        if not found.count:
            break
    assert pieces == (data[:-1] if data.endswith(b"\n") else data).split(b"\n")


def test_a_file_that_vanished_has_no_lines_and_a_reason(tmp_path: Path) -> None:
    found = LineTable(str(tmp_path / "none"), 0, 100)
    assert not found.grow()
    assert found.problem


def test_a_file_that_was_cut_short_ends_where_it_ends(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"one\ntwo")
    found = LineTable(str(tmp_path / "text"), 0, 1000)
    while found.grow():
        pass
    assert [line for line, _ in found.read(0, 9, 99)] == [b"one", b"two"]


def test_of_very_many_lines_the_first_are_known_and_the_cut_is_said(tmp_path: Path) -> None:
    found = table(tmp_path / "text", b"\n" * (MOST_LINES + 5))
    assert found.count == MOST_LINES
    assert "at most 4,000,000 lines" in found.problem


def test_as_many_lines_as_are_known_are_not_cut(tmp_path: Path) -> None:
    found = table(tmp_path / "text", b"\n" * MOST_LINES)
    assert (found.count, found.problem) == (MOST_LINES, "")


@each_row(
    ("data", "sizes"),
    [(b"a\nbcd", [1, 3]), (b"a\nbcd\n", [1, 3]), (b"a\nbc\x01", None), (b"\xc3\xa9\nb\n", None)],
)
def test_bytes_are_counted_where_each_is_a_cell(tmp_path: Path, data: bytes, sizes: list[int] | None) -> None:
    found = table(tmp_path / "text", data)
    assert found.plain_sizes(0, 9) == sizes
    assert found.plain_sizes(2, 9) == []


def test_a_file_that_is_gone_is_empty_and_says_so(tmp_path: Path) -> None:
    found = table(tmp_path / "text", b"a\n")
    (tmp_path / "text").unlink()
    assert (found.read_bytes(0, 2), found.problem) == (b"", "The text cannot be read: No such file or directory")
