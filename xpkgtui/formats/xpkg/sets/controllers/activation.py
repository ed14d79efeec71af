"""Which managed resource definitions the patterns of activation policies name."""

import re
from collections.abc import Iterable
from functools import lru_cache

_LONGEST = 253
"""Characters of the longest name that a definition can have."""


def activates(patterns: Iterable[str], name: str) -> bool:
    """Whether one of the patterns names a definition."""
    return any((found := matcher(pattern)) is not None and found.fullmatch(name) is not None for pattern in patterns)


@lru_cache(maxsize=10_000)
def matcher(pattern: str) -> re.Pattern[str] | None:
    """A pattern as Go's `filepath.Match` reads it; None for a bad one, which names nothing.

    The text between two stars is met where it fits first and nowhere else, as in Go, so that no pattern is slow.
    """
    chunks, at, letters = [""], 0, 0
    while at < len(pattern):
        sign, at = pattern[at], at + 1
        if sign == "*":
            chunks += [""] if chunks[-1] or len(chunks) == 1 else []
            continue
        if sign == "[":
            found = _characters(pattern, at)
            if found is None:
                return None
            written, at = found
        elif sign == "\\":
            if at == len(pattern):
                return None
            written, at = re.escape(pattern[at]), at + 1
        else:
            written = "[^/]" if sign == "?" else re.escape(sign)
        letters += 1
        if letters <= _LONGEST:
            chunks[-1] += written
    if letters > _LONGEST:
        return re.compile("(?!)")
    first, *inner = chunks
    inner, last = inner[:-1], inner[-1:]
    between = "".join(f"(?>[^/]*?{one})" for one in inner)
    return re.compile(f"{first}{between}{''.join(f'[^/]*{one}' for one in last)}", re.DOTALL)


def _characters(text: str, at: int) -> tuple[str, int] | None:
    """The class of characters that begins there, and where it ends; None for a bad one."""
    is_negated = text.startswith("^", at)
    at, parts = at + is_negated, list[str]()
    while not (text.startswith("]", at) and parts):
        low = _character(text, at)
        if low is None:
            return None
        high, at = low
        if text.startswith("-", at):
            upper = _character(text, at + 1)
            if upper is None:
                return None
            high, at = upper
        parts.append(f"{re.escape(low[0])}-{re.escape(high)}" if low[0] <= high else "")
    kept = "".join(parts)
    if not kept:
        return ("[^/]" if is_negated else r"(?!)"), at + 1
    return f"[{'^' if is_negated else ''}{kept}]", at + 1


def _character(text: str, at: int) -> tuple[str, int] | None:
    """The next character of a class, and what follows."""
    if at >= len(text) or text[at] in "-]":
        return None
    at += text[at] == "\\"
    return (text[at], at + 1) if len(text) > at + 1 else None
