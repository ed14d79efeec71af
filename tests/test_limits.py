"""The table of limits, and amounts as they are written."""

import pytest

from xpkgtui.limits import LIMITS, TABLE, Limits, parse_amount


@pytest.mark.parametrize(
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


@pytest.mark.parametrize("text", ["", "0", "-1", "1.5G", "many", "9" * 30, "1PiB", "True"])
def test_other_texts_are_no_amounts(text: str) -> None:
    with pytest.raises(ValueError, match="a number above 0"):
        parse_amount(text)


@pytest.mark.parametrize("name", TABLE)
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
    assert Limits(layers=3).reached("layers", 4).advice.endswith("--limit layers=12")
