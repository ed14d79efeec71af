"""Where lines break: between words, and in a word that is longer than a line behind slashes, dots or hyphens."""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content

from xpkgtui.patterns import late

_WORD = late(r"\S+\s*|\s+")
_PARTS = (late(r"[^/]+/*|/+"), late(r"[^-_.:,@=&]+[-_.:,@=&]*|[-_.:,@=&]+"))
"""The parts of a path, and those of a name, each with what ends it."""


def broken(content: Content, width: int) -> list[Content]:
    """`content` in lines of at most `width` cells; a word in which nothing invites a break is cut at the width."""
    text = content.plain
    if len(text) <= width or "\t" in text or all(cell_len(word) <= width for word in text.split()):
        return content.wrap(width)
    if any(cell_len(piece.rstrip()) > width for piece in _pieces(text, width)):
        return content.wrap(width)  # such as a digest, before which a break would only cost a row
    return [line for part in content.split("\n", allow_blank=True) for line in _lines(part, width)]


def _lines(content: Content, width: int) -> list[Content]:
    starts, used, at = [], 0, 0
    for piece in _pieces(content.plain, width):
        if used and used + cell_len(piece.rstrip()) > width:
            starts.append(at)
            used = 0
        used += cell_len(piece)
        at += len(piece)
    return [line.rstrip() for line in content.divide(starts)]


def _pieces(text: str, width: int) -> Iterator[str]:
    """Words with the blanks behind them, and the parts of long ones."""
    for found in _WORD.finditer(text):
        yield from _parts(found[0], width, _PARTS)


def _parts(text: str, width: int, kinds: tuple[re.Pattern[str], ...]) -> Iterator[str]:
    if not kinds or cell_len(text.rstrip()) <= width:
        yield text
        return
    for found in kinds[0].finditer(text):
        yield from _parts(found[0], width, kinds[1:])
