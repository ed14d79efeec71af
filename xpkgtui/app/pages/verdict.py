"""What Detail shows of the verdict: why, step by step, and what mends it."""

from collections.abc import Iterator
from dataclasses import replace

from textual.content import Content

from xpkgtui.app.lettering import fit, join, safe, sign, words
from xpkgtui.app.pages import findings as blocks
from xpkgtui.app.pages.page import Line, Page, Tab
from xpkgtui.app.selection import Selection
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.parts import Failed, Ready
from xpkgtui.readers.reader import Reading, Sign
from xpkgtui.rules.finding import Acceptance, Finding, Verdict

SUBJECT = "verdict"
_SIGNS = {Sign.OK: "✓", Sign.WARNING: "!", Sign.BAD: "✗"}
_TITLE = 38


def page(inspection: Inspection, selection: Selection) -> Page:
    """Why; and all findings, which are a list of their own."""
    count = len(inspection.findings)
    tabs = (Tab(id="why", name="Why"), Tab(id="findings", name=f"Findings {count}" if count else "Findings"))
    tab = selection.tabs.get(SUBJECT, "why")
    plain = Page(key=f"{SUBJECT}:{tab}", tabs=tabs, tab=tab, subject=SUBJECT, note="esc closes")
    if tab == "findings":
        note = "enter jumps to the place" if count else "esc closes"
        return replace(plain, note=note)
    return replace(plain, body=tuple(_why(inspection)), copied=_copied(inspection))


def _why(inspection: Inspection) -> Iterator[Line]:
    reading = inspection.reading
    verdict = inspection.verdict.value if isinstance(inspection.verdict, Ready) else None
    yield words(f"**Steps of {_reader(inspection)}**")
    yield Content("")
    if reading is None:
        yield words("◌ nothing was read yet", "$muted")
    else:
        yield from _steps(reading)
    says = _says(reading, verdict)
    if says:
        yield Content("")
        lead = fit(Content.styled("      Crossplane says", "$muted"), 6 + _TITLE + 1)
        yield join(lead, blocks.block(says, "$error"))
    if isinstance(inspection.verdict, Failed):
        yield Content("")
        yield join(sign("✗"), " ", safe(inspection.verdict.failure.title, "$foreground"))
        yield words("The package itself is shown; **r** judges it again.", "$muted")
    blamed = culprit(inspection)
    if blamed:
        yield Content("")
        yield words("**Likely cause and repair**")
        yield Content("")
        yield from blocks.of_one(blamed)
    elif verdict and verdict.acceptance is Acceptance.ACCEPTED:
        yield Content("")
        yield join(sign("✓"), " ", safe(f"It is accepted: {verdict.reason}", "$foreground"))


def culprit(inspection: Inspection) -> Finding | None:
    """The finding to blame, where there is one."""
    return inspection.verdict.value.culprit if isinstance(inspection.verdict, Ready) else None


def _reader(inspection: Inspection) -> str:
    version = inspection.judged.crossplane if inspection.judged else ""
    reading = inspection.reading
    if reading and reading.reader == "stream":
        return "reading a stream"
    name = reading.reader.rpartition("-")[2] if reading else ""
    return f"Crossplane {version or name}".rstrip()


def _steps(reading: Reading) -> Iterator[Line]:
    for number, step in enumerate(reading.steps, 1):
        title = fit(safe(step.title, "$foreground"), _TITLE)
        lead = join((f"{number:>3} ", "$muted"), sign(_SIGNS[step.sign]), " ")
        yield join(lead, title, " ", safe(step.evidence, "$muted"))


def _says(reading: Reading | None, verdict: Verdict | None) -> str:
    if verdict and verdict.culprit and verdict.culprit.crossplane_says:
        return verdict.culprit.crossplane_says
    return reading.message or "" if reading else ""


def _copied(inspection: Inspection) -> str:
    blamed = culprit(inspection)
    if blamed:
        return blocks.plain(blamed)
    return inspection.verdict.value.reason if isinstance(inspection.verdict, Ready) else ""
