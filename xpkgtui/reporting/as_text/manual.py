"""The text of `manual`: the list of chapters, one chapter, and what a search found."""

from collections.abc import Iterator, Sequence

from xpkgtui.cells import flow
from xpkgtui.formats.prose.blocks import Block, BlockKind, Runs
from xpkgtui.reporting.as_text.paint import Paint
from xpkgtui.reporting.as_text.tables import INDENT, table, written
from xpkgtui.reporting.chapters import Chapter, Passage

_WIDTH = 80
"""Cells of a paragraph, where the terminal has so many."""


@written
def contents(chapters: Sequence[Chapter], paint: Paint) -> Iterator[str]:
    """The chapters with the questions that they answer."""
    yield from table([(chapter.name, chapter.question) for chapter in chapters], width=paint.width)
    yield ""
    yield from paint.lines("xpkgtui manual PAGE shows one, --search WORDS finds words in all of them.")


@written
def found(passages: Sequence[Passage], paint: Paint) -> Iterator[str]:
    """The lines that were found, below the name of their chapter."""
    name = ""
    for passage in passages:
        if passage.chapter.name != name:
            yield from [""] if name else []
            name = passage.chapter.name
            yield from paint.lines(f"{paint.bold(name)}  {passage.chapter.question}", len(name) + 2)
        yield from paint.lines(INDENT + passage.line.strip(), len(INDENT))


@written
def page(chapter: Chapter, paint: Paint) -> Iterator[str]:
    """One chapter, wrapped."""
    from xpkgtui.formats.prose.markdown import blocks_of

    for number, block in enumerate(blocks_of(chapter.text)):
        if block.gap is not None or number:
            yield (block.gap or "").rstrip()
        yield from _block(block, paint)


def _block(block: Block, paint: Paint) -> Iterator[str]:
    match block.kind:
        case BlockKind.HEADING:
            yield from paint.lines(paint.bold(_text(block.runs, paint)))
        case BlockKind.CODE:
            yield from (f"{INDENT}{INDENT}{row}".rstrip() for row in block.runs[0][0].split("\n"))
        case BlockKind.TABLE:
            rows = [[_text(cell, Paint()) for cell in row] for row in block.rows]
            yield from table(rows if any(rows[0]) else rows[1:], width=paint.width or _WIDTH)
        case _:
            text = block.lead + _text(block.runs, paint)
            yield from flow(text, min(_WIDTH, paint.width or _WIDTH), len(block.indent))


def _text(runs: Runs, paint: Paint) -> str:
    """The text; addresses of other chapters and of rules, which follow their links, are left out."""
    return "".join(_run(text, style, paint) for text, style in runs if not _is_address(text, style))


def _run(text: str, style: str, paint: Paint) -> str:
    if "code" in style:
        return f"`{text}`"
    return paint.bold(text) if "strong" in style else text


def _is_address(text: str, style: str) -> bool:
    return "faint" in style and text.startswith(" (") and "://" not in text
