"""Bars."""

from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.app.drawing.progress import filled, share

SIZES = st.integers(min_value=0, max_value=1 << 50)


@given(SIZES, SIZES, st.integers(min_value=0, max_value=40))
def test_a_bar_never_leaves_its_column_and_whatever_has_a_size_has_one(part: int, largest: int, width: int) -> None:
    bar = share(part, largest, width).plain
    assert len(bar) <= width
    assert bool(bar) == (part > 0 and largest > 0 and width > 0)


@given(SIZES, SIZES)
def test_more_is_never_shorter(one: int, other: int) -> None:
    less, more = sorted((one, other))
    assert len(share(less, more, 20).plain) <= len(share(more, more, 20).plain)


@given(SIZES, SIZES)
def test_a_transfer_fills_its_column(done: int, total: int) -> None:
    assert len(filled(done, total, 16).plain) == 16
