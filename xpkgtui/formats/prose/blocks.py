"""Text with headings, lists and tables as blocks in a row, before anybody knows how wide."""

from dataclasses import dataclass
from enum import StrEnum

Run = tuple[str, str]
"""A text and how it is set: any of `strong`, `emphasis`, `struck`, `code` and `faint`, with blanks between."""
Runs = tuple[Run, ...]


class BlockKind(StrEnum):
    """What a block is."""

    HEADING = "heading"
    TEXT = "text"
    CODE = "code"
    """Its lines are never broken."""
    RULE = "rule"
    TABLE = "table"
    NOTE = "note"
    """Words of our own."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Block:
    """One block; a line end in a run ends a line."""

    kind: BlockKind
    runs: Runs = ()
    rows: tuple[tuple[Runs, ...], ...] = ()
    """Of a table, its head first."""
    aligns: tuple[str, ...] = ()
    """Of its columns: `left`, `right` or `center`."""
    level: int = 0
    """Of a heading, from 1."""
    lead: str = ""
    """What stands before its first line: the marks of lists and quotes."""
    indent: str = ""
    """What stands before the others."""
    gap: str | None = None
    """What stands on an empty line above it; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """What is known of an icon."""

    text: str
    """In words: what it is, how large, and what is wrong with it."""
    is_sound: bool = True
    """Whether somebody can show it."""
