"""Text by the cells that it takes in a terminal."""

from builders.cases import each_row

from xpkgtui.cells import cells, cut, ending, flow, padded


@each_row(
    ("text", "count"),
    [("", 0), ("abc", 3), ("─●✓…", 4), ("漢字", 4), ("e\u0301", 1), ("é", 1), ("\x1b[1;31mab\x1b[0m", 2)],
)
def test_letters_take_no_cell_one_or_two(text: str, count: int) -> None:
    assert cells(text) == count


def test_a_text_is_filled_and_never_cut_by_that() -> None:
    assert (padded("漢", 4), padded("abc", 2), padded("abc", 3)) == ("漢  ", "abc", "abc")


@each_row(
    ("text", "width", "begins", "ends"),
    [
        ("abc", 3, "abc", "abc"),
        ("abcd", 3, "ab…", "bcd"),
        ("漢字", 3, "漢…", "字"),
        ("漢字", 2, "…", "字"),
        ("a漢", 2, "a…", "漢"),
        ("ab", 0, "…", ""),
    ],
)
def test_a_text_is_cut_at_either_end(text: str, width: int, begins: str, ends: str) -> None:
    assert (cut(text, width), ending(text, width)) == (begins, ends)


@each_row(
    ("text", "width", "hang", "lines"),
    [
        ("a b c", 0, 0, ["a b c"]),
        ("a b c", 5, 0, ["a b c"]),
        ("aa bb cc", 5, 0, ["aa bb", "cc"]),
        ("aa bb cc", 6, 2, ["aa bb", "  cc"]),
        ("aa  bb cc", 6, 0, ["aa  bb", "cc"]),
        ("aa bbbbbb", 6, 4, ["aa", "bbbbbb"]),
        ("aa bbbbbbbb", 6, 4, ["aa", "    bbbbbbbb"]),
        ("aa bbbbb", 6, 4, ["aa", " bbbbb"]),
        ("aaaaaaaa b", 4, 2, ["aaaaaaaa", "  b"]),
        ("  aa bb", 4, 0, ["  aa", "bb"]),
        ("    aaa bb", 4, 0, [" aaa", "bb"]),
        ("漢字 漢字", 5, 1, ["漢字", " 漢字"]),
    ],
)
def test_a_line_flows_at_its_blanks(text: str, width: int, hang: int, lines: list[str]) -> None:
    assert flow(text, width, hang) == lines
