"""The list of platforms."""

from functools import partial

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.progress import share
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import join, safe, sign, words
from xpkgtui.app.drawing.waiting import bare, is_stream, unready
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.selection import PaneId, Selection, entry_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.platforms import PlatformRole, PlatformRow
from xpkgtui.reporting.words import platform_sentence
from xpkgtui.values import dataclass

NAME = "1 Platforms"
_DIGEST_FROM = 65
_DEEPEST = 4
"""Nested indexes that an indent shows apart."""
_BAR, _REASON = 8, 26
"""Cells of a bar, and those of a reason that it gives way to."""
_FIXED = 2 + 13 + 1 + 8 + 1 + 3
"""Cells of a row that are not its reason."""


@dataclass(frozen=True, slots=True)
class EntryItem:
    """An entry with its reason in words."""

    row: PlatformRow
    sentence: str
    largest: int
    """Bytes of the largest entry."""
    reason: int
    """Cells of the longest reason in its short form."""


def pane(inspection: Inspection, selection: Selection) -> Pane:
    """Every entry of the index; the one that Crossplane picks is marked and the reason said."""
    part = inspection.platforms
    if is_stream(inspection):
        return bare(NAME, inspection)
    if not isinstance(part, Ready):
        return unready(NAME, part, "the manifest")
    wanted = problems_only.filter_of(selection, PaneId.PLATFORMS)
    wrong = problems_only.platforms(inspection.findings)
    draw = _DRAWS[min(max((row.depth for row in part.value), default=0), _DEEPEST)]
    sentences = [platform_sentence(row, inspection.wording) for row in part.value]
    largest = max((row.total or 0 for row in part.value), default=0)
    reason = max((len(_shorter(sentence)) for sentence in sentences), default=0)
    rows = tuple(
        Row(entry_key(number, row), EntryItem(row, sentence, largest, reason), draw, is_steady=True)
        for number, (row, sentence) in enumerate(zip(part.value, sentences, strict=True))
        if wanted.fits(f"{row.name}\n{sentence}\n{row.digest}")
        and (not selection.problems_only or problems_only.a_platform(row, wrong))
    )
    total = len(part.value)
    shown = f"{len(rows)} of {total}" if wanted.text or selection.problems_only else f"{total}"
    said = problems_only.SAID if selection.problems_only else ""
    chosen = next((row.name for row in part.value if row.selected), "")
    return Pane(
        name=NAME,
        rows=rows,
        chosen=visible.line(chosen),
        count=str(len(rows)),
        filter=wanted,
        note=words(f"{shown} {'entry' if total == 1 else 'entries'}{said}", "$muted"),
        default=next((entry_key(number, row) for number, row in enumerate(part.value) if row.selected), ""),
        empty=_empty(is_filtered=bool(wanted.text), narrowed=selection.problems_only and bool(total)),
    )


def _empty(*, is_filtered: bool, narrowed: bool) -> tuple[Content, ...]:
    if narrowed:
        return (words("No platform is read, shown or has a problem.  z shows all", "$muted"),)
    if is_filtered:
        return (words("No platform matches the filter.  esc clears it", "$muted"),)
    return (words("The index lists nothing.  The tab Raw shows it", "$muted"),)


def _size(row: PlatformRow) -> str:
    """The size of an entry; – for an image whose manifest was not read, because no size is guessed."""
    if row.total is not None:
        return visible.size(row.total)
    return "–" if row.role in (PlatformRole.IMAGE, PlatformRole.INDEX) else visible.size(row.size)


def _short(predicate: str) -> str:
    """The end of a predicate type, which is its name: `slsa.dev/provenance/v1` of an address."""
    return predicate.partition("://")[2] or predicate


def _shorter(reason: str) -> str:
    return reason.partition(": ")[0]


def _cells(item: EntryItem, width: int, deepest: int) -> tuple[Cell, ...]:
    row = item.row
    stated = f": {', '.join(map(_short, row.predicates))}" if row.predicates else ""
    note = f"{item.sentence}{stated}" or ("shown" if row.selected else "")
    mark = join(sign("✗"), " ") if row.is_broken else join(sign("✓"), " ") if row.chosen else Content("")
    has_digest = width >= _DIGEST_FROM and row.digest is not None
    room = width - _FIXED - 2 * deepest - (8 if has_digest else 0)
    has_bar = room - _BAR - 1 >= min(item.reason, _REASON)
    room -= _BAR + 1 if has_bar else 0
    why = note if len(note) <= room else _shorter(note)
    cells = [Cell(safe("  " * min(row.depth, deepest) + row.name, "$foreground"), 13 + 2 * deepest, ("",))]
    if has_bar:
        cells.append(Cell(share(row.total or 0, item.largest, _BAR), _BAR))
    cells += [Cell(safe(_size(row), "$muted"), -8), Cell(join(" ", mark, safe(why, "$muted")), keys=("",))]
    if has_digest and row.digest:
        cells.append(Cell(safe(row.digest.partition(":")[2][:7], "$muted"), 7, ("",)))
    return tuple(cells)


_DRAWS = tuple(partial(_cells, deepest=deepest) for deepest in range(_DEEPEST + 1))
"""One function for each depth of the deepest entry, to align the sizes; made once, so that equal rows are equal."""
