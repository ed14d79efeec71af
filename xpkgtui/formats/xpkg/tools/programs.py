"""A program that reads a stream, document by document, until it stops; and what it takes for its objects."""

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.stream import SeparatorProblem
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.formats.judging.stream_verdict import Refusal, StreamObject
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import definition_of
from xpkgtui.formats.xpkg.tools.decoded import Decoded, decode
from xpkgtui.limits import Limits, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.finding import Acceptance
from xpkgtui.untyped import field, text
from xpkgtui.visible import clip

_BLANK = late(rb"[\t\n\v\f\r \x85\xa0]*+")
_LONGEST_NAME = 320
"""Characters of each name of an object."""


Shared = Callable[[Decoded, Role], StreamObject]
"""Makes the object of a document once for all programs."""


class StreamProgram(Protocol):
    """One program, or one edition of it, in the middle of a stream."""

    @property
    def outcome(self) -> "Outcome":
        """What it made of the stream so far."""
        ...

    @property
    def is_stopped(self) -> bool:
        """Whether it reads no further document."""
        ...

    def skip(self, empty: "Empty") -> None:
        """A chunk without content comes."""
        ...

    def take(self, document: Decoded) -> None:
        """A document comes."""
        ...

    def end(self, problem: SeparatorProblem | None) -> None:
        """The stream ends, or breaks at a separator."""
        ...


class Empty:
    """A chunk that newer parsers pass over; for the others it is a document."""

    def __init__(self, data: StreamBytes, chunk: Chunk, effort: Effort, limits: Limits) -> None:
        self._data = data
        self._chunk = chunk
        self._effort = effort
        self._limits = limits

    @property
    def is_blank(self) -> bool:
        """Whether it has no comment, no `---` and no `...` either."""
        return _BLANK.fullmatch(self._data, self._chunk.start, self._chunk.end) is not None

    @cached_property
    def document(self) -> Decoded:
        """What a parser makes of it that does not pass it over: mostly null."""
        return decode(self._data, self._chunk, effort=self._effort, limits=self._limits, guesses=0)


class Outcome:
    """The objects of one program, and the refusal or the limit at which it stopped."""

    def __init__(self) -> None:
        self.objects: list[StreamObject] = []
        self.refusal: Refusal | None = None
        self.limit: ReachedLimit | None = None

    @property
    def acceptance(self) -> Acceptance | None:
        """Refused where it stopped; undecided where something was not read."""
        if self.refusal is not None:
            return Acceptance.REFUSED
        return None if self.limit is not None else Acceptance.ACCEPTED

    def parse_error(self, message: str, chunk: Chunk) -> None:
        """The parser stops at a document."""
        self.refusal = Refusal(stage=ReadStage.PARSE, message=message, document=chunk.number, line=chunk.line)

    def lint_error(self, message: str, one: StreamObject | None = None) -> None:
        """The linter stops, at an object or at the package as a whole."""
        self.refusal = Refusal(stage=ReadStage.LINT, message=message, document=one.document if one else None)

    def limited(self, document: Decoded) -> bool:
        """Whether a limit of this program kept a document from being read, which is then passed over."""
        broken = document.document
        if not isinstance(broken, BrokenDocument) or not broken.reason.is_own_limit:
            return False
        self.limit = self.limit or broken.limit
        return True

    def separator(self, problem: SeparatorProblem) -> None:
        """Reading stops at a separator."""
        if problem.limit is not None:
            self.limit = self.limit or problem.limit
        else:
            self.refusal = Refusal(stage=ReadStage.PARSE, message=problem.message, line=problem.line)


def object_of(document: Decoded, role: Role) -> StreamObject:
    """A document as one of the objects that a program parses; some odd kinds have no name."""
    named = document.named
    struct = definition_of(named) if named else None
    metadata = struct.fields.get("metadata") if struct else None
    is_named = struct is None or (metadata and metadata.struct and "name" in metadata.struct.fields)
    return StreamObject(
        document=document.chunk.number,
        api_version=clip(named.api_version, _LONGEST_NAME) if named else "",
        kind=clip(named.kind, _LONGEST_NAME) if named else "",
        name=clip(text(field(document.value, "metadata", "name")), _LONGEST_NAME) if is_named else "",
        role=role,
    )
