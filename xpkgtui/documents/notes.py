"""What is worth saying of a document that Go accepts."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from xpkgtui.documents.position import FieldPath

_KEPT = 50
"""Notes of one kind; the rest are counted."""


class NoteKind(StrEnum):
    """What a note is about."""

    DUPLICATE_KEY = "duplicate-key"
    ALIAS = "alias"
    MERGE = "merge"
    HIDDEN = "hidden"
    """Content after `...`, or a second document in the chunk: Crossplane does not look at it."""
    BINARY = "binary"
    DIRECTIVE = "directive"
    """A directive after `...`, where it is not looked at."""
    BOM = "bom"
    CRLF = "crlf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One thing that is surprising and accepted."""

    kind: NoteKind
    path: FieldPath | None = None
    line: int | None = None
    """In the whole stream, from 1."""
    text: str


class Notes:
    """Notes being collected, with lines inside the chunk from 0."""

    def __init__(self) -> None:
        self._kept: list[Note] = []
        self._counts: Counter[NoteKind] = Counter()

    def is_full(self, kind: NoteKind) -> bool:
        """Whether notes of this kind are only counted by now."""
        return self._counts[kind] >= _KEPT

    def add(self, kind: NoteKind, path: FieldPath | None, line: int, text: str) -> None:
        """Keeps the note, or counts it where there are many of its kind."""
        self._counts[kind] += 1
        if self._counts[kind] <= _KEPT:
            self._kept.append(Note(kind=kind, path=path, line=line, text=text))

    def placed(self, first_line: int) -> tuple[Note, ...]:
        """All of them, with lines of the stream whose line `first_line` is the chunk's first."""
        notes = [
            Note(kind=n.kind, path=n.path, line=None if n.line is None else n.line + first_line, text=n.text)
            for n in self._kept
        ]
        for kind, count in self._counts.items():
            if count > _KEPT:
                notes.append(Note(kind=kind, text=f"and {count - _KEPT} more of these"))
        return tuple(notes)
