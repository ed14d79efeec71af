"""Values compared by identity."""

from xpkgtui.inspection.held import Held


def test_only_the_same_value_is_the_same() -> None:
    rows, others = [1], [1]
    assert Held(rows) == Held(rows)
    assert hash(Held(rows)) == hash(Held(rows))
    assert Held(rows) != Held(others)
