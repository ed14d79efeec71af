"""The text of `why`: the matrix of readers, the steps of the deciding one, causes and repairs; also as Markdown."""

from collections.abc import Iterable, Iterator

from xpkgtui.cells import flow
from xpkgtui.commands import operand
from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.as_text.tables import INDENT, Paint, grid, heading, table
from xpkgtui.reporting.contents import readings
from xpkgtui.reporting.quoting import markdown_code, markdown_prose, markdown_text
from xpkgtui.reporting.sentence import trouble
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import block, line, screenful

_COLUMNS = ("reader", "result", "reads", "layers", "looks in")
_CONTINUED = " \\"
_NARROW = 72
"""Cells below which a reader's row names the layer alone."""
_WITHOUT_WAYS = 3
"""The columns for readers that do not search layers in their own ways."""


def why(inspections: Iterable[Inspection], paint: Paint) -> str:
    """The verdicts of the readers as text, source by source."""
    return "\n".join("\n".join(_source(inspection, paint)) + "\n" for inspection in inspections)


def _source(inspection: Inspection, paint: Paint) -> Iterator[str]:
    comparison = inspection.comparison
    what_if = f"  what if layer {comparison.base} were base" if comparison and comparison.base is not None else ""
    yield from paint.lines(heading(inspection, paint) + what_if, len(INDENT))
    if comparison is None:
        failure = trouble(inspection)
        title = line(failure.title) if failure else "nothing was read"
        headline = paint.severity(Severity.ERROR, f"✗ {failure.kind}: " if failure else "✗ ") + title
        yield from paint.lines(headline, len(INDENT))
        return
    yield from paint.lines(readings.headline(comparison))
    yield ""
    yield from _matrix(comparison, inspection.wording, paint)
    for result in comparison.results:
        is_listed = result.reader.phases and result.acceptance is Acceptance.REFUSED
        is_deciding = result.reader.name == inspection.format.readers.deciding
        if is_listed or is_deciding or result.reader.is_build or result.reader.reads_as:
            yield from _steps(result, paint)
    said_by = list(readings.refusals(comparison, inspection.wording))
    if said_by:
        yield from paint.section("They print")
        for readers, message in said_by:
            yield from paint.indented(line(readers))
            yield from _indented(block(screenful(message)).split("\n"), paint)
    for number, repair in enumerate(comparison.repairs):
        yield from paint.section("Another cause" if number else "Likely cause")
        yield from paint.indented(line(repair.cause))
        for command in repair.commands:
            yield from _command(command.line, paint)
        if repair.effect:
            yield from paint.indented(line(repair.effect))
    if (tried := comparison.what_if) is not None:
        yield from paint.section(f"What if layer {tried.base} were base")
        yield from paint.indented(readings.headline(tried))
        words = ("xpkgtui", "why", operand(inspection.source), "--base", str(tried.base))
        yield from _command(inspection.asked.line(*words), paint)


def _indented(rows: Iterable[str], paint: Paint) -> Iterator[str]:
    for row in rows:
        yield from paint.lines(INDENT * 2 + row, len(INDENT * 2))


def _command(text: str, paint: Paint) -> Iterator[str]:
    """A command behind a prompt; one that is continued on the next line says so as a shell wants it."""
    width = paint.width and paint.width - len(_CONTINUED)
    first, *more = flow(f"{INDENT}$ {text}", width, len(INDENT) * 3)
    # A quoted text may hold blanks, and must stay on one line.
    if more and any(quote in text for quote in "'\""):
        first, more = f"{INDENT}$ {text}", []
    rows = [first, *more]
    yield from (row + _CONTINUED for row in rows[:-1])
    yield rows[-1]


def _matrix(comparison: ReaderComparison, wording: Wording, paint: Paint) -> Iterator[str]:
    count = len(_COLUMNS) if comparison.has_ways else _WITHOUT_WAYS
    is_narrow = paint.width != 0 and paint.width < _NARROW
    rows: list[tuple[str, ...]] = [_COLUMNS]
    refused = []
    for result in comparison.results:
        rows.append(_row(result, wording, is_narrow=is_narrow))
        rows += [(INDENT + older.span(), readings.older_result(older), *[""] * 3) for older in result.older]
        acceptances = (result.acceptance, *(older.acceptance for older in result.older))
        refused += [acceptance is Acceptance.REFUSED for acceptance in acceptances]
    shown = [row[:count] for row in rows]
    head, *lines = grid(shown, width=paint.width, drop=tuple(range(count - 1, _WITHOUT_WAYS - 1, -1)))
    yield from map(paint.dim, head)
    for texts, is_refused in zip(lines, refused, strict=True):
        yield from (paint.severity(Severity.ERROR, text) if is_refused else text for text in texts)


def _row(one: ReaderResult, wording: Wording, *, is_narrow: bool) -> tuple[str, ...]:
    result = f"{readings.sign_of(one)} {readings.result(one)}"
    taken = readings.taken_in_short if is_narrow else readings.taken
    return (
        one.reader.title,
        result,
        taken(one, wording.stream_file),
        one.reader.layers or "–",
        one.reader.folder or "–",
    )


def _steps(result: ReaderResult, paint: Paint) -> Iterator[str]:
    yield from paint.section(f"Steps of {result.reader.title}")
    rows = [
        (str(number), f"{step.sign.glyph} {step.title}", step.evidence) for number, step in enumerate(result.steps, 1)
    ]
    yield from table(rows, right=frozenset({0}), width=paint.width)


def markdown(inspections: Iterable[Inspection]) -> str:
    """The verdicts of the readers as Markdown, for an issue or a pull request."""
    return "\n".join("\n".join(_markdown(inspection)) + "\n" for inspection in inspections)


def _markdown(inspection: Inspection) -> Iterator[str]:
    comparison = inspection.comparison
    yield f"### {markdown_text(inspection.source)}"
    yield ""
    if comparison is None:
        failure = trouble(inspection)
        yield markdown_text(failure.title if failure else "nothing was read")
        return
    what_if = f"What if layer {comparison.base} were base: " if comparison.base is not None else ""
    yield what_if + readings.headline(comparison)
    yield ""
    yield f"| {' | '.join(_COLUMNS[:3])} | it prints |"
    yield "|---|---|---|---|"
    for one in comparison.results:
        message = (
            markdown_code(screenful(one.message), in_cell=True)
            if one.acceptance is Acceptance.REFUSED and one.message
            else ""
        )
        result = f"{readings.sign_of(one)} {readings.result(one)}"
        taken = markdown_text(readings.taken(one, inspection.wording.stream_file))
        yield f"| {markdown_text(one.reader.title)} | {result} | {taken} | {message} |"
        for older in one.older:
            message = markdown_code(screenful(older.refusal.message), in_cell=True) if older.refusal else ""
            span = markdown_text(f"{inspection.wording.program} {older.span()}")
            yield f"| {span} | {readings.older_result(older)} | | {message} |"
    for repair in comparison.repairs:
        yield ""
        yield f"**Likely cause:** {markdown_prose(repair.cause)}"
        if repair.commands:
            yield ""
            yield "```sh"
            yield from (each.line for each in repair.commands)
            yield "```"
        if repair.effect:
            yield ""
            yield markdown_prose(repair.effect)
