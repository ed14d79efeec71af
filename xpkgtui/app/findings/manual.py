"""A rule's manual page, with the finding that led there on top."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from textual.content import Content

from xpkgtui.app.drawing.page import Code, Fact, Line
from xpkgtui.app.drawing.styled_text import SEVERITIES, join, safe, sign, words
from xpkgtui.app.findings import detail as finding_detail
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.manual import page_named, paragraphs, sections
from xpkgtui.rules.finding import Finding, Severity
from xpkgtui.rules.manual_page import ManualPage
from xpkgtui.rules.wording import Wording

_COLUMN = 17


def body(name: str, finding: Finding | None, inspection: Inspection, number: str = "") -> Iterator[Line]:
    """What is required, why, when it bites, the fix, and where that is written."""
    if finding:
        yield from finding_detail.of_one(finding, inspection, number, manual=())
        yield Content("")
    manual = manual_of(name, inspection)
    if manual is None:
        yield words("This rule has no manual page.", "$muted")
        return
    yield join(safe(manual.id, "bold $accent"), "  ", safe(manual.title, "bold $foreground"))
    yield Content("")
    for title, text in _sections(manual, finding, inspection.wording):
        yield words(f"**{title}**")
        yield from _lines(text)
        yield Content("")
    yield words("**Severity**")
    for profile, severities in manual.severities:
        yield Fact(f"  {profile}", _severity(severities), _COLUMN)


def plain(name: str, inspection: Inspection) -> str:
    """The page as text, for the clipboard."""
    manual = manual_of(name, inspection)
    if manual is None:
        return name
    parts = [f"{title}\n{text.strip()}" for title, text in _sections(manual, None, inspection.wording)]
    return "\n\n".join([f"{manual.id}  {manual.title}", *parts])


def manual_of(name: str, inspection: Inspection) -> ManualPage | None:
    """The page: of a rule that found something it was read, of another it is in the ruleset of the palette."""
    return inspection.manual.get(name) or page_named(name)


def _sections(manual: ManualPage, finding: Finding | None, wording: Wording) -> Iterator[tuple[str, str]]:
    above = finding.fix.strip() if finding else ""
    readers = wording.readers(manual.readers)
    fix = manual.fix if manual.fix.strip() != above else ""
    shown = (*sections(replace(manual, fix=fix)), ("Readers", readers))
    yield from ((title, text) for title, text in shown if text.strip())


def _lines(text: str) -> Iterator[Line]:
    for number, rows in enumerate(paragraphs(text)):
        if number:
            yield Content("")
        is_fixed = len(rows) > 1 or rows[0].startswith(" ")
        for row in rows:
            shown = safe(f"  {row}" if is_fixed else row, "$foreground")
            yield Code(shown) if is_fixed else shown


def _severity(severities: Sequence[str]) -> Content:
    if not severities:
        return words("– does not apply", "$muted")
    parts = [join(sign(SEVERITIES[Severity[each.upper()]]), (f" {each}", "$foreground")) for each in severities]
    return Content(" or ").join(parts)
