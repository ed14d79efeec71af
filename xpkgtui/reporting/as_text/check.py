"""The text of `check`: a block for each finding with its code frame, a line for each source."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from xpkgtui.cells import cells, cut, ending
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.patterns import late
from xpkgtui.reporting.as_text.tables import GLYPHS, INDENT, Paint, counts, heading, labeled
from xpkgtui.reporting.sentence import acceptance_of, has_answer, trouble, verdict_of, verdict_sentence
from xpkgtui.reporting.words import refusing_words, unread_sentence
from xpkgtui.rules.finding import Finding, Place, Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import line, plural, screenful, size

BEFORE = 2
"""Lines that are shown before the one that is meant."""
_NUMBER, _BAR = 5, " │ "
_WIDEST, _LEAST = 120, 20
"""Cells of a line where no terminal says how many there are; cells that are shown in any case."""
_MEANT = late(r"\"[^\"]*\"|'[^']*'|[^\s:,\]})]+")


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Lines of a text, as they stand there; the last is the one that is meant."""

    first: int
    """The number of the first line, from 1."""
    rows: tuple[str, ...]


Excerpts = Mapping[tuple[str | None, int], Excerpt]
"""By file of origin and line, as a place has them."""


def frame(place: Place, excerpts: Excerpts, paint: Paint) -> Iterator[str]:
    """The lines of the frame; none where the text of the place is not known."""
    found = excerpts.get((place.file, place.line)) if place.line is not None else None
    if found is None:
        return
    width = max(_LEAST, (paint.width or _WIDEST) - _NUMBER - len(_BAR))
    column = max(0, (place.column or 1) - 1)
    for number, row in enumerate(found.rows, found.first):
        is_last = number == found.first + len(found.rows) - 1
        shown, before = _window(row, column if is_last else 0, width)
        yield paint.dim(f"{number:>{_NUMBER}}{_BAR}") + shown
        if is_last and place.column is not None and column <= len(row):
            meant = _MEANT.match(row, column)
            size = min(cells(line(meant[0])) if meant else 1, width - before)
            yield paint.dim(" " * _NUMBER + _BAR) + " " * before + paint.bold("^" * max(1, size))


def _window(row: str, column: int, width: int) -> tuple[str, int]:
    """The part of a line around a column that fits, and the cells in it before that column."""
    head, tail = line(row[:column]), line(row[column : column + 2 * width])
    if cells(head) + cells(tail) <= width and len(row) <= column + 2 * width:
        return head + tail, cells(head)
    if cells(head) > width // 2:
        head = "…" + ending(head, width // 2 - 1)
    room = width - cells(head)
    return head + (cut(f"{tail} ", room) if len(row) > column + 2 * width else cut(tail, room)), cells(head)


_WIDE = 120
"""Cells of a terminal at whose end places stand; on a wider one they would be far from what they are of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """How much of the findings is said."""

    profile: str
    crossplane: str
    paint: Paint
    is_verbose: bool = False
    """Whether infos are blocks too, not a line for each rule."""
    are_failures_said: bool = False
    """Whether what could not be read stands above already, on the same terminal."""


def check(inspections: Iterable[tuple[Inspection, Excerpts]], report: Report) -> str:
    """The text, source by source, with the lines that findings point at."""
    return "\n".join(
        "\n".join(_source(inspection, excerpts, report)) + "\n"
        for inspection, excerpts in inspections
        if not (report.are_failures_said and trouble(inspection) and not has_answer(inspection))
    )


def concise(inspections: Iterable[Inspection], *, profile: str, crossplane: str) -> str:
    """A line for each finding, `file:line:column: RULE severity: message`, a line for each verdict, and a total.

    The source stands before a file that is in an image.
    """
    found = tuple(inspections)
    rows: list[str] = []
    for one in found:
        rows += [_concise(finding, one) for finding in one.findings]
        failure = trouble(one)
        if has_answer(one):
            hidden = _unselected(one)
            more = f"; {hidden} was not selected" if hidden else ""
            rows.append(line(f"{one.source}: {screenful(verdict_sentence(one, profile, crossplane))}{more}"))
        if failure and (acceptance_of(one) is not None or not has_answer(one)):
            rows.append(line(f"{one.source}: {failure.kind}: {failure.title}"))
    severities = Counter(finding.severity for one in found for finding in one.findings)
    counted = ", ".join(plural(severities[severity], severity.word) for severity in reversed(Severity))
    return "\n".join([*rows, f"{plural(len(found), 'source')}: {counted}", ""])


def _concise(finding: Finding, inspection: Inspection) -> str:
    found = where(finding, inspection).split("  ", 1)[0]
    is_on_disk = found.startswith(inspection.source) or (inspection.resolved and inspection.resolved.is_bare_stream)
    place = found if is_on_disk else ": ".join(filter(None, (inspection.source, found)))
    return line(f"{place or inspection.source}: {finding.rule} {finding.severity.word}: {screenful(finding.message)}")


def _source(inspection: Inspection, excerpts: Excerpts, report: Report) -> Iterator[str]:
    failure, paint = trouble(inspection), report.paint
    yield from paint.lines(heading(inspection, paint), len(INDENT))
    found = inspection.findings
    if paint.is_quiet:
        found = tuple(one for one in found if one.severity is Severity.ERROR)
    folded = [] if report.is_verbose else [one for one in found if one.severity is Severity.INFO]
    for finding in found[: len(found) - len(folded)]:
        yield from (*_finding(finding, inspection, excerpts, report), "")
    if folded:
        yield from (*_infos(folded, inspection, paint), "")
    failure_line = failure and paint.severity(Severity.ERROR, f"✗ {failure.kind}: ") + line(failure.title)
    if failure_line and not has_answer(inspection):
        yield from paint.lines(failure_line, len(INDENT))
        return
    sentence = line(screenful(verdict_sentence(inspection, report.profile, report.crossplane)))
    yield from paint.lines(paint.verdict(acceptance_of(inspection), sentence), len(INDENT))
    yield from paint.indented(_counts(inspection))
    if failure_line and acceptance_of(inspection) is not None and not report.are_failures_said:
        yield from paint.lines(failure_line, len(INDENT))
    for row in _unread(inspection):
        yield from paint.lines(row, len(INDENT) * 2)


def _infos(findings: Iterable[Finding], inspection: Inspection, paint: Paint) -> Iterator[str]:
    """A line for each rule, whose first finding speaks for the others."""
    rules: dict[str, list[Finding]] = {}
    for finding in findings:
        rules.setdefault(finding.rule, []).append(finding)
    for rule in rules.values():
        first, more = rule[0], f" ({len(rule) - 1:,} more like it)" if len(rule) > 1 else ""
        place = where(first, inspection).partition("  ")[0] if first.place.line is not None else ""
        sentence = f"{_sign(first, paint)}  {line(screenful(first.message))}{more}" + (
            f"  {paint.dim(line(place))}" if place else ""
        )
        yield from paint.lines(sentence, _column(first))
    yield INDENT + paint.dim("--verbose says more of these")


def _counts(inspection: Inspection) -> str:
    """How many findings are listed; where the one behind a refusal is not, which one that is."""
    hidden = _unselected(inspection)
    if not hidden:
        return counts(inspection.findings)
    listed = counts(inspection.findings) if inspection.findings else "the selected rules report nothing"
    return f"{listed}; {hidden} was not selected"


def _unselected(inspection: Inspection) -> str:
    """The rule behind the verdict, where its findings are not among those that are listed; empty otherwise."""
    verdict = verdict_of(inspection)
    culprit = verdict.culprit if verdict else None
    if culprit is None or any(finding.rule == culprit.rule for finding in inspection.findings):
        return ""
    return culprit.rule


def _finding(finding: Finding, inspection: Inspection, excerpts: Excerpts, report: Report) -> Iterator[str]:
    paint = report.paint
    head, place = f"{_sign(finding, paint)}  {line(screenful(finding.message))}", line(where(finding, inspection))
    gap = paint.width and min(paint.width, _WIDE) - cells(head) - cells(place)
    if place and gap > 1:
        yield head + " " * gap + paint.dim(place)
    else:
        yield from paint.lines(head, _column(finding))
        if place:
            yield from paint.lines(INDENT + paint.dim(place), len(INDENT) * 2)
    yield from frame(finding.place, excerpts, paint)
    if finding.says:
        yield from labeled("prints", screenful(finding.says), paint)
    if not _is_usual(finding, inspection, report):
        yield from labeled("affects", inspection.wording.readers(finding.readers), paint)
    if refusing := refusing_words(finding, inspection):
        yield from labeled("refused", refusing, paint)
    if finding.fix:
        yield from labeled("fix", screenful(finding.fix), paint)


def _sign(finding: Finding, paint: Paint) -> str:
    return paint.severity(finding.severity, f"{GLYPHS[finding.severity]} {finding.rule}")


def _column(finding: Finding) -> int:
    """The cells before the message of a finding."""
    return len(f"✗ {finding.rule}  ")


def _is_usual(finding: Finding, inspection: Inspection, report: Report) -> bool:
    """Whether the finding concerns no other program than the one that decides, which needs no word."""
    eras = {era.reader for era in inspection.wording.eras}
    judging = inspection.format.reader_of(inspection.case.profile if inspection.case else "", report.crossplane)
    others = {name for name in finding.readers if name != judging and name not in eras}
    return not finding.readers or (judging in finding.readers and not others)


def where(finding: Finding, inspection: Inspection) -> str:
    """`file:line:column`, which editors can open, then the rest of the place; empty for the image as a whole."""
    place = finding.place
    path = _file(finding, inspection)
    if path and place.line is not None:
        path += f":{place.line}" + (f":{place.column}" if place.column is not None else "")
    around = [
        path,
        f"layer {place.layer}" if place.layer is not None else "",
        f"document {place.document}" if place.document is not None and not place.file else "",
        place.field,
        place.platform,
    ]
    return "  ".join(part for part in around if part)


def _file(finding: Finding, inspection: Inspection) -> str | None:
    """The file on disk if there is one, so that an editor finds it; else the path in the image."""
    place, resolved = finding.place, inspection.resolved
    is_assembled = resolved is not None and resolved.is_assembled
    is_bare_stream = resolved is not None and resolved.is_bare_stream
    if place.file and not is_bare_stream:
        inside = os.path.join(inspection.source, place.file)
        return inside if is_assembled and os.path.exists(inside) else place.file
    if is_bare_stream and (place.line is not None or place.document is not None):
        return inspection.source if inspection.source != "-" else "standard input"
    if place.path is None and place.line is not None:
        return inspection.wording.stream_file
    return place.path


def _unread(inspection: Inspection) -> Iterator[str]:
    """What was not read, with its price: the layers of the image, then those of platforms that were not compared."""
    own = [item for item in inspection.unread if not item.platform]
    if own:
        is_one = len(own) == 1
        found = dict.fromkeys(line(unread_sentence(item, inspection.wording, is_one=is_one)) for item in own)
        is_choice = any(item.reason is UnreadReason.IGNORED and not item.failure for item in own)
        more = f"; --all-layers reads {'it' if is_one else 'them'}" if is_choice else ""
        yield f"{INDENT}{plural(len(own), 'layer')} not read ({_total(own)}): {', '.join(found)}{more}"
    others: dict[str, list[Unread]] = {}
    for item in inspection.unread:
        if item.platform:
            others.setdefault(line(unread_sentence(item, inspection.wording)), []).append(item)
    for sentence, items in others.items():
        more = _MORE.get(items[0].reason, "")
        yield f"{INDENT}{sentence} ({_total(items)}){more}"


_MORE = {
    UnreadReason.PLATFORM: "; --all-layers compares it",
    UnreadReason.PROGRAM: "; --all-layers reads it",
}


def _total(items: Iterable[Unread]) -> str:
    return size(sum(item.size for item in items))
