"""The table of limits, and amounts as they are written."""

import pytest
from builders.cases import each_row

from xpkgtui.limits import LIMITS, TABLE, Limits, OverLimit, ReachedLimit, parse_amount
from xpkgtui.reporting.chapters import source_of


@each_row(
    ("text", "number"),
    [
        ("512MiB", 512 << 20),
        ("2G", 2 << 30),
        ("2 GB", 2 << 30),
        ("1k", 1024),
        ("50,000", 50_000),
        ("7", 7),
        ("9B", 9),
    ],
)
def test_amounts_are_read_as_people_write_them(text: str, number: int) -> None:
    assert parse_amount(text) == number


@each_row("text", ["", "0", "-1", "1.5G", "many", "9" * 30, "1PiB", "True"])
def test_other_texts_are_no_amounts(text: str) -> None:
    with pytest.raises(ValueError, match="a number above 0"):
        parse_amount(text)


def test_the_table_of_the_manual_has_every_limit() -> None:
    page = source_of("limits")
    for row in TABLE.values():
        assert f"| `{row.name}` | {row.amount(row.default)} | {row.what} |" in page


@each_row(
    ("number", "text"),
    [(0, "0 bytes"), (1_000, "1,000 bytes"), (1 << 40, "1 TiB"), (5 << 50, "5,120 TiB"), (1_536, "1,536 bytes")],
)
def test_a_size_is_written_in_the_largest_unit_that_divides_it(number: int, text: str) -> None:
    assert TABLE["blob"].amount(number) == text


@each_row("name", TABLE)
def test_every_limit_says_what_it_is_and_how_it_is_raised(name: str) -> None:
    reached = LIMITS.reached(name)
    assert reached.sentence.startswith("xpkgtui reads at most ")
    option, _, value = reached.advice.rpartition("=")
    assert option.endswith(f"--limit {name}")
    assert parse_amount(value) == 4 * TABLE[name].default


def test_a_sentence_counts_in_the_unit_of_the_limit() -> None:
    assert Limits(blob=100).reached("blob").sentence == "xpkgtui reads at most 100 bytes of a layer as it is stored"
    assert LIMITS.reached("documents").sentence == "xpkgtui reads at most 50,000 documents of a package"


def test_the_advice_is_enough_for_what_was_found() -> None:
    assert Limits(blob=10 << 10).reached("blob", 205_000).advice.endswith("--limit blob=640KiB")
    assert Limits(blob=2_500).reached("blob").advice.endswith("--limit blob=10000")
    assert Limits(layers=3).reached("layers", 4).advice.endswith("--limit layers=12")


def test_a_limit_that_no_option_raises_says_its_sentence_alone() -> None:
    reached = ReachedLimit(name="memory", most=1, fixed="so much")
    assert (reached.sentence, reached.advice) == ("so much", "")
    error = OverLimit("a was not read", Limits(blob=10 << 10).reached("blob", 40 << 10))
    assert error.title == "a was not read: xpkgtui reads at most 10 KiB of a layer as it is stored"
    assert error.hint == "To read more, raise the limit: --limit blob=40KiB"
    assert Limits(name=3).path_work == 3 << 19


def test_the_largest_amount_is_an_amount() -> None:
    assert parse_amount(str(1 << 60)) == parse_amount("1,048,576T") == 1 << 60
    with pytest.raises(ValueError, match=r"^a number above 0, such as 100000 or 2GiB$"):
        parse_amount(str((1 << 60) + 1))
