"""What OLM v1 refuses in an upgrade of a CustomResourceDefinition: the errors of crdify 0.6.0 as OLM configures it.

The sources are sigs.k8s.io/crdify 0.6.0 and the preflight `crdupgradesafety` of operator-controller 1.11. There a
description may change, an enum may grow, served versions are not compared under webhook conversion, and a change that
no validation knows is an error. crdify reports in random order; here errors have one order.

Two things are not as in its report. A version without a schema makes crdify panic, so nothing is upgraded: that is
one refusal, `panic`. And `unhandled` names the fields that differ, where crdify prints values of Go, which its next
release writes in another way.

What the old definition has as well is no error of the new one between two served versions. crdify compares messages
for that, here the changes themselves are compared. So the two may differ about what was known: its message about new
required fields has them in random order, and the one about an unhandled change cuts deep values and shows empty ones.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, islice
from typing import Any

from xpkgtui.formats.definitions.changes.shapes import DecodedSchema, DecodedSchemas
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.golang.printing import as_json, number, plain, quoted
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

_VERSION = late(r"v0*([0-9]{1,19})(?:(alpha|beta)0*([0-9]{1,19}))?")
_STAGES = ("alpha", "beta", None)
_LARGEST = (1 << 63) - 1
_LONGEST = 4_096
"""Characters of a path; of deeper properties the rest is cut."""
_MOST = 32
"""Served versions of a definition that are compared with each other; the others are left out."""
_MOST_ERRORS = 100_000
"""Errors that are kept; the largest real definition has 17,000 schemas."""
_PANIC = "crdify panics on a version without a schema"
_NOTHING = DecodedSchema({})


@dataclass(frozen=True, slots=True, kw_only=True)
class CrdifyError:
    """One error of crdify, for which OLM v1 does not upgrade."""

    where: str
    """`crd`: the whole; `same`: a version, old and new; `served`: two versions of the new definition."""
    version: str = ""
    """`v1`, or `v1 -> v2`; empty for the whole."""
    property: str = ""
    """The path as crdify writes it, `^.spec.x`; cut at 4,096 characters."""
    name: str
    """The validation: `enum`, `unhandled`, `panic` ..."""
    message: str


@dataclass(frozen=True, slots=True)
class _Found:
    """An error about a property; two that are equal are one error in different definitions."""

    property: str
    name: str
    message: str
    values: tuple[tuple[str, Any, Any], ...] = ()
    """Each change that no validation knows: field, old value, new value."""


@dataclass(frozen=True, slots=True)
class _Version:
    """A version of a definition."""

    name: str
    is_served: bool
    has_schema: bool
    root: DecodedSchema | None
    """Its OpenAPI schema, which may be absent from the schema."""


Pair = tuple[_Version, _Version]
Entry = tuple[str, DecodedSchema, DecodedSchema | None]
"""A path with the two schemas there; None where the property is gone."""


def refusals(old: Node, new: Node) -> tuple[CrdifyError, ...]:
    """The errors of crdify about an upgrade, at most 100,000; the status of `old` names the versions still stored."""
    if _is_described(old, new):
        return tuple(_of_whole(old, new))
    shapes = DecodedSchemas()
    before, after = _versions(old, shapes), _versions(new, shapes)
    converts = field(new, "spec", "conversion", "strategy") == "Webhook"
    # Each version with itself; of two that have one name the first counts.
    by_name = {version.name: version for version in reversed(after)}
    same = [(version, by_name[version.name]) for version in before if version.name in by_name]
    served, known = ({}, {}) if converts else (_served(after), _served(before))
    compared = [*same, *served.values(), *known.values()]
    if not all(version.has_schema for pair in compared for version in pair):
        return (CrdifyError(where="crd", name="panic", message=_PANIC),)
    found = chain(_of_whole(old, new), _of_same(same, shapes), _of_served(served, known, shapes))
    return tuple(islice(found, _MOST_ERRORS))


def _is_described(old: Node, new: Node) -> bool:
    """Whether no more than descriptions differ that are never compared: those of fields and items.

    It takes a tenth of what decoding two definitions does.
    """
    versions = [listing(field(one, "spec", "versions")) for one in (old, new)]
    heads = ([[field(one, word) for word in ("name", "served")] for one in each] for each in versions)
    strategies = (field(one, "spec", "conversion", "strategy") for one in (old, new))
    if not _are_one(*heads) or not _are_one(*strategies):
        return False
    waiting = list(
        zip(*([field(one, "schema", "openAPIV3Schema") for one in each] for each in versions), strict=True)
    )
    if not all(map(all, waiting)):
        return False  # a version without a schema is a panic of crdify
    met: set[tuple[int, int]] = set()
    while waiting:
        one, other = waiting.pop()
        if one is other or (id(one), id(other)) in met:
            continue
        met.add((id(one), id(other)))
        if not isinstance(one, dict) or not isinstance(other, dict) or one.keys() != other.keys():
            return False
        for word, value in one.items():
            match word, value, other[word]:
                case "properties", dict(), dict() as others if value.keys() == others.keys():
                    waiting += ((value[name], others[name]) for name in value)
                case "items", dict(), dict() as others:
                    waiting.append((value, others))
                case _, _, others if word != "description" and not _are_one(value, others):
                    return False
    return True


def _are_one(value: Any, other: Any) -> bool:
    """Whether two values are the same JSON, in which true is not 1."""
    if value is other or isinstance(value, str):
        return bool(value == other)
    return as_json(value) == as_json(other)


def _of_whole(old: Node, new: Node) -> Iterator[CrdifyError]:
    """The errors about no version."""
    before, after = (text(field(one, "spec", "scope")) for one in (old, new))
    if before != after:
        yield CrdifyError(where="crd", name="scope", message=f"scope changed : {quoted(before)} -> {quoted(after)}")
    there = {text(mapping(version).get("name")) for version in listing(field(new, "spec", "versions"))}
    stored = map(text, listing(field(old, "status", "storedVersions")))
    if gone := [version for version in stored if version not in there]:
        yield CrdifyError(
            where="crd", name="storedVersionRemoval", message=f"stored versions removed : {_listed(gone)}"
        )


def _of_same(pairs: list[Pair], shapes: DecodedSchemas) -> Iterator[CrdifyError]:
    for pair in pairs:
        name = pair[0].name
        for path, shape, match in _entries(pair, shapes):
            if match is None:
                message = f"removed field : {name}.{path}"
                yield CrdifyError(
                    where="crd", version=name, property=path, name="existingFieldRemoval", message=message
                )
            for error in _errors(path, shape, match):
                yield _refusal("same", name, error)


def _of_served(pairs: dict[str, Pair], known: dict[str, Pair], shapes: DecodedSchemas) -> Iterator[CrdifyError]:
    """The errors between versions that were not between them before."""
    for name, pair in pairs.items():
        earlier = known.get(name)
        if earlier and all(one.root is other.root for one, other in zip(pair, earlier, strict=True)):
            continue
        accepted = {error for entry in _entries(earlier, shapes) for error in _errors(*entry)} if earlier else ()
        for entry in _entries(pair, shapes):
            for error in _errors(*entry):
                if error not in accepted:
                    yield _refusal("served", name, error)


def _versions(definition: Node, shapes: DecodedSchemas) -> list[_Version]:
    found = []
    for version in map(mapping, listing(field(definition, "spec", "versions"))):
        schema = version.get("schema")
        root = shapes.of(field(schema, "openAPIV3Schema"))
        found.append(_Version(text(version.get("name")), version.get("served") is True, schema is not None, root))
    return found


def _served(versions: list[_Version]) -> dict[str, Pair]:
    """Each two served versions of one definition, the more mature one second; of too many the most mature ones."""
    served = sorted((version for version in versions if version.is_served), key=lambda one: one.name, reverse=True)
    served.sort(key=lambda version: _maturity(version.name))
    return {f"{one.name} -> {other.name}": (one, other) for one, other in combinations(served[-_MOST:], 2)}


def _maturity(version: str) -> tuple[int, int, int]:
    """The rank of a version's name in Kubernetes: v1 after v1beta2; names of another form come first."""
    if not (parts := _VERSION.fullmatch(version)):
        return -1, 0, 0
    major, stage, minor = int(parts[1]), _STAGES.index(parts[2]), int(parts[3] or 0)
    return (stage, major, minor) if max(major, minor) <= _LARGEST else (-1, 0, 0)


def _refusal(where: str, version: str, error: _Found) -> CrdifyError:
    return CrdifyError(where=where, version=version, property=error.property, name=error.name, message=error.message)


def _entries(pair: Pair, shapes: DecodedSchemas) -> Iterator[Entry]:
    """What differs between two versions: each schema of the first with that of the second at the same path."""
    one, other = (version.root for version in pair)
    if one is other:
        return
    if shapes.is_ambiguous:
        others = _flat(other)
        yield from ((path, shape, others.get(path)) for path, shape in _flat(one).items())
        return
    waiting = [("^", one, other)]
    while waiting:
        path, shape, match = waiting.pop()
        if shape is match or shape is None:
            continue
        yield path, shape, match
        matches = dict(match.children()) if match else {}
        below = [(_longer(path, step), child, matches.get(step)) for step, child in shape.children()]
        waiting.extend(reversed(below))


def _flat(root: DecodedSchema | None) -> dict[str, DecodedSchema]:
    """All schemas by their paths; of two at one path the one that crdify visits last."""
    found: dict[str, DecodedSchema] = {}
    waiting = [("^", root)] if root else []
    while waiting:
        path, shape = waiting.pop()
        found[path] = shape
        waiting.extend(reversed([(_longer(path, step), child) for step, child in shape.children()]))
    return found


def _longer(path: str, step: str) -> str:
    return path if len(path) >= _LONGEST else clip(path + step, _LONGEST)


def _errors(path: str, shape: DecodedSchema, match: DecodedSchema | None) -> Iterator[_Found]:
    """The errors about a property; one that is gone is compared with an empty schema."""
    old, new = shape.fields, (match or _NOTHING).fields
    changed = [word for word in sorted(old.keys() | new.keys()) if old.get(word) != new.get(word)]
    for word in changed:
        compare = _VALIDATIONS.get(word)
        if compare and (message := compare(old.get(word), new.get(word))):
            yield _Found(path, word, message)
    if values := tuple((word, old.get(word), new.get(word)) for word in changed if word not in _HANDLED):
        yield _Found(path, "unhandled", f"unhandled changes found : {_worded(values)}", values)


def _worded(values: tuple[tuple[str, Any, Any], ...]) -> str:
    """`format added, oneOf changed`"""
    words = ((word, "added" if old is None else "removed" if new is None else "changed") for word, old, new in values)
    return ", ".join(map(" ".join, words))


def _listed(values: Iterable[str]) -> str:
    return f"[{' '.join(values)}]"


def _type(old: str | None, new: str | None) -> str:
    return f"type changed : {quoted(old or '')} -> {quoted(new or '')}"


def _pattern(old: str | None, new: str | None) -> str:
    verb = "added" if old is None else "removed" if new is None else "changed"
    return f"pattern {verb} : {quoted(old or '')} -> {quoted(new or '')}"


def _nullable(old: bool | None, new: bool | None) -> str:
    return f"nullable {'removed' if old else 'added'} : {plain(bool(old))} -> {plain(bool(new))}"


def _default(old: str | None, new: str | None) -> str:
    if old is None:
        return f"default added when there was none previously : {quoted(new or '')}"
    if new is None:
        return f"default value removed : {quoted(old)}"
    return f"default value changed : {quoted(old)} -> {quoted(new)}"


def _required(old: tuple[str, ...] | None, new: tuple[str, ...] | None) -> str | None:
    added = set(new or ()).difference(old or ())
    return f"new required fields: {_listed(sorted(added))}" if added else None


def _enum(old: tuple[str, ...] | None, new: tuple[str, ...] | None) -> str | None:
    if old is None:
        return f"enum constraint added when there was none previously : {_listed(sorted(set(new or ())))}"
    removed = set(old).difference(new or ())
    return f"allowed enum values removed : {_listed(sorted(removed))}" if removed else None


def _minimum(old: float | None, new: float | None) -> str | None:
    if new is None or (old is not None and new <= old):
        return None
    if old is None:
        return f"minimum constraint added when there was none previously : {_bound(new)}"
    return f"minimum increased : {_bound(old)} -> {_bound(new)}"


def _maximum(old: float | None, new: float | None) -> str | None:
    if new is None or (old is not None and new >= old):
        return None
    if old is None:
        return f"maximum constraint added when there was none previously : {_bound(new)}"
    return f"maximum decreased : {_bound(old)} -> {_bound(new)}"


def _bound(value: float) -> str:
    """A number as Go prints it, which has an exponent for a large one, unless it counts something."""
    return str(value) if isinstance(value, int) else number(value)


_VALIDATIONS: dict[str, Callable[[Any, Any], str | None]] = {
    "default": _default,
    "enum": _enum,
    **dict.fromkeys(("maximum", "maxItems", "maxLength", "maxProperties"), _maximum),
    **dict.fromkeys(("minimum", "minItems", "minLength", "minProperties"), _minimum),
    "nullable": _nullable,
    "pattern": _pattern,
    "required": _required,
    "type": _type,
}
"""The validations of crdify, by the field that each is named after; their arguments are never equal."""
_HANDLED = frozenset((*_VALIDATIONS, "description", "properties", "items"))
"""Fields whose changes are judged: by a validation, not at all, or where the schemas in them stand."""
