"""What is known of the kinds that the documents of one stream define; kept with the stream."""

import threading
from dataclasses import field

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.definitions.fields.search import FieldIndex
from xpkgtui.inspection.messages.replies import KindRow
from xpkgtui.values import dataclass


@dataclass(slots=True, kw_only=True, eq=False)
class DefinedKinds:
    """What is known of the kinds of one stream; asked by one thread at a time."""

    waiting: tuple[Chunk, ...]
    """The documents that may be definitions."""
    effort: Effort
    done: int = 0
    rows: list[KindRow] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)
    index: FieldIndex = field(default_factory=FieldIndex)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def is_whole(self) -> bool:
        """Whether every document was read."""
        return self.done >= len(self.waiting)
