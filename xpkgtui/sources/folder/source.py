"""A folder with the sources of a package, put together as its format would build it."""

import tempfile
from pathlib import Path

from xpkgtui.formats.format import Format
from xpkgtui.formats.known import seen_in
from xpkgtui.readers.folder import FolderReader, sentences
from xpkgtui.sources.folder.walk import OpenedFolder
from xpkgtui.sources.source import Source, SourceForm, StreamRoot
from xpkgtui.sources.spooling import new_file


class FolderSource(Source):
    """The stream that a build would make of a folder; read anew whenever it is resolved."""

    form = SourceForm.FOLDER
    has_image = False
    has_manifest = False
    is_assembled = True

    def __init__(self, folder: OpenedFolder, place: str, format: Format, reader: FolderReader, scratch: Path) -> None:
        self._folder = folder
        self._place = place
        self._format = format
        self._reader = reader
        self._scratch = scratch

    def resolve(self) -> StreamRoot:
        """The stream, with its steps and with a note for each that people must know; raises Usage."""
        with (
            new_file(self._scratch, "assembled-") as (path, sink),
            tempfile.TemporaryFile(dir=self._scratch) as spool,
        ):
            reading = self._reader.read(self._folder, self._place, sink, spool)
        reasons, also = seen_in(self._folder, self._format)
        return StreamRoot(
            path=path,
            reference=self._folder.name,
            format=self._format.summary.name,
            spooled=True,
            truncated=reading.truncated,
            reached=reading.reached,
            notes=tuple(sentences(reading.steps)),
            steps=tuple(one.step for one in reading.steps),
            origins=reading.origins,
            files=reading.files,
            folder=self._folder.path,
            build_error=reading.build_error,
            reasons=reasons,
            also=also,
            excluded=self._folder.by_project,
        )
