"""The readers of a package as a list, each with what it takes; below them the layers that might be the base."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Pane, Row, sentence
from xpkgtui.app.drawing.styled_text import join, safe, sign, tabs, words
from xpkgtui.app.drawing.waiting import failed_lines
from xpkgtui.app.findings import stages, why
from xpkgtui.app.state import what_ifs
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.selection import Selection, base_key, base_of, reader_key
from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Loading, Part
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.reporting.contents import readings
from xpkgtui.reporting.sentence import verdict_of
from xpkgtui.rules.finding import Acceptance
from xpkgtui.rules.wording import Wording
from xpkgtui.values import dataclass

NAME = "Why"
FOREIGN_KEY = "foreign"
"""The key of the row that says what a source is that no format recognizes."""
_WIDE = 92
"""Columns from which a row says how its reader searches, too."""
_TITLE, _RESULT, _LAYERS, _FOLDER = 28, 11, 19, 10
_OUTCOME = 17
"""Cells of `✗ eight undecided`."""
_NARROW = 21
"""Cells of `layer 2  package.yaml`; with fewer, only the layer is said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of readers, in cells."""

    has_ways: bool
    """Whether readers say which layers they read, and which folder they look in."""
    title: int = _TITLE
    result: int = _RESULT
    taken: int = 0
    """The longest words for what a reader takes: on a wide screen what follows stands near."""

    def is_wide(self, width: int) -> bool:
        """Whether there is room for how a reader searches."""
        return self.has_ways and width >= _WIDE

    def room(self, width: int) -> int:
        """The cells for what a reader takes, on a wide screen no more than the longest words and a gap need."""
        room = width - self.title - self.result - 4
        if not self.is_wide(width):
            return room
        return min(room - _LAYERS - _FOLDER - 2, max(_NARROW, self.taken) + 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """A layer that might be the base, with what readers would then make of the package."""

    row: LayerRow
    comparison: ReaderComparison | None
    part: Part[object]
    deciding: str
    wording: Wording
    is_taken: bool
    """Whether the package is shown that way."""


def pane(inspection: Inspection, selection: Selection, replies: Replies) -> Pane:
    """Every reader, and every layer; empty where no readers are known."""
    comparison, count = inspection.comparison, len(inspection.findings)
    under_way = inspection.progress.what if inspection.progress and what_ifs.is_under_way(replies) else ""
    names = (NAME, f"Findings {count}" if count else "Findings")
    found = Pane(name=NAME, heading=tabs(names, 0, line="$accent", click="screen.tab_at"))
    if comparison is None:
        part = replies.get(what_ifs.ALL_READERS)
        lines = failed_lines(part.failure) if isinstance(part, Failed) else (words(_WAITING, "$muted"),)
        return replace(found, empty=lines, is_loading=not isinstance(part, Failed))
    note = under_way or f"{readings.tally(comparison)} · j k choose"
    rows = (*_instead(inspection), *_readers(inspection, comparison), *_bases(inspection, replies))
    judging = inspection.judging_result
    name = _refusing(inspection, comparison) or (judging.reader.name if judging else inspection.judging_reader)
    default = FOREIGN_KEY if why.is_foreign(inspection) else reader_key(name)
    return replace(found, rows=rows, note=safe(note, "$muted"), cursor=selection.reader or default, default=default)


def _refusing(inspection: Inspection, comparison: ReaderComparison) -> str:
    """The reader that refuses what the deciding one accepts, where the verdict names one; else empty."""
    if not stages.is_accepted(inspection) or inspection.what_if is not None:
        return ""
    verdict = verdict_of(inspection)
    refused = (one.profile for one in verdict.others if one.acceptance is Acceptance.REFUSED) if verdict else ()
    named = next((inspection.format.readers.judging.get(profile, "") for profile in refused), "")
    if named or (verdict and verdict.others):
        return named if comparison.of(named) else ""
    shown = inspection.reading.reader if inspection.reading else ""
    found = readings.dissenters(comparison, inspection.wording, shown)
    return found[0].reader.name if found else ""


_WAITING = "◌ asking every program that reads such packages"


def is_listed(inspection: Inspection) -> bool:
    """Whether there are readers to compare, or may be."""
    if inspection.not_a_package or inspection.failure:
        return False
    if inspection.comparison is not None:
        return bool(inspection.comparison.results)
    return inspection.reading is not None or what_ifs.is_index_without_image(inspection)


def chosen_result(inspection: Inspection, selection: Selection) -> ReaderResult | None:
    """The reader under the cursor; for a row that is none, that of the profile."""
    comparison = inspection.comparison
    if comparison is None or not comparison.results:
        return None
    wanted = selection.reader.partition(":")[2] if base_of(selection.reader) is None else ""
    judging = inspection.judging_result
    name = _refusing(inspection, comparison) or (judging.reader.name if judging else "")
    return comparison.of(wanted) or comparison.of(name)


def is_instead(inspection: Inspection, selection: Selection) -> bool:
    """Whether the cursor stands on the row that says what a source is that no format recognizes."""
    return why.is_foreign(inspection) and selection.reader in ("", FOREIGN_KEY)


def _instead(inspection: Inspection) -> Iterator[Row]:
    if why.is_foreign(inspection):
        what = inspection.format.also[0].partition(": ")[0]
        yield Row(FOREIGN_KEY, what, _whole)
        yield sentence("gap:instead", Content(""))


def _whole(value: str, width: int) -> tuple[Cell, ...]:  # noqa: ARG001 - it has one cell
    return (Cell(join(sign("!"), (f" looks like {visible.line(value)}", "bold $foreground"))),)


def _readers(inspection: Inspection, comparison: ReaderComparison) -> Iterator[Row]:
    stream_file = inspection.wording.stream_file
    columns = _columns_of(inspection, comparison)
    yield Row("head", columns, _head, selectable=False)
    for one in comparison.results:
        yield Row(reader_key(one.reader.name), (one, stream_file, columns), _cells)


def _columns_of(inspection: Inspection, comparison: ReaderComparison) -> Columns:
    """Columns as wide as need be; above layers that might be the base, as wide as theirs."""
    has_ways = comparison.has_ways
    taken = max((len(readings.taken(one, inspection.wording.stream_file)) for one in comparison.results), default=0)
    if inspection.format.annotation:
        return Columns(has_ways=has_ways, taken=taken)
    return Columns(
        has_ways=has_ways,
        taken=taken,
        title=min(_TITLE, 1 + max((len(one.reader.title) for one in comparison.results), default=_TITLE)),
        result=1 + max((len(f"✓ {readings.result(one)}") for one in comparison.results), default=_RESULT),
    )


def _bases(inspection: Inspection, replies: Replies) -> Iterator[Row]:
    if not what_ifs.has_choice(inspection):
        return
    yield sentence("gap", Content(""))
    what = "What if another layer were base"
    if inspection.what_if is not None:
        what = f"Read as if layer {inspection.what_if} were base · b or - leads back"
    yield sentence("bases", words(f"  **{what}**"))
    for row in reversed(inspection.layers):
        yield Row(base_key(row.index), base(inspection, replies, row), _base_cells)


def base(inspection: Inspection, replies: Replies, row: LayerRow) -> Base:
    """A layer as the base, as far as that is known."""
    comparison = what_ifs.known(inspection, replies, row.index)
    return Base(
        row=row,
        comparison=comparison,
        part=replies.get(what_ifs.request(row.index)),
        deciding=inspection.format.readers.deciding,
        wording=inspection.wording,
        is_taken=inspection.what_if == row.index,
    )


def _head(columns: Columns, width: int) -> tuple[Cell, ...]:
    titles = ("reader", "result", "reads", "layers", "looks in")
    shown = [Content.styled(title, "$muted") for title in titles]
    return _columns(columns, shown, width, lead=2)


def _columns(columns: Columns, cells: Sequence[Content], width: int, *, lead: int = 0) -> tuple[Cell, ...]:
    title, result, taken, layers, folder = cells
    first, second = Cell(join(" " * lead, title), columns.title + lead), Cell(result, columns.result)
    if width < columns.title + columns.result + 12:
        return Cell(join(" " * lead, title)), second
    if not columns.is_wide(width):
        return first, second, Cell(taken)
    return first, second, Cell(taken, columns.room(width)), Cell(layers, _LAYERS), Cell(folder)


def _cells(value: tuple[ReaderResult, str, Columns], width: int) -> tuple[Cell, ...]:
    one, stream_file, columns = value
    result = join(sign(readings.sign_of(one, "◌")), (f" {readings.result(one)}", "$foreground"))
    room = columns.room(width)
    taken = readings.taken(one, stream_file) if room >= _NARROW else readings.taken_in_short(one, stream_file)
    cells = (
        safe(one.reader.title, "$foreground"),
        result,
        safe(taken, "$foreground" if one.reading.has_bytes else "$muted"),
        safe(one.reader.layers or "–", "$muted"),
        safe(one.reader.folder or "–", "$muted"),
    )
    return _columns(columns, cells, width)


def _base_cells(value: Base, width: int) -> tuple[Cell, ...]:
    row = value.row
    tag = visible.clip(visible.line(row.annotation or ""), 12)
    name = join((f"{row.index:>2}  ", "$foreground"), (tag, "$mark"))
    result, why = said_of(value)
    if width < _TITLE + _OUTCOME + 12:
        return Cell(name, 12), Cell(result, _OUTCOME), Cell(why)
    return Cell(name, _TITLE), Cell(result, _OUTCOME), Cell(why)


def said_of(value: Base) -> tuple[Content, Content]:
    """The result in two words, and why."""
    found = value.comparison.of(value.deciding) if value.comparison else None
    if value.comparison is None or found is None:
        if isinstance(value.part, Failed):
            return join(sign("✗"), (" not known", "$foreground")), safe(value.part.failure.title, "$muted")
        asked = "being asked" if isinstance(value.part, Loading) else "not asked yet"
        return join(sign("◌"), (f" {asked}", "$muted")), Content("")
    if found.reading.unread is not None:
        price = f"{visible.size(value.row.size)}; b reads it"
        return join(sign("◌"), (" not read", "$muted")), safe(price, "$muted")
    outcome = readings.outcome(value.comparison, found)
    why = readings.because(value.comparison, found, value.wording)
    if value.is_taken:
        why = f"shown now; {why}"
    elif value.comparison.base is None:
        why = f"it is; {why}"
    return join(sign(readings.sign_of(found, "◌")), (f" {outcome}", "$foreground")), safe(why, "$muted")
