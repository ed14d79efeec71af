"""The text of `rules`: the ruleset as a table, or the manual page of one rule."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from xpkgtui.cells import cells, flow
from xpkgtui.reporting.as_text.tables import GLYPHS, INDENT, Paint, table, written
from xpkgtui.reporting.manual import paragraphs, sections
from xpkgtui.reporting.messages.matching import Lead
from xpkgtui.rules.changes.change import Weight
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.manual_page import CHANGES, ManualPage
from xpkgtui.rules.wording import Wording
from xpkgtui.visible import line

_WIDTH = 80
"""Cells of a paragraph, where the terminal has so many."""
_TITLE = 40
"""Cells that titles want beside the columns of profiles."""


def ruleset(pages: Iterable[ManualPage], paint: Paint) -> str:
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
    return "\n".join([*lines, *paint.lines(_legend(formats))]) + "\n"


def _table(pages: Sequence[ManualPage], paint: Paint) -> list[str]:
    """The table of a format; where the names of its profiles leave titles little room, they are numbered."""
    profiles = [profile for profile, _ in pages[0].severities]
    rows = [(page.id, *(_signs(severities) for _, severities in page.severities), page.title) for page in pages]
    above: list[str] = []
    if paint.width and paint.width < cells("  ".join((pages[0].id, *profiles))) + _TITLE:
        numbers = [str(number) for number in range(1, len(profiles) + 1)]
        above = paint.lines("  ".join(map(" ".join, zip(numbers, profiles, strict=True))))
        profiles = numbers
    lines = table([("rule", *profiles, "title"), *rows], width=paint.width and paint.width + len(INDENT))
    return [*above, paint.bold(lines[0].removeprefix(INDENT)), *(row.removeprefix(INDENT) for row in lines[1:])]


@written
def manual(page: ManualPage, wording: Wording, paint: Paint) -> Iterator[str]:
    """The page of one rule."""
    yield from paint.lines(f"{paint.bold(page.id)}  {line(page.title)}", len(page.id) + 2)
    yield ""
    yield from table([(profile, _words(severities)) for profile, severities in page.severities], width=paint.width)
    for title, text in sections(page):
        if text.strip():
            yield from paint.section(title)
            yield from _paragraphs(text, paint)
    if page.readers:
        yield from paint.section("Readers")
        yield from _paragraphs(wording.readers(page.readers), paint)


def leads(answers: Iterable[Lead], paint: Paint) -> str:
    """Where an error leads to: the title of each rule, the message that matched, and the command that says more."""
    lines: list[str] = []
    for answer in answers:
        lines += paint.lines(f"{paint.bold(answer.target)}  {line(answer.title)}".rstrip(), len(answer.target) + 2)
        lines += paint.lines(f"{INDENT}matches  {line(answer.message)}", len(INDENT) + 9)
        lines += [f"{INDENT}see      {answer.command}", ""]
    return "\n".join(lines[:-1]) + "\n"


def _paragraphs(text: str, paint: Paint) -> Iterator[str]:
    """Paragraphs, refilled but for indented text (commands, YAML)."""
    width = min(_WIDTH, paint.width or _WIDTH)
    for number, rows in enumerate(paragraphs(text)):
        if number:
            yield ""
        is_fixed = len(rows) > 1 or rows[0].startswith(" ")
        for row in rows:
            yield from flow(
                INDENT + line(row), paint.width if is_fixed else width, len(INDENT) * (2 if is_fixed else 1)
            )


def _signs(severities: Sequence[str]) -> str:
    return " ".join(WORD_GLYPHS[severity] for severity in severities) or "–"


def _words(severities: Sequence[str]) -> str:
    return " or ".join(f"{WORD_GLYPHS[severity]} {severity}" for severity in severities) or "– does not apply"


def _legend(formats: Collection[str]) -> str:
    """The signs, and what they mean for packages and for changes."""
    words = [severity.word for severity in reversed(Severity)] if set(formats) - {CHANGES} else []
    words += [weight.word for weight in reversed(Weight)] if CHANGES in formats else []
    return "  ".join(f"{WORD_GLYPHS[word]} {word}" for word in words) + "  – does not apply"


WORD_GLYPHS = {
    **{severity.word: sign for severity, sign in GLYPHS.items()},
    Weight.BREAKS.word: "✗",
    Weight.CHECK.word: "!",
    Weight.ADDITION.word: "+",
    Weight.WORDS.word: "~",
}
"""The sign of each severity of a finding or of a change, by its word."""
