"""Changes that make one place of a schema narrower, a kind for each keyword, and changes of other kinds."""

from collections.abc import Callable
from random import Random
from typing import Any

from xpkgtui.untyped import field, listing, mapping

Node = dict[str, Any]
Narrow = Callable[[Node, Random], bool]


def _removed(node: Node, chance: Random) -> bool:
    properties = mapping(node.get("properties"))
    inside = [key for key in properties if key not in listing(node.get("required"))]
    if not inside or node.get("x-kubernetes-preserve-unknown-fields"):
        return False
    del properties[chance.choice(inside)]
    return True


def _required(node: Node, chance: Random) -> bool:
    given = listing(node.get("required"))
    free = [key for key, one in mapping(node.get("properties")).items() if key not in given and "default" not in one]
    if not free:
        return False
    node["required"] = [*given, chance.choice(free)]
    return True


def _default_lost(node: Node, chance: Random) -> bool:
    """The old version has a default for a required field; the new one has none."""
    free = [key for key in listing(node.get("required")) if _is_bare(node, key)]
    if not free:
        return False
    node["x-lost"] = chance.choice(free)
    return True


def _is_bare(node: Node, key: str) -> bool:
    child = mapping(mapping(node.get("properties")).get(key))
    return child.get("type") == "string" and not child.keys() - {"type", "description"}


def _enum(node: Node, chance: Random) -> bool:
    values = listing(node.get("enum"))
    if len(values) > 1 and "default" not in node:
        node["enum"] = [one for one in values if one != values[0]]
        return True
    if node.get("type") != "string" or values or "default" in node:
        return False
    node["enum"] = ["only", "these"]
    return True


def _type(node: Node, chance: Random) -> bool:
    kind = node.get("type")
    if kind not in {"string", "integer", "number", "boolean"} or "default" in node or node.get("enum"):
        return False
    for word in ("format", "pattern", "minLength", "maxLength", "minimum", "maximum"):
        node.pop(word, None)
    node["type"] = chance.choice([one for one in ("string", "integer", "boolean") if one != kind])
    return not (kind == "integer" and node["type"] == "number")


def _bound(kinds: set[str], word: str, values: tuple[Any, ...], opposite: str) -> Narrow:
    def narrow(node: Node, chance: Random) -> bool:
        value = chance.choice(values)
        there, other = node.get(word), node.get(opposite)
        low = word.startswith("min")
        if node.get("type") not in kinds or "default" in node or node.get("enum"):
            return False
        if there is not None and (value <= there if low else value >= there):
            return False
        if other is not None and (value > other if low else value < other):
            return False
        node[word] = value
        return True

    return narrow


def _pattern(node: Node, chance: Random) -> bool:
    if node.get("type") != "string" or node.get("pattern") or node.get("enum") or "default" in node:
        return False
    node["pattern"] = chance.choice(("^[a-z]+$", "^[0-9]{3}$", "^(foo|bar)-", "x$", r"^\w+@\w+$"))
    return not node.get("format")


def _format(node: Node, chance: Random) -> bool:
    if node.get("type") != "string" or node.get("format") or node.get("enum") or "default" in node:
        return False
    node["format"] = chance.choice(("date-time", "byte", "uuid", "ipv4", "date", "hexcolor"))
    return not node.get("pattern")


def _nullable(node: Node, chance: Random) -> bool:
    """The old version takes null as an item of a list; of a field the API server drops it."""
    items = node.get("items")
    return isinstance(items, dict) and "default" not in items and "enum" not in items and not items.get("nullable")


def _closed(node: Node, chance: Random) -> bool:
    if node.pop("x-kubernetes-preserve-unknown-fields", None):
        return node.get("type") == "object" and not node.get("x-kubernetes-embedded-resource")
    if isinstance(node.get("additionalProperties"), dict) and "default" not in node:
        del node["additionalProperties"]
        return True
    return False


def _additional(node: Node, chance: Random) -> bool:
    child = node.get("additionalProperties")
    return isinstance(child, dict) and child.get("type") == "string" and _pattern(child, chance)


def _list_type(node: Node, chance: Random) -> bool:
    items = mapping(node.get("items"))
    if node.get("type") != "array" or node.get("x-kubernetes-list-type") in {"set", "map"} or "default" in node:
        return False
    if items.get("type") in {"string", "integer"}:
        node["x-kubernetes-list-type"] = "set"
        return True
    keys = [
        key for key in listing(items.get("required")) if mapping(items["properties"][key]).get("type") == "string"
    ]
    if not keys or items.get("type") != "object":
        return False
    node |= {"x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": [chance.choice(keys)]}
    return True


def _items(node: Node, chance: Random) -> bool:
    return node.get("type") == "array" and chance.choice((_type, _pattern, _enum))(mapping(node.get("items")), chance)


def _junctor(word: str) -> Narrow:
    def narrow(node: Node, chance: Random) -> bool:
        keys = [key for key, one in mapping(node.get("properties")).items() if "default" not in one]
        if len(keys) < 2 or node.get(word) or node.get("type") != "object" or "default" in node:
            return False
        first, second = chance.sample(keys, 2)
        if word == "not":
            node[word] = {"required": [first]}
            return first not in listing(node.get("required"))
        node[word] = [{"required": [first]}, {"required": [second]}]
        return not {first, second} & {*listing(node.get("required"))}

    return narrow


NARROWINGS: dict[str, Narrow] = {
    "removed": _removed,
    "required": _required,
    "default lost": _default_lost,
    "enum": _enum,
    "type": _type,
    "minimum": _bound({"integer", "number"}, "minimum", (1, 5, 100), "maximum"),
    "maximum": _bound({"integer", "number"}, "maximum", (0, 10, 1000), "minimum"),
    "multipleOf": _bound({"integer", "number"}, "multipleOf", (2, 10), "none"),
    "minLength": _bound({"string"}, "minLength", (1, 3, 40), "maxLength"),
    "maxLength": _bound({"string"}, "maxLength", (0, 10, 63), "minLength"),
    "minItems": _bound({"array"}, "minItems", (1, 2), "maxItems"),
    "maxItems": _bound({"array"}, "maxItems", (0, 1, 3), "minItems"),
    "minProperties": _bound({"object"}, "minProperties", (1, 2), "maxProperties"),
    "maxProperties": _bound({"object"}, "maxProperties", (1, 2), "minProperties"),
    "pattern": _pattern,
    "format": _format,
    "nullable": _nullable,
    "closed": _closed,
    "additionalProperties": _additional,
    "items": _items,
    "list type": _list_type,
    "oneOf": _junctor("oneOf"),
    "anyOf": _junctor("anyOf"),
    "not": _junctor("not"),
}
"""What narrows one place of a schema, by keyword; each says whether it did."""


def _formatted(node: Node, chance: Random) -> bool:
    if node.get("type") != "string":
        return False
    node["format"] = chance.choice(FORMATS)
    return True


def _int_or_string(node: Node, chance: Random) -> bool:
    if node.get("type") not in {"string", "integer"}:
        return False
    for word in ("type", "format", "enum", "default"):
        node.pop(word, None)
    node["x-kubernetes-int-or-string"] = True
    if chance.random() < 0.5:
        node["anyOf"] = [{"type": "integer"}, {"type": "string"}]
    return True


def _made_nullable(node: Node, chance: Random) -> bool:
    node["nullable"] = True
    return "type" in node


def _default(node: Node, chance: Random) -> bool:
    kinds = {"string": "a", "integer": 3, "boolean": True, "array": [], "object": {}}
    if node.get("type") not in kinds or node.get("enum"):
        return False
    node["default"] = kinds[node["type"]]
    return True


def _all_of(node: Node, chance: Random) -> bool:
    keys = list(mapping(node.get("properties")))
    if not keys:
        return False
    first = chance.choice(keys)
    part = chance.choice(({"required": [first]}, {"maxProperties": 2}, {"properties": {first: {"minLength": 2}}}))
    node[chance.choice(("allOf", "oneOf", "anyOf"))] = [part, {"minProperties": 2}]
    return True


def _ruled(node: Node, chance: Random) -> bool:
    keys = [key for key, one in mapping(node.get("properties")).items() if mapping(one).get("type") == "string"]
    if len(keys) < 2 or not all(key.isalpha() for key in keys):
        return False
    first, second = chance.sample(keys, 2)
    a, b = f"has(self.{first})", f"has(self.{second})"
    rules = (
        f"{a} || {b}",
        f"!{a} || {b}",
        f"{a} == {b}",
        f"!({a} && {b})",
        f"!{a} || self.{first} == 'a'",
        f"self.{first} in ['a', 'b'] || !{a}",
        f"({a} ? 1 : 0) + ({b} ? 1 : 0) <= 1",
        f"self.{first} != self.{second}",
        f"self.{first} == oldSelf.{first}",
        f"self.{first} == 'a' || {b}",
        f"{a} ? {b} : !{b}",
    )
    node["x-kubernetes-validations"] = [{"rule": chance.choice(rules), "message": "both"}]
    return True


def _embedded(node: Node, chance: Random) -> bool:
    if node.get("type") != "object" or node.get("additionalProperties") or "default" in node:
        return False
    node |= {"x-kubernetes-embedded-resource": True, "x-kubernetes-preserve-unknown-fields": True}
    return True


FORMATS = (
    "date-time", "datetime", "date", "byte", "uuid", "uuid3", "uuid4", "uuid5", "ipv4", "ipv6", "cidr", "email",
    "uri", "hostname", "mac", "duration", "hexcolor", "rgbcolor", "isbn", "ssn", "creditcard", "password",
    "bsonobjectid", "k8s-short-name", "k8s-long-name", "int32", "unheard-of", "UUID", "date-Time",
)  # fmt: skip
"""Formats of strings, known and not."""
UNLIKE: dict[str, Narrow] = {
    "formatted": _formatted,
    "int or string": _int_or_string,
    "made nullable": _made_nullable,
    "default": _default,
    "all of": _all_of,
    "rules": _ruled,
    "embedded": _embedded,
}
"""What changes one place of a schema otherwise."""


def places(version: Node) -> list[tuple[list[str], Node]]:
    """The schemas of all places below `spec` that an object can have."""
    schema = mapping(field(version, "schema", "openAPIV3Schema", "properties", "spec"))
    found: list[tuple[list[str], Node]] = []
    waiting: list[tuple[list[str], Any]] = [(["spec"], schema)]
    while waiting:
        path, node = waiting.pop()
        if not isinstance(node, dict) or len(path) > 9:
            continue
        found.append((path, node))
        waiting.extend(([*path, key], one) for key, one in mapping(node.get("properties")).items())
        waiting.append(([*path, "[]"], node.get("items")))
        waiting.append(([*path, "*"], node.get("additionalProperties")))
    return found


def varied(version: Node, chance: Random) -> None:
    """Changes some places of a version in any of these ways."""
    every = places(version)
    ways = [*NARROWINGS.values(), *UNLIKE.values(), *UNLIKE.values()]
    for _ in range(12):
        _, node = chance.choice([one for one in every if len(one[0]) < 4] if chance.random() < 0.5 else every)
        chance.choice(ways)(node, chance)
        for below in (node, *mapping(node.get("properties")).values()):
            below.pop("x-lost", None)
