"""Compositions compared: kind, mode, named resources, and the steps of a pipeline, which Operations have too."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from xpkgtui.formats.changes.objects import Path, at_field, at_object, at_paths, other_fields
from xpkgtui.formats.changes.side import ObjectKey, Side, Thing
from xpkgtui.formats.xpkg.changes.composite_rules import api_version_changed
from xpkgtui.formats.xpkg.changes.compositions import composition_rules as rules
from xpkgtui.formats.xpkg.changes.places import changed_fields, few
from xpkgtui.formats.xpkg.objects.kinds import EXTENSIONS
from xpkgtui.rules.changes.rule import Difference
from xpkgtui.rules.finding import ObjectName
from xpkgtui.untyped import field, listing, mapping, same, text

_RESOURCES = "Resources"
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


def _lists_resources(step: Any) -> bool:
    """Whether the input of a step lists resources by name."""
    return field(step, "input", "kind") == _RESOURCES and isinstance(field(step, "input", "resources"), list)


def _resources_of(spec: Mapping[str, Any]) -> ComposedResources:
    """The resources of a Composition, in their order."""
    found = ComposedResources({}, [], [])
    lists: list[tuple[Path, Any]] = [(("spec", "resources"), spec.get("resources"))]
    for number, step in enumerate(listing(spec.get("pipeline"))):
        if _lists_resources(step):
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


def _compare_resources(
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
    renamed = _renamed_resources(old, new, gone, added)
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
            yield from _compare_resource(name, old, new, entries, by_functions=by_functions)


def _compare_resource(
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


def _renamed_resources(
    old: ComposedResources, new: ComposedResources, gone: list[str], added: list[str]
) -> dict[str, str]:
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


COMPOSITION = "Composition"
_PIPELINE = ("spec", "pipeline")
_SECRETS = "writeConnectionSecretsToNamespace"
_KNOWN = (
    ("apiVersion",),
    ("metadata", "labels"),
    *(("spec", name) for name in ("compositeTypeRef", "mode", "pipeline", "resources", "patchSets", _SECRETS)),
)


def compare_compositions(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a Composition that both packages have, or one of them."""
    if old is not None and new is not None:
        yield from _of_whole(old, new)
        before, after = mapping(old.value.get("spec")), mapping(new.value.get("spec"))
        one, other = (steps_of(each.get("pipeline"), _PIPELINE) for each in (before, after))
        is_certain = not has_other_makers(one, other)
        by_functions = "pipeline" in after
        yield from _compare_resources(
            _resources_of(before), _resources_of(after), is_certain=is_certain, by_functions=by_functions
        )
        if "pipeline" in before and by_functions:
            yield from compare_steps(one, other, composes=True)
        yield from other_fields(old, new, *_KNOWN)
    elif new is not None:
        yield rules.composition_added(at_object(old, new), _composed_type(new.value))
    elif old is not None:
        yield rules.composition_removed(at_object(old, new), old.name.name, _composed_type(old.value))


def choices_of_compositions(old: Side, new: Side) -> Iterator[tuple[ObjectName | None, Difference]]:
    """Kinds that had one Composition and have several now; nothing is parsed where no Composition is new."""
    if all(key in old.chunks for key in _keys(new, COMPOSITION)):
        return
    before, after = _by_type(old), _by_type(new)
    several = {what: things for what, things in after.items() if len(things) > 1 and len(before.get(what, ())) == 1}
    chosen = _with_default(new) if several else frozenset()
    for what, things in several.items():
        if what.partition("/")[0] not in chosen:
            names = [thing.name.name for thing in things]
            yield things[-1].name, rules.several_fit(at_object(None, things[-1]), what, names)


def _keys(side: Side, kind: str) -> list[ObjectKey]:
    return [key for key in side.chunks if (key.group, key.kind) == (EXTENSIONS, kind)]


def _by_type(side: Side) -> dict[str, list[Thing]]:
    found: dict[str, list[Thing]] = {}
    for key in _keys(side, COMPOSITION):
        thing = side.read(side.chunks[key])
        if isinstance(thing, Thing):
            found.setdefault(_composed_type(thing.value), []).append(thing)
    return found


def _with_default(side: Side) -> frozenset[str]:
    """The kinds whose definition names a Composition: `XNetwork of example.org`."""
    found = set()
    for key in _keys(side, "CompositeResourceDefinition"):
        thing = side.read(side.chunks[key])
        spec = mapping(thing.value.get("spec")) if isinstance(thing, Thing) else {}
        if spec.get("defaultCompositionRef") or spec.get("enforcedCompositionRef"):
            found.add(f"{text(field(spec, 'names', 'kind'))} of {text(spec.get('group'))}")
    return frozenset(found)


def _composed_type(value: Any) -> str:
    """`XNetwork of example.org/v1`."""
    ref = mapping(field(value, "spec", "compositeTypeRef"))
    return f"{text(ref.get('kind')) or 'no kind'} of {text(ref.get('apiVersion')) or 'no apiVersion'}"


def _of_whole(old: Thing, new: Thing) -> Iterator[Difference]:
    one, other = text(old.value.get("apiVersion")), text(new.value.get("apiVersion"))
    if one != other:
        yield api_version_changed(at_field("apiVersion", before=one, after=other))
    left, right = (field(each.value, "spec", "compositeTypeRef") for each in (old, new))
    if not same(left, right):
        yield rules.type_changed(at_field("spec", "compositeTypeRef", before=left, after=right))
    one, other = _mode(old.value), _mode(new.value)
    if one != other:
        yield rules.mode_changed(at_field("spec", "mode", before=one, after=other), one, other)
    left, right = (field(each.value, "spec", "patchSets") for each in (old, new))
    if one == other and not same(left, right):
        at = at_field("spec", "patchSets", before=left, after=right)
        yield rules.composed_changed(at, "patchSets", changed_fields(left or [], right or []))
    left, right = (field(each.value, "spec", _SECRETS) for each in (old, new))
    if not same(left, right):
        yield rules.secrets_moved(at_field("spec", _SECRETS, before=left, after=right))
    before, after = (mapping(field(one.value, "metadata", "labels")) for one in (old, new))
    if not same(before, after):
        gone = [f"{key}={value}" for key, value in before.items() if after.get(key) != value]
        added = {key: value for key, value in after.items() if key not in before}
        yield rules.labels_changed(at_field("metadata", "labels", before=before or None, after=added or None), gone)


def _mode(value: Any) -> str:
    """The mode; without one, that of the field which is there."""
    is_list = "resources" in mapping(field(value, "spec"))
    return text(field(value, "spec", "mode")) or (_RESOURCES if is_list else "Pipeline")


_MOST = 99
"""Steps that the API server takes; names of more are not compared."""
_MAKES_NONE = ("auto-ready",)
"""Parts of the names of functions that compose no resources."""


class PipelineStep(NamedTuple):
    """A step, and its place."""

    path: Path
    value: Mapping[str, Any]

    @property
    def function(self) -> str:
        """The name of the function that it calls."""
        return text(field(self.value, "functionRef", "name")) or "no function"

    @property
    def may_compose(self) -> bool:
        """Whether its function may make resources that the Composition does not list."""
        return not _lists_resources(self.value) and not any(part in self.function for part in _MAKES_NONE)

    @property
    def rest(self) -> dict[str, Any]:
        """All but its name, its function, and the resources that are compared one by one."""
        kept = {key: one for key, one in self.value.items() if key not in ("step", "functionRef")}
        if _lists_resources(self.value):
            kept["input"] = {key: one for key, one in mapping(kept.get("input")).items() if key != "resources"}
        return kept


def steps_of(pipeline: Any, base: Path) -> dict[str, PipelineStep]:
    """The steps by name; the API server refuses two of one name."""
    found: dict[str, PipelineStep] = {}
    for number, step in enumerate(listing(pipeline)):
        value = mapping(step)
        found.setdefault(text(value.get("step")), PipelineStep((*base, number), value))
    return found


def has_other_makers(old: Mapping[str, PipelineStep], new: Mapping[str, PipelineStep]) -> bool:
    """Whether a step that is new or changed may make what a list of resources does not name any more."""
    return any(
        one.may_compose and (name not in old or not same(dict(old[name].value), dict(one.value)))
        for name, one in new.items()
    )


def compare_steps(
    old: Mapping[str, PipelineStep], new: Mapping[str, PipelineStep], *, composes: bool
) -> Iterator[Difference]:
    """The differences of two pipelines; `composes`: what no step asks for is deleted."""
    renamed = _renamed(old, new)
    deletes = composes and not has_other_makers(old, new)
    for name, one in old.items():
        if name in renamed:
            yield rules.step_renamed(at_paths(one.path, new[renamed[name]].path, name, renamed[name]))
        elif name not in new:
            at = at_paths(one.path, None, before=name)
            yield rules.step_removed(at, name, one.function, composes=deletes and one.may_compose)
    known = set(renamed.values())
    for name, one in new.items():
        if name not in old and name not in known:
            yield rules.step_added(at_paths(None, one.path, after=name), name, one.function)
    kept = [name for name in old if name in new], [name for name in new if name in old]
    if kept[0] != kept[1]:
        at = at_paths(old[kept[0][0]].path[:-1], new[kept[1][0]].path[:-1], before=kept[0], after=kept[1])
        yield rules.steps_reordered(at, few(kept[1]))
    for name in kept[1]:
        yield from _compare(name, old[name], new[name], composes=composes)


def _compare(name: str, old: PipelineStep, new: PipelineStep, *, composes: bool) -> Iterator[Difference]:
    if old.function != new.function:
        at = at_paths(
            (*old.path, "functionRef", "name"), (*new.path, "functionRef", "name"), old.function, new.function
        )
        yield rules.function_changed(at, name)
    left, right = old.rest, new.rest
    if not same(left, right):
        at = at_paths(old.path, new.path, left, right)
        yield rules.step_changed(at, name, changed_fields(left, right), composes=composes and new.may_compose)


def _renamed(old: Mapping[str, PipelineStep], new: Mapping[str, PipelineStep]) -> dict[str, str]:
    """New names by old ones, of steps that are the same but for their name."""
    added = {name: one for name, one in new.items() if name not in old}
    gone = {name: one for name, one in old.items() if name not in new}
    found: dict[str, str] = {}
    for name, one in gone.items() if len(added) <= _MOST and len(gone) <= _MOST else ():
        for other, step in added.items():
            if same(_but_name(one), _but_name(step)):
                found[name] = other
                del added[other]
                break
    return found


def _but_name(step: PipelineStep) -> dict[str, Any]:
    return {key: one for key, one in step.value.items() if key != "step"}
