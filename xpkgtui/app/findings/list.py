"""Findings as one list; and what belongs to one object, layer or file."""

from collections.abc import Iterable
from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.rows import Cell, Pane, Row
from xpkgtui.app.drawing.styled_text import SEVERITIES, join, safe, sign, tabs, words
from xpkgtui.app.drawing.waiting import is_loading, state_lines
from xpkgtui.app.state.lists.problems_only import filter_of
from xpkgtui.app.state.selection import PaneId, Selection
from xpkgtui.filesystem.tar.entry import clean
from xpkgtui.inspection.filters.filter import Filter
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.words import SHORT_KINDS, VERSIONED
from xpkgtui.rules.finding import Finding, Severity, Stage, in_order
from xpkgtui.visible import plural, screenful

NAME = "Findings"
_WIDE = 140
"""Columns from which a row has room for whole names."""


def pane(inspection: Inspection, selection: Selection) -> Pane:
    """Every finding, the worst first; enter opens the rule's manual page."""
    wanted = filter_of(selection, PaneId.FINDINGS)
    findings = inspection.findings
    rows = tuple(Row(f"finding:{n}", each, _cells) for n, each in enumerate(findings) if _fits(each, wanted))
    found = Pane(
        name=f"{NAME} {len(rows)}" if rows else NAME,
        rows=rows,
        filter=wanted,
        is_loading=is_loading(inspection.verdict),
        note=words(_note(len(rows), len(findings), wanted), "$muted"),
        empty=_empty(inspection, wanted),
    )
    return replace(found, heading=tabs(("Why", found.title), 1, line="$accent", click="screen.tab_at"))


def _fits(finding: Finding, wanted: Filter) -> bool:
    """Whether rule, message and place agree with the words, and the severity with `badge:`."""
    badge, mark = finding.severity.word, SEVERITIES[finding.severity]
    for term in wanted.terms:
        is_badge = term.wanted == mark or badge.startswith(term.wanted.casefold())
        if term.key == "badge" and is_badge == term.excluded:
            return False
    return wanted.fits(f"{finding.rule}\n{finding.message}\n{_short_message(finding)}\n{place_words(finding)}")


def _note(shown: int, total: int, wanted: Filter) -> str:
    if wanted.text:
        return f"{shown:,} of {plural(total, 'finding')}"
    return "enter: explain this rule · >: go to its place" if total else "esc closes"


def _empty(inspection: Inspection, wanted: Filter) -> tuple[Content, ...]:
    if wanted.text and inspection.findings:
        return (words("No finding matches the filter.  esc clears it", "$muted"),)
    return _unjudged(inspection) or (words("✓ No findings.  esc closes", "$muted"),)


def _unjudged(inspection: Inspection) -> tuple[Content, ...]:
    """Why there is no judgement; empty where there is one."""
    verdict = inspection.verdict
    if is_loading(verdict):
        return (words("◌ checking", "$muted"),)
    return state_lines(verdict, "", "Not checked: opening ended before this.  r opens it again")


def place_words(finding: Finding) -> str:
    """The place of a finding, in a few words."""
    place = finding.place
    if place.file is not None:
        return f"{place.file}:{place.line}"
    if place.document is not None:
        line = f" · line {place.line:,}" if place.line is not None else ""
        return f"document {place.document}{line}"
    parts = [place.platform] if place.platform else []
    parts += [f"layer {place.layer}"] if place.layer is not None else []
    parts += [place.path] if place.path else []
    whole = "the package" if finding.stage >= Stage.PARSE else "the image"
    return " · ".join(parts) or whole


def of_document(inspection: Inspection, document: int) -> tuple[Finding, ...]:
    """The findings about one object; before it is judged, those that were looked for because it is in sight."""
    if (said := inspection.previews.get(document)) is not None:
        return in_order(said.findings)
    return _led(inspection, (each for each in inspection.findings if each.place.document == document))


def of_image(inspection: Inspection) -> tuple[Finding, ...]:
    """The findings about the image as a whole."""
    found = (each for each in inspection.findings if each.place.layer is None and each.place.document is None)
    return _led(inspection, (each for each in found if not (each.place.path or each.place.platform)))


def of_platform(inspection: Inspection, platform: str) -> tuple[Finding, ...]:
    """The findings about the image of a platform that is not shown."""
    return _led(inspection, (each for each in inspection.findings if each.place.platform == platform))


def of_layer(inspection: Inspection, layer: int) -> tuple[Finding, ...]:
    """The findings about one layer itself."""
    found = (each for each in inspection.findings if each.place.shown.layer == layer)
    return _led(inspection, (each for each in found if each.place.document is None))


def worst_by_layer(findings: Iterable[Finding]) -> dict[int, Severity]:
    """The worst severity among the findings about each layer itself."""
    worst: dict[int, Severity] = {}
    for finding in findings:
        layer = finding.place.shown.layer
        if layer is not None and finding.place.document is None:
            worst[layer] = max(finding.severity, worst.get(layer, Severity.INFO))
    return worst


def of_file(inspection: Inspection, layer: int | None, path: str) -> tuple[Finding, ...]:
    """The findings about one entry of a layer itself, without those about objects in it."""
    wanted = clean(path)
    found = (each for each in inspection.findings if each.place.shown.path and each.place.document is None)
    here = (each for each in found if each.place.layer in (layer, None))
    return _led(inspection, (each for each in here if clean(each.place.path or "") == wanted))


def _led(inspection: Inspection, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings in full under the verdict: the one that it names comes first."""
    kept, culprit = tuple(found), inspection.culprit
    if culprit is None or culprit not in kept:
        return kept
    at = kept.index(culprit)
    return (culprit, *kept[:at], *kept[at + 1 :])


def _short_place(finding: Finding) -> str:
    """The place for a row that names the object."""
    line = finding.place.line
    return f"line {line:,}" if finding.object and line is not None else place_words(finding)


def _short_message(finding: Finding) -> str:
    """The message with `CRD buckets` for its object, so that the cause is in sight."""
    named = finding.object
    if named is None or not finding.message.startswith(str(named)):
        return finding.message
    is_plural = named.kind in SHORT_KINDS and named.kind not in VERSIONED
    name = named.name.partition(".")[0] if is_plural else named.name
    return f"{SHORT_KINDS.get(named.kind, named.kind)} {name}" + finding.message.removeprefix(str(named))


def _cells(finding: Finding, width: int) -> tuple[Cell, ...]:
    where = safe(place_words(finding) if width >= _WIDE else _short_place(finding), "$muted")
    message = finding.message if width >= _WIDE else _short_message(finding)
    return (
        Cell(sign(SEVERITIES[finding.severity]), 1),
        Cell(safe(finding.rule, "bold $foreground"), 7, ("",)),
        Cell(join(" ", safe(screenful(message), "$foreground")), keys=("",)),
        Cell(where, -min(where.cell_length, max(10, width // 3)), ("",)),
    )
