"""The text of `check`: a block for each finding, a line for each source."""

import os
from collections import Counter
from collections.abc import Iterable, Iterator

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.rows.layers import Unread, UnreadReason
from xpkgtui.inspection.rows.wording import unread_sentence
from xpkgtui.reporting.as_text.paint import GLYPHS, Paint
from xpkgtui.reporting.as_text.tables import INDENT, counts, plural
from xpkgtui.reporting.sentence import (
    acceptance_of,
    has_answer,
    shown_platform,
    trouble,
    verdict_of,
    verdict_sentence,
)
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.visible import block, line, size


def check(inspections: Iterable[Inspection], *, profile: str, crossplane: str, paint: Paint) -> str:
    """The text, source by source."""
    return "\n".join(_source(inspection, profile, crossplane, paint) for inspection in inspections)


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
            rows.append(line(f"{one.source}: {verdict_sentence(one, profile, crossplane)}{more}"))
        if failure and (acceptance_of(one) is not None or not has_answer(one)):
            rows.append(line(f"{one.source}: {failure.kind}: {failure.title}"))
    severities = Counter(finding.severity for one in found for finding in one.findings)
    counted = ", ".join(plural(severities[severity], severity.word) for severity in reversed(Severity))
    return "\n".join([*rows, f"{plural(len(found), 'source')}: {counted}", ""])


def _concise(finding: Finding, inspection: Inspection) -> str:
    found = where(finding, inspection).split("  ", 1)[0]
    is_on_disk = found.startswith(inspection.source) or (inspection.resolved and inspection.resolved.is_bare_stream)
    place = found if is_on_disk else ": ".join(filter(None, (inspection.source, found)))
    return line(f"{place or inspection.source}: {finding.rule} {finding.severity.word}: {finding.message}")


def _source(inspection: Inspection, profile: str, crossplane: str, paint: Paint) -> str:
    failure = trouble(inspection)
    rows = ["  ".join(filter(None, (paint.bold(line(inspection.source)), line(shown_platform(inspection)))))]
    rows += [row for finding in inspection.findings for row in (*_finding(finding, inspection, paint), "")]
    said = failure and paint.severity(Severity.ERROR, f"✗ {failure.kind}: ") + line(failure.title)
    if said and not has_answer(inspection):
        return "\n".join([*rows, said, ""])
    sentence = line(verdict_sentence(inspection, profile, crossplane))
    rows += [paint.verdict(acceptance_of(inspection), sentence), INDENT + _counts(inspection)]
    if said and acceptance_of(inspection) is not None:
        rows.append(said)
    rows += _unread(inspection)
    return "\n".join([*rows, ""])


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


def _finding(finding: Finding, inspection: Inspection, paint: Paint) -> Iterator[str]:
    sign = paint.severity(finding.severity, f"{GLYPHS[finding.severity]} {finding.rule}")
    yield f"{sign}  {line(finding.message)}"
    if place := where(finding, inspection):
        yield INDENT + paint.dim(line(place))
    if finding.says:
        yield from _labelled("says", finding.says)
    if finding.readers:
        yield from _labelled("readers", inspection.wording.readers(finding.readers))
    if finding.refused_by:
        yield from _labelled("refused", f"by {inspection.wording.consumers(finding.refused_by)}")
    if finding.fix:
        yield from _labelled("fix", finding.fix)


def _labelled(label: str, text: str) -> Iterator[str]:
    """The lines of the text, with the label before the first."""
    for number, row in enumerate(block(text.strip("\n")).split("\n")):
        yield f"{INDENT}{'' if number else label:7}  {row}".rstrip()


def where(finding: Finding, inspection: Inspection) -> str:
    """`file:line:column`, which editors can open, then the rest of the place; empty for the image as a whole."""
    place = finding.place
    path = _file(finding, inspection)
    if path and place.line is not None:
        path += f":{place.line}" + (f":{place.column}" if place.column is not None else "")
    around = [
        path or "",
        f"layer {place.layer}" if place.layer is not None else "",
        f"document {place.document}" if place.document is not None and not place.file else "",
        place.field or "",
        place.platform or "",
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
        is_choice = any(item.reason is UnreadReason.IGNORED for item in own)
        more = f"; --all-layers reads {'it' if is_one else 'them'}" if is_choice else ""
        yield f"{INDENT}{plural(len(own), 'layer')} not read ({_total(own)}): {', '.join(found)}{more}"
    others: dict[str, list[Unread]] = {}
    for item in inspection.unread:
        if item.platform:
            others.setdefault(line(unread_sentence(item, inspection.wording)), []).append(item)
    for sentence, items in others.items():
        more = "; --all-layers compares it" if items[0].reason is UnreadReason.PLATFORM else ""
        yield f"{INDENT}{sentence} ({_total(items)}){more}"


def _total(items: Iterable[Unread]) -> str:
    return size(sum(item.size for item in items))
