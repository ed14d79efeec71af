"""Findings in full: what is wrong, why, and what mends it."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from xpkgtui.app.drawing.page import Ends, Fact, Line, Note
from xpkgtui.app.drawing.styled_text import SEVERITIES, block, join, safe, sign, words
from xpkgtui.app.findings.list import place_words
from xpkgtui.rules.finding import Finding

_COLUMN = 9
_ERAS = {
    "manager-1.0": ("1.0", "1.6"),
    "manager-1.7": ("1.7", "1.12"),
    "manager-1.13": ("1.13", "1.20"),
    "manager-2.0": ("2.0", "2.1"),
    "manager-2.2": ("2.2", "2.3"),
    "manager-2.4": ("2.4", "2.4"),
}
"""First and last version of each package manager's era, in order and without a gap."""
_PROGRAMS = {"extract": "crossplane xpkg extract", "validate": "crossplane resource validate"}


def body(findings: Sequence[Finding], *, none: str) -> tuple[Line, ...]:
    """Every finding in full, numbered where there are several."""
    if not findings:
        return (words(f"✓ {none}", "$muted"),)
    lines: list[Line] = []
    told: set[str] = set()
    for number, finding in enumerate(findings, 1):
        if number > 1:
            lines.append(Content(""))
        place = f"{number} of {len(findings)}" if len(findings) > 1 else ""
        lines += of_one(finding, place, explained=finding.rule in told)
        told.add(finding.rule)
    return tuple(lines)


def of_one(finding: Finding, number: str = "", *, explained: bool = False) -> Iterator[Line]:
    """One finding with where, what the rule asks and why, what mends it and what Crossplane says."""
    mark = sign(SEVERITIES[finding.severity])
    title = join(mark, " ", safe(finding.rule, "bold $foreground"), "  ", safe(finding.message, "$foreground"))
    yield Ends(title, Content.styled(number, "$muted"))
    yield Content("")
    if finding.object:
        yield Fact("object", safe(str(finding.object), "$foreground"), _COLUMN)
    where = place_words(finding) + (f" · {finding.place.field}" if finding.place.field else "")
    yield Fact("where", safe(where, "$foreground"), _COLUMN)
    for label, text in () if explained else _manual(finding.rule):
        yield Fact(label, safe(text, "$foreground"), _COLUMN)
    if finding.fix:
        yield Fact("fix", block(finding.fix, "$foreground"), _COLUMN)
    if finding.readers:
        yield Fact("readers", safe(reader_words(finding.readers), "$foreground"), _COLUMN)
    if finding.crossplane_says:
        yield Fact("says", block(finding.crossplane_says, "$foreground"), _COLUMN)


def reader_words(readers: Sequence[str]) -> str:
    """Readers in words, eras that follow each other as one: `Crossplane 2.2 – 2.4, crossplane xpkg extract`."""
    spans: list[tuple[str, str]] = []
    follows = False
    for name, (first, last) in _ERAS.items():
        if name in readers:
            spans.append((spans.pop()[0] if follows else first, last))
        follows = name in readers
    managers = ", ".join(first if first == last else f"{first} – {last}" for first, last in spans)
    others = [_PROGRAMS.get(name, name) for name in readers if name not in _ERAS]
    return ", ".join(([f"Crossplane {managers}"] if managers else []) + others)


def _manual(name: str) -> Iterator[tuple[str, str]]:
    """What the rule asks, why, and when it bites; the catalogue is large, and a start needs none of it."""
    from xpkgtui.formats.xpkg.rules.catalogue import RULES

    found = next((rule for rule in RULES if rule.id == name), None)
    for label, text in (("what", found.what), ("why", found.why), ("when", found.bites)) if found else ():
        if text:
            yield label, text


def notes(findings: Sequence[Finding]) -> tuple[Note, ...]:
    """Those that have a line, to stand under it."""
    return tuple(
        Note(
            line=finding.place.line,
            sign=SEVERITIES[finding.severity],
            rule=finding.rule,
            message=_without_object(finding),
        )
        for finding in findings
        if finding.place.line is not None
    )


def _without_object(finding: Finding) -> str:
    """The message without the name of the object in whose text it stands."""
    return finding.message.removeprefix(f"{finding.object}: ") if finding.object else finding.message


def plain(finding: Finding) -> str:
    """What `y` copies of it."""
    parts = [f"{finding.rule} {finding.message}", f"where: {place_words(finding)}"]
    parts += [f"fix: {finding.fix}"] if finding.fix else []
    return "\n".join(parts)
