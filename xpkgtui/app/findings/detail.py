"""Findings in full: what is wrong, why, and the fix."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.drawing.page import Ends, Fact, Line, LineFinding
from xpkgtui.app.drawing.styled_text import SEVERITIES, block, join, safe, sign, words
from xpkgtui.app.findings.list import place_words
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.words import refusing_words
from xpkgtui.rules.finding import Finding

if TYPE_CHECKING:
    from xpkgtui.rules.manual_page import ManualPage

_COLUMN = 10
_MANUAL = ("required", "why", "when")
"""The rule of a finding, in words."""


def body(findings: Sequence[Finding], inspection: Inspection, *, none: str) -> tuple[Line, ...]:
    """Every finding in full, numbered where there are several."""
    if not findings:
        return (words(f"✓ {none}", "$muted"),)
    lines: list[Line] = []
    explained: set[str] = set()
    for number, finding in enumerate(findings, 1):
        if number > 1:
            lines.append(Content(""))
        place = f"{number} of {len(findings)}" if len(findings) > 1 else ""
        lines += of_one(finding, inspection, place, manual=() if finding.rule in explained else _MANUAL)
        explained.add(finding.rule)
    return tuple(lines)


def of_one(
    finding: Finding, inspection: Inspection, number: str = "", *, manual: Sequence[str] = _MANUAL
) -> Iterator[Line]:
    """One finding: where, the fix, and what the program says; then what the rule asks for, and why."""
    wording = inspection.wording
    mark = sign(SEVERITIES[finding.severity])
    message = safe(visible.screenful(finding.message), "$foreground")
    title = join(mark, " ", safe(finding.rule, "bold $foreground"), "  ", message)
    yield Ends(title, Content.styled(number, "$muted"))
    yield Content("")
    if finding.object and not finding.message.startswith(str(finding.object)):
        yield Fact("object", safe(str(finding.object), "$foreground"), _COLUMN)
    where = place_words(finding) + (f" · {finding.place.field}" if finding.place.field else "")
    yield Fact("where", safe(where, "$foreground"), _COLUMN)
    if refusing := refusing_words(finding, inspection):
        yield Fact("refused", safe(refusing, "$foreground"), _COLUMN)
    if finding.fix:
        yield Fact("fix", block(visible.screenful(finding.fix), "$foreground"), _COLUMN)
    if finding.says:
        yield Fact("prints", block(visible.screenful(finding.says), "$foreground"), _COLUMN)
    for label, text in _manual(inspection.manual.get(finding.rule)):
        if label in manual:
            yield Fact(label, safe(text, "$foreground"), _COLUMN)
    if finding.readers:
        yield Fact("readers", safe(wording.readers(finding.readers), "$foreground"), _COLUMN)


def _manual(page: "ManualPage | None") -> Iterator[tuple[str, str]]:
    """The rule: what it requires, why, and when it bites; nothing until its page was read."""
    for label, text in (("required", page.required), ("why", page.why), ("when", page.bites)) if page else ():
        if text:
            yield label, text


def line_findings(findings: Sequence[Finding]) -> tuple[LineFinding, ...]:
    """Those that have a line, to stand under it."""
    return tuple(
        LineFinding(
            line=finding.place.line,
            sign=SEVERITIES[finding.severity],
            rule=finding.rule,
            message=visible.screenful(_without_object(finding)),
        )
        for finding in findings
        if finding.place.line is not None
    )


def _without_object(finding: Finding) -> str:
    """The message without the name of the object in whose text it stands."""
    return finding.message.removeprefix(f"{finding.object}: ") if finding.object else finding.message


def plain(finding: Finding) -> str:
    """The text that `y` copies."""
    parts = [f"{finding.rule} {finding.message}", f"where: {place_words(finding)}"]
    parts += [f"fix: {finding.fix}"] if finding.fix else []
    return "\n".join(map(visible.line, parts))
