"""Refusals of a chunk, and oddities that Go accepts in one; known where no parser of YAML is loaded."""

from collections import Counter
from enum import StrEnum

from xpkgtui.documents.position import FieldPath
from xpkgtui.limits import ReachedLimit
from xpkgtui.values import dataclass


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


_KEPT = 50
"""Oddities of one kind that are kept; the rest are only counted."""


class OddityKind(StrEnum):
    """The kinds of oddities."""

    DUPLICATE_KEY = "duplicate-key"
    ALIAS = "alias"
    MERGE = "merge"
    HIDDEN = "hidden"
    """Content after `...`, or a second document in the chunk, which is not read."""
    BINARY = "binary"
    DIRECTIVE = "directive"
    """A directive after `...`, which is not read."""
    BOM = "bom"
    UTF_16 = "utf-16"
    CRLF = "crlf"


@dataclass(frozen=True, slots=True, kw_only=True)
class Oddity:
    """One surprise that Go accepts."""

    kind: OddityKind
    path: FieldPath | None = None
    line: int | None = None
    """The line in the whole stream, from 1."""
    text: str


class Oddities:
    """Collects oddities, with lines inside the chunk from 0."""

    def __init__(self) -> None:
        self._kept: list[Oddity] = []
        self._counts: Counter[OddityKind] = Counter()

    def __bool__(self) -> bool:
        return bool(self._counts)

    def is_full(self, kind: OddityKind) -> bool:
        """Whether oddities of this kind are only counted from now on."""
        return self._counts[kind] >= _KEPT

    def add(self, kind: OddityKind, path: FieldPath | None, line: int, text: str) -> None:
        """Keeps an oddity, or only counts it after many of its kind."""
        self._counts[kind] += 1
        if self._counts[kind] <= _KEPT:
            self._kept.append(Oddity(kind=kind, path=path, line=line, text=text))

    def placed(self, first_line: int) -> tuple[Oddity, ...]:
        """All oddities with lines of the stream; `first_line` is the chunk's first."""
        found = [
            Oddity(kind=n.kind, path=n.path, line=None if n.line is None else n.line + first_line, text=n.text)
            for n in self._kept
        ]
        for kind, count in self._counts.items():
            if count > _KEPT:
                found.append(Oddity(kind=kind, text=f"and {count - _KEPT} more of these"))
        return tuple(found)
