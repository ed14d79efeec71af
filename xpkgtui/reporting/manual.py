"""The manual page of a rule."""

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a screen lays out pages; what judges is loaded with the first of them
    from xpkgtui.rules.rule import AnyRule


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One rule of the catalogue."""

    id: str
    title: str
    format: str
    """The name of the format whose packages it judges."""
    severities: tuple[tuple[str, tuple[Severity, ...]], ...]
    """By profile of the format, the worst first; empty where it does not apply."""
    what: str
    why: str
    bites: str
    """When the problem shows."""
    fix: str
    source: str
    readers: tuple[str, ...]


def page_of(rule: "AnyRule", format: FormatSummary) -> Page:
    """The page of one rule of a format."""
    return Page(
        id=rule.id,
        title=rule.title,
        format=format.name,
        severities=tuple((profile, rule.severities[profile]) for profile in format.profiles),
        what=rule.what,
        why=rule.why,
        bites=rule.bites,
        fix=rule.fix,
        source=rule.source,
        readers=tuple(rule.readers),
    )


def pages() -> list[Page]:
    """The pages of all rules of all formats."""
    return [page_of(rule, format) for rule, format in _rules()]


def page_named(id: str) -> Page | None:  # noqa: A002
    """The page of the rule of that ID."""
    return next((page_of(rule, format) for rule, format in _rules() if rule.id == id), None)


def _rules() -> "Iterator[tuple[AnyRule, FormatSummary]]":
    from xpkgtui.formats.known import FORMATS

    return ((rule, known.summary) for known in FORMATS for rule in known.catalogue().rules)


def sections(page: Page) -> tuple[tuple[str, str], ...]:
    """What the page says, under its headings."""
    return (
        ("What", page.what),
        ("Why", page.why),
        ("When", page.bites),
        ("Fix", page.fix),
        ("Source", page.source),
    )


def paragraphs(text: str) -> Iterator[tuple[str, ...]]:
    """Paragraphs: one line to be filled, or the lines of one that is indented (commands, YAML) as they are."""
    for paragraph in textwrap.dedent(text).strip("\n").split("\n\n"):
        rows = paragraph.split("\n")
        is_fixed = any(row.startswith((" ", "\t")) for row in rows)
        yield tuple(row.expandtabs(4) for row in rows) if is_fixed else (" ".join(rows),)
