"""The manual pages of all rules, and their parts."""

import textwrap
from collections.abc import Iterator

from xpkgtui.rules.manual_page import ManualPage, page_of, page_of_change, page_of_set


def pages() -> list[ManualPage]:
    """The pages of all rules of all formats."""
    return list(_pages())


def page_named(id: str) -> ManualPage | None:  # noqa: A002
    """The page of the rule of that ID."""
    return next((page for page in _pages() if page.id == id), None)


def _pages() -> Iterator[ManualPage]:
    from xpkgtui.formats.known import FORMATS, change_rules, set_rules

    for known in FORMATS:
        summary = known.summary
        yield from (page_of(rule, summary.name, summary.profiles) for rule in known.ruleset().rules)
    yield from map(page_of_change, change_rules())
    yield from map(page_of_set, set_rules())


def sections(page: ManualPage) -> tuple[tuple[str, str], ...]:
    """What the page says, under its headings."""
    return (
        ("Required", page.required),
        ("Change", page.change),
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
