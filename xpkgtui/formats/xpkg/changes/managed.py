"""ManagedResourceDefinitions compared, also with the definitions that they take the place of; and policies."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.changes.definitions import GROUP, KIND, compare_crds, stored_of, successor
from xpkgtui.formats.changes.objects import at_field, at_object, other_fields
from xpkgtui.formats.changes.side import ObjectKey, Thing
from xpkgtui.formats.definitions.changes.definitions import differences_of
from xpkgtui.formats.definitions.changes.keeping import MADE_OF_MANAGED, policy_of
from xpkgtui.formats.xpkg.changes import managed_rules as rules
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, META_GROUP
from xpkgtui.formats.xpkg.sets.controllers.activation import activates
from xpkgtui.formats.xpkg.tools.crossplane_versions import is_turned
from xpkgtui.rules.changes.rule import At, Difference
from xpkgtui.untyped import field, listing, mapping, same, text, texts

MANAGED, POLICY = "ManagedResourceDefinition", "ManagedResourceActivationPolicy"
_SCOPES = {EXTENSIONS: "Namespaced"}
_KNOWN = (
    *(("spec", name) for name in ("versions", "conversion", "scope", "names", "state", "connectionDetails")),
    ("metadata", "labels"),
    ("metadata", "annotations"),
    ("apiVersion",),
    ("kind",),
)


def compare_managed(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a ManagedResourceDefinition that both packages have, or one of them."""
    if new is not None:
        earlier = old or _other(new, ObjectKey(GROUP, KIND, new.chunk.name or ""))
        if earlier is not None:
            yield from _compare(earlier, new)
        else:
            yield rules.managed_added(at_object(old, new), _kind(new), _state(new))
    elif old is not None and _other(old, ObjectKey(GROUP, KIND, old.chunk.name or "")) is None:
        named, kind = old.name.name, _kind(old)
        yield rules.managed_removed(at_object(old, new), named, kind, successor(old, kind), policy_of(old.value))


def compare_definitions_of_provider(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a CustomResourceDefinition; one may become a ManagedResourceDefinition, or have been one."""
    thing = old or new
    twin = None
    if thing is not None and (old is None or new is None):
        twin = _other(thing, ObjectKey(EXTENSIONS, MANAGED, thing.chunk.name or ""))
    if twin is None:
        yield from compare_crds(old, new)
        if old is not None and new is not None and is_turned(_kind(new), "") and _is_of_provider(new):
            yield from _fixed(old, new, *_names(old, new))
    elif new is None:
        yield rules.became_managed(at_object(old, new), _state(twin))
    else:
        yield from _compare(twin, new)


def _is_of_provider(thing: Thing) -> bool:
    kept = thing.side.kept
    if "is provider" not in kept:
        kept["is provider"] = any((key.group, key.kind) == (META_GROUP, "Provider") for key in thing.side.chunks)
    return bool(kept["is provider"])


def _other(thing: Thing, key: ObjectKey) -> Thing | None:
    """An object of the other package."""
    side = thing.side.other
    chunk = side.chunks.get(key)
    found = side.read(chunk) if chunk is not None else None
    return found if isinstance(found, Thing) else None


def _compare(old: Thing, new: Thing) -> Iterator[Difference]:
    is_alike = _group(old) == _group(new)
    yield from _fixed(old, new, *_scope_and_kind(old, new), *(_names(old, new) if is_alike else ()))
    if is_alike:
        yield from _state_and_details(old, new)
    hidden: dict[str, Any] = {"scope": None, **({"names": {}} if is_alike else {})}
    before, after = (_with_spec(one.value, hidden) for one in (old, new))
    yield from differences_of(before, after, new.side.proofs, stored_of(old), maker=MADE_OF_MANAGED)
    if is_alike:
        yield from other_fields(old, new, *_KNOWN)


def _fixed(old: Thing, new: Thing, *changed: At) -> Iterator[Difference]:
    """What changed of that which cannot change, as one: the way out is one, and deletes."""
    if changed:
        is_made = _group(old) == GROUP
        yield rules.managed_scope_changed(changed[0], new.name.name, policy_of(old.value), changed, is_made=is_made)


def _scope_and_kind(old: Thing, new: Thing) -> Iterator[At]:
    one, other = (text(field(each.value, "spec", "scope")) or _SCOPES.get(_group(each), "") for each in (old, new))
    if one != other:
        yield at_field("spec", "scope", before=one, after=other)
    one, other = (text(field(each.value, "spec", "names", "kind")) for each in (old, new))
    if one != other:
        yield at_field("spec", "names", "kind", before=one, after=other)


def _names(old: Thing, new: Thing) -> Iterator[At]:
    """The other names that differ."""
    before, after = (mapping(field(one.value, "spec", "names")) for one in (old, new))
    for key in sorted({*map(text, before), *map(text, after)} - {"kind"}):
        if not same(before.get(key), after.get(key)):
            yield at_field("spec", "names", key, before=before.get(key), after=after.get(key))


def _state_and_details(old: Thing, new: Thing) -> Iterator[Difference]:
    one, other = _state(old), _state(new)
    if one != other:
        yield rules.state_changed(at_field("spec", "state", before=one, after=other), other)
    left, right = (field(each.value, "spec", "connectionDetails") for each in (old, new))
    if not same(left or [], right or []):
        before, after = ([text(field(one, "name")) for one in listing(each)] for each in (left, right))
        now = set(after)
        at = at_field("spec", "connectionDetails", before=before or None, after=after or None)
        yield rules.details_changed(at, [name for name in before if name not in now])


def _with_spec(value: Any, changed: dict[str, Any]) -> dict[str, Any]:
    """An object with other fields in its spec, and without the kind, which has a rule of its own."""
    spec = mapping(mapping(value).get("spec"))
    names = {key: one for key, one in mapping(spec.get("names")).items() if key != "kind"}
    return {**mapping(value), "spec": {**spec, "names": names, **changed}}


def _group(thing: Thing) -> str:
    return text(thing.value.get("apiVersion")).partition("/")[0]


def _kind(thing: Thing) -> str:
    return text(field(thing.value, "spec", "names", "kind"))


def _state(thing: Thing) -> str:
    return text(field(thing.value, "spec", "state")) or "Inactive"


def compare_policies(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a ManagedResourceActivationPolicy, by its patterns."""
    before, after = _patterns(old), _patterns(new)
    known, now = set(before), set(after)
    gone = [one for one in before if one not in now]
    added = [one for one in after if one not in known]
    at = at_field("spec", "activate", before=before or None, after=after or None)
    lost = [one for one in gone if not any(_covers(other, one) for other in after)]
    if lost or new is None:
        yield rules.activation_removed(at if new else at_object(old, new), lost)
    elif gone and not added:
        yield rules.activation_removed(at, gone, is_covered=True)
    if added or old is None:
        yield rules.activation_added(at if old else at_object(old, new), added)
    if old is not None and new is not None:
        yield from other_fields(old, new, ("spec", "activate"))


def _covers(pattern: str, other: str) -> bool:
    """Whether a pattern names all that another one names, as is certain where the only signs are stars."""
    return not set("?[\\") & set(pattern) and not set("[\\") & set(other) and activates([pattern], other)


def _patterns(thing: Thing | None) -> list[str]:
    return texts(field(thing.value, "spec", "activate")) if thing else []
