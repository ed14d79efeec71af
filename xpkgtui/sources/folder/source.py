"""A folder with the sources of a package, put together as `crossplane xpkg build` would."""

from pathlib import Path

from xpkgtui.errors import NotAPackage
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.sources.folder import xpkg_build
from xpkgtui.sources.folder.assembly import assemble
from xpkgtui.sources.source import Blob, Form, Source, StreamRoot


class FolderSource(Source):
    """The stream that a build would make of a folder; read anew whenever it is resolved."""

    form = Form.FOLDER
    has_image = False
    has_manifest = False
    is_assembled = True

    def __init__(self, path: Path, *, name: str, folder: str, scratch: Path) -> None:
        self._path = path
        self._name = name
        self._folder = folder
        self._scratch = scratch

    def resolve(self) -> StreamRoot:
        """The stream, with its steps and with a note for each that people must know."""
        walked = xpkg_build.walk_sources(self._path, self._folder)
        assembly = assemble(walked.files, self._path, self._scratch, xpkg_build.is_meta)
        examples = xpkg_build.examples_of(self._path)
        steps = tuple(xpkg_build.steps(self._path, self._name, self._folder, walked, assembly, examples))
        return StreamRoot(
            path=assembly.path,
            reference=self._name,
            spooled=True,
            truncated=assembly.truncated or walked.stopped,
            notes=tuple(one.sentence for one in steps if one.sentence),
            steps=tuple(one.step for one in steps),
            origins=assembly.origins,
            examples_error=examples.problem if examples else None,
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        """Raises: a folder of sources has no manifest."""
        raise self._no_image(descriptor)

    def blob(self, descriptor: Descriptor) -> Blob:
        """Raises: a folder of sources has no blob."""
        raise self._no_image(descriptor)

    def close(self) -> None:
        """Holds nothing."""

    def _no_image(self, descriptor: Descriptor) -> NotAPackage:
        return NotAPackage(f"{self._name} is a folder of sources, not an image: it has no {descriptor.digest}")
