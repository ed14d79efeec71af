"""A text with numbers, findings and wrapped lines."""

import tempfile
from pathlib import Path

import pytest
from builders.goldens import Golden
from builders.screens.pages import agreed
from hypothesis import given
from hypothesis import strategies as st
from textual.content import Content

from xpkgtui.app.drawing.page import Fact, LineFinding, TextRange
from xpkgtui.app.drawing.renderers.hexadecimal import Hexadecimal
from xpkgtui.app.drawing.renderers.prose import Prose
from xpkgtui.app.drawing.renderers.text_file import TextFile

NOTE = LineFinding(line=12, sign="!", rule="XPKG613", message="unknown field that is explained at some length")


def renderer(
    path: Path, text: str, *found: LineFinding, width: int = 40, wrap: bool = False, first: int = 11
) -> TextFile:
    path.write_text(text)
    end = path.stat().st_size
    return TextFile(
        TextRange(path=str(path), start=0, end=end, first_line=first, language="yaml"),
        (),
        found,
        width=width,
        wrap=wrap,
    )


def drawn(renderer: TextFile, width: int = 40) -> list[str]:
    """Its rows without the path above them."""
    return [renderer.draw(row, 0, width).plain.rstrip() for row in range(renderer.first or 0, renderer.rows)]


def test_lines_carry_the_numbers_of_package_yaml(tmp_path: Path) -> None:
    assert drawn(renderer(tmp_path / "t", "a: 1\nb: 2\n")) == [" 11 a: 1", " 12 b: 2"]


def test_a_finding_stands_under_its_line(tmp_path: Path) -> None:
    rows = drawn(renderer(tmp_path / "t", "a: 1\nb: 2\nc: 3\n", NOTE))
    assert rows[1].startswith("!12 b")
    assert rows[2] == "  ┆ XPKG613 unknown field that is"
    assert rows[-1].strip() == "13 c: 3"


@pytest.mark.parametrize("wrap", [False, True])
def test_lines_and_rows_agree_around_findings(tmp_path: Path, wrap: bool) -> None:
    text = "".join(f"key{n}: {'x' * (n * 7 % 90)}\n" for n in range(60))
    found = [LineFinding(line=line, sign="✗", rule="XPKG1", message="long " * 20) for line in (11, 30, 31, 70)]
    shown = renderer(tmp_path / "t", text, *found, wrap=wrap)
    for line in range(11, 71):
        assert shown.line_at(shown.row_of(line)) == line
        assert f"{line} key{line - 11}:" in shown.draw(shown.row_of(line), 0, 40).plain
    assert shown.rows == len(drawn(shown)) + 1


def test_a_file_that_is_gone_has_one_row_that_says_so(tmp_path: Path) -> None:
    text = TextRange(path=str(tmp_path / "gone"), start=0, end=9, first_line=11, language="yaml")
    assert drawn(TextFile(text, (), (), width=60, wrap=False), 60) == [
        " 11",
        "✗ The text cannot be read: No such file or directory",
    ]


def test_wrapped_lines_lose_nothing(tmp_path: Path) -> None:
    text = "key: " + "0123456789" * 20
    first, *rest = drawn(renderer(tmp_path / "t", text, wrap=True))
    assert first[4:] + "".join(row[6:] for row in rest) == text


def test_wrapped_rows_stand_beneath_their_value_and_break_at_words(tmp_path: Path) -> None:
    rows = drawn(renderer(tmp_path / "t", "    - description: the words of a long text go on\n", wrap=True))
    assert rows == [" 11     - description: the words of a", "            long text go on"]


def test_a_cut_line_says_what_follows(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", "x" * 10_000)
    assert "6,000 more bytes" in shown.draw(shown.first or 0, 3990, 60).plain


def test_a_line_from_a_column_on_says_what_stands_on_both_sides(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", f"  b: 0123456789{'x' * 20}\n")
    lines = [shown.draw(shown.first or 0, left, 16).plain for left in (0, 2, 6)]
    assert lines == [" 11   b: 012345…", " 11 b: 01234567…", " 11 …23456789xx…"]


def test_control_characters_are_shown(tmp_path: Path) -> None:
    assert "␛[31m" in drawn(renderer(tmp_path / "t", "a: \x1b[31m\n"))[0]


def test_a_large_text_opens_without_being_read_whole(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", "key: value\n" * 700_000)
    assert shown.rows < 100_000
    while shown.grow():
        pass
    assert shown.rows == 700_001


def test_keys_are_colored_from_the_middle_of_a_text(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", "key: value\n" * 500)
    styles = {str(span.style) for span in shown.draw(400, 0, 40).spans}
    assert "$yamlkey" in styles


TREE = "a:\n  b:\n    c: 1\n  d: 2\ne: 3\n"


def test_a_block_that_is_closed_counts_its_lines_and_opens_for_a_line_within(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", TREE, first=1)
    top = shown.first or 0
    assert shown.toggle(top + 1) == top + 1
    assert drawn(shown) == [" 1 a:", " 2▸  b: … 1 line", " 4   d: 2", " 5 e: 3"]
    assert shown.toggle(top) == top
    assert drawn(shown) == [" 1▸a: … 3 lines", " 5 e: 3"]
    assert [shown.row_of(line) - top for line in (1, 3, 4, 5, 9)] == [0, 0, 0, 1, 1]
    assert shown.show(3) == top + 2
    assert len(drawn(shown)) == 5
    assert [shown.toggle(top + row, around=around) for row, around in ((2, False), (4, True), (2, True))] == [
        None,
        None,
        top + 1,
    ]
    assert len(drawn(shown)) == 4


def test_every_block_closes_and_opens_again(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", TREE, first=1)
    assert shown.fold_all(closed=True)
    assert drawn(shown) == [" 1▸a: … 3 lines", " 5 e: 3"]
    assert shown.fold_all(closed=False)
    assert len(drawn(shown)) == 5


def test_a_finding_in_a_closed_block_marks_it(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", TREE, LineFinding(line=3, sign="✗", rule="X", message="no"), first=1)
    shown.toggle(shown.first or 0)
    assert drawn(shown) == ["✗1▸a: … 3 lines", " 5 e: 3"]


def test_the_path_of_the_cursor_stands_above_the_text(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", TREE, first=1)
    shown.look_at((shown.first or 0) + 2)
    assert shown.draw(0, 0, 40).plain.strip() == "a › b › c"
    assert shown.draw(1, 0, 40, cursor=True).plain.rstrip() == "▶1▾a:"
    assert shown.draw(3, 0, 40, cursor=True).plain.rstrip() == "▶3     c: 1"


def test_what_is_searched_is_found_in_a_row_of_its_own_and_by_its_path(tmp_path: Path) -> None:
    text = f"{TREE}f: {'word ' * 20}needle\n"
    shown, wrapped = (renderer(tmp_path / "t", text, first=1, wrap=wrap) for wrap in (False, True))
    top = shown.first or 0
    hit = (5, text.split("\n")[5].index("needle"))
    assert shown.row_of_hit(hit) == top + 5
    assert shown.reveal(hit, 6) == (top + 5, hit[1], hit[1] + 6)
    row, start, _ = wrapped.reveal(hit, 6)
    assert (row, start) == (wrapped.row_of_hit(hit), 0)
    assert "needle" in wrapped.draw(row, 0, 40).plain
    assert wrapped.joint(row) is not None
    assert shown.joint(top + 5) is None
    assert shown.hit_at(top + 5) == (5, -1)


def test_prose_keeps_the_label_beside_the_first_line() -> None:
    shown = Prose([Fact("label", Content("word " * 20), 9)], 30)
    assert shown.draw(0, 0, 30).plain.startswith("label    word")
    assert shown.draw(1, 0, 30).plain.startswith(" " * 9 + "word")


def test_bytes_are_hexadecimal(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(bytes(range(20)) + b"AB")
    shown = Hexadecimal(TextRange(path=str(tmp_path / "b"), start=0, end=22, binary=True))
    assert shown.rows == 2
    assert "00000010  10 11 12 13 41 42" in shown.draw(1, 0, 80).plain


@given(
    st.lists(st.text(alphabet=st.characters(max_codepoint=0x2FF, exclude_characters="\r"), max_size=90), min_size=1)
)
def test_rows_of_wrapped_lines_are_counted_as_they_are_drawn(lines: list[str]) -> None:
    with tempfile.NamedTemporaryFile() as file:
        data = "\n".join(lines).encode()
        file.write(data)
        file.flush()
        text = TextRange(path=file.name, start=0, end=len(data))
        renderer = TextFile(text, (), (), width=30, wrap=True)
        counted = renderer.rows
        last = renderer.line_at(counted - 1) if counted else 0
        drawn = sum(len(renderer.parts(line)) for line in range(last or 0))
        assert counted == drawn


def test_numbers_of_a_long_text_have_room(tmp_path: Path) -> None:
    path = tmp_path / "long"
    path.write_bytes(b"key: value\n" * 1_100_000)
    renderer = TextFile(TextRange(path=str(path), start=0, end=path.stat().st_size), (), (), width=40, wrap=False)
    last = renderer.row_of(1_100_000)
    assert renderer.draw(last, 0, 40).plain.rstrip() == " 1100000 key: value"


def test_its_rows_look_as_they_were_agreed(tmp_path: Path, golden: Golden) -> None:
    found = [LineFinding(line=line, sign=sign, rule=f"X{line}", message="no") for line, sign in ((3, "✗"), (8, "!"))]
    text = f"{TREE}long: {'word ' * 12}\nlast:\n  - 1\n"
    path = tmp_path / "t"
    path.write_text(text)
    shown = TextFile(
        TextRange(path=str(path), start=0, end=len(text), first_line=1, language="yaml"),
        (Content("head"), Content("words")),
        found,
        width=30,
        wrap=True,
    )
    assert (shown.sticky, shown.first) == (1, 2)
    assert shown.toggle(2) == 2
    parts = [shown.draw(row, 0, 30, cursor=row in (2, 7)).rstrip() for row in range(shown.rows)]
    shown.look_at(7)
    parts.append(shown.draw(1, 0, 30).rstrip())
    parts += [renderer(path, text, *found, first=1).draw(row, 4, 24).rstrip() for row in (1, 7)]
    golden("text_file", agreed(*parts))


def test_of_a_text_that_is_not_wrapped_no_more_columns_are_known_than_its_longest_line_has(tmp_path: Path) -> None:
    assert renderer(tmp_path / "t", "a: 1\nbb: 22\n").columns == 4 + 7
    assert renderer(tmp_path / "t", "x" * 9_000).columns == 4 + 4_040
    assert renderer(tmp_path / "t", "x" * 9_000, wrap=True, width=30).columns == 30


def test_the_path_takes_all_of_the_width_and_a_text_without_lines_has_none(tmp_path: Path) -> None:
    shown = renderer(tmp_path / "t", TREE, first=1)
    shown.look_at((shown.first or 0) + 2)
    assert [shown.draw(0, 0, width).plain for width in (10, 1)] == [" a › b › c", " "]
    assert renderer(tmp_path / "t", "").draw(0, 0, 10).plain == " " * 10
