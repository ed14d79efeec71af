"""The types and values that CEL rules see of a schema, as the API server makes them (`apiserver/pkg/cel`)."""

import base64
import binascii
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from xpkgtui.cel.types import DYN, Declared, Type, of_list, of_map, of_object
from xpkgtui.cel.values import MISSING, CelError, Duration, Fields, Items, Timestamp, Undecided, Value
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.golang.texts import parse_duration, parse_moment
from xpkgtui.patterns import late
from xpkgtui.untyped import listing, mapping

_RESERVED = frozenset(
    re.findall(
        r"\w+",
        "true false null in as break const continue else for function if import let loop package namespace return"
        " var void while",
    )
)
_NAME = late(r"[A-Za-z_./-][A-Za-z0-9_./-]*")
_ODD = late(r"__|[-./]")
_ESCAPES = {"__": "__underscores__", ".": "__dot__", "-": "__dash__", "/": "__slash__"}
_ESCAPED = late(r"__[^_]+__")
_PLAIN = {escape: odd for odd, escape in _ESCAPES.items()} | {f"__{one}__": one for one in _RESERVED}
_TEXT: Node = {"type": "string"}
_META: Node = {
    "apiVersion": _TEXT,
    "kind": _TEXT,
    "metadata": {"type": "object", "properties": {"name": _TEXT, "generateName": _TEXT}},
}
_TEXTS = {"byte": "bytes", "duration": "duration", "date": "timestamp", "date-time": "timestamp"}
_PLAIN_TYPES = {"boolean": "bool", "number": "double", "integer": "int"}


@lru_cache(maxsize=4_000)
def escaped(name: str) -> str | None:
    """The name of a field in expressions; None where it has none."""
    if name in _RESERVED:
        return f"__{name}__"
    if not _NAME.fullmatch(name):
        return None
    return _ODD.sub(lambda one: _ESCAPES[one[0]], name)


@lru_cache(maxsize=4_000)
def unescaped(name: str) -> str | None:
    """The field that a name in expressions stands for; None where it stands for none."""
    found = _ESCAPED.findall(name)
    if not all(one in _PLAIN and (one != f"__{_PLAIN[one]}__" or one == name) for one in found):
        return None
    return _ESCAPED.sub(lambda one: _PLAIN[one[0]], name)


def with_meta(schema: Node) -> Node:
    """The schema of a whole resource, with what every resource has."""
    properties = mapping(schema.get("properties"))
    inner = mapping(mapping(properties.get("metadata")).get("properties"))
    if "name" in inner and "generateName" in inner and "kind" in properties and "apiVersion" in properties:
        return schema
    return schema | {"properties": properties | _META}


class ObjectType(Declared):
    """The type of the objects of a schema; types of fields are made when they are asked for."""

    def __init__(self, name: str, schema: Node, asked: set[str] | None, *, has_keywords: bool) -> None:
        super().__init__(name)
        self._has_keywords = has_keywords
        self._properties = mapping(schema.get("properties"))
        self._known: dict[str, Type | None] = {}
        self._asked = asked

    def field(self, name: str) -> Type | None:
        """The type of a field, by its name in expressions."""
        if self._asked is not None:
            self._asked.add(f"{self}.{name}")
        if name not in self._known:
            plain = unescaped(name)
            is_keyword = self._has_keywords and plain in _RESERVED
            is_named = is_keyword or (plain is not None and escaped(plain) == name)
            child = self._properties.get(plain or "") if is_named else None
            self._known[name] = self._type_below(name, child) if isinstance(child, dict) else None
        return self._known[name]

    def _type_below(self, name: str, child: Node) -> Type | None:
        return type_of(child, f"{self}.{name}", asked=self._asked, has_keywords=self._has_keywords)


def type_of(
    schema: Node,
    name: str,
    *,
    is_resource: bool | None = None,
    asked: set[str] | None = None,
    has_keywords: bool = True,
) -> Type | None:
    """The type of the values of a schema; None where rules do not see them.

    Fields that are looked up later are added to `asked`, by their paths below the name. `has_keywords` says that
    a reserved word is the name of its field, too.
    """
    if schema.get("x-kubernetes-int-or-string"):
        return DYN
    kind = schema.get("type")
    is_resource = bool(schema.get("x-kubernetes-embedded-resource")) if is_resource is None else is_resource
    if is_resource:
        schema = with_meta(schema)
    additional = schema.get("additionalProperties")
    if kind == "array":
        items = schema.get("items")
        inner = (
            type_of(items, f"{name}.@idx", asked=asked, has_keywords=has_keywords)
            if isinstance(items, dict)
            else None
        )
        return None if inner is None else of_list(inner)
    if kind == "object" and isinstance(additional, dict) and not is_resource:
        inner = type_of(additional, f"{name}.@elem", asked=asked, has_keywords=has_keywords)
        return None if inner is None else of_map(("string",), inner)
    if kind == "object":
        return of_object(ObjectType(name, schema, asked, has_keywords=has_keywords))
    if kind == "string":
        return (_TEXTS.get(schema.get("format") or "", "string"),)
    return (_PLAIN_TYPES[kind],) if kind in _PLAIN_TYPES else None


def value_of(raw: Any, schema: Node) -> Value:
    """A value of an object as rules see it; raises `CelError` where it is not one of the schema."""
    if raw is None:
        if schema.get("nullable"):
            return None
        raise CelError("invalid data, got null for schema with nullable=false")
    if schema.get("x-kubernetes-int-or-string"):
        if isinstance(raw, bool) or not isinstance(raw, str | int):
            raise CelError("invalid data, expected XIntOrString value to be either a string or integer")
        return raw
    kind = schema.get("type")
    if kind == "object" and isinstance(raw, dict):
        return _fields(raw, with_meta(schema) if schema.get("x-kubernetes-embedded-resource") else schema)
    if kind == "array" and isinstance(raw, list):
        return _items(raw, schema)
    return _scalar(raw, kind, schema.get("format") or "")


def _items(raw: list[Any], schema: Node) -> Items:
    items = mapping(schema.get("items"))
    keys = tuple(escaped(str(one)) or str(one) for one in listing(schema.get("x-kubernetes-list-map-keys")))
    list_type = schema.get("x-kubernetes-list-type") or ""
    return Items(raw, lambda one: value_of(one, items), "" if list_type == "atomic" else list_type, keys)


def _scalar(raw: Any, kind: Any, form: str) -> Value:
    if kind == "string" and isinstance(raw, str):
        return _CONVERTED[form](raw) if form in _CONVERTED else raw
    if kind == "boolean" and isinstance(raw, bool):
        return raw
    if isinstance(raw, bool):
        raise Undecided("a value that is not of its type")
    if kind == "number" and isinstance(raw, int | float):
        return float(raw)
    if kind == "integer" and isinstance(raw, int):
        return raw
    raise Undecided("a value that is not of its type")


def _fields(raw: Node, schema: Node) -> Fields:
    properties, additional = schema.get("properties"), schema.get("additionalProperties")
    if isinstance(properties, dict) or not isinstance(additional, dict):
        known = mapping(properties)
        return Fields(raw, _finder(raw, known), lambda: (escaped(key) or key for key in raw if key in known))
    return Fields(raw, lambda key: value_of(raw[key], additional) if key in raw else MISSING, lambda: raw)


def _finder(raw: Node, known: Node) -> Callable[[str], Value]:
    def find(name: str) -> Value:
        plain = unescaped(name)
        if plain is None or raw.get(plain) is None or plain not in known:
            return MISSING
        return value_of(raw[plain], mapping(known[plain]))

    return find


def _duration(text: str) -> Duration:
    found = parse_duration(text)
    if found is None:
        raise Undecided("a duration of another form than Go's")
    return Duration(found)


def _moment(text: str) -> Timestamp:
    found = parse_moment(text)
    if found is None:
        raise Undecided("a time that is not read")
    return Timestamp(found)


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Undecided("bytes that are not read") from None


_CONVERTED: dict[str, Callable[[str], Value]] = {
    "byte": _bytes,
    "duration": _duration,
    "date": lambda text: _moment(f"{text}T00:00:00Z"),
    "date-time": _moment,
}


LARGEST_REQUEST = 3 << 20
"""Bytes of the largest request that the API server takes."""
_IN_QUOTES = LARGEST_REQUEST - 2
_LONGEST = {"duration": 32, "date": 12, "date-time": 32}
"""The most characters of a text of a format."""
_SHORTEST = {"duration": 3, "date": 12, "date-time": 21}
_BYTES_OF_CHARACTER = 4
_LEAST = {"array": 2, "string": 2, "boolean": 4, "number": 1, "integer": 1}
"""The fewest bytes of a value in JSON."""


def most_elements(schema: Node) -> int:
    """The most items, keys or characters of a value; 0 for what has none."""
    kind, form = schema.get("type"), schema.get("format") or ""
    if schema.get("x-kubernetes-int-or-string"):
        return _of_length(schema, _BYTES_OF_CHARACTER, _IN_QUOTES)
    if kind == "array":
        return _stated(schema, "maxItems", _IN_QUOTES // (least_size(mapping(schema.get("items"))) + 1))
    if kind == "object" and isinstance(values := schema.get("additionalProperties"), dict):
        return _stated(schema, "maxProperties", _IN_QUOTES // (least_size(values) + 6))
    if kind != "string":
        return 0
    if form in _LONGEST:
        return _LONGEST[form]
    if form == "byte":
        return _of_length(schema, 1, _IN_QUOTES)
    texts = [one for one in listing(schema.get("enum")) if isinstance(one, str)]
    longest = max((len(one.encode("utf-8", "replace")) for one in texts), default=0)
    return _of_length(schema, _BYTES_OF_CHARACTER, longest if schema.get("enum") else _IN_QUOTES)


def _of_length(schema: Node, factor: int, otherwise: int) -> int:
    length = schema.get("maxLength")
    return otherwise if length is None else max(int(length), 0) * factor


def _stated(schema: Node, word: str, otherwise: int) -> int:
    found = schema.get(word)
    return otherwise if found is None else max(int(found), 0)


def least_size(schema: Node, *, is_resource: bool = False) -> int:
    """The fewest bytes of a value in JSON, with the fields that it must have."""
    total = 0
    waiting: list[tuple[Any, bool]] = [(schema, is_resource)]
    while waiting:
        node, is_whole = waiting.pop()
        if node.get("x-kubernetes-int-or-string"):
            total += 1
        elif node.get("type") == "string":
            total += _SHORTEST.get(node.get("format") or "", 2)
        elif node.get("type") != "object":
            total += _LEAST.get(node.get("type"), 0)
        else:
            total += 2
            if not isinstance(node.get("additionalProperties"), dict):
                is_whole = is_whole or bool(node.get("x-kubernetes-embedded-resource"))
                for name, child in _required(with_meta(node) if is_whole else node):
                    total += len(name.encode("utf-8", "replace")) + 4
                    waiting.append((child, False))
    return total


def _required(node: Node) -> list[tuple[str, Node]]:
    """The fields that a value must state itself and that rules see."""
    wanted = {one for one in listing(node.get("required")) if isinstance(one, str)}
    properties = mapping(node.get("properties"))
    fields = [(name, mapping(properties[name])) for name in wanted if name in properties]
    return [
        (name, child) for name, child in fields if child.get("default") is None and type_of(child, "") is not None
    ]


def size_at(schema: Node, parts: tuple[str, ...]) -> int | None:
    """The most elements of what a path below a schema leads to; None where it leads nowhere."""
    node, is_key = schema, False
    for part in parts:
        if is_key:
            return None
        items, values = node.get("items"), node.get("additionalProperties")
        is_list, is_map = node.get("type") == "array", node.get("type") == "object" and isinstance(values, dict)
        if part in ("@items", "@values") and (is_list or is_map):
            node = mapping(items if is_list else values)
        elif part == "@keys" and is_map:
            is_key = True
        else:
            child = None if is_list or is_map else _field(node, part)
            if child is None:
                return None
            node = child
    return 0 if is_key else most_elements(node)


def _field(node: Node, name: str) -> Node | None:
    """The schema of a field, by its name in expressions."""
    if node.get("x-kubernetes-embedded-resource"):
        node = with_meta(node)
    properties = mapping(node.get("properties"))
    child = properties.get(name) if escaped(name) == name else None
    if child is None:
        child = next((one for key, one in properties.items() if escaped(str(key)) == name), None)
    return child if isinstance(child, dict) and type_of(child, "") is not None else None
