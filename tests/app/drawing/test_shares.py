"""The columns of lists and Detail."""

import pytest

from xpkgtui.app.drawing import shares


@pytest.mark.parametrize(
    ("width", "names", "lists"),
    [
        (100, 38, 56),
        (120, 62, 62),
        (120, 120, 62),
        (160, 60, 76),
        (160, 120, 80),
        (220, 60, 92),
        (220, 90, 94),
        (220, 300, 132),
    ],
)
def test_lists_get_more_for_whole_names_while_detail_keeps_80_columns(width: int, names: int, lists: int) -> None:
    assert shares.of_lists(width, names=names, may_split=False) == lists


@pytest.mark.parametrize(("width", "lists"), [(120, 62), (159, 79), (160, 62), (220, 100), (300, 120)])
def test_lists_give_way_where_detail_may_split(width: int, lists: int) -> None:
    assert shares.of_lists(width, names=116, may_split=True) == lists
