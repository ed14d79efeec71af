"""Results as rows: their order, and what foreign JSON cannot do."""

from typing import Any

from builders.cases import each_row
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.reporting.as_text.tables import Paint
from xpkgtui.reporting.checked_rows import SIGNS, CheckedRows, Rank, checked, is_result, row_of, sentence

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
NAMES = st.sampled_from(["source", "verdict", "summary", "findings", "error", "platform"])


def result(source: str, verdict: str | None = None, errors: int = 0, **more: object) -> dict[str, Any]:
    return {"source": source, "verdict": verdict, "summary": {"error": errors}, "findings": [], **more}


def test_the_worst_come_first_and_the_best_are_dropped() -> None:
    rows = CheckedRows(3)
    for one in (
        result("a", "accepted"),
        result("b", "refused", 1),
        result("c"),
        result("d", "refused", 2),
        result("e", findings=None),
    ):
        rows.add(row_of(one))
    assert [row.source for row in rows.worst()] == ["d", "b", "e"]
    assert sentence(rows.counts) == "5 packages: 2 refused, 1 could not be read, 1 undecided, 1 accepted"


def test_the_order_does_not_depend_on_which_came_first() -> None:
    found = [row_of(result(name, "refused", 1)) for name in "abcd"]
    one, other = CheckedRows(2), CheckedRows(2)
    for row in found:
        one.add(row)
    for row in reversed(found):
        other.add(row)
    assert one.worst() == other.worst() == found[:2]


def test_numbers_that_count_nothing_are_left_out() -> None:
    assert (
        row_of(result("a", "refused", -5) | {"summary": {"error": -5, "warning": 10**20, "info": 2}}).counts
        == "2 infos"
    )


@given(st.dictionaries(NAMES, JSON))
def test_any_json_makes_a_row_and_none_of_it_is_accepted_unsaid(value: dict[str, Any]) -> None:
    row = row_of(value)
    assert (row.rank is Rank.ACCEPTED) == (value.get("verdict") == "accepted")


FOUND = [
    {"severity": "info", "rule": "A1", "message": "no"},
    {"severity": "warning", "rule": "B2", "message": "it is odd"},
]


def table(*results: dict[str, Any], most: int = 9, width: int = 0) -> str:
    rows = CheckedRows(most)
    for one in results:
        rows.add(row_of(one))
    return checked(rows, Paint(colors=True, width=width))


def test_a_table_shows_the_worst_with_their_reasons_in_colors() -> None:
    results = (
        result("a", "accepted"),
        result("b", "refused", 1, findings=FOUND, platform="linux/arm64"),
        result("c", findings=None, error={"title": "there is none"}),
        result("d"),
    )
    assert table(*results, most=3).split("\n") == [
        "\x1b[31m  ✗ refused            1 error  b (linux/arm64)  B2 it is odd\x1b[0m",
        "\x1b[33m  ✗ could not be read           c                there is none\x1b[0m",
        "\x1b[33m  ? undecided                   d\x1b[0m",
        "  1 more are not listed",
        "\x1b[31m\x1b[1m✗ 4 packages:\x1b[0m 1 refused, 1 could not be read, 1 undecided, 1 accepted",
        "",
    ]


@each_row(
    ("verdicts", "said"),
    [
        (("accepted",), "\x1b[32m\x1b[1m✓ 1 package:\x1b[0m 1 accepted"),
        (("accepted", None), "\x1b[33m\x1b[1m? 2 packages:\x1b[0m 1 undecided, 1 accepted"),
        ((), "0 packages"),
    ],
)
def test_the_last_line_has_the_verdict_of_all(verdicts: tuple[str | None, ...], said: str) -> None:
    assert table(*(result(str(number), one) for number, one in enumerate(verdicts))).split("\n")[-2] == said


def test_a_result_has_a_source_and_a_verdict() -> None:
    every: tuple[object, ...] = (
        {"source": "a", "verdict": None},
        {"source": 1, "verdict": None},
        {"source": "a"},
        [],
        None,
    )
    assert [is_result(one) for one in every] == [True, False, False, False, False]


def test_three_hundred_characters_of_a_reason_are_kept() -> None:
    reasons = [row_of(result("a", error={"title": "x" * size})).reason for size in (300, 301)]
    assert reasons == ["x" * 300, "x" * 299 + "…"]


def test_every_rank_has_a_sign() -> None:
    results = (result("a", "accepted"), result("b", "refused", 1), result("c", findings=None), result("d"))
    assert [SIGNS[row_of(one).rank] for one in results] == ["✓", "✗", "✗", "?"]
