"""Go's messages about values that have no JSON form."""

import heapq
import math
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.documents.yaml.refusals import RefusalReason, Refused
from xpkgtui.documents.yaml.resolver import BadKey
from xpkgtui.golang.printing import quoted

_SHOWN = 8
"""Items of a collection that a message spells out."""
_LARGEST = (1 << 63) - 1
"""The largest signed integer: greater ones are unsigned, which `%#v` prints in hexadecimal."""
_Trail = tuple["_Trail", str | int] | None


def go_syntax(value: Any, depth: int = 0) -> str:
    """A value as `%#v` prints it, cut where it is long or deep."""
    if value is None:
        return "interface {}(nil)" if depth else "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, BadKey):
        return value.go_value
    if isinstance(value, str):
        return quoted(value[:200])
    if isinstance(value, float) and not math.isfinite(value):
        return _spelled(value)
    if isinstance(value, int) and value > _LARGEST:
        return hex(value)
    if not isinstance(value, dict | list):
        return str(value)
    if depth > 2:
        return "..."
    more = [", ..."] if len(value) > _SHOWN else []
    if isinstance(value, list):
        inner = ", ".join(go_syntax(item, depth + 1) for item in value[:_SHOWN])
        return "[]interface {}{" + "".join([inner, *more]) + "}"
    pairs = heapq.nsmallest(_SHOWN, value.items(), key=lambda pair: str(pair[0]))
    inner = ", ".join(f"{go_syntax(key, 1)}:{go_syntax(item, depth + 1)}" for key, item in pairs)
    return "map[interface {}]interface {}{" + "".join([inner, *more]) + "}"


def refuse_what_json_cannot_hold(root: Any) -> None:
    """Raises Refused for a null key, which Go meets first, then for NaN or an infinity in the value."""
    infinite: tuple[float, _Trail] | None = None
    for value, trail in _every(root):
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, BadKey):
                    message = (
                        f"unsupported map key of type: {key.go_type}, key: {key.go_value}, value: {go_syntax(item)}"
                    )
                    raise Refused(RefusalReason.VALUE, message, path=_path((trail, str(key.go_value))))
        elif isinstance(value, float) and infinite is None and not math.isfinite(value):
            infinite = (value, trail)
    if infinite is not None:
        value, trail = infinite
        raise Refused(RefusalReason.VALUE, f"json: unsupported value: {_spelled(value)}", path=_path(trail))


def _spelled(value: float) -> str:
    return "NaN" if math.isnan(value) else "+Inf" if value > 0 else "-Inf"


def _every(root: Any) -> Iterator[tuple[Any, _Trail]]:
    """Every value with its trail, shared collections once."""
    seen: set[int] = set()
    pending: list[tuple[Any, _Trail]] = [(root, None)]
    while pending:
        value, trail = pending.pop()
        if isinstance(value, dict | list):
            if id(value) in seen:
                continue
            seen.add(id(value))
            items: list[tuple[Any, Any]] = list(value.items() if isinstance(value, dict) else enumerate(value))
            # Go's JSON sorts the keys.
            children = [
                (item, (trail, key))
                for key, item in (sorted(items, key=lambda pair: str(pair[0])) if isinstance(value, dict) else items)
                if not isinstance(key, BadKey)
            ]
            pending.extend(reversed(children))
        yield value, trail


def _path(trail: _Trail) -> FieldPath:
    parts: list[str | int] = []
    while trail is not None:
        trail, part = trail
        parts.append(part)
    return FieldPath(tuple(reversed(parts)))
