"""The list of layers, the top one first, as they cover each other."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.progress import filled, share
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import SEVERITIES, join, safe, sign, words
from xpkgtui.app.drawing.waiting import bare, is_stream, unready, without_image
from xpkgtui.app.findings.list import worst_by_layer
from xpkgtui.app.layers.comparison import Agreement, is_suspect, of_layer
from xpkgtui.app.state.lists import problems_only
from xpkgtui.app.state.lists.chosen import layer_row
from xpkgtui.app.state.selection import PaneId, Selection, layer_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow, LayerUse
from xpkgtui.patterns import late
from xpkgtui.reporting.words import layer_sentence
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.wording import Wording
from xpkgtui.values import dataclass

_SIZE, _DIGEST, _TRANSFER = 7, 7, 12
_ROLE = 56
"""Cells of a role beyond which it is cut rather than other columns left out."""
_SHELL = late(r"^(?:/bin/)?sh -c (?:#\(nop\) *)?")
_MEASURED = 200
_SIGNS = 5
"""Cells before a role: a gap, and two signs at most."""
_COMMAND = 20
"""Cells of the command that made a layer; with fewer it is left out."""
_NARROW = 9
"""Cells of the annotation at least."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The columns of a list."""

    tag: int = _NARROW
    is_wide: bool = False
    """Whether the annotation says how the label relates in words."""
    bar: int = 0
    is_short: bool = True
    """Whether roles leave out who reads them."""
    has_digest: bool = False
    role: int = 0
    """Cells of the role where the command that made the layer stands behind it; else 0."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What the rows of one list have in common; widths are cells."""

    digits: int
    largest: int
    """Bytes of the largest layer."""
    tag: int
    narrow: int
    sentence: int
    short: int
    has_commands: bool
    """Whether the history says of any layer which command made it."""

    def layout(self, width: int) -> Layout:
        """The first layout that fits; the last one is for lists that are narrower than their words."""
        wide, whole = max(self.tag, _NARROW), max(self.sentence, self.short)
        layouts = (
            (Layout(wide, is_wide=True, bar=10, is_short=False, has_digest=True), whole),
            (Layout(wide, is_wide=True, bar=8, is_short=False), whole),
            (Layout(self.narrow, bar=6, is_short=False, has_digest=True), whole),
            (Layout(wide, is_wide=True, bar=6), self.short),
            (Layout(self.narrow, bar=6, is_short=False), whole),
            (Layout(self.narrow, bar=6), self.short),
            (Layout(self.narrow, is_short=False), whole),
        )
        if self.has_commands:
            barred = (*layouts[:3], (Layout(self.narrow, bar=6), self.short))
            wider = (replace(each, role=role + _SIGNS) for each, role in barred)
            if found := next((each for each in wider if self._needs(each) + each.role + _COMMAND <= width + 2), None):
                return found
        return next((each for each, role in layouts if self._needs(each) + role <= width), Layout(self.narrow))

    def _needs(self, layout: Layout) -> int:
        """Cells of everything but the role: cursor, columns, the gaps between them, and the role's sign."""
        columns = [self.digits, layout.tag, _SIZE, 3, *([layout.bar] if layout.bar else [])]
        columns += [_DIGEST] if layout.has_digest else []
        return 2 + sum(columns) + len(columns) - 1


@dataclass(frozen=True, slots=True)
class LayerItem:
    """A layer with what is being done to it."""

    row: LayerRow
    wording: Wording
    measures: Measures
    worst: Severity | None = None
    """The worst severity of the findings about the layer itself; information has no sign."""
    progress: Progressed | None = None

    def sentence(self, *, short: bool) -> str:
        """The role of the layer in words."""
        return layer_sentence(self.row, self.wording, short=short)


def measured(layers: Sequence[LayerRow], wording: Wording) -> Measures:
    """The measures of all layers of an image; words are those of the top ones, as there may be many."""
    first = layers[-_MEASURED:]
    return Measures(
        digits=len(str(len(layers) - 1)),
        largest=max((row.size for row in layers), default=0),
        tag=max((sum(map(len, _tag(row, is_wide=True))) + 1 for row in first), default=0),
        narrow=max([_NARROW, *(sum(map(len, _tag(row, is_wide=False))) for row in first)]),
        sentence=min(_ROLE, max((_length(row, wording, short=False) for row in first), default=0)),
        short=min(_ROLE, max((_length(row, wording, short=True) for row in first), default=0)),
        has_commands=any(row.history for row in first),
    )


def _length(row: LayerRow, wording: Wording, *, short: bool) -> int:
    """Cells of a role with what it says of a slip, but for the sign that every role has room for."""
    return len(layer_sentence(row, wording, short=short) + _slip(row)) + 2 * bool(_slip(row))


def _slip(row: LayerRow) -> str:
    """A near miss, where the row does not say already that annotation and label differ."""
    return f" · slip: {visible.clip(row.slip, 40)}" if row.slip and not is_suspect(row) else ""


def cells(item: LayerItem, width: int) -> tuple[Cell, ...]:
    """Number, annotation beside label, size as a bar and in words, role, digest."""
    row, layout = item.row, item.measures.layout(width)
    parts = [
        Cell(safe(str(row.index), "$muted"), -item.measures.digits),
        Cell(tag(row, is_wide=layout.is_wide), layout.tag, ("",)),
    ]
    if layout.bar:
        parts.append(Cell(share(row.size, item.measures.largest, layout.bar), layout.bar))
    parts.append(Cell(safe(visible.size(row.size), "$muted"), -_SIZE))
    role = join(" ", _role(item, item.sentence(short=layout.is_short)))
    has_role = bool(layout.role) and not item.progress
    parts.append(Cell(role, layout.role if has_role else None, ("",)))
    if has_role:
        parts.append(Cell(safe(command(row.history), "$muted")))
    if layout.has_digest:
        parts.append(Cell(safe(row.digest.partition(":")[2][:_DIGEST], "$muted"), _DIGEST, ("",)))
    return tuple(parts)


def command(history: str) -> str:
    """The command of a history line as it is worth its cells: without the shell that ran it."""
    text = visible.line(history).strip()
    return _SHELL.sub("", text)


def tag(row: LayerRow, *, is_wide: bool) -> Content:
    """The annotation, and how the label relates to it: ` base = label`, ` base ≠ label upbound`, ` base ≠`."""
    text, mark = _tag(row, is_wide=is_wide)
    style = "bold $warning" if "≠" in mark else "$muted"
    if row.is_base:
        return join((text, "bold $mark on $mark-back"), (mark.removeprefix(" "), style))
    return join((text, "$muted" if row.annotation is None else "$mark"), (mark, style))


def _tag(row: LayerRow, *, is_wide: bool) -> tuple[str, str]:
    """The annotation, and behind it the relation of the label."""
    relation = of_layer(row)
    mark = ""
    match relation:
        case Agreement.DIFFER | Agreement.LABEL_ONLY:
            mark = f" ≠ label {visible.clip(visible.line(row.label or ''), 12)}" if is_wide else " ≠"
        case Agreement.SAME if is_wide:
            mark = " = label"
        case Agreement.ANNOTATION_ONLY if is_wide:
            mark = " no label"
    if row.annotation is None:
        return " –", mark
    text = visible.clip(visible.line(row.annotation), 12 if is_wide else 8)
    return f" {text} " if row.is_base else f" {text}", mark


def _role(item: LayerItem, sentence: str) -> Content:
    row = item.row
    if item.progress and item.progress.total:
        done, total = item.progress.done, item.progress.total
        return join(filled(done, total, _TRANSFER), (f"  {visible.part_of(done, total)}", "$foreground"))
    # The sign first and the word last: where there is no room for both, the role stays.
    return join(_signed_role(item, sentence), safe(_slip(row), "$foreground"))


def _signed_role(item: LayerItem, sentence: str) -> Content:
    """The role behind the worst that is said of the layer."""
    is_wrong = item.worst is not None and item.worst > Severity.INFO
    mark = SEVERITIES[item.worst] if item.worst is not None and is_wrong else "!" if _slip(item.row) else ""
    role = safe(sentence, "bold $foreground" if item.row.supplies else "$muted")
    if item.row.supplies and not mark:
        role = join(sign("✓"), " ", role)
    return join(sign(mark), " ", role) if mark else role


NAME = "2 Layers"


def pane(inspection: Inspection, selection: Selection) -> Pane:
    """Every layer with its annotation, its size and its role in words."""
    part = inspection.manifest
    if is_stream(inspection):
        return bare(NAME, inspection)
    if not isinstance(part, Ready):
        return unready(NAME, part, "the manifest", without_image(inspection, "layers"))
    layers = part.value.layers
    wanted = problems_only.filter_of(selection, PaneId.LAYERS)
    worst = worst_by_layer(inspection.findings)
    wrong = problems_only.layers(inspection.findings)
    progress = inspection.progress
    measures = measured(layers, inspection.wording)
    rows = tuple(
        Row(
            layer_key(row.index, row.digest),
            LayerItem(row, inspection.wording, measures, _worst(row, worst), _progress_of(row, progress)),
            cells,
            is_steady=True,
        )
        for row in reversed(layers)
        if wanted.fits(_names(row, inspection.wording))
        and (not selection.problems_only or problems_only.a_layer(row, wrong))
    )
    is_cut = bool(wanted.text) or selection.problems_only
    shown = f"{len(rows)} of {len(layers)}" if is_cut else f"{len(layers)}"
    noun = f"layer{'' if len(layers) == 1 else 's'}"
    said = problems_only.SAID if selection.problems_only else f" · {visible.size(part.value.total)}"
    chosen = layer_row(inspection, selection)
    return Pane(
        name=NAME,
        rows=rows,
        chosen=f"#{chosen.index} {visible.line(chosen.annotation or '')}".rstrip() if chosen else "",
        count=str(len(rows)),
        filter=wanted,
        note=join(words(f"{shown} {noun}{said}", "$muted"), _differing(layers)),
        default=layer_key(chosen.index, chosen.digest) if chosen else "",
        empty=_empty(is_filtered=bool(wanted.text), narrowed=selection.problems_only and bool(layers)),
    )


def _names(row: LayerRow, wording: Wording) -> str:
    """The names that a filter looks at."""
    return "\n".join(
        (row.annotation or "", row.label or "", layer_sentence(row, wording), row.digest, row.media_type)
    )


def _differing(layers: Sequence[LayerRow]) -> Content:
    """How many layers have an annotation and a label that differ: `  ! 1 differs`."""
    count = sum(map(is_suspect, layers))
    return words(f"  ! {count:,} differ{'s' if count == 1 else ''}", "$muted") if count else Content("")


def _empty(*, is_filtered: bool, narrowed: bool) -> tuple[Content, ...]:
    if narrowed:
        return (words("No layer has an annotation, a label or a problem.  z shows all", "$muted"),)
    if is_filtered:
        return (words("No layer matches the filter.  esc clears it", "$muted"),)
    return (words("The manifest lists no layers.  The tab Raw of 1 Platforms shows it", "$muted"),)


def _worst(row: LayerRow, worst: Mapping[int, Severity]) -> Severity | None:
    return Severity.ERROR if row.damage is not None else worst.get(row.index)


def _progress_of(row: LayerRow, progress: Progressed | None) -> Progressed | None:
    """The transfer of the layer; one that was read keeps its role while it is read again."""
    is_read = row.use in (LayerUse.SUPPLIES, LayerUse.PASSED)
    return progress if progress and progress.layer == row.index and progress.total and not is_read else None
