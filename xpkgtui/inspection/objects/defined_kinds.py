"""What is known of the kinds that the documents of one stream define; kept with the stream."""

import threading
from collections.abc import Sequence
from dataclasses import field
from typing import Self

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.repeats import Repeats
from xpkgtui.formats.definitions.fields.search import FieldIndex, IndexedFields
from xpkgtui.inspection.messages.schemas import KindRow
from xpkgtui.values import dataclass


@dataclass(slots=True, kw_only=True, eq=False)
class DefinedKinds:
    """What is known of the kinds of one stream; asked by one thread at a time."""

    waiting: tuple[Chunk, ...]
    """The documents that may be definitions."""
    effort: Effort
    repeats: Repeats | None = field(default_factory=Repeats)
    """Blocks that were parsed, a quarter less work with 1,540 definitions; None once every document was read."""
    done: int = 0
    rows: list[KindRow] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    unsearched: list[int] = field(default_factory=list)
    """Definitions of which not all fields are found."""
    index: FieldIndex = field(default_factory=FieldIndex)
    is_kept: bool = False
    """Whether the cache has it."""
    lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of_kept(cls, rows: Sequence[KindRow], unread: Sequence[int], fields: IndexedFields) -> Self:
        """What was known once every document was read."""
        found = cls(waiting=(), effort=Effort(0), repeats=None, rows=list(rows), unread=list(unread), is_kept=True)
        found.index.extend(fields, fields.owners)
        return found

    @property
    def is_whole(self) -> bool:
        """Whether every document was read."""
        return self.done >= len(self.waiting)
