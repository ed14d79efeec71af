"""A folder with the sources of a package, put together as its format would build it."""

import tempfile
from pathlib import Path

from xpkgtui.errors import NotAPackage
from xpkgtui.formats.format import Format
from xpkgtui.formats.known import seen_in
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.readers.folder import FolderReader, sentences
from xpkgtui.sources.folder.walk import OpenedFolder
from xpkgtui.sources.source import Blob, Source, SourceForm, StreamRoot
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
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        """Raises: a folder of sources has no manifest."""
        raise self._no_image(descriptor)

    def blob(self, descriptor: Descriptor) -> Blob:
        """Raises: a folder of sources has no blob."""
        raise self._no_image(descriptor)

    def _no_image(self, descriptor: Descriptor) -> NotAPackage:
        title = f"{self._folder.name} is a folder of sources, not an image: it has no {descriptor.digest}"
        return NotAPackage(title)
