"""The resources that a Composition names: those of mode Resources, and of functions that patch and transform."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from xpkgtui.formats.changes.objects import Path, at_paths
from xpkgtui.formats.xpkg.changes.compositions import composition_rules as rules
from xpkgtui.formats.xpkg.changes.places import changed_fields, few
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.untyped import field, listing, mapping, same, text

RESOURCES = "Resources"
"""The kind of the input that lists resources, and the mode that does without functions."""


class ComposedResource(NamedTuple):
    """One entry in a list of resources."""

    path: Path
    value: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """Its kind; empty where an earlier step makes it."""
        return text(field(self.value, "base", "kind"))

    @property
    def type(self) -> str:
        """Its kind with its API group: resources of one kind and two groups are two resources."""
        group, slash, _ = text(field(self.value, "base", "apiVersion")).partition("/")
        return f"{self.kind} of {group}" if self.kind and slash else self.kind


class ComposedResources(NamedTuple):
    """All resources that a Composition names."""

    named: dict[str, list[ComposedResource]]
    """By name; a later step may patch what an earlier one has made."""
    unnamed: list[ComposedResource]
    entries: list[ComposedResource]
    """Those with a name and those without, in their order."""

    def kind(self, name: str) -> str:
        """The kind of a resource."""
        return next((one.kind for one in self.named[name] if one.kind), "")

    def type(self, name: str) -> str:
        """The kind of a resource, with its API group."""
        return next((one.type for one in self.named[name] if one.kind), "")


def lists_resources(step: Any) -> bool:
    """Whether the input of a step lists resources by name."""
    return field(step, "input", "kind") == RESOURCES and isinstance(field(step, "input", "resources"), list)


def resources_of(spec: Mapping[str, Any]) -> ComposedResources:
    """The resources of a Composition, in their order."""
    found = ComposedResources({}, [], [])
    lists: list[tuple[Path, Any]] = [(("spec", "resources"), spec.get("resources"))]
    for number, step in enumerate(listing(spec.get("pipeline"))):
        if lists_resources(step):
            lists.append((("spec", "pipeline", number, "input", "resources"), field(step, "input", "resources")))
    for base, entries in lists:
        for number, entry in enumerate(listing(entries)):
            one = ComposedResource((*base, number), mapping(entry))
            found.entries.append(one)
            if name := text(one.value.get("name")):
                found.named.setdefault(name, []).append(one)
            else:
                found.unnamed.append(one)
    return found


def compare_resources(
    old: ComposedResources, new: ComposedResources, *, is_certain: bool, by_functions: bool
) -> Iterator[Difference]:
    """The differences of what two Compositions name; `is_certain`: no other function may make what is gone."""
    known: set[str] = set()
    gone = [name for name in old.named if name not in new.named]
    added = [name for name in new.named if name not in old.named]
    if by_functions and (native := [one for one in old.unnamed if one.path[1] == "resources"]):
        yield rules.unnamed_in_pipeline(at_paths(native[0].path, None), len(native))
        known |= set(added[: len(native)])
    elif old.unnamed or new.unnamed:
        yield from _in_order(old.entries, new.entries)
        return
    renamed = _renamed(old, new, gone, added)
    for name in gone if is_certain else [one for one in gone if one in renamed]:
        at = at_paths(old.named[name][0].path, None, before=name)
        yield rules.composed_removed(at, name, old.kind(name), renamed.get(name, ""), is_certain=is_certain)
    if not is_certain and (unclear := [one for one in gone if one not in renamed]):
        at = at_paths(old.named[unclear[0]][0].path, None, before=unclear)
        yield rules.composed_removed(at, few(unclear), "", "", is_certain=False)
    known |= set(renamed.values())
    for name in added:
        if name not in known:
            at = at_paths(None, new.named[name][0].path, after=name)
            yield rules.composed_added(at, name, new.kind(name))
    for name, entries in new.named.items():
        if name in old.named:
            yield from _compare(name, old, new, entries, by_functions=by_functions)


def _compare(
    name: str, old: ComposedResources, new: ComposedResources, entries: list[ComposedResource], *, by_functions: bool
) -> Iterator[Difference]:
    earlier = old.named[name]
    one, other = old.type(name), new.type(name)
    if one and other and one != other:
        is_same_kind = old.kind(name) == new.kind(name)
        word = "apiVersion" if is_same_kind else "kind"
        one, other = _unlike(one, other)
        at = at_paths((*earlier[0].path, "base", word), (*entries[0].path, "base", word), one, other)
        yield rules.composed_kind_changed(at, name, one, other, stays=by_functions or is_same_kind)
        return
    for number in range(max(len(earlier), len(entries))):
        left = earlier[number] if number < len(earlier) else None
        right = entries[number] if number < len(entries) else None
        before, after = (dict(each.value) if each else {} for each in (left, right))
        if not same(before, after):
            at = at_paths(left.path if left else None, right.path if right else None)
            yield rules.composed_changed(at, name, changed_fields(before, after))


def _unlike(one: str, other: str) -> tuple[str, str]:
    """Two types in a sentence: by their kinds alone where these differ."""
    kinds = one.partition(" ")[0], other.partition(" ")[0]
    return kinds if kinds[0] != kinds[1] else (one, other)


def _renamed(old: ComposedResources, new: ComposedResources, gone: list[str], added: list[str]) -> dict[str, str]:
    """New names by old ones, where one resource of a kind is gone and one of the same kind is new."""
    by_kind: dict[str, tuple[list[str], list[str]]] = {}
    for name in gone:
        by_kind.setdefault(old.type(name), ([], []))[0].append(name)
    for name in added:
        by_kind.setdefault(new.type(name), ([], []))[1].append(name)
    return {left[0]: right[0] for kind, (left, right) in by_kind.items() if kind and len(left) == len(right) == 1}


def _in_order(old: list[ComposedResource], new: list[ComposedResource]) -> Iterator[Difference]:
    """Resources of which one has no name: what exists is known by its place; more at the end move none."""
    for number, one in enumerate(old, 1):
        other = new[number - 1] if number <= len(new) else None
        if other is None or one.type != other.type:
            kinds = _unlike(one.type, other.type if other else "")
            yield rules.unnamed_moved(at_paths(one.path, other.path if other else None), number, *kinds)
            return
    for number, (one, other) in enumerate(zip(old, new, strict=False), 1):
        before, after = dict(one.value), dict(other.value)
        names = [text(each.pop("name", "")) for each in (before, after)]
        at, what = at_paths(one.path, other.path), names[0] or f"resource {number}"
        if not same(before, after):
            yield rules.composed_changed(at, what, changed_fields(before, after))
        if names[0] != names[1]:
            yield rules.composed_changed(at, what, "", named=names[1])
    for number, one in enumerate(new[len(old) :], len(old) + 1):
        name = text(one.value.get("name")) or f"resource {number}"
        yield rules.composed_added(at_paths(None, one.path), name, one.kind)
