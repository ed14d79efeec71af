"""The files of metadata/ of two bundles compared, and definitions, by which OLM v0 judges what is stored."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from xpkgtui.commands import spelled
from xpkgtui.errors import Malformed
from xpkgtui.formats.changes import object_rules
from xpkgtui.formats.changes.objects import at_paths, compare_crds, compare_objects, leaves
from xpkgtui.formats.changes.side import Thing
from xpkgtui.formats.definitions.changes import schema_rules, value_rules
from xpkgtui.formats.registry_v1.changes import release_rules as rules
from xpkgtui.formats.registry_v1.layout import (
    CHANNELS,
    DEFAULT_CHANNEL,
    DEPENDENCIES,
    PACKAGE,
    PROPERTIES,
    is_metadata,
    required_in,
)
from xpkgtui.golang.printing import written
from xpkgtui.rules.changes.change import Weight
from xpkgtui.rules.changes.rule import Difference, refused, shell_word
from xpkgtui.untyped import field, listing, mapping, same, text
from xpkgtui.versions.blang_range import BlangRange, covers

_ANNOTATION = "olm.properties"
_ANNOTATIONS = ("metadata", "annotations", _ANNOTATION)
_PACKAGE = "olm.package"


def compare_metadata(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a file of metadata/; a file that only one bundle has is taken for an empty one."""
    thing = new or old
    file = thing.side.file(thing.chunk) if thing else ""
    if not is_metadata(file):
        yield from compare_objects(old, new)
    elif file == DEPENDENCIES:
        yield from _dependencies(old, new)
    elif file == PROPERTIES:
        yield from _properties(_given(old, "properties"), _given(new, "properties"), ("properties",))
    else:
        yield from _annotations(_value(old), _value(new))
        left, right = ({key: one for key, one in _value(each).items() if key != "annotations"} for each in (old, new))
        for leaf in leaves(left, right):
            yield object_rules.field_changed(leaf.at, is_words=True)


def compare_properties(old: Thing, new: Thing) -> Iterator[Difference]:
    """The properties in the annotation of two ClusterServiceVersions."""
    left, right = (_parsed(field(one.value, *_ANNOTATIONS)) for one in (old, new))
    yield from _properties(left, right, _ANNOTATIONS)


def _value(thing: Thing | None) -> dict[str, Any]:
    return dict(thing.value) if thing is not None else {}


def _given(thing: Thing | None, key: str) -> list[Any]:
    return listing(_value(thing).get(key))


def _parsed(value: Any) -> list[Any]:
    try:
        return listing(json.loads(text(value) or "[]"))
    except (ValueError, RecursionError):
        return []


def _annotations(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Difference]:
    before, after = (mapping(one.get("annotations")) for one in (old, new))
    for key in {**after, **before}:
        one, other = before.get(key), after.get(key)
        if same(one, other):
            continue
        path = ("annotations", key)
        at = at_paths(path if key in before else None, path if key in after else None, one, other)
        if key == PACKAGE and one and other:
            yield rules.package_changed(at)
        elif key == CHANNELS:
            left, right = ([one.strip() for one in text(each).split(",") if one.strip()] for each in (one, other))
            if set(left) != set(right):
                gone, more = (
                    [name for name in these if name not in those] for these, those in ((left, right), (right, left))
                )
                yield rules.channels_changed(at, gone, more)
        elif key == DEFAULT_CHANNEL:
            yield rules.default_changed(at)
        else:
            yield object_rules.field_changed(at, is_words=True)


def _dependencies(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    before, after = (_required(one) for one in (old, new))
    for key, (number, value, words) in after.items():
        was = before.get(key)
        if was is None or not same(was[1], value):
            place = ("dependencies", was[0]) if was else None
            at = at_paths(place, ("dependencies", number), was[1] if was else None, value)
            is_wider = was is not None and _is_wider(was[1], value)
            found = rules.dependency_changed(at, words, was[2] if was else "", is_wider=is_wider)
            yield found if before else refused(found)
    for key, (number, value, words) in before.items():
        if key not in after:
            yield rules.dependency_gone(at_paths(("dependencies", number), None, value), words)


def _is_wider(old: Any, new: Any) -> bool:
    """Whether a package may have each version that it might have before."""
    ranges = [text(field(one, "value", "version")) for one in (old, new)]
    try:
        return text(field(new, "type")) == _PACKAGE and covers(*(BlangRange.parse(one) for one in reversed(ranges)))
    except Malformed:
        return False


def _required(thing: Thing | None) -> dict[tuple[str, str], tuple[int, Any, str]]:
    """The dependencies by what they are about: number, entry, and the entry in words."""
    found: dict[tuple[str, str], tuple[int, Any, str]] = {}
    for number, one in enumerate(_given(thing, "dependencies")):
        kind, value = text(field(one, "type")), mapping(field(one, "value"))
        about = text(value.get("packageName")) if kind == _PACKAGE else written(value)
        found.setdefault((kind, about), (number, one, required_in(one)))
    return found


def _properties(old: list[Any], new: list[Any], base: tuple[str | int, ...]) -> Iterator[Difference]:
    before, after = _by_type(old), _by_type(new)
    for kind in {**after, **before}:
        left, right = before.get(kind), after.get(kind)
        if not same(left, right):
            at = at_paths(base if old else None, base if new else None, _single(left), _single(right))
            yield rules.property_changed(at, kind or "without a type")


def _by_type(properties: list[Any]) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = {}
    for one in properties:
        found.setdefault(text(field(one, "type")), []).append(field(one, "value"))
    return {kind: sorted(values, key=written) for kind, values in found.items()}


def _single(values: list[Any] | None) -> Any:
    return values[0] if values is not None and len(values) == 1 else values


_JUDGED = (
    *(value_rules.type_changed, value_rules.enum_narrowed, value_rules.bound_tightened),
    *(value_rules.text_narrowed, value_rules.not_nullable),
    *(schema_rules.required, schema_rules.values_typed, schema_rules.combination_changed),
)
_STOPS = "OLM v0 does not upgrade where one is stored: it judges objects with their status, without new defaults."


def compare_definitions_of_bundle(old: Thing | None, new: Thing | None) -> Iterator[Difference]:
    """The changes of a definition, with what stops an upgrade by OLM v0; a conversion webhook lets it go on."""
    is_asked = old and new and field(new.value, "spec", "conversion", "strategy") != "Webhook"
    served = _served(old) & _served(new) if old and new and is_asked else set()
    for one in compare_crds(old, new):
        words = one.words
        if one.rule not in _JUDGED or not words.narrows or words.below or one.at.version not in served:
            yield one
            continue
        who = words.who or f"Stored objects without {one.at.field}."
        words = replace(words, who=f"{who} {_STOPS}")
        if one.weights.clients is Weight.ADDITION:
            name = shell_word(new.chunk.name or "") if new else ""
            look = ("Look at what is stored, before OLM v0 does:", spelled(f"kubectl get {name} -A -o yaml"))
            words = replace(words, level=1, first=look)
        yield replace(one, words=words)


def _served(thing: Thing) -> set[object]:
    """The versions that a definition serves."""
    versions = map(mapping, listing(field(thing.value, "spec", "versions")))
    return {one.get("name") for one in versions if one.get("served") is True}
