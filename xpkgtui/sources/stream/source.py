"""A package.yaml without an image: a file, a compressed file of the package cache, or standard input."""

from pathlib import Path

from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.errors import NotAPackage
from xpkgtui.limits import ReachedLimit
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.readers.reader import Step
from xpkgtui.sources.source import Blob, Source, SourceForm, StreamRoot


class StreamSource(Source):
    """A stream in a regular file; a spooled file is deleted by the resolver."""

    form = SourceForm.STREAM
    has_image = False
    has_manifest = False

    def __init__(
        self,
        path: Path,
        *,
        name: str,
        spooled: bool = False,
        truncated: bool = False,
        reached: tuple[ReachedLimit, ...] = (),
        notes: tuple[str, ...] = (),
        steps: tuple[Step, ...] = (),
        origins: Origins = AS_GIVEN,
        files: tuple[FolderEntry, ...] = (),
        format: str = "",
    ) -> None:
        self._root = StreamRoot(
            path=path,
            reference=name,
            spooled=spooled,
            truncated=truncated,
            reached=reached,
            notes=notes,
            steps=steps,
            origins=origins,
            files=files,
            format=format,
        )

    def resolve(self) -> StreamRoot:
        """The stream."""
        return self._root

    def manifest(self, descriptor: Descriptor) -> bytes:
        """Raises: a stream has no manifest."""
        raise self._no_image(descriptor)

    def blob(self, descriptor: Descriptor) -> Blob:
        """Raises: a stream has no blob."""
        raise self._no_image(descriptor)

    def _no_image(self, descriptor: Descriptor) -> NotAPackage:
        return NotAPackage(f"{self._root.reference} is a stream, not an image: it has no {descriptor.digest}")
