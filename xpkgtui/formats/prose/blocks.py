"""Blocks of prose (headings, lists, tables), independent of the width they are drawn with."""

from enum import StrEnum

from xpkgtui.values import dataclass

Run = tuple[str, str]
"""A text and its styles: any of `strong`, `emphasis`, `struck`, `code` and `faint`, separated by blanks."""
Runs = tuple[Run, ...]


class BlockKind(StrEnum):
    """The kind of a block."""

    HEADING = "heading"
    TEXT = "text"
    CODE = "code"
    """Its lines are never broken."""
    RULE = "rule"
    TABLE = "table"
    NOTE = "note"
    """A note by xpkgtui."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Block:
    """One block; a line end in a run ends a line."""

    kind: BlockKind
    runs: Runs = ()
    rows: tuple[tuple[Runs, ...], ...] = ()
    """The rows of a table, its head first."""
    aligns: tuple[str, ...] = ()
    """The alignment of each column: `left`, `right` or `center`."""
    lead: str = ""
    """The prefix of its first line: the marks of lists and quotes."""
    indent: str = ""
    """The prefix of its other lines."""
    gap: str | None = None
    """The text of the empty line above it; None for no such line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Icon:
    """The description of an icon."""

    text: str
    """Type, size and defects, in words."""
    is_sound: bool = True
    """Whether a program can show it."""
