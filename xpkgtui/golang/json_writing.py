"""Values as Go's encoder writes them in JSON: its numbers, its escapes, keys in order."""

import json
import re
from typing import Any

from xpkgtui.patterns import late

_PARTS = late(r'"(?:[^"\\]|\\.)*+"|-?[0-9][0-9.eE+-]*+')
_ESCAPED = (("&", "\\u0026"), ("<", "\\u003c"), (">", "\\u003e"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))
_LEAST, _MOST = 1e-6, 1e21
"""Numbers from the one up to the other have no exponent."""
_LONGEST = 1 << 20
"""Characters of a value that is nested too deep for Python; no message quotes so many."""
LARGEST_STORED = 3 << 19
"""Bytes of a request that etcd takes by default: an object of more bytes is not stored."""
_WRITTEN = json.JSONEncoder(ensure_ascii=False).encode


def as_json(value: object, *, indent: int | None = None, escapes: bool = True) -> str:
    """A value as JSON; `escapes` says whether signs that HTML knows are escaped."""
    text = _PARTS.sub(_part, written(value, indent=indent))
    for sign, code in _ESCAPED if escapes else ():
        text = text.replace(sign, code)
    return text


def written(value: object, *, indent: int | None = None) -> str:
    """A value as JSON with sorted keys and Python's numbers; one that Python finds too deep is cut at `_LONGEST`."""
    separators = (",", ":") if indent is None else None
    try:
        return json.dumps(value, separators=separators, indent=indent, sort_keys=True, ensure_ascii=False)
    except RecursionError:
        return _deep(value, indent)


def _deep(root: object, indent: int | None) -> str:
    """Writes what `written` writes, but without recursion."""
    parts: list[str] = []
    size = 0
    waiting: list[tuple[Any, int, bool]] = [(root, 0, False)]
    while waiting and size < _LONGEST:
        one, depth, is_text = waiting.pop()
        if is_text or not isinstance(one, dict | list) or not one:
            parts.append(one if is_text else json.dumps(one, ensure_ascii=False))
        else:
            outer, inner = (
                ("", "") if indent is None else (f"\n{' ' * (indent * level)}" for level in (depth, depth + 1))
            )
            is_map = isinstance(one, dict)
            parts.append("{" if is_map else "[")
            inside: list[tuple[Any, int, bool]] = []
            for number, key in enumerate(sorted(one, key=str) if is_map else range(len(one))):
                name = json.dumps(str(key), ensure_ascii=False) + (":" if indent is None else ": ") if is_map else ""
                lead = f"{',' if number else ''}{inner}{name}"
                inside += [(lead, depth, True), (one[key], depth + 1, False)]
            waiting.append((f"{outer}{'}' if is_map else ']'}", depth, True))
            waiting.extend(reversed(inside))
        size += len(parts[-1])
    return "".join(parts)


def json_number(value: float) -> str:
    """A number as Go's encoder writes it: the fewest digits, no zero before those of a small exponent."""
    text = repr(value)
    if isinstance(value, int) or not value or "e" not in text:
        return text.removesuffix(".0")
    if _LEAST <= abs(value) < _MOST:
        from decimal import Decimal

        return f"{Decimal(text):f}"
    return text.replace("e-0", "e-")


def _part(match: re.Match[str]) -> str:
    text = match[0]
    return text if text.startswith('"') or "e" not in text else json_number(float(text))


def size_of_json(value: Any) -> int:
    """Bytes of a mapping or a list as JSON; collections that aliases repeat are counted again, but visited once."""
    sizes: dict[int, int] = {}
    waiting: list[tuple[Any, bool]] = [(value, False)]
    while waiting:
        one, is_done = waiting.pop()
        if id(one) in sizes:
            continue
        children = one.values() if isinstance(one, dict) else one
        if not is_done:
            waiting.append((one, True))
            waiting.extend((child, False) for child in children if isinstance(child, dict | list))
            continue
        own = sum(map(_text_size, one)) + len(one) if isinstance(one, dict) else 0
        inner = sum(sizes[id(child)] if isinstance(child, dict | list) else _text_size(child) for child in children)
        sizes[id(one)] = own + inner + 1 + max(1, len(one))
    return sizes[id(value)]


def _text_size(value: Any) -> int:
    """Bytes of a scalar, as Go writes it: it escapes signs that HTML knows."""
    text = _WRITTEN(value)
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return size + 5 * (text.count("&") + text.count("<") + text.count(">"))
