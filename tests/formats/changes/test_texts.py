"""Two texts side by side."""

from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.formats.changes.texts import AROUND, MOST, aligned, side_by_side
from xpkgtui.rules.changes.change import TextRow

LINES = st.lists(st.sampled_from(["a", "b", "  c: 1", "", "d"]), max_size=40)


@given(LINES, LINES)
def test_every_line_stands_once_and_in_its_order(old: list[str], new: list[str]) -> None:
    pairs = list(aligned(old, new))
    assert [a for a, _ in pairs if a is not None] == list(range(len(old)))
    assert [b for _, b in pairs if b is not None] == list(range(len(new)))
    assert (None, None) not in pairs


@given(LINES)
def test_equal_texts_are_equal_line_by_line(lines: list[str]) -> None:
    assert list(aligned(lines, lines)) == [(number, number) for number in range(len(lines))]


@given(LINES, LINES, LINES)
def test_lines_that_were_put_in_between_leave_all_others_beside_each_other(
    head: list[str], more: list[str], tail: list[str]
) -> None:
    old, new = [*head, *tail], [*head, *more, *tail]
    both = sum(a is not None and b is not None and old[a] == new[b] for a, b in aligned(old, new))
    assert both == len(old)


def test_a_line_that_a_text_has_twice_does_not_part_a_block_from_its_equal() -> None:
    assert {(1, 1), (2, 2), (3, 3)} <= set(aligned("1xbb2x3", "4xbb5"))


@given(LINES, LINES)
def test_rows_carry_the_lines_that_differ(old: list[str], new: list[str]) -> None:
    rows, focus = side_by_side("\n".join(old), "\n".join(new))
    assert not rows or 0 <= focus < len(rows)
    for row in rows:
        assert row.old is None or row.before == "\n".join(old).splitlines()[row.old - 1]
        assert row.new is None or row.after == "\n".join(new).splitlines()[row.new - 1]


def test_what_is_far_from_a_change_is_left_out() -> None:
    text = [f"line {number}" for number in range(100)]
    rows, focus = side_by_side("\n".join(text), "\n".join([*text[:50], "more", *text[50:]]), first=(11, 21))
    assert len(rows) == 2 * AROUND + 1
    assert rows[focus] == TextRow(None, 71, "", "more")
    assert rows[0] == TextRow(58, 68, "line 47", "line 47")


def test_the_line_that_a_change_names_is_there_though_it_is_equal() -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    rows, focus = side_by_side(text, text.replace("line 90", "x"), at=(10, 10))
    assert rows[focus].before == "line 9"


@each_row(("at", "line"), [((60, None), "line 49"), ((None, 60), "line 39"), ((None, None), "line 90")])
def test_a_line_is_named_by_its_number_in_the_file(at: tuple[int | None, int | None], line: str) -> None:
    text = "\n".join(f"line {number}" for number in range(100))
    rows, focus = side_by_side(text, text.replace("line 90", "x"), first=(11, 21), at=at)
    assert rows[focus].before == line


def test_of_many_rows_those_around_the_change_are_given() -> None:
    old, new = ("\n".join(f"{side} {number}" for number in range(MOST * 2)) for side in ("old", "new"))
    rows, focus = side_by_side(old, new, at=(3_900, None))
    assert len(rows) == MOST
    assert rows[focus].old == 3_900


def test_ten_thousand_lines_are_compared() -> None:
    old = [f"{' ' * (n % 9)}{'type: string' if n % 3 else f'description: field {n}'}" for n in range(10_000)]
    new = [line.replace("field 3", "field no 3") for number, line in enumerate(old) if number % 50]
    rows, _ = side_by_side("\n".join(old), "\n".join(new))
    assert len(rows) == MOST
    assert {1, 51, 101, 151, 201} <= {row.old for row in rows if row.new is None}
