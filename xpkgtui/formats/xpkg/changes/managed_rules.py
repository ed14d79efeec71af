"""ManagedResourceDefinitions and the policies that activate them, compared, and the rules about their changes."""

from collections.abc import Iterator, Sequence
from typing import Any

from xpkgtui.commands import spelled
from xpkgtui.formats.changes.objects import (
    GROUP,
    KIND,
    at_field,
    at_object,
    compare_crds,
    other_fields,
    stored_of,
    successor,
)
from xpkgtui.formats.changes.side import ObjectKey, Thing
from xpkgtui.formats.definitions.changes.definitions import differences_of
from xpkgtui.formats.definitions.changes.keeping import MADE_OF_MANAGED, deletion, outside_kept, policy_of
from xpkgtui.formats.xpkg.changes.places import few, value_or_none
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS, META_GROUP
from xpkgtui.formats.xpkg.sets.controllers.activation import activates
from xpkgtui.formats.xpkg.tools.crossplane_versions import is_turned
from xpkgtui.rules.changes.rule import At, Difference, Words, change, shell_word
from xpkgtui.untyped import field, listing, mapping, same, text, texts

_POLICY = "a ManagedResourceActivationPolicy that names it (Crossplane's chart makes one that names all, *)"


@change("CHG240", "A definition becomes a managed resource definition", clients="C", stored="C")
def became_managed(at: At, state: str) -> Words:
    """The old package had a CustomResourceDefinition, the new one has a ManagedResourceDefinition of that name.

    Why: Crossplane 2.0.3 and later make the definition of it, once it is active. Older versions refuse the package.
    When it bites: During the upgrade.
    Fix: Upgrade Crossplane first; see that an activation policy names the definition.
    Source: Crossplane 2.1, ManagedResourceDefinition.
    """
    return Words(
        message=f"is a ManagedResourceDefinition now, of state {state}",
        who="Clusters with Crossplane up to 2.0.2, which refuses the package"
        + (f"; new clusters without {_POLICY}." if state != "Active" else "."),
    )


@change("CHG241", "A managed resource definition is removed", clients="B", stored="C")
def managed_removed(at: At, name: str, kind: str, renamed: str, policy: str) -> Words:
    """The new package does not have a ManagedResourceDefinition that the old one had.

    Why: The definition and its objects stay in the cluster, but the provider may not act on them any more. A new
    cluster does not get the kind.
    When it bites: When one of its objects is changed or deleted: nothing happens.
    Fix: Move its objects to what takes its place before the upgrade, or delete them. What they stand for is deleted
    too, unless managementPolicies lack Delete (or deletionPolicy is Orphan): set that first.
    Source: Crossplane, establisher of package revisions: objects stay, owned by the package.
    """
    return Words(
        message=f"{kind or name} is removed" + (f"; {renamed} may take its place" if renamed else ""),
        who=f"Users with objects of {name}.",
        first=(
            "See whether there are any:",
            spelled(f"kubectl get {shell_word(name)} -A"),
            *outside_kept(name, policy or "managementPolicies"),
        ),
    )


@change("CHG242", "A managed resource definition is added", clients="A", stored="A")
def managed_added(at: At, kind: str, state: str) -> Words:
    """The new package has a ManagedResourceDefinition that the old one did not have.

    Why: Its objects can be made once it is active.
    When it bites: Where no policy activates it: then the kind is not served.
    Fix: Name it in a ManagedResourceActivationPolicy if you need it.
    Source: Crossplane 2.1, ManagedResourceDefinition.
    """
    return Words(message=f"{kind or 'a managed resource'} is new, of state {state}")


@change("CHG243", "The state of a managed resource definition changed", clients="CA", stored="AA")
def state_changed(at: At, state: str) -> Words:
    """A ManagedResourceDefinition is active by itself and was not, or is not any more.

    Why: One that is active in a cluster stays active. On a new cluster an inactive one is not served before a policy
    activates it.
    When it bites: On new clusters.
    Fix: Name it in a ManagedResourceActivationPolicy.
    Source: Crossplane, establisher of package revisions; API of ManagedResourceDefinition.
    """
    is_inactive = state != "Active"
    return Words(
        message=f"the state is {state}, was {at.before}",
        who=f"New clusters without {_POLICY}." if is_inactive else "",
        level=int(not is_inactive),
    )


@change("CHG244", "The names of a managed resource definition changed", clients="B", stored="B")
def managed_scope_changed(at: At, name: str, policy: str, changed: Sequence[At], *, is_made: bool) -> Words:
    """A ManagedResourceDefinition has another scope or other names, also one that Crossplane 2 makes of a definition.

    Why: The API server takes no change of `spec.scope` and `spec.names` of a ManagedResourceDefinition, not even a
    short name or a category more. Crossplane 2 makes one of each definition of a provider.
    When it bites: During the upgrade: `spec.scope: Invalid value: "Namespaced": Value is immutable`.
    Fix: Let no object delete what it stands for (managementPolicies without Delete, or deletionPolicy Orphan), keep
    the objects in a file, delete the ManagedResourceDefinition and its definition, which deletes all of them, upgrade
    at once, and make them again. Crossplane makes a definition that is deleted alone anew, as it was.
    Source: Crossplane 2.1, API of ManagedResourceDefinition; run on Crossplane 2.4.0.
    """
    return Words(
        message="; ".join(
            f"{one.field} is {value_or_none(one.after)}, was {value_or_none(one.before)}" for one in changed
        ),
        who=f"Clusters {'with Crossplane 2 ' if is_made else ''}that have the definition, active or not: "
        "the API server refuses the new one (Value is immutable), so the package does not become healthy.",
        first=deletion(name, policy or "managementPolicies", MADE_OF_MANAGED),
    )


@change("CHG245", "The documented keys of connection secrets changed", clients="CW", stored="AW")
def details_changed(at: At, gone: Sequence[str]) -> Words:
    """A ManagedResourceDefinition lists other keys of connection secrets.

    Why: It is documentation; a key that is gone may not be written any more.
    When it bites: When a program reads that key.
    Fix: See the release notes of the provider.
    Source: Crossplane 2.1, ManagedResourceDefinition.
    """
    return Words(
        message=f"connection details: {few(gone)} is gone" if gone else "connection details differ",
        who="Programs that read these keys." if gone else "",
        level=int(not gone),
    )


@change("CHG246", "Definitions are no longer activated", clients="CA", stored="A")
def activation_removed(at: At, gone: Sequence[str], *, is_covered: bool = False) -> Words:
    """A ManagedResourceActivationPolicy has a pattern less, or is gone.

    Why: What is active stays active. On a new cluster, and for definitions that come later, the kinds that only this
    pattern names stay inactive: their objects cannot be made.
    When it bites: On new clusters: `no matches for kind`.
    Fix: Name the kinds in a policy of your cluster.
    Source: Crossplane 2.1, ManagedResourceActivationPolicy; an active definition cannot become inactive.
    """
    if is_covered:
        return Words(message=f"does not name {few(gone)} any more, which another pattern activates", level=1)
    return Words(
        message=f"does not activate {few(gone) or 'anything'} any more",
        who="New clusters, unless another policy names these kinds.",
        first=("See which policies there are:", spelled("kubectl get managedresourceactivationpolicies -o yaml")),
    )


@change("CHG247", "Definitions are activated", clients="A", stored="A")
def activation_added(at: At, added: Sequence[str]) -> Words:
    """A ManagedResourceActivationPolicy has one more pattern, or is new.

    Why: Crossplane makes the kinds that it names; they stay active for good.
    When it bites: Where many kinds are activated: each costs memory in the API server.
    Fix: No action needed if these kinds are intended.
    Source: Crossplane 2.1, ManagedResourceActivationPolicy.
    """
    return Words(message=f"activates {few(added) or 'nothing'}")


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
            yield managed_added(at_object(old, new), _kind(new), _state(new))
    elif old is not None and _other(old, ObjectKey(GROUP, KIND, old.chunk.name or "")) is None:
        named, kind = old.name.name, _kind(old)
        yield managed_removed(at_object(old, new), named, kind, successor(old, kind), policy_of(old.value))


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
        yield became_managed(at_object(old, new), _state(twin))
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
        yield managed_scope_changed(changed[0], new.name.name, policy_of(old.value), changed, is_made=is_made)


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
        yield state_changed(at_field("spec", "state", before=one, after=other), other)
    left, right = (field(each.value, "spec", "connectionDetails") for each in (old, new))
    if not same(left or [], right or []):
        before, after = ([text(field(one, "name")) for one in listing(each)] for each in (left, right))
        now = set(after)
        at = at_field("spec", "connectionDetails", before=before or None, after=after or None)
        yield details_changed(at, [name for name in before if name not in now])


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
        yield activation_removed(at if new else at_object(old, new), lost)
    elif gone and not added:
        yield activation_removed(at, gone, is_covered=True)
    if added or old is None:
        yield activation_added(at if old else at_object(old, new), added)
    if old is not None and new is not None:
        yield from other_fields(old, new, ("spec", "activate"))


def _covers(pattern: str, other: str) -> bool:
    """Whether a pattern names all that another one names, as is certain where the only signs are stars."""
    return not set("?[\\") & set(pattern) and not set("[\\") & set(other) and activates([pattern], other)


def _patterns(thing: Thing | None) -> list[str]:
    return texts(field(thing.value, "spec", "activate")) if thing else []
