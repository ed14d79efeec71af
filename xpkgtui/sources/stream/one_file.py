"""One file that is read as a stream of documents: as if it lay alone in a folder, or JSON lines, an object a line."""

import json
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from xpkgtui.documents.origins import Origins, OriginsBuilder
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.formats.format import Format
from xpkgtui.formats.known import ASSUMED_SOURCES
from xpkgtui.limits import LARGEST_STREAM, Limits
from xpkgtui.readers.folder import FolderReader, SourceFile, Walk, sentences
from xpkgtui.readers.reader import FolderEntry, Sign, Step
from xpkgtui.sources.files import FileBlob, new_file, open_regular, spool
from xpkgtui.sources.source import Source, SourceForm, StreamRoot


class StreamSource(Source):
    """A stream in a regular file; a spooled file is deleted by the resolver."""

    form = SourceForm.STREAM
    has_image = False
    has_manifest = False

    def __init__(self, root: StreamRoot) -> None:
        self._root = root

    def resolve(self) -> StreamRoot:
        """The stream."""
        return self._root


Header = Mapping[str, object]
"""A first line that is not an object of Kubernetes, but about the package."""
_SEPARATOR = b"---\n"
_LONGEST = 1 << 16
"""Bytes of a header."""
_TITLE = "Puts every line into a document of its own"


def is_json_lines(head: bytes) -> bool:
    """Whether the first two lines are one JSON object each, and the second is an object of Kubernetes."""
    if not head.startswith(b"{"):
        return False
    first, _, rest = head.partition(b"\n")
    second = rest.lstrip().partition(b"\n")[0]
    return (
        _fields(first) is not None and second.startswith(b"{") and b'"apiVersion"' in second and b'"kind"' in second
    )


def open_json_lines(source: ByteSource, head: bytes, scratch: Path, name: str, limits: Limits) -> StreamSource:
    """A stream of the objects, each with its line number; raises Usage where `scratch` cannot be written."""
    path, more = spool(source, scratch, LARGEST_STREAM, head)
    try:
        with path.open("rb") as lines:
            header = _header(lines)
            target, origins, left = _convert(lines, scratch, name, limits.documents, skip_first=header is not None)
    finally:
        path.unlink(missing_ok=True)
    note = ASSUMED_SOURCES.notes.json_lines_note(header)
    root = StreamRoot(
        path=target,
        reference=name,
        spooled=True,
        truncated=more or target.stat().st_size > LARGEST_STREAM,
        reached=(limits.reached("documents"),) if left else (),
        notes=(note,),
        steps=(Step(title=_TITLE, evidence=note, sign=Sign.WARNING),),
        origins=origins,
    )
    return StreamSource(root)


def _header(lines: BinaryIO) -> Header | None:
    """The first line where it is a header; None where it is an object like the others."""
    found = _fields(lines.readline(_LONGEST))
    lines.seek(0)
    return None if found is None or "apiVersion" in found else found


def _fields(line: bytes) -> Mapping[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _convert(lines: BinaryIO, scratch: Path, name: str, most: int, *, skip_first: bool) -> tuple[Path, Origins, bool]:
    """A new file, the origins of its lines, and whether there are more objects than a stream may have."""
    ledger, written, count = OriginsBuilder(), 2, 0
    file = os.path.basename(name) if name != "-" else "standard input"
    with new_file(scratch, "stream-") as (target, out):
        out.write(_SEPARATOR)
        for number, line in enumerate(lines, 1):
            if (number == 1 and skip_first) or not line.strip():
                continue
            if count == most:
                return target, ledger.origins(len(_SEPARATOR)), True
            ledger.add(written, file, number)
            out.write(line.rstrip(b"\n") + b"\n" + _SEPARATOR)
            written += 2
            count += 1
    return target, ledger.origins(len(_SEPARATOR)), False


class _Alone:
    """A folder with this file and nothing else."""

    exclude: tuple[str, ...] = ()

    def __init__(self, path: Path, name: str, limits: Limits) -> None:
        self.name = name
        self.limits = limits
        self._path = path
        self._file = os.path.basename(name) if name != "-" else "standard input"

    @property
    def labels(self) -> Mapping[str, str]:
        return {}

    def entries(self, folder: str = "") -> tuple[FolderEntry, ...]:
        return () if folder else (FolderEntry(name=self._file, size=self._path.stat().st_size),)

    def has_file(self, name: str) -> bool:
        return name == self._file

    def has_folder(self, name: str) -> bool:
        return not name

    def is_link(self, name: str) -> bool:
        return bool(name) and os.path.islink(self._path)

    def walk(
        self, folder: str = "", *, endings: tuple[str, ...], excluded: str = "", patterns: tuple[str, ...] = ()
    ) -> Walk:
        del excluded, patterns
        return Walk(files=(SourceFile(name=self._file),) if not folder and self._file.endswith(endings) else ())

    def read(self, file: SourceFile, most: int) -> bytes:
        del file
        with FileBlob(open_regular(self._path)) as blob:
            return blob.read(most)


def open_one_file(
    path: Path, scratch: Path, name: str, format: Format, reader: FolderReader, limits: Limits
) -> StreamSource:
    """The stream that a format makes of one file; raises Usage where `scratch` cannot be written."""
    with new_file(scratch, "stream-") as (target, sink), tempfile.TemporaryFile(dir=scratch) as spool:
        reading = reader.read(_Alone(path, name, limits), "", sink, spool)
    root = StreamRoot(
        path=target,
        reference=name,
        spooled=True,
        truncated=reading.truncated,
        reached=reading.reached,
        notes=tuple(sentences(reading.steps)),
        steps=tuple(one.step for one in reading.steps),
        origins=reading.origins,
        files=reading.files,
        format=format.summary.name,
    )
    return StreamSource(root)
