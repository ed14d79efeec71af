"""Random objects of a definition: nearly right ones, and ones with changes that the API server may refuse."""

import copy
from random import Random
from typing import Any

from xpkgtui.golang.regexp.matching import text_of
from xpkgtui.golang.regexp.syntax import parsed
from xpkgtui.untyped import listing, mapping

Node = dict[str, Any]
_DEEPEST = 9
FORMATS = {
    "date-time": ("2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123+01:00", "2024-01-02", "x"),
    "date": ("2024-02-29", "2023-02-29", "x"),
    "byte": ("YQ==", "a", ""),
    "uuid": ("01234567-89ab-cdef-0123-456789abcdef", "x"),
    "ipv4": ("10.0.0.1", "10.0.0", "::1"),
    "ipv6": ("::1", "10.0.0.1"),
    "email": ("a@example.org", "a"),
    "uri": ("https://example.org/a", "a b", "a"),
    "hostname": ("example.org", "a"),
    "cidr": ("10.0.0.0/8", "10.0.0.0"),
    "duration": ("1h30m", "5 days", "x", "1.5h", "-1h", "0", "1", "1h 2", ""),
    "mac": ("00:00:5e:00:53:01", "00-00-5e-00-53-01", "00"),
    "hexcolor": ("#fff", "fff", "#ff"),
    "k8s-short-name": ("a", "a-b", "A", "a.b", "a" * 64),
    "k8s-long-name": ("a", "a.b", "a..b", "A", "a" * 64, "a" * 254),
    "bsonobjectid": ("0" * 24, "0"),
}
_WORDS = ("", "a", "x y", "A1", "é", "a-b", "10", "true", "a" * 64, "a.b/c", "\u2028", 'q"\\\n')
_ODD: tuple[Any, ...] = (
    None, "", "a", "é\t", 0, 1, -1, 3, 2147483648, 1.5, -0.25, True, False, [], ["a"], ["a", "a"], [1, 1, 2],
    {}, {"a": 1}, {"zz": None}, [{}, {}], [None], 2**53, "100m", "2024-01-02T03:04:05Z",
)  # fmt: skip


def whole(schema: Node, chance: Random, *, depth: int = 0) -> Any:
    """A value that mostly fits a schema."""
    if schema.get("enum") and chance.random() < 0.95:
        return copy.deepcopy(chance.choice(schema["enum"]))
    if schema.get("nullable") and chance.random() < 0.1:
        return None
    kind = schema.get("type")
    if schema.get("x-kubernetes-int-or-string"):
        kind = chance.choice(("integer", "string"))
    if kind == "object":
        return _mapping(schema, chance, depth)
    if kind == "array":
        return _list(schema, chance, depth)
    if kind == "boolean":
        return chance.random() < 0.5
    if kind in {"integer", "number"}:
        return _number(schema, chance, kind)
    return _text(schema, chance) if kind == "string" else chance.choice(_ODD)


def _mapping(schema: Node, chance: Random, depth: int) -> Node:
    required = set(listing(schema.get("required")))
    properties = mapping(schema.get("properties"))
    share = chance.choice((0.0, 0.1, 0.4)) if len(properties) < 30 else 3 / len(properties)
    found = {}
    for key, child in properties.items():
        if depth < _DEEPEST and chance.random() < (0.98 if key in required else share):
            found[key] = whole(mapping(child), chance, depth=depth + 1)
    additional = schema.get("additionalProperties")
    for key in ("a", "b-c", "é")[: chance.randrange(4)] if additional else ():
        found[key] = whole(mapping(additional), chance, depth=depth + 1)
    if schema.get("x-kubernetes-embedded-resource") and chance.random() < 0.9:
        found["apiVersion"] = chance.choice(("v1", "a/b", "a/b/c", "", "é"))
        found["kind"] = chance.choice(("A", "Thing", "a b", "", "-"))
    if not properties and chance.random() < 0.3:
        found["x"] = chance.choice(_ODD)
    return found


def _list(schema: Node, chance: Random, depth: int) -> list[Any]:
    least = schema.get("minItems") or 0
    count = min(chance.choice((least, least, 1, 2, schema.get("maxItems") or 1)), 5) if depth < _DEEPEST else least
    return [whole(mapping(schema.get("items")), chance, depth=depth + 1) for _ in range(count)]


def _number(schema: Node, chance: Random, kind: str) -> Any:
    bounds = [schema[word] for word in ("minimum", "maximum") if schema.get(word) is not None]
    near = [bound + off for bound in bounds for off in (0, 0, 1, -1)]
    value = chance.choice([*near, *near, 0, 1, 5, 100, -3, 70000] if near else [0, 1, 5, 100, -3, 2**31])
    if kind == "number" and chance.random() < 0.3:
        value += 0.5
    return value if kind == "number" else int(value)


def _text(schema: Node, chance: Random) -> Any:
    if schema.get("format") in FORMATS:
        return str(chance.choice(FORMATS[schema["format"]]))
    pattern = parsed(schema.get("pattern") or "")
    if schema.get("pattern") and pattern is not None and chance.random() < 0.9:
        return text_of(
            pattern, longer=chance.choice((0, 0, 1, 3)), preferred=chance.choice(("a0", "Z9", "-_b1", "/:z"))
        )
    if chance.random() < 0.2:
        return chance.choice(_WORDS)
    least, most = schema.get("minLength") or 0, schema.get("maxLength")
    sizes = [
        least,
        least,
        least + 1,
        max(least - 1, 0),
        *([most, most + 1] if most is not None and most < 300 else []),
    ]
    return "b" * chance.choice(sizes)


def changed(value: Node, chance: Random) -> None:
    """Changes one place of an object."""
    places: list[tuple[Any, Any]] = []
    waiting: list[Any] = [value]
    while waiting:
        one = waiting.pop()
        for key, item in list(one.items() if isinstance(one, dict) else enumerate(one)):
            places.append((one, key))
            if isinstance(item, dict | list) and not (one is value and key == "metadata"):
                waiting.append(item)
    inside = [one for one in places if one[0] is not value]
    above, key = chance.choice(inside or places)
    how = chance.randrange(5)
    if above is value and (how == 1 or key in {"apiVersion", "kind", "metadata"}):
        return
    if how == 0:
        del above[key]
    elif how == 1 and isinstance(above, dict):
        above[chance.choice(("unknown", "kind", "metadata", "é", "a.b"))] = copy.deepcopy(chance.choice(_ODD))
    elif how == 2 and isinstance(above, list):
        above.append(copy.deepcopy(above[key]))
    else:
        above[key] = copy.deepcopy(chance.choice(_ODD))
