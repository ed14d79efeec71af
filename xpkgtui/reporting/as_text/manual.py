"""The text of `manual`: the list of chapters, one chapter, and what a search found."""

from collections.abc import Iterator, Sequence

from xpkgtui.cells import cells, flow
from xpkgtui.formats.prose.blocks import Block, BlockKind, Runs
from xpkgtui.reporting.as_text.tables import INDENT, Paint, table, written
from xpkgtui.reporting.chapters import Chapter, Passage

_WIDTH = 80
"""Cells of a paragraph, where the terminal has so many."""
_FEW = 2
"""Columns of which the last may stand beneath the first."""
_LEAST = 24
"""Cells that the last of more columns needs."""


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
        yield from paint.indented(passage.line.strip())


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
            yield from (f"{INDENT}{row}".rstrip() for row in block.runs[0][0].split("\n"))
        case BlockKind.TABLE:
            yield from _table([[_text(cell, Paint()) for cell in row] for row in block.rows], paint.width or _WIDTH)
        case _:
            text = block.lead + _text(block.runs, paint)
            yield from flow(text, min(_WIDTH, paint.width or _WIDTH), len(block.indent))


def _table(rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """The columns; where those before the last leave it no room, each cell in lines of its own behind its head."""
    heads, *others = rows
    before = sum(max(map(cells, column)) + len(INDENT) for column in list(zip(*rows, strict=True))[:-1])
    if len(heads) <= _FEW or before + _LEAST <= width:
        yield from table(rows if any(heads) else others, width=width)
        return
    for first, *rest in others:
        yield from flow(INDENT + first, width, len(INDENT) * 2)
        for head, cell in zip(heads[1:], rest, strict=True):
            text = "  ".join(filter(None, (head, cell))) if cell else ""
            yield from flow(INDENT * 2 + text, width, len(INDENT) * 3) if text else ()


def _text(runs: Runs, paint: Paint) -> str:
    """The text; addresses of other chapters and of rules, which follow their links, are left out."""
    return "".join(_run(text, style, paint) for text, style in runs if not _is_address(text, style))


def _run(text: str, style: str, paint: Paint) -> str:
    if "code" in style:
        return f"`{text}`"
    return paint.bold(text) if "strong" in style else text


def _is_address(text: str, style: str) -> bool:
    return "faint" in style and text.startswith(" (") and "://" not in text
