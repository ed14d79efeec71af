"""The examples beside a package, which `crossplane xpkg build` puts into their own layer.

It is stricter with them than with the package (crossplane-runtime, pkg/xpkg/parser/examples): a file that ends with
comments or a separator only is refused, since it closes every file with `...`; so is one that it cannot read, and a
link to nothing or to a folder.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from xpkgtui.documents.stream import split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.errors import XpkgError
from xpkgtui.readers.folder import OmissionReason, SourceFolder, Walk
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.documents.document import PackageDocument

FOLDER = "examples"
_LARGEST = 4 << 20
"""Bytes of examples that are parsed to check whether a build accepts them, at about a second for each MB."""
_CLOSED = b"\n...\n\n"
_EMPTY_LINKS = {
    OmissionReason.LINK_TO_NOTHING: "is a link to nothing",
    OmissionReason.LINK_TO_FOLDER: "is a link to a folder",
}
"""Links that a build opens and finds empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Examples:
    """The examples of a folder, and the reason why a build refuses one."""

    files: int
    problem: str | None = None
    """A sentence that begins with the file and its line; None where no file that was read has one."""
    unread: int = 0
    """Files that were not read, because all together are too large."""


def problem_of(data: bytes, check: Callable[[], None]) -> str | None:
    """The reason why the examples cannot be read; None where they can."""
    # The list of objects needs no parser of YAML, and is on the screen before one is loaded.
    from xpkgtui.documents.document import BrokenDocument, parse
    from xpkgtui.formats.xpkg.objects.identity import identify

    stream, effort = split(data), Effort()
    for chunk in stream.chunks:
        check()
        if chunk.empty:
            continue
        document = parse(data, chunk, effort=effort)
        if isinstance(document, BrokenDocument):
            return f"document {chunk.number}: {document.message}"
        if fault := identify(document.value).fault:
            return f"document {chunk.number} {fault}"
    return stream.problem.message if stream.problem else None


def examine(folder: SourceFolder, walked: Walk) -> Examples:
    """Reads the examples as a build does, as far as the first that it refuses."""
    found, left, effort = walked.files, _LARGEST, Effort()
    for number, file in enumerate(found):
        try:
            data = folder.read(file, left + 1)
        except XpkgError:
            data = b""
        if len(data) > left:
            return Examples(files=len(found), unread=len(found) - number)
        left -= len(data)
        try:
            problem = _build_problem(data, file.name, effort)
        except _Unread:
            return Examples(files=len(found), unread=len(found) - number)
        if problem:
            return Examples(files=len(found), problem=problem)
    for one in walked.left_out:
        if link := _EMPTY_LINKS.get(one.reason):
            problem = f"{one.name}:1: it {link}, in which a build finds no document"
            return Examples(files=len(found), problem=problem)
    return Examples(files=len(found))


class _Unread(Exception):
    """This program does not parse a document that a build may read."""


def _build_problem(data: bytes, name: str, effort: Effort) -> str | None:
    from xpkgtui.documents.document import BrokenDocument, parse  # loaded only for examples

    text = data + _CLOSED
    stream = split(text, Effort(0))
    for chunk in stream.chunks:
        document = parse(text, chunk, effort=effort)
        if isinstance(document, BrokenDocument):
            if document.reason.is_own_limit:
                raise _Unread
            line = document.position.line if document.position else chunk.line
            return f"{name}:{min(line, _lines(data))}: {document.message}"
        if fault := _fault(document):
            return f"{name}:{min(chunk.line, _lines(data))}: the document {fault}"
    if stream.problem is not None:
        return f"{name}:{stream.problem.line}: {stream.problem.message}"
    return None


def _fault(document: "PackageDocument") -> str:
    """The reason why a document is not an object; an empty one is allowed."""
    value = document.value
    if value is None:
        return ""
    if not isinstance(value, dict):
        return "is not a mapping"
    kind = value.get("kind")
    return "" if isinstance(kind, str) and kind else "has no kind"


def _lines(data: bytes) -> int:
    return max(1, data.count(b"\n") + (not data.endswith(b"\n")))
