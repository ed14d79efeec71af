"""Field paths as Crossplane parses them: `spec.versions[0].name`, `metadata.labels[a.b/c]`, `spec.items[*]`."""

import re

from xpkgtui.patterns import late
from xpkgtui.values import dataclass

Segment = str | int
_INDEX = late(r"[0-9]+", re.ASCII)
_SPECIAL = late(r"[\[\].]")
_QUOTES = "'\""
_LARGEST_INDEX = (1 << 32) - 1
WILDCARD = "*"
"""A segment that stands for every item or key; only in brackets does Crossplane expand it."""


@dataclass(frozen=True, slots=True)
class BadFieldPath(Exception):
    """A text is not a field path; the message is Crossplane's own."""

    message: str


def parse_field_path(text: str) -> tuple[Segment, ...]:
    """The segments of a field path: fields and indices."""
    segments: list[Segment] = []
    at, end = 0, len(text)
    while at < end:
        match = _SPECIAL.search(text, at)
        stop = match.start() if match else end
        if stop > at:
            segments.append(text[at:stop].strip(_QUOTES))
        if match is None:
            break
        if match[0] == "]":
            raise BadFieldPath(_unexpected("]", text, stop))
        if match[0] == "[":
            at = _bracketed(text, stop, segments)
            continue
        if stop in {0, end - 1}:
            raise BadFieldPath(_unexpected(".", text, stop))
        at = stop + 1
        if text[at] in ".[":
            raise BadFieldPath(_unexpected(text[at], text, at))
    return tuple(segments)


def _bracketed(text: str, opening: int, segments: list[Segment]) -> int:
    """Adds the segment in brackets, and gives the index behind them."""
    closing = text.find("]", opening)
    if closing < 0:
        raise BadFieldPath(f"unterminated '[' at position {_position(text, opening)}")
    inner = text[opening + 1 : closing]
    if not inner:
        raise BadFieldPath(_unexpected("]", text, closing))
    if "[" in inner:
        raise BadFieldPath(_unexpected("[", text, opening + 1 + inner.index("[")))
    is_index = _INDEX.fullmatch(inner) and len(inner) <= 1_000 and int(inner) <= _LARGEST_INDEX
    segments.append(int(inner) if is_index else inner.strip(_QUOTES))
    return closing + 1


def _unexpected(letter: str, text: str, index: int) -> str:
    return f"unexpected '{letter}' at position {_position(text, index)}"


def _position(text: str, index: int) -> int:
    """The position in bytes."""
    return len(text[:index].encode("utf-8", "surrogatepass"))
