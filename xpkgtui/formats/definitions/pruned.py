"""The fields of one schema that an object loses where another schema prunes it."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.untyped import mapping

_MOST = 100_000
"""Pairs of schemas that are compared."""
_KEPT = frozenset({"apiVersion", "kind", "metadata"})
_UNKNOWN = "x-kubernetes-preserve-unknown-fields"


def pruned(left: Node, right: Node) -> Iterator[str]:
    """The paths of fields that objects of the left schema can have and the right one prunes, the outermost only."""
    waiting: list[tuple[str, Any, Any]] = [("", left, right)]
    seen: set[tuple[int, int]] = set()
    while waiting and len(seen) < _MOST:
        path, one, other = waiting.pop()
        if not isinstance(one, dict) or not isinstance(other, dict) or (id(one), id(other)) in seen:
            continue
        seen.add((id(one), id(other)))
        if other.get(_UNKNOWN) is True:
            continue
        known, inner = mapping(other.get("properties")), other.get("additionalProperties")
        for name, schema in mapping(one.get("properties")).items():
            field = f"{path}.{name}" if path else name
            if not path and name in _KEPT:
                continue
            if name in known or inner is not None:
                waiting.append((field, schema, known.get(name, inner)))
            else:
                yield field
        waiting.append((f"{path}[*]", one.get("items"), other.get("items")))
        waiting.append((f"{path}.*", one.get("additionalProperties"), inner))
