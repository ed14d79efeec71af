"""The keywords of a schema that do not have the type that Go decodes, so that no API server has the definition."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.errors import NotFound
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.limits import OverLimit, ReachedLimit
from xpkgtui.untyped import listing, mapping

_MOST = 200_000
_MANY = f"xpkgtui looks at the keywords of at most {_MOST:,} schemas within one"
_TEXTS = ("type", "format", "pattern", "description", "x-kubernetes-list-type", "x-kubernetes-map-type")
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_NUMBERS = ("minimum", "maximum", "multipleOf", *_COUNTS)
_FLAGS = (
    *("nullable", "uniqueItems", "exclusiveMinimum", "exclusiveMaximum", "x-kubernetes-int-or-string"),
    *("x-kubernetes-preserve-unknown-fields", "x-kubernetes-embedded-resource"),
)
_LISTS = ("required", "x-kubernetes-list-map-keys", "enum", "allOf", "anyOf", "oneOf", "x-kubernetes-validations")
_OF_TEXTS, _OF_OBJECTS = _LISTS[:2], _LISTS[3:]


def mistyped(schema: object) -> str:
    """The first keyword that has the wrong type, with the field that has it; empty where there is none.

    A sentence of its own says where there are too many to look at.
    """
    waiting: list[tuple[object, str]] = [(schema, "")]
    left = _MOST
    while waiting and left:
        left -= 1
        node, path = waiting.pop()
        if not isinstance(node, dict):
            return f"the schema of {path or 'the object'}"
        if wrong := next((word for word, one in node.items() if one is not None and not _is_typed(word, one)), ""):
            return f"{wrong} of {path or 'the object'}"
        waiting += _below(node, path)
    return "" if not waiting else _MANY


def require_typed(schema: object) -> None:
    """Raises `NotFound` where a keyword has the wrong type, and `OverLimit` where there are too many to look at."""
    wrong = mistyped(schema)
    if wrong == _MANY:
        raise OverLimit("The schema was not read whole", ReachedLimit(name="schemas", most=_MOST, fixed=_MANY))
    if wrong:
        raise NotFound(f"no API server has this schema: {wrong} is not of its type")


def _is_typed(word: str, value: Any) -> bool:
    if word in _TEXTS:
        return isinstance(value, str)
    if word in _FLAGS:
        return isinstance(value, bool)
    if word in _NUMBERS:
        is_count = word in _COUNTS
        return not isinstance(value, bool) and isinstance(value, int if is_count else (int, float))
    if word in _LISTS:
        kind = str if word in _OF_TEXTS else dict if word in _OF_OBJECTS else object
        return isinstance(value, list) and all(isinstance(one, kind) for one in value)
    if word in ("properties", "items", "not"):
        return isinstance(value, dict)
    return word != "additionalProperties" or isinstance(value, dict | bool)


def _below(node: Node, path: str) -> Iterator[tuple[object, str]]:
    for name, one in mapping(node.get("properties")).items():
        yield one, f"{path}.{name}" if path else name
    for word in ("items", "additionalProperties", "not"):
        if isinstance(node.get(word), dict):
            yield node[word], path
    for word in ("allOf", "anyOf", "oneOf"):
        yield from ((one, path) for one in listing(node.get(word)))
