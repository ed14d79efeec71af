"""The list of layers, the top one first, as they cover each other."""

from collections.abc import Mapping, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.rows import Pane, Row
from xpkgtui.app.drawing.styled_text import join, words
from xpkgtui.app.drawing.waiting import bare, is_stream, unready, without_image
from xpkgtui.app.findings.list import worst_by_layer
from xpkgtui.app.layers.cells import LayerItem, cells, measured
from xpkgtui.app.layers.comparison import is_suspect
from xpkgtui.app.state.lists import filtering, problems_only
from xpkgtui.app.state.lists.chosen import layer_row
from xpkgtui.app.state.selection import PaneId, Selection, layer_key
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Progressed
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.wording import layer_sentence
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.wording import Wording

NAME = "2 Layers"


def pane(inspection: Inspection, selection: Selection) -> Pane:
    """Every layer with its annotation, its size and its role in words."""
    part = inspection.manifest
    if is_stream(inspection):
        return bare(NAME, inspection)
    if not isinstance(part, Ready):
        return unready(NAME, part, "the manifest", without_image(inspection, "layers"))
    layers = part.value.layers
    wanted = filtering.filter_of(selection, PaneId.LAYERS)
    worst = worst_by_layer(inspection.findings)
    wrong = problems_only.layers(inspection.findings)
    progress = inspection.progress
    measures = measured(layers, inspection.wording)
    rows = tuple(
        Row(
            layer_key(row.index, row.digest),
            LayerItem(row, inspection.wording, measures, _worst(row, worst), _of(progress, row)),
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


def _of(progress: Progressed | None, row: LayerRow) -> Progressed | None:
    return progress if progress and progress.layer == row.index and progress.total else None
