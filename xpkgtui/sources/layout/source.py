"""Folders that hold images: OCI layouts, and those that skopeo writes."""

from pathlib import Path

from xpkgtui.errors import Corrupt, Malformed, MissingBlob, NotAPackage, NotFound
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.json_value import LARGEST, read_object
from xpkgtui.sources import layout_index
from xpkgtui.sources.files import FileBlob, open_regular, read_blob, read_small
from xpkgtui.sources.source import Blob, ImageRoot, Source, SourceForm


class LayoutSource(Source):
    """An image in an OCI layout folder."""

    form = SourceForm.OCI_LAYOUT

    def __init__(self, folder: Path, *, name: str, wanted: str) -> None:
        self._folder = folder
        self._name = name
        self._wanted = wanted

    def resolve(self) -> ImageRoot:
        """The only or the chosen image, or index.json itself."""
        data = read_small(self._folder / "index.json", LARGEST, self._folder)
        return layout_index.choose(data, self._wanted, self._name, ":", self.manifest)

    def manifest(self, descriptor: Descriptor) -> bytes:
        """The bytes of a manifest or index."""
        with self.blob(descriptor) as blob:
            return read_blob(blob, LARGEST, f"the manifest {descriptor.digest}")

    def blob(self, descriptor: Descriptor) -> FileBlob:
        """The bytes of a config or layer."""
        # The grammar of Digest has no slash and no dot before a slash, so this cannot leave the folder.
        digest = descriptor.digest
        path = self._folder / "blobs" / digest.algorithm / digest.hex
        try:
            return FileBlob(open_regular(path, self._folder))
        except (NotAPackage, NotFound) as error:
            raise MissingBlob(self._name, digest, (error.title,)) from error


VERSION = b"Directory Transport Version"
"""The beginning of the file `version`."""


class DirectorySource(Source):
    """An image, or an index after `skopeo copy --all`, in a folder of skopeo."""

    form = SourceForm.DIR

    def __init__(self, folder: Path, *, name: str) -> None:
        self._folder = folder
        self._name = name

    def resolve(self) -> ImageRoot:
        """The content of manifest.json, with the media type that it states."""
        data = read_small(self._folder / "manifest.json", LARGEST, self._folder)
        try:
            fields = read_object(data)
        except Malformed as error:
            raise Corrupt(f"manifest.json of {self._name} cannot be read: {error}") from error
        stated = fields.get("mediaType")
        guessed = media_types.OCI_INDEX if "manifests" in fields else media_types.OCI_MANIFEST
        return ImageRoot(
            data=data,
            media_type=stated if isinstance(stated, str) else guessed,
            digest=Digest.of(data),
            reference=self._name,
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        """The bytes of a manifest below the root."""
        with self._open(descriptor, ".manifest.json") as blob:
            return read_blob(blob, LARGEST, f"the manifest {descriptor.digest}")

    def blob(self, descriptor: Descriptor) -> Blob:
        """The bytes of a config or layer."""
        return self._open(descriptor, "")

    def _open(self, descriptor: Descriptor, suffix: str) -> FileBlob:
        try:
            return FileBlob(open_regular(self._folder / f"{descriptor.digest.hex}{suffix}", self._folder))
        except (NotAPackage, NotFound) as error:
            raise MissingBlob(self._name, descriptor.digest, (error.title,)) from error
