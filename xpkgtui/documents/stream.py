"""A stream split as Kubernetes' YAMLReader splits it: at every line that starts with `---`, whatever YAML says."""

import re
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.chunk import BlobNames, Chunk, StreamBytes
from xpkgtui.documents.head import MAX_LINES, blob_of, json_value, names_of, read_blob, read_head
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.golang.characters import SPACES
from xpkgtui.limits import LIMITS, PIECE, Limits, ReachedLimit
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.visible import LONGEST_NAME, clip

_BLANK = rb"(?:[\t\v\f\r ]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)*+"
# Possessive throughout: a stream may be eighty megabytes of comments.
_SILENT = late(rb"(?>" + _BLANK + rb"(?:#[^\n]*+|(?:---|\.\.\.)(?=\r?\n|\Z)|(?!))?+(?:\r?\n|\r?\Z)|(?!))*+")
_AT_MARGIN = late(rb"\n[^ \n]")
_COMMENTS = late(rb"(?:#[^\n]*+\n|\n)*+")
_GOES_ON = late(rb"\n---[\t\v\f\r ]*+[^\n]")
_NAMELESS = (None, None, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeparatorProblem:
    """A line that starts with `---` at which reading stops: because it continues, or by a limit of this program."""

    message: str
    """Go's message, or the limit."""
    line: int
    """The line of the separator, from 1."""
    offset: int
    """Byte offset of the line."""
    limit: ReachedLimit | None = None
    """The limit, where it is one; Go goes on reading."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Stream:
    """The chunks that Go reads."""

    chunks: tuple[Chunk, ...]
    problem: SeparatorProblem | None = None
    """The separator at which reading stops; as in Go, the unfinished chunk before it is dropped."""


class SplitStreams:
    """The streams that were split last in this process, by their files: of two that are compared none is split twice.

    Splitting 80 MB takes 170 ms, a quarter of what is left to do where a twentieth of it has changed.
    """

    def __init__(self, most: int = 2) -> None:
        self._most = most
        self._known: dict[str, Stream] = {}

    def find(self, path: str) -> Stream | None:
        """The documents of a file whose bytes never change; None where it was not split."""
        return self._known.get(path)

    def keep(self, path: str, stream: Stream) -> None:
        """Keeps the documents of a file, and forgets those that were kept first."""
        self._known.pop(path, None)
        self._known[path] = stream
        while len(self._known) > self._most:
            del self._known[next(iter(self._known))]


def split(
    data: StreamBytes,
    effort: Effort | None = None,
    limits: Limits = LIMITS,
    *,
    bare: bool = False,
    named: bool = True,
) -> Stream:
    """Splits and names the documents; reads every byte about twice, and parses what only a parser can name.

    `effort` is what parsing them may cost, shared with other streams; where it has no steps, nothing is parsed.
    With `bare`, only `---` and blanks separate, as for Kubernetes up to 1.21: any other line belongs to its document.
    Without `named`, documents have no names.
    """
    splitter = Splitter(data, effort, limits, bare=bare, named=named)
    return Stream(chunks=tuple(splitter), problem=splitter.problem)


def is_bare(data: StreamBytes) -> bool:
    """Whether no line goes on behind `---`, unless the first one with a comment: both ways of splitting agree."""
    end = data.find(b"\n")
    first = data[3 : len(data) if end < 0 else end] if data[:3] == b"---" else b""
    return _GOES_ON.search(data) is None and separator_problem(first) is None


def separator_problem(rest: bytes) -> str | None:
    """Go's message about a line that starts with `---` and goes on with `rest`; None for a good one."""
    text = rest.decode("utf-8", "surrogateescape").strip(SPACES)
    if not text or text.startswith("#"):
        return None
    return "invalid Yaml document separator: " + re.sub("[\udc80-\udcff]", "\ufffd", text)


def _is_blank(rest: bytes) -> bool:
    return not rest.decode("utf-8", "surrogateescape").strip(SPACES)


class Splitter:
    """The documents of a stream as `split` finds them, one after another; to be gone through once."""

    def __init__(
        self,
        data: StreamBytes,
        effort: Effort | None = None,
        limits: Limits = LIMITS,
        *,
        bare: bool = False,
        named: bool = True,
    ) -> None:
        self.problem: SeparatorProblem | None = None
        """The separator at which reading stopped; known once all documents were found."""
        self._limits = limits
        self._bare, self._named = bare, named
        self._data, self._size = data, len(data)
        self._effort = effort or Effort.of_stream(len(data), limits)
        self._count = 0
        self._line = 1
        self._counted_to = 0
        self._start = 0
        """The offset of the collected document; `_margin` has its lines at column 0 after the first, or a few."""
        self._margin: list[int] = []

    def __iter__(self) -> Iterator[Chunk]:
        data = self._data
        at = 0 if data[:3] == b"---" else self._following(0)
        while at < self._size:
            line_end = data.find(b"\n", at)
            line_end = self._size if line_end < 0 else line_end + 1
            if self._bare and not _is_blank(data[at + 3 : line_end]):
                self._keep(at)
                at = self._following(line_end - 1)
                continue
            if problem := self._separator(at, line_end):
                self.problem = problem
                return
            # A separator before which nothing was collected is itself collected.
            if at > self._start:
                yield self._chunk(self._start, at)
                self._start = line_end
                self._margin.clear()
            at = self._following(line_end - 1)
        if self._start < self._size:
            yield self._chunk(self._start, self._size)

    def _following(self, newline: int) -> int:
        """Offset of the next line that starts with `---`, searched from the line end at `newline`.

        The lines at column 0 before it are kept, so that few bytes are looked at twice.
        """
        data = self._data
        if not self._margin:
            # However many comments stand before the first key, they leave room for the keys.
            found = _COMMENTS.match(data, newline + 1 if newline else self._start)
            newline = max(newline, found.end() - 1) if found else newline
        for match in _AT_MARGIN.finditer(data, max(newline, 0)):
            at = match.start() + 1
            if data[at : at + 3] == b"---":
                return at
            if not self._keep(at):
                end = data.find(b"\n---", at)
                return self._size if end < 0 else end + 1
        return self._size

    def _keep(self, at: int) -> bool:
        """Keeps the offset of a line at column 0, unless there are more than a list can show."""
        if len(self._margin) > MAX_LINES:
            return False
        if at > self._start:
            self._margin.append(at)
        return True

    def _separator(self, at: int, line_end: int) -> SeparatorProblem | None:
        limit = None
        if problem := separator_problem(self._data[at + 3 : line_end]):
            message = problem
        elif self._count >= self._limits.documents:
            limit = self._limits.reached("documents")
            message = limit.sentence
        else:
            return None
        return SeparatorProblem(message=message, line=self._line_of(at), offset=at, limit=limit)

    def _line_of(self, offset: int) -> int:
        """The line of an offset; call it in order of offsets."""
        self._line += _line_ends(self._data, self._counted_to, offset)
        self._counted_to = offset
        return self._line

    def _chunk(self, start: int, end: int) -> Chunk:
        self._count += 1
        data, number, first_line = self._data, self._count, self._line_of(start)
        if is_empty(data, start, end):
            line = self._line_of(max(data.find(b"#", start, end), start))
            return Chunk(number=number, start=start, end=end, first_line=first_line, line=line, empty=True)
        if not self._named:
            return Chunk(number=number, start=start, end=end, first_line=first_line, line=first_line)
        names = read_head(data, start, end, self._margin)
        blob = unnamed = None
        if names is not None:
            found, at = (names.api_version, names.kind, names.name), names.first_key
        elif blob := read_blob(data, start, end):
            found, at = _NAMELESS, max(blob.first_key, start)
            if end - start > self._limits.document:
                unnamed = self._limits.reached("document", end - start)
        else:
            at = _first_content(data, start, end)
            value, unnamed = self._parsed(start, end, at)
            found, blob = names_of(value), blob_of(value)
        api_version, kind, name = found
        return Chunk(
            number=number,
            start=start,
            end=end,
            first_line=first_line,
            line=self._line_of(at),
            api_version=_short(api_version),
            kind=_short(kind),
            name=_short(name),
            blob=_short_blob(blob),
            unnamed=unnamed,
        )

    def _parsed(self, start: int, end: int, at: int) -> tuple[Any, ReachedLimit | None]:
        """The value of a document, for its names; where a limit keeps it from being parsed, None and the limit."""
        if self._effort.left <= 0:
            return None, self._limits.reached("yaml")
        size = end - start
        if size > self._limits.document:
            return None, self._limits.reached("document", size)
        if (value := json_value(self._data[at:end])) is not None:
            return value, None
        # The YAML parser is slow to load, and few streams need it.
        from xpkgtui.documents.document import build, chunk_text
        from xpkgtui.documents.yaml.refusals import Refused

        try:
            text, reader, _ = chunk_text(self._data[start:end], self._limits)
            return build(text, reader, effort=self._effort).tree.value, None
        except Refused as refused:
            return None, refused.limit


def _line_ends(data: StreamBytes, start: int, end: int) -> int:
    """How many lines end in a piece of a stream.

    What is left without them is counted, because `bytes.count` looks at each byte by itself: of 80 MB with 1,540
    documents, all rows took a sixth longer.
    """
    count = 0
    for at in range(start, end, PIECE):
        piece = data[at : min(at + PIECE, end)]
        count += len(piece) - len(piece.replace(b"\n", b""))
    return count


def _short(name: str | None) -> str | None:
    return None if name is None else clip(name, LONGEST_NAME)


def _short_blob(blob: BlobNames | None) -> BlobNames | None:
    if blob is None:
        return None
    schema, package, name = _short(blob.schema), _short(blob.package), _short(blob.name)
    return BlobNames(schema=schema or "", package=package, name=name)


def is_empty(data: StreamBytes, start: int, end: int) -> bool:
    """Whether a chunk is skipped (Crossplane's isEmptyYAML): only blank lines, comments, exactly `---` or `...`."""
    return _SILENT.fullmatch(data, start, end) is not None


def _first_content(data: StreamBytes, start: int, end: int) -> int:
    """Offset of the first line with content."""
    if data[start : start + 3] == b"---":
        start = data.find(b"\n", start, end) + 1 or end
    silent = _SILENT.match(data, start, end)
    return silent.end() if silent else start
