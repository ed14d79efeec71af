"""The pages of the verdict: why, step by step, and the repair; the findings; a rule's manual."""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Line, Page, Step, Tab
from xpkgtui.app.drawing.styled_text import block, fit, join, safe, sign, words
from xpkgtui.app.drawing.waiting import is_loading
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.app.state import chosen
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready
from xpkgtui.rules.finding import Acceptance, Verdict

if TYPE_CHECKING:  # a screen paints before there is a reading
    from xpkgtui.readers.reader import Reading

_TITLE, _LONGEST_TITLE = 38, 60
"""Cells of a step's title, at least and at most."""


def page(inspection: Inspection, selection: Selection) -> Page:
    """The page of the chosen tab."""
    count = len(inspection.findings)
    tabs = (Tab(id=TabId.WHY, name="Why"), Tab(id=TabId.FINDINGS, name=f"Findings {count}" if count else "Findings"))
    tab = selection.tabs.get(Subject.VERDICT, TabId.WHY)
    plain = Page(key=f"{Subject.VERDICT}:{tab}", tabs=tabs, tab=tab, subject=Subject.VERDICT, note="esc closes")
    if tab is TabId.MANUAL:
        return _manual(plain, inspection, selection)
    if tab is TabId.FINDINGS:
        return _chosen(plain, inspection, selection)
    blamed = inspection.culprit
    found = (blamed,) if blamed else ()
    return replace(plain, body=tuple(_why(inspection)), copied=_copied(inspection), findings=found)


def _manual(plain: Page, inspection: Inspection, selection: Selection) -> Page:
    """The manual of a rule, and the finding that led there."""
    from xpkgtui.app.findings import manual  # not before the first paint

    wording = inspection.wording
    finding = chosen.finding(inspection, selection)
    rule = finding.rule if finding else selection.rule
    place = f"{inspection.findings.index(finding) + 1} of {len(inspection.findings)}" if finding else ""
    return replace(
        plain,
        key=f"{plain.key}:{rule}:{selection.finding}",
        tabs=(*plain.tabs, Tab(id=TabId.MANUAL, name=f"Manual {rule}")),
        body=tuple(manual.body(rule, finding, wording, place)),
        copied=manual.plain(rule, wording),
        findings=(finding,) if finding else (),
        note="enter: go to its place · esc: back" if finding else "esc: back",
    )


def _chosen(plain: Page, inspection: Inspection, selection: Selection) -> Page:
    """The finding under the list's cursor in full, because a row cuts it."""
    finding = chosen.finding(inspection, replace(selection, rule=""))
    if finding is None:
        return plain
    return replace(
        plain,
        key=f"{plain.key}:{selection.finding or 0}",
        title=finding.rule,
        body=tuple(finding_detail.of_one(finding, inspection.wording)),
        copied=finding_detail.plain(finding),
        note="enter: explain this rule",
        findings=(finding,),
    )


def _why(inspection: Inspection) -> Iterator[Line]:
    reading = inspection.reading
    verdict = inspection.verdict.value if isinstance(inspection.verdict, Ready) else None
    if inspection.not_a_package:
        yield words("**Not checked**")
        yield Content("")
        yield safe(verdict.reason if verdict else "This is not a package.", "$foreground")
        yield words(
            f"{inspection.wording.program} reads another entry of the index. **-** goes back to it.", "$muted"
        )
        return
    blamed = inspection.culprit
    if blamed:
        yield from finding_detail.of_one(blamed, inspection.wording)
        yield Content("")
    yield words(f"**Steps of {_reader(inspection)}**")
    yield Content("")
    if reading is None:
        yield words("◌ nothing read yet" if is_loading(inspection.objects) else "no layer was read", "$muted")
    else:
        yield from _steps(reading)
    says = _says(reading, verdict)
    if reading and reading.unread is not None:
        yield Content("")
        yield words(f"Layer {reading.unread} was not fetched. **enter** in the list of layers fetches it.", "$muted")
    elif says and not (blamed and blamed.says):
        yield Content("")
        lead = fit(Content.styled(f"      {inspection.wording.program} says", "$muted"), 6 + _room(reading))
        yield Step(lead, block(says, "$error"))
    if isinstance(inspection.verdict, Failed):
        yield Content("")
        yield join(sign("✗"), " ", safe(inspection.verdict.failure.title, "$foreground"))
        yield words("The package is shown, but not checked. **r** checks it again.", "$muted")
    if verdict and verdict.acceptance is Acceptance.ACCEPTED:
        yield Content("")
        yield join(sign("✓"), " ", safe(f"Accepted: {verdict.reason}", "$foreground"))


def _reader(inspection: Inspection) -> str:
    """The subject of the steps: a program, or how a source without an image is read."""
    reading, resolved, wording = inspection.reading, inspection.resolved, inspection.wording
    if reading and resolved and not resolved.has_image:
        return "building the folder" if resolved.is_assembled else "reading a stream"
    if inspection.judged:
        return f"{wording.program} {inspection.judged.crossplane}"
    return wording.readers((reading.reader,)) if reading else wording.program


def _steps(reading: "Reading") -> Iterator[Line]:
    from xpkgtui.readers.reader import Sign

    signs = {Sign.OK: "✓", Sign.WARNING: "!", Sign.BAD: "✗"}
    room = _room(reading)
    for number, step in enumerate(reading.steps, 1):
        title = fit(safe(step.title, "$foreground"), room)
        lead = join((f"{number:>3} ", "$muted"), sign(signs[step.sign]), " ")
        yield Step(join(lead, title), safe(step.evidence, "$muted"))


def _room(reading: "Reading | None") -> int:
    longest = max((len(step.title) for step in reading.steps), default=0) if reading else 0
    return min(_LONGEST_TITLE, max(_TITLE, longest))


def _says(reading: "Reading | None", verdict: Verdict | None) -> str:
    if verdict and verdict.culprit and verdict.culprit.says:
        return verdict.culprit.says
    return reading.message or "" if reading else ""


def _copied(inspection: Inspection) -> str:
    blamed = inspection.culprit
    if blamed:
        return finding_detail.plain(blamed)
    return visible.line(inspection.verdict.value.reason) if isinstance(inspection.verdict, Ready) else ""
