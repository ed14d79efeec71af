"""Places of changes in two objects, and the fields that no rule of this format is about."""

from collections.abc import Iterator, Sequence
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import is_words, leaves
from xpkgtui.formats.changes.side import Thing
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import mapping
from xpkgtui.visible import clip

Path = tuple[str | int, ...]
_MOST = 200
"""Other fields of one object that are listed."""
_FIELDS, _NAMES = 5, 8
"""Fields and names that a sentence has."""
_WIDEST = 80
"""Characters of one of them."""
_SERVER = (("status",), ("metadata", "creationTimestamp"), ("metadata", "resourceVersion"), ("metadata", "uid"))


def at_field(*path: str | int, before: Any = None, after: Any = None) -> At:
    """The place of a field that has the same path on both sides."""
    return at_paths(path if before is not None else None, path if after is not None else None, before, after)


def at_paths(old: Path | None, new: Path | None, before: Any = None, after: Any = None) -> At:
    """The place of a field whose path differs; a side that lacks the field has no path."""
    path = new if new is not None else old
    return At(
        field=str(FieldPath(path)) if path else None,
        old=FieldPath(old) if old is not None else None,
        new=FieldPath(new) if new is not None else None,
        before=before,
        after=after,
    )


def at_object(old: Thing | None, new: Thing | None) -> At:
    """The beginning of an object."""
    return At(old=FieldPath() if old else None, new=FieldPath() if new else None)


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


def other_fields(old: Thing, new: Thing, *known: tuple[str, ...]) -> Iterator[Difference]:
    """The differences in fields that no other rule is about; `known` are the paths of those that have rules."""
    hidden = (*known, *_SERVER)
    for count, leaf in enumerate(leaves(_without(old.value, hidden), _without(new.value, hidden))):
        if count == _MOST:
            yield object_rules.not_compared(at_object(old, new), f"more than {_MOST} of its fields differ")
            return
        path = leaf.new or leaf.old or ()
        yield object_rules.field_changed(leaf.at, is_words=is_words(path))


def _without(value: Any, hidden: tuple[tuple[str, ...], ...]) -> dict[str, Any]:
    """A copy without some fields; deeper parts are shared."""
    names = {path[0] for path in hidden if len(path) == 1}
    found = {key: one for key, one in mapping(value).items() if key not in names}
    for name in {path[0] for path in hidden if len(path) > 1} & found.keys():
        below = tuple(path[1:] for path in hidden if len(path) > 1 and path[0] == name)
        if isinstance(found[name], dict):
            found[name] = _without(found[name], below)
            if not found[name]:
                del found[name]
    return found
