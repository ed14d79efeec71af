"""The lines of the palette that match what is typed, the best first."""

from collections.abc import Sequence

from textual.content import Content

from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import join, sign, words
from xpkgtui.app.palette.entries import PaletteEntry
from xpkgtui.app.palette.matching import match
from xpkgtui.values import dataclass

_KIND = 16
"""Cells of the longest kind."""


@dataclass(frozen=True, slots=True)
class PaletteMatch:
    """An entry that matches, with the letters that do, and the width of the first column."""

    entry: PaletteEntry
    places: tuple[int, ...]
    kind: int


def pane(offered: Sequence[PaletteEntry], typed: str) -> Pane:
    """All entries but those of other formats, or those of all that match."""
    is_typed = bool(typed.strip())
    ranked = []
    for number, entry in enumerate(offered):
        found = match(typed, entry.line, entry.begin) if is_typed or not entry.is_foreign else None
        if found is not None:
            ranked.append((entry.is_foreign, found.rank, number, entry, found.places))
    ranked.sort(key=lambda item: item[:3])
    kind = min(_KIND, max((_width(entry) for *_, entry, _ in ranked), default=0))
    rows = tuple(Row(str(number), PaletteMatch(entry, places, kind), _cells) for *_, number, entry, places in ranked)
    matched = f"{len(rows):,} of {len(offered):,} match" if is_typed else f"{len(rows):,} entries"
    note = words(f"{matched} · enter runs · esc closes", "$muted")
    empty = (words("Nothing matches.  Type fewer letters: of a command, an object, a file or a rule", "$muted"),)
    return Pane(name="", rows=rows, note=note, empty=empty, default=rows[0].key if rows else "")


def _width(entry: PaletteEntry) -> int:
    return len(entry.kind) + (2 if entry.document is not None else 0)


def _cells(found: PaletteMatch, width: int) -> tuple[Cell, ...]:
    entry = found.entry
    kind = Content.styled(entry.kind, "$muted")
    if entry.document is not None:
        kind = join(sign(entry.sign), " ", kind)
    end = _end(entry, found)
    room = min(end.cell_length, max(0, (width - found.kind) // 2))
    name = _lit(Content.styled(entry.name, "$foreground"), found.places, entry.begin)
    return (Cell(kind, found.kind + 1), Cell(name), *((Cell(end, -room),) if room else ()))


def _end(entry: PaletteEntry, found: PaletteMatch) -> Content:
    """The key, the group with the letters that match, or what a rule found here."""
    if entry.command:
        return Content.styled(entry.detail, "bold $accent")
    if entry.document is not None:
        return _lit(Content.styled(entry.detail, "$muted"), found.places, entry.begin + len(entry.name) + 1)
    if entry.sign:
        return join(sign(entry.sign), (f" {entry.detail}", "$foreground"))
    return Content.styled(entry.detail, "$muted")


def _lit(content: Content, places: tuple[int, ...], begin: int) -> Content:
    for place in places:
        if begin <= place < begin + len(content.plain):
            content = content.stylize("bold underline", place - begin, place - begin + 1)
    return content
