"""Values as Go prints them: with `%q`, `%v` and `%t`, and as JSON."""

import json
import re
from collections.abc import Iterable
from typing import Any

from xpkgtui.patterns import late

_DEEPEST = 50
_TYPES = {type(None): "null", str: "string", bool: "bool", list: "array", dict: "object"}


class TooDeep(ValueError):
    """A value that is nested deeper than is printed."""


def type_of_go(value: object) -> str:
    """The type of a value in messages of Go's decoder of JSON."""
    return _TYPES.get(type(value), "number")


def plain(value: object) -> str:
    """A value as `%v` prints it; raises `TooDeep`, and `OverflowError` for a number that is none in Go."""
    return _printed(value, 0, is_truth=False)


def truth(value: object) -> str:
    """A value as `%t` prints it, which wants a boolean and says so of all others."""
    return _printed(value, 0, is_truth=True)


def _printed(value: object, depth: int, *, is_truth: bool) -> str:
    if depth > _DEEPEST:
        raise TooDeep
    inner = depth + 1

    def each(values: Iterable[object]) -> list[str]:
        return [_printed(one, inner, is_truth=is_truth) for one in values]

    match value:
        case dict():
            keys = sorted(map(str, value), key=lambda key: key.encode("utf-8", "surrogatepass"))
            named = {str(key): one for key, one in value.items()}
            pairs = zip(each(keys), each(named[key] for key in keys), strict=True)
            return f"map[{' '.join(f'{key}:{one}' for key, one in pairs)}]"
        case list():
            return f"[{' '.join(each(value))}]"
        case bool():
            return str(value).lower()
        case None:
            return "%!t(<nil>)" if is_truth and not depth else "<nil>"
        case int() | float():
            return f"%!t(float64={number(value)})" if is_truth else number(value)
    return f"%!t(string={value})" if is_truth else str(value)


def number(value: float) -> str:
    """A number as `%v` prints a float64: the fewest digits, with an exponent from a million on."""
    from decimal import Decimal

    sign, digits, exponent = Decimal(repr(float(value))).as_tuple()
    assert isinstance(exponent, int)
    written = "".join(map(str, digits)).rstrip("0") or "0"
    power = len(digits) + exponent - 1 if written != "0" else 0
    lead = "-" if sign else ""
    if -5 < power < 6:
        whole = written[: power + 1].ljust(power + 1, "0") if power >= 0 else "0"
        rest = written[power + 1 :] if power >= 0 else "0" * (-power - 1) + written
        return lead + whole + (f".{rest}" if rest else "")
    return f"{lead}{written[0]}{f'.{written[1:]}' if written[1:] else ''}e{power:+03d}"


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\a": "\\a", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r"}
_ESCAPES |= {"\t": "\\t", "\v": "\\v"}


def quoted(text: str) -> str:
    """`text` in double quotes, with unprintable characters escaped."""
    if text.isascii() and text.isprintable() and '"' not in text and "\\" not in text:
        return f'"{text}"'
    return '"' + "".join(_ESCAPES.get(character) or _printable(character) for character in text) + '"'


def _printable(character: str) -> str:
    from xpkgtui.golang.characters import is_printable

    code = ord(character)
    if is_printable(character):
        return character
    if code < 0x80:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


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
