"""Schemas as Go decodes them: unknown fields are dropped, and equal schemas are one object, so comparing is cheap.

The source is `JSONSchemaProps` of k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/v1) with its decoders, and
`equality.Semantic.DeepEqual` of k8s.io/apimachinery, to which an empty list or mapping is an absent one.
"""

from collections.abc import Callable, Iterator
from dataclasses import field
from sys import float_info
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.golang.printing import as_json
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping, stated, text
from xpkgtui.values import dataclass

_MANY = ("allOf", "anyOf", "oneOf")
_NAMED = ("properties", "patternProperties", "definitions", "dependencies")
_FLAGGED = ("additionalProperties", "additionalItems")
_ORDER = (
    "items",
    *_MANY,
    "not",
    "properties",
    "additionalProperties",
    "patternProperties",
    "additionalItems",
    "definitions",
    "dependencies",
)
"""Fields that hold schemas, in the order in which crdify visits them: of two at one path it keeps the last."""
_HOLDERS = frozenset(_ORDER)
_BREAKS = late(r"[].[]")
"""What parts a path, where it stands in the name of a property."""


@dataclass(frozen=True, slots=True, eq=False)
class DecodedSchema:
    """A schema as Go holds it; of two that are equal there is one object."""

    fields: dict[str, Any]
    """What differs from absence: each value can be hashed, and is compared as Go compares it."""

    def children(self) -> Iterator[tuple[str, "DecodedSchema"]]:
        """The schemas one level below, each with what it adds to the path."""
        for word in _ORDER:
            value = self.fields.get(word)
            if isinstance(value, DecodedSchema):
                yield f".{word}", value
            elif word in _NAMED:
                for name, child in value or ():
                    if isinstance(child, DecodedSchema):
                        yield _step(word, name), child
            elif isinstance(value, tuple):
                for number, child in enumerate(value):
                    yield f".{word}[{number}]", child


def _step(word: str, name: str) -> str:
    if word == "properties":
        return f".{name}" if name else "[]"
    return f".{word}[{name}]"


@dataclass(slots=True, eq=False)
class DecodedSchemas:
    """The shapes of some definitions, which share what is equal in them."""

    is_ambiguous: bool = False
    """Whether two schemas of one version may have one path: a name has a dot or a bracket, or is that of a field."""
    _known: dict[frozenset[tuple[str, Any]], DecodedSchema] = field(default_factory=dict)
    _done: dict[int, DecodedSchema] = field(default_factory=dict)
    """The shapes by the `id()` of their schemas, which have to stay as long: definitions share what is equal."""

    def of(self, root: object) -> DecodedSchema | None:
        """The shape of a schema, with all below it; None where there is no schema."""
        if not isinstance(root, dict):
            return None
        done = self._done
        waiting = [root]
        while waiting:
            node = waiting[-1]
            if id(node) in done:
                waiting.pop()
                continue
            missing = [child for child in _schemas(node) if id(child) not in done]
            if missing:
                waiting.extend(missing)
            else:
                waiting.pop()
                done[id(node)] = self._shape(node, done)
        return done[id(root)]

    def _shape(self, node: Node, done: dict[int, DecodedSchema]) -> DecodedSchema:
        fields: dict[str, Any] = {}
        for name, value in node.items():
            if value is None:
                continue
            decode = _PLAIN.get(name)
            found = decode(value) if decode is not None else self._nested(name, value, done)
            if found is not None:
                fields[name] = found
        names = [name for name, _ in fields.get("properties", ())]
        if _BREAKS.search(" ".join(names)) or not (_HOLDERS & fields.keys()).isdisjoint(names):
            self.is_ambiguous = True
        return self._known.setdefault(frozenset(fields.items()), DecodedSchema(fields))

    def _nested(self, name: str, value: Any, done: dict[int, DecodedSchema]) -> Any:
        """The value of a field that holds schemas; None where it is absent to Go."""
        if name in _NAMED:
            entries = mapping(value)
            if name == "dependencies":
                return tuple((key, _dependency(entries[key], done)) for key in sorted(entries)) or None
            return tuple((key, done[id(_schema(entries[key]))]) for key in sorted(entries)) or None
        if name in _MANY:
            return tuple(done[id(_schema(one))] for one in listing(value)) or None
        if name == "items":
            if isinstance(value, list):
                return tuple(done[id(_schema(one))] for one in value)
            return done[id(value)] if isinstance(value, dict) else ()
        if name in _FLAGGED:
            return done[id(value)] if isinstance(value, dict) else value is True
        return done[id(_schema(value))] if name == "not" else None


_EMPTY: Node = {}


def _schema(value: object) -> Node:
    """A schema among others; null is an empty one."""
    return value if isinstance(value, dict) else _EMPTY


def _schemas(node: Node) -> Iterator[Node]:
    """The schemas one level below."""
    for word in _ORDER:
        value = node.get(word)
        if value is None:
            continue
        if word in _NAMED:
            yield from map(_schema, mapping(value).values())
        elif isinstance(value, dict) or word == "not":
            yield _schema(value)
        elif isinstance(value, list):
            yield from map(_schema, value)


def _dependency(value: object, done: dict[int, DecodedSchema]) -> Any:
    return done[id(value)] if isinstance(value, dict) else tuple(map(text, listing(value)))


def _filled(value: Any) -> str | None:
    return text(value) or None


def _true(value: Any) -> bool | None:
    return True if value is True else None


def _boolean(value: Any) -> bool | None:
    return value if isinstance(value, bool) else None


def _number(value: Any) -> float | None:
    """Returns None also for what is too large for Go's `float64`."""
    is_one = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_one and abs(value) <= float_info.max else None


def _integer(value: Any) -> int | None:
    number = _number(value)
    return int(value) if number is not None and number.is_integer() else None


def _texts(value: Any) -> tuple[str, ...] | None:
    return tuple(map(text, listing(value))) or None


def _enum(value: Any) -> tuple[str, ...] | None:
    return tuple("" if one is None else as_json(one) for one in listing(value)) or None


def _links(value: Any) -> tuple[str, ...]:
    return tuple(text(mapping(value).get(name)) for name in ("description", "url"))


def _rules(value: Any) -> tuple[Any, ...] | None:
    """CEL rules; a reason and `optionalOldSelf` may be given although they are empty."""
    return tuple(_rule(mapping(one)) for one in listing(value)) or None


def _rule(rule: Node) -> tuple[Any, ...]:
    texts = [text(rule.get(name)) for name in ("rule", "message", "messageExpression", "fieldPath")]
    return (*texts, stated(rule.get("reason")), _boolean(rule.get("optionalOldSelf")))


_PLAIN: dict[str, Callable[[Any], Any]] = {
    **dict.fromkeys(("id", "$schema", "description", "type", "format", "title", "pattern"), _filled),
    **dict.fromkeys(("$ref", "x-kubernetes-list-type", "x-kubernetes-map-type"), stated),
    **dict.fromkeys(("exclusiveMaximum", "exclusiveMinimum", "uniqueItems", "nullable"), _true),
    **dict.fromkeys(("x-kubernetes-embedded-resource", "x-kubernetes-int-or-string"), _true),
    **dict.fromkeys(("maximum", "minimum", "multipleOf"), _number),
    **dict.fromkeys(("maxLength", "minLength", "maxItems", "minItems", "maxProperties", "minProperties"), _integer),
    **dict.fromkeys(("default", "example"), as_json),
    **dict.fromkeys(("required", "x-kubernetes-list-map-keys"), _texts),
    "enum": _enum,
    "externalDocs": _links,
    "x-kubernetes-preserve-unknown-fields": _boolean,
    "x-kubernetes-validations": _rules,
}
"""What Go makes of each field without schemas; None is absent."""
