"""Two schemas at one place, and what is asked of them."""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.golang.printing import as_json
from xpkgtui.rules.changes.rule import At
from xpkgtui.untyped import text
from xpkgtui.values import dataclass

PRESERVES = "x-kubernetes-preserve-unknown-fields"
EMBEDDED = "x-kubernetes-embedded-resource"
RESOURCE = ("apiVersion", "kind", "metadata")
"""Fields that every object has, and every embedded one."""
_KINDS = frozenset({"object", "array", "string", "integer", "number", "boolean"})
_INT_OR_STRING = "x-kubernetes-int-or-string"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roots:
    """The two schemas, and where they stand."""

    version: str
    old: tuple[str | int, ...]
    """The path of the old schema in its document."""
    new: tuple[str | int, ...]
    has_status: bool
    """Whether `status` is a subresource, which only a controller writes."""


class SchemaPair(NamedTuple):
    old: Node
    new: Node
    old_path: "PathChain"
    new_path: "PathChain"
    field: str
    """The field as people name it; empty for the root."""
    where: str
    """The field as crdify names it."""
    is_required: bool
    """Whether the new schema above it requires it."""
    is_watched: bool = False
    """Whether a new schema above it has rules, combinations or a number of fields, which see what is in it."""
    keys: tuple[str, ...] = ()
    """The fields that tell the items of a new list apart of which it is one."""


def place_of(
    roots: Roots, pair: SchemaPair, word: str = "", before: Any = None, after: Any = None, *refused: str
) -> At:
    """Where the two schemas differ in a keyword."""
    more = (word,) if word else ()
    return At(
        version=roots.version,
        field=pair.field or None,
        old=pair.old_path.whole(*more if word in pair.old else ()),
        new=pair.new_path.whole(*more if word in pair.new else ()),
        before=before,
        after=after,
        where=pair.where,
        refused_as=refused or ((word, "unhandled") if word else ()),
    )


def is_of_status(roots: Roots, pair: SchemaPair) -> bool:
    """Whether a controller alone writes what is there."""
    return roots.has_status and (pair.field == "status" or pair.field.startswith(("status.", "status[")))


class PathChain(NamedTuple):
    """A path as a chain, so that a child costs nothing."""

    above: "PathChain | None"
    parts: tuple[str | int, ...]

    def to(self, *parts: str | int) -> "PathChain":
        return PathChain(self, parts)

    def whole(self, *more: str | int) -> FieldPath:
        found: list[str | int] = list(reversed(more))
        here: PathChain | None = self
        while here is not None:
            found.extend(reversed(here.parts))
            here = here.above
        return FieldPath(tuple(reversed(found)))


def type_of(schema: Node) -> str:
    if schema.get(_INT_OR_STRING) is True:
        return "integer or string"
    return text(schema.get("type"))


def kinds_of(schema: Node) -> frozenset[str]:
    """The types of values that a schema takes; a whole number is one of the numbers."""
    match type_of(schema):
        case "":
            return _KINDS
        case "number" | "integer or string" as both:
            return frozenset({"integer", "number" if both == "number" else "string"})
        case one:
            return frozenset({one})


def are_apart(old: Node, new: Node) -> bool:
    """Whether no value that the old schema took is of a type of the new one, but null."""
    return not kinds_of(old) & kinds_of(new)


def is_wider(old: str, new: str) -> bool:
    return not new or (old, new) in (
        ("integer", "number"),
        ("integer", "integer or string"),
        ("string", "integer or string"),
    )


def is_open(schema: Node) -> bool:
    """Whether fields that it does not list are kept, whatever they hold."""
    more = schema.get("additionalProperties")
    return schema.get(PRESERVES) is True or more is True or more == {}


def is_beyond(one: Any, other: Any, word: str) -> bool:
    """Whether a bound is tighter; one that is neither a least nor a greatest number counts as tighter."""
    try:
        return bool(other > one if word.startswith("min") else other < one if word.startswith("max") else True)
    except TypeError:
        return True


def without(values: list[Any], others: list[Any]) -> list[Any]:
    known = set(map(_key, others))
    return [one for one in values if _key(one) not in known]


def _key(value: Any) -> Hashable:
    """The value as one that is equal to those that are the same in JSON."""
    return as_json(value) if isinstance(value, dict | list) else (isinstance(value, bool), value)


def moves(gone: Iterable[tuple[str, str]], new: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The new places of fields that are gone, each given as path and type: the one new field of its name and type."""
    places: dict[tuple[str, str], list[str]] = {}
    for path, kind in new:
        places.setdefault((path.rpartition(".")[2], kind), []).append(path)
    found = ((path, places.get((path.rpartition(".")[2], kind), ())) for path, kind in gone)
    return {path: targets[0] for path, targets in found if len(targets) == 1}


def facts_of(schema: Node) -> dict[str, Any]:
    """What a schema says of itself, without the schemas in it."""
    kept = ("type", "format", "enum", "default", "nullable", "pattern", _INT_OR_STRING, PRESERVES)
    return {word: schema[word] for word in kept if word in schema}
