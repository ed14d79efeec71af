"""The lines of the palette that match what is typed, the best first."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import join, sign, words
from xpkgtui.app.palette.entries import PaletteEntry, elsewhere_entries, field_entries, match
from xpkgtui.inspection.messages.schemas import FieldsFound, PackagesFound
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_FEW_KINDS = 5
"""Kinds of packages opened before that come before the fields of the package that is open."""
_MESSAGE = 4
"""Words that may be an error of a program."""
_KIND = 16
"""Cells of the longest kind."""


@dataclass(frozen=True, slots=True)
class PaletteMatch:
    """An entry that matches, with the letters that do, and the width of the first column."""

    entry: PaletteEntry
    places: tuple[int, ...]
    kind: int


def pane(
    offered: Sequence[PaletteEntry],
    typed: str,
    fields: FieldsFound | None = None,
    packages: PackagesFound | None = None,
    *,
    leads: Sequence[PaletteEntry] = (),
    is_searching: bool = False,
) -> Pane:
    """All entries but those of other formats, or those of all that match; then the fields that were found.

    What an error `leads` to comes first. Of packages that were opened before, a few kinds come before these fields,
    and the rest comes behind them.
    """
    is_typed = bool(typed.strip())
    ranked = []
    for number, entry in enumerate(offered):
        found = match(typed, entry.line, entry.begin, entry.sought) if is_typed or not entry.is_foreign else None
        if found is not None:
            ranked.append((entry.is_foreign, found.rank, number, entry, found.places))
    ranked.sort(key=lambda item: item[:3])
    named = tuple(_named(fields, packages)) if is_typed else ()
    shown = (*leads, *(entry for *_, entry, _ in ranked), *named)
    kind = min(_KIND, max((len(entry.kind) + 2 * (entry.document is not None) for entry in shown), default=0))
    rows = [Row(f"lead:{number}", PaletteMatch(entry, (), kind), _cells) for number, entry in enumerate(leads)]
    rows += [Row(str(number), PaletteMatch(entry, places, kind), _cells) for *_, number, entry, places in ranked]
    for number, entry in enumerate(named):
        lit = match(typed, entry.line, entry.begin)
        rows.append(Row(f"field:{number}", PaletteMatch(entry, lit.places if lit else (), kind), _cells))
    matched = f"{len(ranked):,} of {len(offered):,} match" if is_typed else f"{len(rows):,} entries"
    said = [matched] if offered else []
    said += [_fields_note(fields)] if fields is not None and is_typed else []
    said += [_packages_note(packages)] if packages is not None and is_typed else []
    does = "enter runs" if offered else "enter shows it"
    note = words(" · ".join([*said, does, "esc closes"]), "$muted")
    empty = (words("◌ searching" if is_searching else _nothing(typed, fields, packages, bool(offered)), "$muted"),)
    return Pane(name="", rows=tuple(rows), note=note, empty=empty, default=rows[0].key if rows else "")


def _named(fields: FieldsFound | None, packages: PackagesFound | None) -> Iterator[PaletteEntry]:
    elsewhere = tuple(elsewhere_entries(packages.found)) if packages is not None else ()
    kinds = [one for one in elsewhere if one.elsewhere is not None and not one.elsewhere.match.path][:_FEW_KINDS]
    yield from kinds
    yield from field_entries(fields.found) if fields is not None else ()
    yield from (one for one in elsewhere if one not in kinds)


def _packages_note(packages: PackagesFound) -> str:
    """`12 in 50 packages opened before, not all fields of 3 are known`"""
    said, lacking = f"{packages.count:,} in {plural(packages.packages, 'package')} opened before", packages.lacking
    return f"{said}, not all fields of {lacking:,} are known" if lacking else said


def _fields_note(fields: FieldsFound) -> str:
    """`1,204 fields, 120 of 901 definitions read`"""
    count = plural(fields.count, "field")
    return count if fields.is_whole else f"{count}, {fields.done:,} of {plural(fields.total, 'definition')} read"


def is_message(typed: str) -> bool:
    """Whether it may be an error that a program printed, and not words that are looked for."""
    return len(typed.split()) >= _MESSAGE


def _nothing(typed: str, fields: FieldsFound | None, packages: PackagesFound | None, has_more: bool) -> str:
    """The sentence in place of rows."""
    if is_message(typed):
        return "No rule and no page of the manual knows this message."
    if has_more:
        return "Nothing matches.  Type fewer letters: of a command, an object, a file, a rule or a field"
    if not typed.strip():
        return "Type letters of a path, such as forprov region; words may name the kind too"
    if packages is not None and fields is None:
        none = "No package with definitions was opened before."
        return "No kind or path has these letters in this order." if packages.packages else none
    if fields is None or not fields.is_whole:
        return "◌ searching"
    return "No path has these letters in this order." if fields.total else "This package defines no kinds."


def _cells(found: PaletteMatch, width: int) -> tuple[Cell, ...]:
    entry = found.entry
    kind = Content.styled(entry.kind, "$muted")
    if entry.document is not None:
        kind = join(sign(entry.sign), " ", kind)
    end = _end(entry, found)
    room = min(end.cell_length, max(0, (width - found.kind) // 2))
    name = _lit(Content.styled(entry.name, "$foreground"), found.places, entry.begin)
    if entry.has_path:
        name = _tail(name, width - found.kind - 2 - room - 3)
    return (Cell(kind, found.kind + 1), Cell(name), *((Cell(end, -room),) if room else ()))


def _end(entry: PaletteEntry, found: PaletteMatch) -> Content:
    """The key, the group with the letters that match, or what a rule found here."""
    if entry.command and entry.command.keys:
        return Content.styled(entry.detail, "bold $accent")
    if entry.document is not None:
        return _lit(Content.styled(entry.detail, "$muted"), found.places, entry.begin + len(entry.name) + 1)
    if entry.sign:
        return join(sign(entry.sign), (f" {entry.detail}", "$foreground"))
    return Content.styled(entry.detail, "$muted")


def _tail(name: Content, width: int) -> Content:
    """The end of a path, because those that are alike differ there."""
    over = len(name.plain) - max(8, width)
    return join(("…", "$muted"), name[over + 1 :]) if over > 0 else name


def _lit(content: Content, places: tuple[int, ...], begin: int) -> Content:
    for place in places:
        if begin <= place < begin + len(content.plain):
            content = content.stylize("bold underline", place - begin, place - begin + 1)
    return content
