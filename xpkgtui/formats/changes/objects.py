"""Two objects of any kind, compared field by field, or as CustomResourceDefinitions; lists by names of entries."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.changes import object_rules as rules
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.definitions.changes import definition_rules
from xpkgtui.formats.definitions.changes.definitions import compare_definitions
from xpkgtui.formats.definitions.changes.keeping import MADE_SINCE_2, policy_of
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, same, text

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


GROUP, KIND = "apiextensions.k8s.io", "CustomResourceDefinition"
_PROVIDER = "Provider"


def compare_crds(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a definition that both packages have, or one of them."""
    if old is not None and new is not None:
        maker = MADE_SINCE_2 if _is_managed(old) else ""
        yield from compare_definitions(dict(old.value), dict(new.value), new.side.proofs, stored_of(old), maker=maker)
    elif new is not None:
        at = At(new=FieldPath(), after=_names(new))
        versions = [text(mapping(one).get("name")) for one in listing(field(new.value, "spec", "versions"))]
        yield definition_rules.definition_added(at, text(field(new.value, "spec", "names", "kind")), versions)
    elif old is not None:
        kind = text(field(old.value, "spec", "names", "kind"))
        at = At(old=FieldPath(), before=_names(old))
        yield definition_rules.definition_removed(at, old.name.name, kind, successor(old, kind), policy_of(old.value))


def _is_managed(thing: Thing) -> bool:
    """Whether Crossplane 2 makes a definition of a managed one: all of a provider, but for its configurations."""
    kind = text(field(thing.value, "spec", "names", "kind"))
    is_of_provider = any(one.kind == _PROVIDER for one in thing.side.chunks) and "ProviderConfig" not in kind
    return is_of_provider or bool(policy_of(thing.value))


def stored_of(old: Thing) -> tuple[str, ...] | None:
    """The versions that the cluster stores of a definition; None where that is not known."""
    return old.side.stored.get(old.chunk.name or "")


def _names(thing: Thing) -> dict[str, Any]:
    names = mapping(field(thing.value, "spec", "names"))
    return {"group": field(thing.value, "spec", "group"), "kind": names.get("kind"), "plural": names.get("plural")}


def successor(old: Thing, kind: str) -> str:
    """A new definition of the same kind in another group, or empty text where there is none, or several."""
    type_ = old.chunk.kind
    plural = old.chunk.name.partition(".")[0] if old.chunk.name else ""
    if not plural:
        return ""
    known = {key.name for key in old.side.chunks if key.kind == type_}
    names = [
        key.name
        for key in old.side.other.chunks
        if key.kind == type_ and key.name not in known and key.name.partition(".")[0] == plural
    ]
    return f"{kind} of {names[0].partition('.')[2]}" if len(names) == 1 else ""
