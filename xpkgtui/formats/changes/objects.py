"""Two objects of any kind, compared field by field; lists of named entries are matched by their names."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules as rules
from xpkgtui.formats.changes.side import Thing
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import mapping, same, text

Path = tuple[str | int, ...]
_MOST = 200
"""Fields of one object that are listed."""
_DEEPEST = 64
"""Fields inside each other; what lies deeper is one field."""
_WORDS = ("description", "displayName", "icon", "maintainers", "keywords", "links")
"""Fields that no program acts on, wherever they are."""
_SERVER = (("status",), ("metadata", "creationTimestamp"), ("metadata", "resourceVersion"), ("metadata", "uid"))
"""Fields that a cluster writes."""


class Leaf(NamedTuple):
    """One field that differs."""

    old: Path | None
    new: Path | None
    before: Any
    after: Any

    @property
    def at(self) -> At:
        """The place of the field on both sides."""
        return at_paths(self.old, self.new, self.before, self.after)


def leaves(old: Any, new: Any, base: Path = ()) -> Iterator[Leaf]:
    """The fields in which two values differ, as deep as both have them, in the order of the new value."""
    waiting: list[tuple[Any, Any, Path, Path]] = [(old, new, base, base)]
    while waiting:
        left, right, old_path, new_path = waiting.pop()
        if same(left, right) and isinstance(left, bool) is isinstance(right, bool):
            continue
        if len(new_path) < _DEEPEST and isinstance(left, dict) and isinstance(right, dict):
            below = [(left.get(key), right.get(key), (*old_path, key), (*new_path, key)) for key in {**right, **left}]
            waiting.extend(reversed(below))
        elif len(new_path) < _DEEPEST and (pairs := _named_entries(left, right)) is not None:
            waiting.extend((one, other, (*old_path, at), (*new_path, now)) for one, other, at, now in reversed(pairs))
        else:
            yield Leaf(old_path if left is not None else None, new_path if right is not None else None, left, right)


def _named_entries(left: Any, right: Any) -> list[tuple[Any, Any, int, int]] | None:
    """The entries of two lists of mappings with names of their own, by name; None for other lists."""
    if not isinstance(left, list) or not isinstance(right, list):
        return None
    names = [[(text(one.get("name")) if isinstance(one, dict) else "") for one in each] for each in (left, right)]
    if not all(all(each) and len(set(each)) == len(each) for each in names):
        return None
    before = {name: number for number, name in enumerate(names[0])}
    pairs = [
        (left[before[name]] if name in before else None, one, before.get(name, 0), number)
        for number, (name, one) in enumerate(zip(names[1], right, strict=True))
    ]
    now = set(names[1])
    pairs.extend((left[number], None, number, 0) for name, number in before.items() if name not in now)
    return pairs


def compare_objects(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The differences of two objects; of one that only one side has, that it is new or gone."""
    if old is not None and new is not None:
        yield from other_fields(old, new)
    elif thing := new or old:
        yield (rules.added if new else rules.removed)(at_object(old, new), str(thing.name))


def other_fields(old: Thing, new: Thing, *known: tuple[str, ...]) -> Iterator[Difference]:
    """The differences in fields that no other rule is about; `known` are the paths of those that have rules."""
    hidden = (*known, *_SERVER)
    left, right = (_without(one.value, hidden) for one in (old, new))
    for key in left.keys() ^ right.keys():
        for shown, whole in ((left, mapping(old.value)), (right, mapping(new.value))):
            if isinstance(whole.get(key), dict):
                shown.setdefault(key, {})  # it has known fields alone, where the other side has more
    for count, leaf in enumerate(leaves(left, right)):
        if count == _MOST:
            yield rules.not_compared(at_object(old, new), f"more than {_MOST} of its fields differ")
            return
        path = leaf.new or leaf.old or ()
        yield rules.field_changed(leaf.at, is_words=is_words(path))


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


def at_field(*path: str | int, before: Any = None, after: Any = None) -> At:
    """The place of a field that has the same path on both sides."""
    return at_paths(path if before is not None else None, path if after is not None else None, before, after)


def at_object(old: Thing | None, new: Thing | None) -> At:
    """The beginning of an object."""
    return At(old=FieldPath() if old else None, new=FieldPath() if new else None)


def is_words(path: Path) -> bool:
    """Whether no program acts on a field."""
    return (path[:1] == ("metadata",) and path[1:2] != ("name",)) or any(part in _WORDS for part in path)
