"""The page of one reader: its answer, its steps, the likely cause with its repair, and how platforms compare."""

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Code, Fact, LabeledRows, Line
from xpkgtui.app.drawing.styled_text import block, join, safe, sign, words
from xpkgtui.app.drawing.waiting import failed_lines
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.findings import readers, stages, why
from xpkgtui.app.findings.readers import Base
from xpkgtui.formats.images.comparison import ReaderResult, Repair
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.parts import Failed
from xpkgtui.readers.reader import ReadStage, Step
from xpkgtui.reporting.contents import readings
from xpkgtui.reporting.words import stream_sentence
from xpkgtui.rules.finding import Acceptance
from xpkgtui.rules.likeness import Likeness

_LATE = {ReadStage.CONSTRAINT, ReadStage.INSTALL}
"""Stages after reading, where no other layer would change the verdict."""
_COLUMN = 9
_VERBS = {Acceptance.ACCEPTED: "accepts it", Acceptance.REFUSED: "refuses it", None: "is undecided"}


def body(inspection: Inspection, one: ReaderResult) -> Iterator[Line]:
    """The answer, all steps, and commands that repair the package."""
    yield from _answer(inspection, one)
    yield Content("")
    yield from why.numbered(steps(inspection, one))
    yield from _older(one)
    is_late = one.stage in _LATE
    if is_late:
        yield from _blamed(inspection, one)
    repairs = inspection.comparison.repairs if inspection.comparison else ()
    for number, repair in enumerate(repairs):
        yield Content("")
        yield from _repair(repair, is_first=number == 0)
    if not is_late:
        yield from _blamed(inspection, one)
    if isinstance(inspection.verdict, Failed) and is_shown(inspection, one):
        yield Content("")
        yield from failed_lines(inspection.verdict.failure)
    yield from platforms(inspection)
    if is_shown(inspection, one):
        yield from why.recognized(inspection)


def is_shown(inspection: Inspection, one: ReaderResult) -> bool:
    """Whether it is the reader whose reading and verdict all panes show."""
    if inspection.case is not None and inspection.case.profile in inspection.format.readers.judging:
        return one.reader.name == inspection.judging_reader
    return inspection.reading is not None and one.reader.name == inspection.reading.reader


def steps(inspection: Inspection, one: ReaderResult) -> tuple[Step, ...]:
    """The steps of a reader; of the one that is shown, from the source up to the API server."""
    return stages.steps(inspection, one) if is_shown(inspection, one) else one.steps


def _blamed(inspection: Inspection, one: ReaderResult) -> Iterator[Line]:
    """The finding to blame, where the verdict that is shown is that of this reader."""
    is_of_it = is_shown(inspection, one) and not (one.reader.phases and one.acceptance is Acceptance.ACCEPTED)
    blamed = inspection.culprit if is_of_it else None
    if blamed is not None:
        yield Content("")
        yield from finding_detail.of_one(replace(blamed, says=""), inspection, manual=("why",))


def _answer(inspection: Inspection, one: ReaderResult) -> Iterator[Line]:
    """Who decides what, and the message that is printed."""
    is_text = one.reader.is_document
    verb = _VERBS[one.acceptance] if not is_text else _VERBS[one.acceptance].replace("accepts", "allows")
    if one.reader.only_extracts and one.acceptance is Acceptance.ACCEPTED:
        verb = "extracts it"
    if one.is_hollow:
        verb = "reads nothing"
    yield join(
        sign(readings.sign_of(one, "◌")),
        " ",
        safe(f"{one.reader.title} {verb}", "bold $foreground"),
        _end(one, inspection),
    )
    if one.acceptance is Acceptance.REFUSED and one.message:
        yield Fact("prints", block(visible.screenful(one.message), "$error"), _COLUMN)
    if one.reading.unread is not None:
        layer = next((row for row in inspection.layers if row.index == one.reading.unread), None)
        price = f" ({visible.size(layer.size)})" if layer else ""
        yield words(f"Layer {one.reading.unread} was not read{price}.  **enter** reads it.", "$muted")
    elif one.limit is not None:
        yield safe(f"{one.limit.sentence}.", "$muted")
    elif one.failed:
        yield safe(f"A rule failed: {one.failed}.", "$muted")


def _end(one: ReaderResult, inspection: Inspection) -> Content:
    """What it takes."""
    taken = readings.taken(one, inspection.wording.stream_file) if one.reading.has_bytes else ""
    if not taken:
        return Content("")
    return safe(f"; it reads {taken}" if one.reader.takes else f": {taken}", "$foreground")


def _older(one: ReaderResult) -> Iterator[Line]:
    """Versions of the same reader that decide otherwise, and where its verdict comes from."""
    for older in one.older:
        said = f": {older.refusal.message}" if older.refusal else ""
        yield safe(f"{older.span()} {_VERBS[older.acceptance]}{said}", "$foreground")
    if not one.measured and one.reader.is_document:
        yield Content("")
        yield words("Its verdict comes from its text, as rules read it.", "$muted")
    elif not one.measured and one.reader.phases:
        yield Content("")
        yield words("Its verdict comes from its source code.", "$muted")
    elif not one.measured:
        yield words("Its verdict comes from its source code; the steps before it were compared with it.", "$muted")


def _repair(repair: Repair, *, is_first: bool) -> Iterator[Line]:
    yield Fact("cause" if is_first else "or", safe(repair.cause, "$foreground"), _COLUMN)
    for command in repair.commands:
        yield Code(join(("  $ ", "$muted"), safe(command.line, "bold $foreground")), "$panel")
    if repair.effect:
        yield Fact("then" if repair.commands else "repair", safe(repair.effect, "$foreground"), _COLUMN)


def platforms(inspection: Inspection) -> Iterator[Line]:
    """Whether the stream is the same on every platform of the index."""
    entries = [row for row in inspection.entries if row.is_package and not row.unlisted]
    if not inspection.is_index or len(entries) < 2:
        return
    rows = []
    for row in entries:
        said = stream_sentence(row, inspection.entries) or "not compared yet"
        is_wrong = row.stream is not None and row.stream.likeness in (Likeness.DIFFERENT, Likeness.LACKING)
        rows.append((safe(row.name, "$foreground"), safe(said, "$warning" if is_wrong else "$muted")))
    yield Content("")
    yield words(f"**{inspection.stream_name} on each platform**")
    yield LabeledRows("", tuple(rows), column=3)


def of_base(value: Base) -> Iterator[Line]:
    """What all readers would make of it with another base."""
    result, because = readers.said_of(value)
    yield join(result.stylize("bold"), Content("  "), because)
    yield Content("")
    if value.comparison is None:
        if isinstance(value.part, Failed):
            yield from failed_lines(value.part.failure)
        return
    yield LabeledRows("", tuple(_row(one, value.wording.stream_file) for one in value.comparison.results), column=3)
    said = list(readings.refusals(value.comparison, value.wording))
    for names, message in said:
        yield Content("")
        yield safe(f"{names}:", "$muted")
        yield block(message, "$error")


def _row(one: ReaderResult, stream_file: str) -> tuple[Content, ...]:
    result = join(sign(readings.sign_of(one, "◌")), " ", safe(readings.result(one), "$foreground"))
    return safe(one.reader.title, "$foreground"), result, safe(readings.taken(one, stream_file), "$muted")
