"""Which managed resource definitions the patterns of activation policies name."""

import re
from collections.abc import Iterable
from functools import lru_cache

_LONGEST = 253
"""Characters of a pattern that are read: no name of a definition is longer."""


def activates(patterns: Iterable[str], name: str) -> bool:
    """Whether one of the patterns names a definition."""
    return any((found := matcher(pattern)) is not None and found.fullmatch(name) is not None for pattern in patterns)


@lru_cache
def matcher(pattern: str) -> re.Pattern[str] | None:
    """A pattern as Go's `filepath.Match` reads it; None for a bad one, which names nothing."""
    if len(pattern) > _LONGEST:
        return None
    written, rest = "", pattern
    while rest:
        sign, rest = rest[0], rest[1:]
        if sign == "*":
            written += "[^/]*"
        elif sign == "?":
            written += "[^/]"
        elif sign == "[":
            found = _characters(rest)
            if found is None:
                return None
            characters, rest = found
            written += characters
        elif sign == "\\":
            if not rest:
                return None
            written, rest = written + re.escape(rest[0]), rest[1:]
        else:
            written += re.escape(sign)
    return re.compile(written, re.DOTALL)


def _characters(text: str) -> tuple[str, str] | None:
    """The class of characters that a text begins with, and what follows; None for a bad one."""
    is_negated = text.startswith("^")
    rest, parts = text[is_negated:], list[str]()
    while not (rest.startswith("]") and parts):
        low = _character(rest)
        if low is None:
            return None
        high, rest = low[0], low[1]
        if rest.startswith("-"):
            upper = _character(rest[1:])
            if upper is None:
                return None
            high, rest = upper
        parts.append(f"{re.escape(low[0])}-{re.escape(high)}" if low[0] <= high else "")
    kept = "".join(parts)
    if not kept:
        return ("[^/]" if is_negated else r"(?!)"), rest[1:]
    return f"[{'^' if is_negated else ''}{kept}]", rest[1:]


def _character(text: str) -> tuple[str, str] | None:
    """The next character of a class, and what follows."""
    if not text or text[0] in "-]":
        return None
    if text[0] == "\\":
        return (text[1], text[2:]) if len(text) > 2 else None
    return (text[0], text[1:]) if len(text) > 1 else None
