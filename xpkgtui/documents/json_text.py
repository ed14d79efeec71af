"""A value as indented JSON, for display."""

import json
from collections.abc import Iterator
from typing import Any

MAX_TEXT = 16 << 20
"""Characters of JSON; aliases repeat their anchors, so a small document may have a long JSON."""
_INDENT = "  "
_DEEPEST_INDENT = 64
"""Levels of indentation: 10,000 of them would be mostly blanks."""


def to_json(value: Any) -> str:
    """Indented JSON; a long one is cut, with a last line that says so."""
    parts: list[str] = []
    size = 0
    for part in _pieces(value):
        size += len(part)
        if size > MAX_TEXT:
            parts.append(f"\n... cut here: longer than {MAX_TEXT:,} characters\n")
            break
        parts.append(part)
    return "".join(parts)


def _pieces(root: Any) -> Iterator[str]:
    yield from _opening(root)
    stack: list[tuple[Iterator[tuple[str, Any]], str]] = []
    if _is_open(root):
        stack.append((_items(root), _closing(root)))
    first = True
    while stack:
        items, closing = stack[-1]
        entry = next(items, None)
        if entry is None:
            stack.pop()
            yield f"\n{_INDENT * min(len(stack), _DEEPEST_INDENT)}{closing}"
            first = False
            continue
        label, item = entry
        yield f"{'' if first else ','}\n{_INDENT * min(len(stack), _DEEPEST_INDENT)}{label}"
        yield from _opening(item)
        first = False
        if _is_open(item):
            stack.append((_items(item), _closing(item)))
            first = True


def _is_open(value: Any) -> bool:
    return isinstance(value, dict | list) and bool(value)


def _opening(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield "{" if value else "{}"
    elif isinstance(value, list):
        yield "[" if value else "[]"
    elif isinstance(value, float):
        yield _float(value)
    else:
        yield json.dumps(value, ensure_ascii=False)


def _closing(value: Any) -> str:
    return "}" if isinstance(value, dict) else "]"


def _items(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        return ((json.dumps(str(key), ensure_ascii=False) + ": ", item) for key, item in value.items())
    return (("", item) for item in value)


def _float(value: float) -> str:
    """A float as Go's encoding/json writes it."""
    from decimal import Decimal

    size = abs(value)
    if size and not 1e-6 <= size < 1e21:
        mantissa, _, exponent = f"{Decimal(repr(value)).normalize():e}".partition("e")
        return f"{mantissa}e{exponent}"
    return f"{Decimal(repr(value)):f}"
