"""The blocks of a text, from its indentation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from xpkgtui.app.drawing.lines.indentation import Indentation
from xpkgtui.app.drawing.lines.line_table import LineTable

Write = Callable[[str], LineTable]
TEXT = """\
a: 1
b:
  c:
  - d: 1
    e:
      f: |
        g

        # h
  # between
  - i
j:
- k

l: m
"""


def blocks(found: Indentation, count: int) -> dict[int, int]:
    """The lines with blocks, and their ends."""
    return {line: found.end(line) for line in range(count) if found.is_foldable(line)}


def test_a_block_ends_before_the_next_line_that_is_no_deeper(table: Write) -> None:
    assert blocks(Indentation(table(TEXT), "yaml"), 14) == {1: 11, 2: 11, 3: 7, 4: 7, 5: 7, 11: 13}


def test_a_line_without_a_block_ends_where_it_does(table: Write) -> None:
    found = Indentation(table(TEXT), "yaml")
    assert [found.end(line) for line in (0, 3, 9, 10)] == [1, 7, 10, 11]


def test_comments_and_blanks_within_a_block_are_in_it(table: Write) -> None:
    assert blocks(Indentation(table("a:\n  b: 1\n\n  # c\n  d: 2\n"), "yaml"), 5) == {0: 5}


def test_a_bracket_closes_its_own_block(table: Write) -> None:
    text = '{\n  "a": [\n    {\n      "b": 1\n    },\n    2\n  ],\n  "c": {}\n}\n'
    assert blocks(Indentation(table(text), "json"), 9) == {0: 9, 1: 7, 2: 5}


def test_the_lines_above_are_those_that_hold_it(table: Write) -> None:
    found = Indentation(table(TEXT), "yaml")
    assert list(found.above(6)) == [5, 4, 3, 2, 1]
    assert list(found.above(12)) == [11]


def test_items_are_counted_in_their_own_list(table: Write) -> None:
    found = Indentation(table(TEXT), "yaml")
    assert [found.place(line) for line in (3, 10, 12)] == [0, 1, 0]


def test_the_last_items_of_a_long_list_know_their_place(table: Write) -> None:
    found = Indentation(table("a:\n" + "- b: 1\n  c: 2\n" * 2000), "yaml")
    assert found.place(3999) == 1999
    assert list(found.above(4000)) == [3999, 0]
    assert found.end(0) == 4001


def test_lines_that_are_not_known_yet_are_read_up_to_the_end_of_a_block(tmp_path: Path) -> None:
    (path := tmp_path / "text").write_text("a:\n" + "  b: 1\n" * 200_000 + "c: 1\n")
    lines = LineTable(str(path), 0, path.stat().st_size)
    lines.grow()
    assert lines.count < 200_000
    assert Indentation(lines, "yaml").end(0) == 200_001


SCALARS = st.integers(0, 9) | st.sampled_from(["x", "a b", "- c", "d: e", "# f"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcdef"), inner, max_size=4),
    max_leaves=20,
)


@given(value=st.dictionaries(st.sampled_from("klmnop"), VALUES, min_size=1, max_size=5))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_block_is_the_value_of_its_key_or_item(table: Write, value: dict[str, Any]) -> None:
    text = dumped(value)
    found = Indentation(table(text), "yaml")
    lines = text.splitlines()
    for line, end in blocks(found, len(lines)).items():
        own = len(lines[line]) - len(lines[line].lstrip(" "))
        assert all(len(each) - len(each.lstrip(" ")) >= own for each in lines[line:end])
        for inner in range(line + 1, end):
            assert line in found.above(inner)
        if end < len(lines):
            assert line not in found.above(end)


def dumped(value: object) -> str:
    """The value as YAML in block style, lists not indented, as controller-gen writes them."""
    from io import StringIO

    yaml = YAML(pure=True)
    yaml.default_flow_style = False
    stream = StringIO()
    yaml.dump(value, stream)
    return stream.getvalue()


@pytest.mark.parametrize("depth", [0, 300])
def test_very_deep_lines_are_read_as_deep_as_they_are(table: Write, depth: int) -> None:
    found = Indentation(table("a:\n" + " " * depth + " b: 1\n"), "yaml")
    assert found.end(0) == 2


RUNS = st.lists(
    st.tuples(
        st.sampled_from(["", "\t", " ", "  ", "    ", "      ", "          "]),
        st.sampled_from(["a: 1", "- b", "-", "# c", "", "\r", "\rx", '"d": {', "}", "],", '"e"', "-x"]),
        st.sampled_from([1, 2, 150, 300]),
    ),
    min_size=2,
    max_size=8,
)


@pytest.mark.parametrize("language", ["yaml", "json"])
@given(runs=RUNS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_blocks_of_lines_that_are_searched_are_as_if_each_line_was_read(
    table: Write, language: str, runs: list[tuple[str, str, int]]
) -> None:
    lines = table("".join(f"{blanks}{text}\n" * count for blanks, text, count in runs))
    read, at = Indentation(lines, language), 0
    for line in range(lines.count):
        read.depth(line)
    for _, _, count in runs:
        searched, at = Indentation(lines, language), at + count
        assert list(searched.above(at - 1)) == list(read.above(at - 1))
        assert searched.end(at - 1) == read.end(at - 1)
        assert searched.last_before(at - 1) == read.last_before(at - 1)


def test_a_line_far_below_knows_the_lines_that_hold_it_without_reading_those_between(tmp_path: Path) -> None:
    (path := tmp_path / "text").write_text("a:\n- b:\n" + "    c: 1\n" * 100_000 + "  d: 1\n")
    lines = Counting(str(path), 0, path.stat().st_size)
    while lines.grow():
        pass
    assert list(Indentation(lines, "yaml").above(100_002)) == [1, 0]
    assert lines.were_read < 1_000


class Counting(LineTable):
    """A table that counts the lines that were read one by one."""

    were_read = 0

    def read(self, first: int, last: int, most: int) -> list[tuple[bytes, int]]:
        found = super().read(first, last, most)
        self.were_read += len(found)
        return found
