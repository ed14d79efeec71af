"""The list of layers, the top one first, as they cover each other."""

from collections.abc import Mapping
from dataclasses import dataclass

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import SEVERITIES, amount, join, safe, sign, words
from xpkgtui.app.drawing.waiting import bare, is_stream, unready
from xpkgtui.app.findings.list import worst_by_layer
from xpkgtui.app.state import problems_only
from xpkgtui.app.state.chosen import layer_row
from xpkgtui.app.state.selection import ListId, Selection, layer_key
from xpkgtui.inspection.events import Progressed
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.wording import layer_sentence
from xpkgtui.rules.finding import Severity

NAME = "2 Layers"
_DIGEST_FROM = 65
_FIXED = 2 + 1 + 9 + 1 + 7 + 1 + 3 + 1 + 7
"""Cells of a row with a digest that are neither number nor role."""
_BAR = 16


@dataclass(frozen=True, slots=True)
class LayerItem:
    """A layer with what is being done to it."""

    row: LayerRow
    sentence: str
    worst: Severity | None = None
    """Of the findings about the layer itself; information is no reason for a sign."""
    progress: Progressed | None = None
    digits: int = 1
    longest: int = 0
    """Cells of the longest role, which the digest gives way to."""


def pane(inspection: Inspection, selection: Selection) -> Pane:
    """Every layer with its annotation, its size and its role in words."""
    part = inspection.manifest
    if is_stream(inspection):
        return bare(NAME, inspection)
    if not isinstance(part, Ready):
        return unready(NAME, part, "the manifest")
    layers = part.value.layers
    wanted = selection.filters.get(ListId.LAYERS, "").casefold()
    worst = worst_by_layer(inspection.findings)
    wrong = problems_only.layers(inspection.findings)
    progress = inspection.progress
    digits = len(str(max(0, len(layers) - 1)))
    sentences = {row.index: layer_sentence(row, inspection.wording) for row in layers}
    longest = max(map(len, sentences.values()), default=0)
    rows = tuple(
        Row(
            layer_key(row.index, row.digest),
            LayerItem(row, sentences[row.index], _worst(row, worst), _of(progress, row), digits, longest),
            _cells,
        )
        for row in reversed(layers)
        if wanted in f"{row.annotation or ''} {sentences[row.index]} {row.digest} {row.media_type}".casefold()
        and (not selection.problems_only or problems_only.a_layer(row, wrong))
    )
    shown = f"{len(rows)} of {len(layers)}" if wanted or selection.problems_only else f"{len(layers)}"
    noun = f"layer{'' if len(layers) == 1 else 's'}"
    said = problems_only.SAID if selection.problems_only else f" · {visible.size(part.value.total)}"
    chosen = layer_row(inspection, selection)
    return Pane(
        name=NAME,
        rows=rows,
        chosen=f"#{chosen.index} {visible.line(chosen.annotation or '')}".rstrip() if chosen else "",
        count=str(len(layers)),
        note=words(f"{shown} {noun}{said}", "$muted"),
        default=layer_key(chosen.index, chosen.digest) if chosen else "",
        empty=_empty(wanted, narrowed=selection.problems_only and bool(layers)),
    )


def _empty(wanted: str, *, narrowed: bool) -> tuple[Content, ...]:
    if narrowed:
        return (words("No layer is annotated, labelled or wrong.  z shows all", "$muted"),)
    if wanted:
        return (words("No layer matches the filter.  esc clears it", "$muted"),)
    return (words("The manifest lists no layers; it is in the tab Raw of 1 Platforms.", "$muted"),)


def _worst(row: LayerRow, worst: Mapping[int, Severity]) -> Severity | None:
    return Severity.ERROR if row.damage is not None else worst.get(row.index)


def _of(progress: Progressed | None, row: LayerRow) -> Progressed | None:
    return progress if progress and progress.layer == row.index and progress.total else None


def _cells(item: LayerItem, width: int) -> tuple[Cell, ...]:
    row = item.row
    cells = [
        Cell(safe(str(row.index), "$muted"), -item.digits),
        Cell(_tag(row), 9),
        Cell(safe(visible.size(row.size), "$muted"), -7),
        Cell(join(" ", _role(item))),
    ]
    if width >= max(_DIGEST_FROM, _FIXED + item.digits + item.longest):
        cells.append(Cell(safe(row.digest.partition(":")[2][:7], "$muted"), 7))
    return tuple(cells)


def _tag(row: LayerRow) -> Content:
    if row.annotation is None:
        return Content.styled(" –", "$muted")
    text = visible.clip(visible.line(row.annotation), 8)
    if row.is_base:
        return Content.styled(f" {text} ", "bold $mark on $mark-back")
    return Content.styled(f" {text}", "$mark")


def _role(item: LayerItem) -> Content:
    row = item.row
    if item.progress and item.progress.total:
        return _bar(item.progress.done, item.progress.total)
    if row.slip:
        # The sign first and the word last: where there is no room for both, the role stays.
        return join(_signed_role(item), safe(f" · slip: {visible.clip(row.slip, 40)}", "$foreground"))
    return _signed_role(item)


def _signed_role(item: LayerItem) -> Content:
    """The role behind the worst that is said of the layer."""
    is_wrong = item.worst is not None and item.worst > Severity.INFO
    mark = SEVERITIES[item.worst] if item.worst is not None and is_wrong else "!" if item.row.slip else ""
    role = safe(item.sentence, "bold $foreground" if item.row.supplies else "$muted")
    if item.row.supplies and mark != "✗":
        role = join(sign("✓"), " ", role)
    return join(sign(mark), " ", role) if mark else role


def _bar(done: int, total: int) -> Content:
    full = min(_BAR, _BAR * done // max(1, total))
    return join(("━" * full, "$accent"), ("━" * (_BAR - full), "$line"), (f"  {amount(done, total)}", "$foreground"))
