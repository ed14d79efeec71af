"""What rules about notebooks look at."""

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import parse
from xpkgtui.documents.stream import Stream
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import ObjectName
from xpkgtui.rules.ruleset import ParsedSubject
from xpkgtui.untyped import field
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Note(ParsedSubject):
    """What the rule looks at."""

    @property
    def object_name(self) -> ObjectName | None:
        kind, name = (field(self.value, *path) for path in (("kind",), ("metadata", "name")))
        return ObjectName(api_version="notes/v1", kind=str(kind), name=str(name))


class Reading:
    """Every note by itself."""

    def __init__(self, case: Case, data: StreamBytes, stream: Stream) -> None:
        self._data = data

    def document(self, chunk: Chunk) -> Note:
        return Note(chunk=chunk, document=parse(self._data, chunk))

    def remember(self, subject: Note) -> None:
        """Nothing is needed of a note when it is gone."""

    def package(self) -> None:
        return None
