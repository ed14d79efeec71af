"""Prose of a package as plain text, without styles."""

from collections.abc import Iterable, Iterator

from xpkgtui.formats.prose.blocks import Block, BlockKind, Runs


def plain(blocks: Iterable[Block]) -> str:
    """The text of blocks, line by line."""
    return "\n".join(line for block in blocks for line in _lines(block)).strip("\n")


def _lines(block: Block) -> Iterator[str]:
    if block.gap is not None:
        yield block.gap.rstrip()
    if block.kind is BlockKind.TABLE:
        for row in block.rows:
            yield f"{block.lead}{'  '.join(map(_text, row))}".rstrip()
        return
    lead = block.lead
    for line in _text(block.runs).split("\n"):
        yield f"{lead}{line}".rstrip()
        lead = block.indent


def _text(runs: Runs) -> str:
    return "".join(text for text, _ in runs)
