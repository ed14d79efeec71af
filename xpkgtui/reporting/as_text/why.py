"""The text of `why`: the matrix of readers, the steps of the deciding one, causes and repairs; also as Markdown."""

from collections.abc import Iterable, Iterator

from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.readers.reader import Sign
from xpkgtui.reporting import readings
from xpkgtui.reporting.as_text.paint import Paint
from xpkgtui.reporting.as_text.tables import INDENT, table
from xpkgtui.reporting.quoting import quoted
from xpkgtui.reporting.sentence import shown_platform, trouble
from xpkgtui.rules.finding import Acceptance, Severity
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import block, line

_STEPS = {Sign.OK: "✓", Sign.WARNING: "!", Sign.BAD: "✗"}
_COLUMNS = ("reader", "result", "takes", "layers read", "its folder")
_WITHOUT_WAYS = 3
"""The columns for readers that do not search layers in their own ways."""


def why(inspections: Iterable[Inspection], paint: Paint) -> str:
    """The text, source by source."""
    return "\n".join("\n".join(_source(one, paint)) + "\n" for one in inspections)


def _source(inspection: Inspection, paint: Paint) -> Iterator[str]:
    comparison = inspection.comparison
    name = "  ".join(filter(None, (paint.bold(line(inspection.source)), line(shown_platform(inspection)))))
    yield name + (
        f"  what if layer {comparison.base} were base" if comparison and comparison.base is not None else ""
    )
    if comparison is None:
        failure = trouble(inspection)
        title = line(failure.title) if failure else "nothing was read"
        yield paint.severity(Severity.ERROR, f"✗ {failure.kind}: " if failure else "✗ ") + title
        return
    yield readings.headline(comparison)
    yield ""
    yield from _matrix(comparison, inspection.wording, paint)
    for result in comparison.results:
        is_told = result.reader.phases and result.acceptance is Acceptance.REFUSED
        if is_told or result is inspection.deciding_result or result.reader.reads_as:
            yield from _steps(result, paint)
    said = list(readings.refusals(comparison))
    if said:
        yield ""
        yield paint.bold("They say")
        for readers, message in said:
            yield INDENT + line(readers)
            yield from (f"{INDENT * 2}{row}" for row in block(message).split("\n"))
    for number, one in enumerate(comparison.repairs):
        yield ""
        yield paint.bold("Another cause" if number else "Likely cause")
        yield INDENT + line(one.cause)
        yield from (f"{INDENT}$ {readings.command_line(command)}" for command in one.commands)
        if one.effect:
            yield INDENT + line(one.effect)
    if (tried := comparison.what_if) is not None:
        yield ""
        yield paint.bold(f"What if layer {tried.base} were base")
        yield INDENT + readings.headline(tried)
        yield f"{INDENT}$ {quoted('xpkgtui', 'why', inspection.source, '--base', str(tried.base))}"


def _matrix(comparison: ReaderComparison, wording: Wording, paint: Paint) -> Iterator[str]:
    count = len(_COLUMNS) if any(one.reader.layers for one in comparison.results) else _WITHOUT_WAYS
    rows = [_COLUMNS[:count], *(_row(one, wording)[:count] for one in comparison.results)]
    head, *lines = table(rows)
    yield paint.dim(head)
    for text, one in zip(lines, comparison.results, strict=True):
        is_refused = one.acceptance is Acceptance.REFUSED
        yield paint.severity(Severity.ERROR, text) if is_refused else text


def _row(one: ReaderResult, wording: Wording) -> tuple[str, ...]:
    result = f"{readings.sign_of(one)} {readings.result(one)}"
    return (
        one.reader.title,
        result,
        readings.taken(one, wording.stream_file),
        one.reader.layers or "–",
        one.reader.folder or "–",
    )


def _steps(one: ReaderResult, paint: Paint) -> Iterator[str]:
    yield ""
    yield paint.bold(f"Steps of {one.reader.title}")
    rows = [
        (str(number), f"{_STEPS[step.sign]} {step.title}", step.evidence) for number, step in enumerate(one.steps, 1)
    ]
    yield from table(rows, right=frozenset({0}))


def markdown(inspections: Iterable[Inspection]) -> str:
    """The same as Markdown, for an issue or a pull request."""
    return "\n".join("\n".join(_markdown(one)) + "\n" for one in inspections)


def _markdown(inspection: Inspection) -> Iterator[str]:
    comparison = inspection.comparison
    yield f"### {_cell(inspection.source)}"
    yield ""
    if comparison is None:
        failure = trouble(inspection)
        yield _cell(failure.title if failure else "nothing was read")
        return
    what_if = f"What if layer {comparison.base} were base: " if comparison.base is not None else ""
    yield what_if + readings.headline(comparison)
    yield ""
    yield f"| {' | '.join(_COLUMNS[:3])} | it says |"
    yield "|---|---|---|---|"
    for one in comparison.results:
        message = f"`{_code(one.message)}`" if one.acceptance is Acceptance.REFUSED and one.message else ""
        result = f"{readings.sign_of(one)} {readings.result(one)}"
        taken = _cell(readings.taken(one, inspection.wording.stream_file))
        yield f"| {_cell(one.reader.title)} | {result} | {taken} | {message} |"
    for repair in comparison.repairs:
        yield ""
        yield f"**Likely cause:** {_cell(repair.cause)}"
        if repair.commands:
            yield ""
            yield "```sh"
            yield from map(readings.command_line, repair.commands)
            yield "```"
        if repair.effect:
            yield ""
            yield _cell(repair.effect)


def _cell(text: str) -> str:
    """Text of which nothing is Markdown."""
    return "".join(f"\\{character}" if character in "\\`*_[]<>|#!~" else character for character in line(text))


def _code(text: str) -> str:
    """Text within backticks, in a cell."""
    return line(text).replace("`", "'").replace("|", "\\|")
