"""The names of entries in a drawing: versions where these tell entries apart, safe and of few cells."""

import re
import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from xpkgtui import visible
from xpkgtui.formats.catalog.model.blobs import Entry
from xpkgtui.formats.catalog.model.upgrades import PackageUpgrades
from xpkgtui.values import dataclass

WIDTH = 54
"""Cells of a drawing, which Detail has at 80 and at 120 columns."""
_LONGEST = 24
_LONGEST_TEXT = 300
_NARROW = re.compile(r"[ -~─-╿●○◉◄✗▲·…]*")
"""Letters and the signs of drawings: each takes a cell."""


@dataclass(frozen=True, kw_only=True)
class Labels:
    """The entries of a channel by what they are called in its drawing."""

    known: Mapping[str, str]

    @classmethod
    def of(cls, package: PackageUpgrades, entries: Sequence[Entry]) -> "Labels":
        """`v1.2.3` for a bundle of that version, where no other entry has it; else the name."""
        versions = {entry.name: _version(package, entry.name) for entry in entries}
        counted = Counter(versions.values())
        known = {
            name: version if version and counted[version] == 1 else name_of(name)
            for name, version in versions.items()
        }
        return cls(known=known)

    def of_name(self, name: str) -> str:
        """The label of an entry; of what is not in the channel its name."""
        return self.known.get(name) or name_of(name)

    @cached_property
    def width(self) -> int:
        """Cells of the longest one."""
        return max(map(cells, self.known.values()), default=0)


def _version(package: PackageUpgrades, name: str) -> str:
    release = package.releases.get(name)
    text = release.version if release else ""
    return f"v{cut(visible.line(text.removeprefix('v')), _LONGEST - 1)}" if text else ""


def name_of(name: str) -> str:
    """A name in one line of a few cells; its end tells more than its middle."""
    shown = visible.line(name) or "(no name)"
    if cells(shown) <= _LONGEST:
        return shown
    half = _LONGEST // 2
    return f"{cut(shown, half - 1)}…{_ending(shown, _LONGEST - half)}"


def some(names: Iterable[str], count: int, room: int) -> str:
    """Names in a row, as many as have room: `a, b and 12 more`."""
    shown = ""
    for number, name in enumerate(names):
        longer = f"{shown}, {name}" if shown else name
        more = f" and {count - number - 1:,} more" if number + 1 < count else ""
        if shown and cells(longer + more) > room:
            return f"{shown} and {count - number:,} more"
        shown = longer
    return shown


def wrapped(text: str, indent: int = 0) -> list[str]:
    """Text of a package in lines of the drawing."""
    shown = visible.clip(visible.line(text), _LONGEST_TEXT)
    return textwrap.wrap(shown, WIDTH, subsequent_indent=" " * indent, break_on_hyphens=False) or [""]


def padded(text: str, width: int) -> str:
    """A text with blanks behind it."""
    return text + " " * max(0, width - cells(text))


def cells(text: str) -> int:
    """The cells that a text takes in a terminal."""
    return len(text) if text.isascii() or _NARROW.fullmatch(text) else sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


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


def _ending(text: str, width: int) -> str:
    kept = ""
    for character in reversed(text):
        if cells(kept) + _cells(character) > width:
            break
        kept = character + kept
    return kept
