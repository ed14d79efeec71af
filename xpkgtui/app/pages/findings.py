"""Findings in full: what is wrong, why, and what mends it."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui import visible
from xpkgtui.app.lettering import join, safe, sign, words
from xpkgtui.app.pages.page import Ends, Fact, Line, Note
from xpkgtui.app.panes.findings import SIGNS, place_words
from xpkgtui.rules.finding import Finding

_COLUMN = 9


def body(findings: Sequence[Finding], *, none: str) -> tuple[Line, ...]:
    """Every finding in full, numbered where there are several."""
    if not findings:
        return (words(f"✓ {none}", "$muted"),)
    lines: list[Line] = []
    for number, finding in enumerate(findings, 1):
        if number > 1:
            lines.append(Content(""))
        lines += of_one(finding, f"{number} of {len(findings)}" if len(findings) > 1 else "")
    return tuple(lines)


def of_one(finding: Finding, number: str = "") -> Iterator[Line]:
    """One finding with what, where, fix and what Crossplane says."""
    mark = sign(SIGNS[finding.severity])
    title = join(mark, " ", safe(finding.rule, "bold $foreground"), "  ", safe(finding.message, "$foreground"))
    yield Ends(title, Content.styled(number, "$muted"))
    yield Content("")
    if finding.object:
        yield Fact("object", safe(str(finding.object), "$foreground"), _COLUMN)
    where = place_words(finding) + (f" · {finding.place.field}" if finding.place.field else "")
    yield Fact("where", safe(where, "$foreground"), _COLUMN)
    if finding.fix:
        yield Fact("fix", block(finding.fix, "$foreground"), _COLUMN)
    if finding.readers:
        yield Fact("readers", safe(", ".join(finding.readers), "$foreground"), _COLUMN)
    if finding.crossplane_says:
        yield Fact("says", block(finding.crossplane_says, "$foreground"), _COLUMN)


def notes(findings: Sequence[Finding]) -> tuple[Note, ...]:
    """Those that have a line, to stand under it."""
    return tuple(
        Note(
            line=finding.place.line, sign=SIGNS[finding.severity], rule=finding.rule, message=_without_object(finding)
        )
        for finding in findings
        if finding.place.line is not None
    )


def _without_object(finding: Finding) -> str:
    """The message without the name of the object in whose text it stands."""
    return finding.message.removeprefix(f"{finding.object}: ") if finding.object else finding.message


def block(text: str, style: str) -> Content:
    """Text of several lines, made safe."""
    return Content.styled(visible.block(text), style)


def plain(finding: Finding) -> str:
    """What `y` copies of it."""
    parts = [f"{finding.rule} {finding.message}", f"where: {place_words(finding)}"]
    parts += [f"fix: {finding.fix}"] if finding.fix else []
    return "\n".join(parts)
