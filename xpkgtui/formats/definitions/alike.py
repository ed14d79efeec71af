"""Whether two values are one to the API server: what Go does not know is dropped, and empty lists count as absent."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import SCHEMA_FIELDS, Node, is_set
from xpkgtui.untyped import listing, mapping, same

_MAPS = ("properties", "definitions", "patternProperties", "dependencies")
_COLLECTIONS = (*_MAPS, "allOf", "anyOf", "oneOf", "enum", "required")
_LISTS = ("x-kubernetes-list-map-keys", "x-kubernetes-validations")
_SCHEMAS = frozenset((*_MAPS, "allOf", "anyOf", "oneOf", "items", "not", "additionalProperties", "additionalItems"))


def same_schemas(one: Any, other: Any) -> bool:
    """Whether two values of `schema` are the same."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    waiting = [(one.get("openAPIV3Schema"), other.get("openAPIV3Schema"))]
    while waiting:
        pairs = _unlike(*waiting.pop())
        if pairs is None:
            return False
        waiting.extend(pairs)
    return True


def same_lists(one: Any, other: Any) -> bool:
    """Whether two lists of plain mappings are the same."""
    return same(*([_filled(mapping(item)) for item in listing(each)] for each in (one, other)))


def _unlike(left: Any, right: Any) -> list[tuple[Any, Any]] | None:
    """The parts of two schemas that are still to be compared; None where the schemas differ."""
    if same(left, right) and isinstance(left, bool) is isinstance(right, bool):
        return []
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        return list(zip(left, right, strict=True))
    if not isinstance(left, dict) or not isinstance(right, dict):
        return None
    mine, others = _known(left), _known(right)
    if mine.keys() != others.keys():
        return None
    pairs: list[tuple[Any, Any]] = []
    for name, value in mine.items():
        if name in _MAPS:
            if value.keys() != others[name].keys():
                return None
            pairs.extend((value[key], others[name][key]) for key in value)
        elif name in _SCHEMAS:
            pairs.append((value, others[name]))
        elif not same(value, others[name]):
            return None
    return pairs


def _known(schema: Node) -> Node:
    """The fields of a schema that are there for Go."""
    known = SCHEMA_FIELDS & schema.keys()
    empty = {name for name in (*_COLLECTIONS, *_LISTS) if name in known and not schema[name]}
    return {name: schema[name] for name in known - empty if is_set(schema, name)}


def _filled(value: Node) -> Node:
    return {name: item for name, item in value.items() if item}
