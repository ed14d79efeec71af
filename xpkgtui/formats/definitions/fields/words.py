"""Types, bounds and choices of a schema in words."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.untyped import listing, mapping, text

PRESERVES = "x-kubernetes-preserve-unknown-fields"
_LISTS = {"set": "set", "map": "map list"}
_MANY = {"object": "objects", "resource": "resources", "enum": "enum"}
_BOUNDS = (
    ("value", "minimum", "maximum"),
    ("length", "minLength", "maxLength"),
    ("items", "minItems", "maxItems"),
    ("fields", "minProperties", "maxProperties"),
)
_MOST_WORDS = 8


def kind_of(schema: Node) -> str:
    """The type in a word or two: object, map, list, set, map list, enum, any, int or string, resource, a scalar."""
    named = text(schema.get("type"))
    if schema.get("x-kubernetes-int-or-string") is True:
        return "int or string"
    if schema.get("x-kubernetes-embedded-resource") is True:
        return "resource"
    if listing(schema.get("enum")):
        return "enum"
    if named == "array" or (not named and "items" in schema):
        return _LISTS.get(text(schema.get("x-kubernetes-list-type")), "list")
    has_fields = bool(mapping(schema.get("properties")))
    if named in ("object", "") and not has_fields:
        if schema.get("additionalProperties"):
            return "map"
        return "any" if not named or schema.get(PRESERVES) is True else named
    return named or "object"


def inner_of(schema: Node) -> Node | None:
    """The schema of the items of a list or the values of a map; None where there is none."""
    for word in ("items", "additionalProperties"):
        inner = schema.get(word)
        if isinstance(inner, dict):
            return inner
    return None


def type_words(schema: Node) -> str:
    """The type in words: `list of objects`, `map of string`, `set of enum`."""
    words = [kind_of(schema)]
    inner = inner_of(schema)
    while inner is not None and len(words) < _MOST_WORDS:
        kind = kind_of(inner)
        words.append(_MANY.get(kind, kind))
        inner = inner_of(inner)
    return " of ".join(words)


def bounds_of(schema: Node) -> tuple[tuple[str, str], ...]:
    """What is bounded, and how: `("length", "1 to 63")`."""
    found = []
    for what, low, high in _BOUNDS:
        least, most = _number(schema.get(low)), _number(schema.get(high))
        below = "above" if schema.get("exclusiveMinimum") is True and what == "value" else "at least"
        beyond = "below" if schema.get("exclusiveMaximum") is True and what == "value" else "at most"
        if least and most and (below, beyond) == ("at least", "at most"):
            found.append((what, least if least == most else f"{least} to {most}"))
        else:
            words = [f"{below} {least}"] if least else []
            words += [f"{beyond} {most}"] if most else []
            found += [(what, ", ".join(words))] if words else []
    if step := _number(schema.get("multipleOf")):
        found.append(("value", f"a multiple of {step}"))
    if schema.get("uniqueItems") is True:
        found.append(("items", "all different"))
    return tuple(found)


def _number(value: Any) -> str:
    """A number in words; empty for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return ""
    is_whole = isinstance(value, int) or value.is_integer()
    return f"{int(value):,}" if is_whole and abs(value) < 1e15 else f"{value:g}" if abs(value) < 1e300 else ""


def alternatives_of(schema: Node) -> tuple[str, ...]:
    """What junctors ask for, in words: `exactly one of: a, b`."""
    found = []
    for word, says in (("oneOf", "exactly one of"), ("anyOf", "at least one of")):
        options = listing(schema.get(word))
        if not options or schema.get("x-kubernetes-int-or-string") is True:
            continue
        names = [listing(mapping(one).get("required")) for one in options]
        if all(isinstance(name, str) for each in names for name in each) and all(names):
            found.append(f"{says}: {', '.join(' with '.join(each) for each in names)}")
        else:
            found.append(f"{says} {len(options):,} further schemas")
    return tuple(found)
