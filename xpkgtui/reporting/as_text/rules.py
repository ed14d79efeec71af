"""The text of `rules`: the catalogue as a table, or the manual page of one rule."""

import textwrap
from collections.abc import Iterable, Iterator, Sequence

from xpkgtui.reporting.as_text.paint import GLYPHS, Paint
from xpkgtui.reporting.as_text.tables import INDENT, table
from xpkgtui.reporting.manual import paragraphs, sections
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.manual_page import ManualPage
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import line

_WIDTH = 80


def catalogue(pages: Iterable[ManualPage], paint: Paint) -> str:
    """A line for each rule, with its severities under each profile of its format and its title.

    Where there are several formats, each has a heading.
    """
    formats: dict[str, list[ManualPage]] = {}
    for page in pages:
        formats.setdefault(page.format, []).append(page)
    lines: list[str] = []
    for name, shown in formats.items():
        lines += [paint.bold(name)] if len(formats) > 1 else []
        lines += [*_table(shown, paint), ""]
    return "\n".join([*lines, _legend()]) + "\n"


def _table(pages: Sequence[ManualPage], paint: Paint) -> list[str]:
    heading = ("rule", *(profile for profile, _ in pages[0].severities), "title")
    rows = [(page.id, *(_signs(severities) for _, severities in page.severities), page.title) for page in pages]
    lines = [row.removeprefix(INDENT) for row in table([heading, *rows])]
    return [paint.bold(lines[0]), *lines[1:]]


def manual(page: ManualPage, wording: Wording, paint: Paint) -> str:
    """The page of one rule."""
    return "\n".join(_manual(page, wording, paint)) + "\n"


def _manual(page: ManualPage, wording: Wording, paint: Paint) -> Iterator[str]:
    yield f"{paint.bold(page.id)}  {line(page.title)}"
    yield ""
    yield from table([(profile, _words(severities)) for profile, severities in page.severities])
    for title, text in sections(page):
        if text.strip():
            yield ""
            yield paint.bold(title)
            yield from _paragraphs(text)
    if page.readers:
        yield ""
        yield paint.bold("Readers")
        yield from _paragraphs(wording.readers(page.readers))


def _paragraphs(text: str) -> Iterator[str]:
    """Paragraphs, refilled but for indented text (commands, YAML)."""
    for number, rows in enumerate(paragraphs(text)):
        if number:
            yield ""
        if len(rows) > 1 or rows[0].startswith(" "):
            yield from (INDENT + line(row) for row in rows)
            continue
        filled = textwrap.fill(line(rows[0]), _WIDTH - len(INDENT), break_long_words=False, break_on_hyphens=False)
        yield from (INDENT + row for row in filled.split("\n"))


def _signs(severities: Sequence[Severity]) -> str:
    return " ".join(GLYPHS[severity] for severity in severities) or "–"


def _words(severities: Sequence[Severity]) -> str:
    return " or ".join(f"{GLYPHS[severity]} {severity.word}" for severity in severities) or "– does not apply"


def _legend() -> str:
    return "  ".join(f"{GLYPHS[severity]} {severity.word}" for severity in reversed(Severity)) + "  – does not apply"
