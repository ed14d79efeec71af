"""Results as rows: their order, and what foreign JSON cannot do."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.reporting.checked_rows import CheckedRows, Rank, row_of, sentence

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
