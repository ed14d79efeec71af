"""Why it is accepted or refused: the picture of the layers, the steps, and what the program prints."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Code, Fact, Line, NumberedStep
from xpkgtui.app.drawing.styled_text import block, fit, join, safe, sides, sign, words
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import stages
from xpkgtui.formats.role import Role
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed, Ready
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.readers.reader import Reading, Step
from xpkgtui.reporting.sentence import profile_note, verdict_of
from xpkgtui.reporting.words import layer_sentence, short_kind
from xpkgtui.rules.finding import Acceptance, Verdict
from xpkgtui.visible import plural

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
    beside = f"and {plural(more, 'other file')}" if more else "its only file"
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
    objects = safe(plural(done, "object"), "bold $foreground")
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
    parts.append(f"manifest, {plural(len(inspection.layers), 'layer')}")
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


_TITLE, _LONGEST_TITLE = 26, 60
"""Cells of a step's title, at least and at most."""
_COLUMN = 9


def body(inspection: Inspection) -> Iterator[Line]:
    """The finding to blame or the picture of what was accepted, then every step."""
    reading = inspection.reading
    verdict = verdict_of(inspection)
    if inspection.not_a_package:
        yield words("**Not checked**")
        yield Content("")
        yield safe(verdict.reason if verdict else "This is not a package.", "$foreground")
        yield words(
            f"{inspection.wording.program} reads another entry of the index. **-** goes back to it.", "$muted"
        )
        return
    yield from instead(inspection)
    blamed = inspection.culprit
    if blamed:
        yield from finding_detail.of_one(blamed, inspection, manual=("why",))
        yield Content("")
    if drawn := pictured(inspection):
        yield from drawn
        yield Content("")
    done = stages.steps(inspection)
    yield words(f"**Steps of {_reader(inspection)}**")
    yield Content("")
    if not done:
        yield words("◌ nothing read yet" if is_loading(inspection.objects) else "no layer was read", "$muted")
    yield from numbered(done)
    says = _says(reading, verdict)
    if reading and reading.unread is not None:
        yield Content("")
        yield words(f"Layer {reading.unread} was not fetched. **enter** in the list of layers fetches it.", "$muted")
    elif says and not (blamed and blamed.says):
        yield Content("")
        lead = fit(Content.styled(f"      {inspection.wording.program} prints", "$muted"), 6 + _room(done))
        yield NumberedStep(lead, block(visible.screenful(says), "$error"))
    if isinstance(inspection.verdict, Failed):
        yield Content("")
        yield join(sign("✗"), " ", safe(inspection.verdict.failure.title, "$foreground"))
        yield words("The package is shown, but not checked. **r** checks it again.", "$muted")
    if stages.is_accepted(inspection) and verdict:
        yield Content("")
        yield join(sign("✓"), " ", safe(f"Accepted: {verdict.reason}", "$foreground"))
    if verdict:
        yield from _of_others(inspection, verdict)
    yield from recognized(inspection)


def is_foreign(inspection: Inspection) -> bool:
    """Whether no format recognizes the source, and it is known what it is instead."""
    return bool(inspection.format.also) and not inspection.format.reasons


def instead(inspection: Inspection) -> Iterator[Line]:
    """What a source is that no format recognizes, what to do with it, and what it was read as; else nothing."""
    if not is_foreign(inspection):
        return
    for one in inspection.format.also:
        what, _, how = one.partition(": ")
        yield join(sign("!"), " ", safe(f"It looks like {what}", "bold $foreground"))
        if how:
            yield Fact("do", block(how, "$foreground"), _COLUMN)
    yield safe(f"No format recognizes it, so that it was read as one of {inspection.wording.program}.", "$muted")
    yield Content("")


def recognized(inspection: Inspection) -> Iterator[Line]:
    """What the format was recognized by, and what the source looks like as well, if anything."""
    reasons = inspection.format.reasons
    if reasons:
        yield Content("")
        yield words("**Recognized**")
        for number, reason in enumerate(reasons):
            yield Fact("" if number else "by", block(reason, "$foreground"))
        for one in inspection.format.also:
            yield Fact("also", block(one, "$foreground"))


def _of_others(inspection: Inspection, verdict: Verdict) -> Iterator[Line]:
    """The verdicts of other profiles, a line each; and the profile that the format lacks."""
    if verdict.others:
        yield Content("")
        yield words("**Others**")
    crossplane = inspection.judged.crossplane if inspection.judged else ""
    for one in verdict.others:
        mark = "!" if one.acceptance is None else "✓" if one.acceptance is Acceptance.ACCEPTED else "✗"
        rule = f" ({one.rule})" if one.rule else ""
        who = inspection.wording.judge(one.profile, crossplane)
        yield join(sign(mark), " ", safe(f"{who}: {one.reason}{rule}", "$foreground"))
    if note := profile_note(inspection):
        yield Content("")
        yield safe(f"{note}.", "$muted")


def pictured(inspection: Inspection) -> tuple[Line, ...]:
    """How the image was found, and its layers; empty where nothing was accepted or there is no image."""
    is_accepted = stages.is_accepted(inspection)
    drawn = picture(inspection, _reader(inspection)) if is_accepted else ()
    return (path(inspection), Content(""), *drawn) if drawn else ()


def _reader(inspection: Inspection) -> str:
    """The subject of the steps: a program, or how a source without an image is read."""
    reading, resolved, wording = inspection.reading, inspection.resolved, inspection.wording
    if reading and resolved and not resolved.has_image:
        folder = "building the folder" if wording.builds else "reading the folder"
        return folder if resolved.is_assembled else "reading a stream"
    if inspection.judged and not wording.eras:
        verdict = inspection.judged.verdict
        return wording.judge(verdict.by or inspection.judged.profile, inspection.judged.crossplane)
    if inspection.judged:
        return f"{wording.program} {inspection.judged.crossplane}"
    return wording.readers((reading.reader,)) if reading else wording.program


def numbered(done: tuple[Step, ...]) -> Iterator[Line]:
    """Steps with their signs and what was met."""
    room = _room(done)
    for number, step in enumerate(done, 1):
        title = fit(safe(step.title, "$foreground"), room)
        lead = join((f"{number:>3} ", "$muted"), sign(step.sign.glyph), " ")
        yield NumberedStep(join(lead, title), safe(step.evidence, "$muted"))


def _room(done: tuple[Step, ...]) -> int:
    longest = max((len(step.title) for step in done), default=0)
    return min(_LONGEST_TITLE, max(_TITLE, longest))


def _says(reading: Reading | None, verdict: Verdict | None) -> str:
    if verdict and verdict.culprit and verdict.culprit.says:
        return verdict.culprit.says
    return reading.message or "" if reading else ""


def plain(inspection: Inspection) -> str:
    """The text to copy: the finding to blame, or the verdict with its steps."""
    if blamed := inspection.culprit:
        return finding_detail.plain(blamed)
    if not isinstance(inspection.verdict, Ready):
        return ""
    steps = enumerate(stages.steps(inspection), 1)
    lines = [f"{number}. {step.title}: {step.evidence}" for number, step in steps]
    return "\n".join([f"{_reader(inspection)}: {visible.line(inspection.verdict.value.reason)}", *lines])
