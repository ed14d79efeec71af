"""An acceptance as a picture: the stack of layers, and an arrow from the file that is the package to its reader."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.format_words import short_kind
from xpkgtui.app.drawing.page import Code, Line
from xpkgtui.app.drawing.styled_text import fit, join, safe, sides, sign
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.inspection.rows.wording import layer_sentence

_LEFT, _RIGHT = 28, 22
"""Cells of a layer's box and of what is beside it."""
_LIGHT, _HEAVY = ("╭", "─", "╮", "│", "╰", "╯"), ("┏", "━", "┓", "┃", "┗", "┛")


def picture(inspection: Inspection, reader: str) -> tuple[Line, ...]:
    """The picture, in lines that are never broken; empty where there is no image or no file was taken."""
    reading = inspection.reading
    if reading is None or reading.layer is None or reading.layer not in {row.index for row in inspection.layers}:
        return ()
    left: list[Content] = []
    arrow = 0
    for group in _groups(inspection.layers, reading.layer):
        if group[0].index == reading.layer:
            arrow = len(left) + 2
        left += _supplier(group[0], inspection) if group[0].index == reading.layer else _others(group, inspection)
    first = max(0, arrow - 2)
    left = [Content(" " * _LEFT)] * max(0, 2 - arrow) + left
    right = [Content("")] * first + list(_right_side(inspection, reader))
    rows = zip_longest(left, right, fillvalue=Content(""))
    return tuple(
        Code(join(" ", fit(one, _LEFT), ("──▶ ", "$success") if number == first + 2 else "    ", other))
        for number, (one, other) in enumerate(rows)
    )


def _groups(layers: Sequence[LayerRow], supplier: int) -> Iterator[list[LayerRow]]:
    """The top layer first; neighbors that are neither annotated nor the supplier share a box."""
    group: list[LayerRow] = []
    for row in reversed(layers):
        is_special = row.index == supplier or row.annotation is not None
        if group and (is_special or group[-1].annotation is not None or group[-1].index == supplier):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _supplier(row: LayerRow, inspection: Inspection) -> list[Content]:
    tag = visible.clip(visible.line(row.annotation or "–"), 12)
    name = join((f"{row.index} ", "bold $foreground"), (tag, "bold $mark" if row.annotation else "$muted"))
    file = visible.clip(visible.line(inspection.stream_name), _LEFT - 8)
    more = (row.files or 1) - 1
    beside = f"and {more:,} other file{'' if more == 1 else 's'}" if more else "its only file"
    line = "─" * (_LEFT - 5 - len(file))
    return _box(
        [
            sides(name, safe(visible.size(row.size), "$muted"), _LEFT - 4),
            join((file, "bold $foreground"), " ", (line, "$success")),
            safe(beside, "$muted"),
        ],
        _HEAVY,
        "$mark",
    )


def _others(group: list[LayerRow], inspection: Inspection) -> list[Content]:
    top, bottom = group[0], group[-1]
    size = safe(visible.size(sum(row.size for row in group)), "$muted")
    if len(group) > 1:
        name = safe(f"{bottom.index} – {top.index}  {len(group)} layers", "$muted")
        said = {layer_sentence(row, inspection.wording, short=True) for row in group}
        sentence = said.pop() if len(said) == 1 else "not read"
    else:
        tag = visible.clip(visible.line(top.annotation or "–"), 12)
        name = join((f"{top.index} ", "$muted"), (tag, "$mark" if top.annotation else "$muted"))
        sentence = layer_sentence(top, inspection.wording, short=True)
    return _box([sides(name, size, _LEFT - 4), safe(sentence, "$muted")], _LIGHT, "$line")


def _right_side(inspection: Inspection, reader: str) -> Iterator[Content]:
    """Who reads it, what is in it, and who takes that."""
    reading = inspection.reading
    count = len(reading.layers_read) if reading else 0
    read = f"layer {reading.layer} only" if reading and count == 1 else f"from {count} layers"
    done = inspection.objects_count
    yield from _box([safe(reader, "bold $foreground"), join(sign("✓"), (f" {read}", "$muted"))], _LIGHT, "$success")
    yield _down()
    objects = safe(f"{done:,} object{'' if done == 1 else 's'}", "bold $foreground")
    yield from _box([objects, safe(_kinds(inspection), "$muted")], _LIGHT, "$success")
    if name := inspection.wording.server:
        yield _down()
        server = [safe(name, "bold $foreground"), join(sign("✓"), (" rules are met", "$muted"))]
        yield from _box(server, _LIGHT, "$success")


def _kinds(inspection: Inspection) -> str:
    """`Provider, 13 CRDs`: the meta object, then the kinds that there are most of, as many as have room."""
    meta = [short_kind(row) for row in inspection.listed if row.role is Role.META][:1]
    total = Counter(short_kind(row) for row in inspection.listed)
    said = ""
    for kind in dict.fromkeys((*meta, *(kind for kind, _ in total.most_common()))):
        number = total[kind]
        more = f"{said}, " if said else ""
        more += f"{number:,} {visible.line(kind)}s" if number > 1 else visible.line(kind)
        if said and len(more) > _RIGHT - 4:
            break
        said = more
    return said


def _down() -> Content:
    return join(" " * 4, ("▼", "$success"))


def _box(lines: Sequence[Content], border: tuple[str, str, str, str, str, str], style: str) -> list[Content]:
    width = (_LEFT if border is _HEAVY or style == "$line" else _RIGHT) - 4
    left, across, right, side, low_left, low_right = border
    return [
        join((left + across * (width + 2) + right, style)),
        *(join((f"{side} ", style), fit(line, width), (f" {side}", style)) for line in lines),
        join((low_left + across * (width + 2) + low_right, style)),
    ]


def path(inspection: Inspection) -> Content:
    """How the image was found: `v1.4.2 ─▶ index ─▶ linux/amd64 ─▶ manifest`."""
    parts = [_name(inspection)]
    if inspection.is_index and isinstance(inspection.platforms, Ready):
        shown = next((row.name for row in inspection.platforms.value if row.selected), "")
        parts += ["index", visible.line(shown)]
    parts.append(f"manifest, {len(inspection.layers):,} layer{'' if len(inspection.layers) == 1 else 's'}")
    pieces: list[tuple[str, str]] = []
    for part in filter(None, parts):
        pieces += [(" ─▶ ", "$success")] if pieces else []
        pieces.append((part, "$foreground"))
    return join(" ", *pieces)


def _name(inspection: Inspection) -> str:
    """The tag of a reference, or the last name of a path."""
    reference = inspection.resolved.reference if inspection.resolved else inspection.source
    last = reference.rpartition("/")[2]
    return visible.clip(visible.line(last.rpartition(":")[2] or last), 24)
