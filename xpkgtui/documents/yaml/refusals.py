"""Refusals of a chunk, and their reasons; known where no parser of YAML is loaded."""

from enum import StrEnum

from xpkgtui.documents.position import FieldPath
from xpkgtui.limits import ReachedLimit


class RefusalReason(StrEnum):
    """Why a chunk is refused."""

    SYNTAX = "syntax"
    ENCODING = "encoding"
    SEPARATOR = "separator"
    """A `---` at the start of a line cut a scalar or a flow collection in two."""
    DIRECTIVE = "directive"
    VALUE = "value"
    """YAML without a JSON form: NaN, a null key, a false tag."""
    DEPTH = "depth"
    ALIAS = "alias"
    SIZE = "size"
    """Larger than this program parses; Go may read it."""
    SPENT = "spent"
    """The effort for the whole stream is spent: neither it nor a document after it is parsed."""

    @property
    def is_own_limit(self) -> bool:
        """Whether it is a limit of this program: Go may read the chunk."""
        return self in (RefusalReason.SIZE, RefusalReason.SPENT)


class Refused(Exception):
    """A chunk is refused; `line` and `column` count inside it, from 0."""

    def __init__(
        self,
        reason: RefusalReason,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        path: FieldPath | None = None,
        limit: ReachedLimit | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.line = line
        self.column = column
        self.path = path
        self.limit = limit
        """The limit of this program that it is."""


class Misread(Exception):
    """libyaml stopped at a character that go-yaml reads as text, or may not have come to."""

    def __init__(self, index: int, refused: Refused) -> None:
        super().__init__(index)
        self.index = index
        self.refused = refused
        """The error if it cannot be read at all."""
