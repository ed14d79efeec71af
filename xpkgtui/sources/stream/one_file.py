"""One file that a format reads as if it lay alone in a folder: several JSON objects, for example."""

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from xpkgtui.formats.format import Format
from xpkgtui.limits import Limits
from xpkgtui.readers.folder import FolderReader, SourceFile, Walk, sentences
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.spooling import new_file
from xpkgtui.sources.stream.source import StreamSource


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
    return StreamSource(
        target,
        name=name,
        spooled=True,
        truncated=reading.truncated,
        reached=reading.reached,
        notes=tuple(sentences(reading.steps)),
        steps=tuple(one.step for one in reading.steps),
        origins=reading.origins,
        files=reading.files,
        format=format.summary.name,
    )
