"""Text by the cells it takes in a terminal: measured, cut, filled, and flowing in lines."""

import unicodedata
from collections.abc import Iterator

from xpkgtui.patterns import late

_BLANKS = late("( +)")
_NARROW = late(r"[ -~─-╿●○◉◄✗✓▲·…–]*")
"""Letters and the signs of drawings: each takes a cell."""
_SIGN = late("[✓✗!?·◌●○]( +[0-9,]+)?")
"""A sign before the words that it is about, or before their number."""
_STYLE = late("\x1b\\[[0-9;]*m")
"""A change of color or weight, which takes no cell; text of a package has none, since it is made visible."""


def cells(text: str) -> int:
    """The cells that a text takes in a terminal."""
    if "\x1b" in text:
        text = _STYLE.sub("", text)
    return len(text) if text.isascii() or _NARROW.fullmatch(text) else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, width: int) -> str:
    """A text with blanks behind it."""
    return text + " " * max(0, width - cells(text))


def cut(text: str, width: int) -> str:
    """The beginning of a text in that many cells; `…` where more follows."""
    if cells(text) <= width:
        return text
    kept, room = "", width - 1
    for character in text:
        room -= _cells(character)
        if room < 0:
            break
        kept += character
    return f"{kept}…"


def ending(text: str, width: int) -> str:
    """The end of a text in that many cells."""
    kept = ""
    for character in reversed(text):
        if cells(kept) + _cells(character) > width:
            break
        kept = character + kept
    return kept


def flow(text: str, width: int, hang: int = 0) -> list[str]:
    """A line as lines of at most `width` cells, those after the first behind `hang` blanks; 0 leaves it as it is.

    No word is torn: one that has no room behind the blanks begins further left, and one that is wider than the
    terminal overflows where it stands. Blanks within a line stay as they are.
    """
    if not width or cells(text) <= width:
        return [text]
    lines: list[str] = []
    shown, blanks = "", ""
    for part in _unbroken(text):
        if part.isspace():
            blanks = part
        elif not shown.strip():
            shown, blanks = (shown + blanks)[: _left(part, width)] + part, ""
        elif cells(shown) + len(blanks) + cells(part) <= width:
            shown += blanks + part
            blanks = ""
        else:
            lines.append(shown)
            shown, blanks = (" " * hang)[: _left(part, width)] + part, ""
    return [*lines, shown]


def _unbroken(text: str) -> Iterator[str]:
    """The words and the blanks between them; a sign and the word behind it are one."""
    held = ""
    for part in _BLANKS.split(text):
        held += part
        if not _SIGN.fullmatch(_STYLE.sub("", held).strip()):
            yield held
            held = ""
    if held:
        yield held


def _left(word: str, width: int) -> int | None:
    """The blanks that may stand before a word; None for one that has no room in any place."""
    return width - cells(word) if cells(word) <= width else None
