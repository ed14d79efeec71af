"""The columns that lists and Detail get of a wide screen."""

_LISTS, _WIDE_LISTS, _WIDEST_LISTS = 62, 76, 92
_SPLIT, _VERY_WIDE, _PICTURED = 160, 200, 116
_MOST = 56
"""Percent of a screen that lists get without need."""
_MOST_FOR_NAMES = 60
"""Percent of it for names that would be cut."""
_DETAIL, _SPLIT_DETAIL = 80, 120
"""Columns that Detail keeps before lists get more than they need; those of one that may split."""
_FRAME = 4
"""Border, margin and scrollbar of a list, and of Detail."""


def is_pictured(width: int) -> bool:
    """Whether readers that agree have room for a picture beside them."""
    return width >= _PICTURED


def is_split(width: int) -> bool:
    """Whether Detail has room for findings beside the text that they are about."""
    return width >= _SPLIT


def of_lists(width: int, *, names: int, may_split: bool) -> int:
    """The columns of the lists: `names` are those of a row whose name is whole, or 0.

    Where Detail may split it gets more, whichever row is under the cursor, so that nothing jumps.
    """
    keeps = _SPLIT_DETAIL if may_split and is_split(width) else _DETAIL
    usual = _WIDE_LISTS if width - _WIDE_LISTS >= keeps else _LISTS
    if width >= _VERY_WIDE:
        usual = _WIDEST_LISTS
    most = min(width * _MOST_FOR_NAMES // 100, width - keeps)
    return max(min(usual, width * _MOST // 100), min(names + _FRAME, most))


def of_detail(width: int, *, names: int, may_split: bool, is_alone: bool) -> int:
    """The cells of a line of Detail, alone or beside lists; 0 where the screen has no size yet."""
    if not width:
        return 0
    return width - (0 if is_alone else of_lists(width, names=names, may_split=may_split)) - _FRAME
