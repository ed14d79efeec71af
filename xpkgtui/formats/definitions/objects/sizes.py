"""The sizes of the values of a schema, as the API server estimates them for the cost of its rules.

The source is pkg/cel/common/schemas.go of k8s.io/apiserver.
"""

from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.typed import escaped, type_of, with_meta
from xpkgtui.untyped import listing, mapping

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
