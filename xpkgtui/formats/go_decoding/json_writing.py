"""Values as Go's encoder writes them in JSON: its numbers, its escapes, keys in order."""

import json
import re

from xpkgtui.patterns import late

_PARTS = late(r'"(?:[^"\\]|\\.)*+"|-?[0-9][0-9.eE+-]*+')
_ESCAPED = (("&", "\\u0026"), ("<", "\\u003c"), (">", "\\u003e"), ("\u2028", "\\u2028"), ("\u2029", "\\u2029"))
_LEAST, _MOST = 1e-6, 1e21
"""Numbers from the one up to the other have no exponent."""


def as_json(value: object, *, indent: int | None = None, escapes: bool = True) -> str:
    """A value as JSON; `escapes` says whether signs that HTML knows are escaped."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, separators=separators, indent=indent, sort_keys=True, ensure_ascii=False)
    text = _PARTS.sub(_part, text)
    for sign, code in _ESCAPED if escapes else ():
        text = text.replace(sign, code)
    return text


def json_number(value: float) -> str:
    """A number as Go's encoder writes it: the fewest digits, no zero before those of a small exponent."""
    text = repr(value)
    if isinstance(value, int) or not value or "e" not in text:
        return text.removesuffix(".0")
    if _LEAST <= abs(value) < _MOST:
        from decimal import Decimal

        return f"{Decimal(text):f}"
    return text.replace("e-0", "e-")


def _part(found: re.Match[str]) -> str:
    text = found[0]
    if text.startswith('"') or "e" not in text:
        return text
    return json_number(float(text))
