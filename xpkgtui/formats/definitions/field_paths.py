"""Paths to fields as CEL rules and selectable fields name them: `.spec.replicas`, `['spec']`."""

import re

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.patterns import late
from xpkgtui.untyped import mapping
from xpkgtui.values import dataclass

_TOKEN = late(r"'(?:[^'\\]|\\.)*'|[.\[\]]|[^.\[\]]+", re.DOTALL)
_NO_FIELD = "does not refer to a valid field"
_ENDS = "unexpected end of JSON path"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPathCheck:
    """What a path refers to, or why it refers to nothing."""

    fault: str | None = None
    schema: Node | None = None
    names: tuple[str, ...] = ()


def check_field_path(text: str, schema: Node, *, brackets: bool = True) -> FieldPathCheck:
    """Follows a path through a schema; `brackets` says whether names may stand in brackets."""
    parts = iter(_TOKEN.findall(text))
    names: list[str] = []
    node: Node = schema
    for part in parts:
        if part == "[" and not brackets:
            return FieldPathCheck(fault="array notation is not allowed")
        if part not in (".", "["):
            return FieldPathCheck(fault=f"expected [ or . but got: {part}")
        name = next(parts, None)
        if name is None:
            return FieldPathCheck(fault=_ENDS)
        if part == "[":
            if len(name) < 2 or name[0] != "'" or name[-1] != "'":
                return FieldPathCheck(fault=f"expected single quoted string but got {name}")
            name = re.sub(r"\\(.)", r"\1", name[1:-1], flags=re.DOTALL)
        below = _below(node, name)
        if below is None:
            return FieldPathCheck(fault=_NO_FIELD)
        names.append(name)
        node = below
        if part == "[" and (closing := next(parts, None)) != "]":
            return FieldPathCheck(fault=_ENDS if closing is None else f"expected ] but got {closing}")
    return FieldPathCheck(schema=node, names=tuple(names))


def _below(node: Node, name: str) -> Node | None:
    if properties := mapping(node.get("properties")):
        return mapping(properties[name]) if name in properties else None
    additional = node.get("additionalProperties")
    return None if additional is None else mapping(additional)
