"""The columns of lists and Detail."""

from builders.cases import each_row
from builders.goldens import Golden

from xpkgtui.app.drawing import shares


@each_row(
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


@each_row(("width", "lists"), [(120, 62), (159, 79), (160, 62), (220, 100), (300, 120)])
def test_lists_give_way_where_detail_may_split(width: int, lists: int) -> None:
    assert shares.of_lists(width, names=116, may_split=True) == lists


def test_from_some_width_on_detail_is_split_or_pictured() -> None:
    assert [shares.is_split(width) for width in (159, 160)] == [False, True]
    assert [shares.is_pictured(width) for width in (115, 116)] == [False, True]


def test_the_columns_of_lists_at_every_width(golden: Golden) -> None:
    lines = []
    for names in (0, 60, 120):
        for may_split in (False, True):
            columns = {width: shares.of_lists(width, names=names, may_split=may_split) for width in range(60, 260)}
            lines.append(f"names {names}{', may split' * may_split}: {' '.join(map(str, columns.values()))}")
    golden("shares", "\n".join([*lines, ""]))


def test_a_line_of_detail_has_what_lists_and_borders_leave() -> None:
    assert shares.of_detail(0, names=0, may_split=False, is_alone=False) == 0
    assert shares.of_detail(120, names=0, may_split=False, is_alone=True) == 116
    assert shares.of_detail(120, names=0, may_split=False, is_alone=False) == 54
