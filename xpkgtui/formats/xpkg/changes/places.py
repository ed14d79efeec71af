"""Places of changes in two objects, and how sentences name fields and values."""

from collections.abc import Sequence
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import leaves
from xpkgtui.visible import clip

Path = tuple[str | int, ...]
_FIELDS, _NAMES = 5, 8
"""Fields and names that a sentence has."""
_WIDEST = 80
"""Characters of one of them."""


def value_or_none(value: Any) -> str:
    """A value in a sentence; one that is not there is `not set`."""
    return "not set" if value is None else object_rules.value_text(value)


def changed_fields(old: Any, new: Any) -> str:
    """The fields in which two values differ, named; of many the first ones and how many more."""
    names = [str(FieldPath(leaf.new or leaf.old or ())) or "the whole" for leaf in leaves(old, new)]
    return few(names, _FIELDS)


def few(names: Sequence[str], most: int = _NAMES) -> str:
    """Names in a sentence; of many the first ones and how many more, and of a long one its beginning."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(clip(name, _WIDEST) for name in names[:most]) + more
