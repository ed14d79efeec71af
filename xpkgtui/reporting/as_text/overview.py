"""The Overview of a package in facts, as lines of text."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from xpkgtui.formats.fact import HEADING, Fact
from xpkgtui.reporting.as_text.paint import Paint
from xpkgtui.reporting.as_text.tables import INDENT, table
from xpkgtui.visible import block

_COLUMN = 15
"""Cells of a label, at least."""


def overview(facts: Iterable[Fact], paint: Paint) -> Iterator[str]:
    """The facts, a heading above each part."""
    is_first = True
    for has_cells, group in groupby(facts, key=lambda fact: "\t" in fact[1]):
        rows = list(group)
        if has_cells and len(rows) > 1:
            yield from table([(label, *text.split("\t")) for label, text in rows], width=paint.width)
            continue
        for label, text in rows:
            if label in (HEADING, "object"):
                if not is_first:
                    yield ""
                title, _, note = block(text).partition("  ")
                yield from paint.lines(INDENT + paint.bold(title) + (f"  {note}" if note else ""), len(INDENT * 2))
            else:
                yield from _fact(block(label), text, paint)
            is_first = False


def _fact(label: str, text: str, paint: Paint) -> Iterator[str]:
    lines = [each.strip("\n") for each in block(text.replace("\t", "  ")).split("\n")]
    for number, line in enumerate(lines):
        lead = INDENT + (label if number == 0 else "").ljust(_COLUMN)
        yield from paint.lines(f"{lead}{line}".rstrip(), max(_COLUMN + len(INDENT), len(lead)))
