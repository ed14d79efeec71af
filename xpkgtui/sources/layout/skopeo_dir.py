"""Folders of `skopeo copy ... dir:`: manifest.json beside blobs that are named by their bare digests."""

from pathlib import Path

from xpkgtui.errors import Corrupt, Malformed, NotAPackage, NotFound
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.json_value import LARGEST, read_object
from xpkgtui.sources.files import FileBlob, open_regular, read_blob, read_small
from xpkgtui.sources.source import Blob, Form, ImageRoot, Source

VERSION = b"Directory Transport Version"
"""The beginning of the file `version`."""


class DirectorySource(Source):
    """An image, or an index after `skopeo copy --all`, in a folder of skopeo."""

    form = Form.DIR

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

    def close(self) -> None:
        """Holds nothing."""

    def _open(self, descriptor: Descriptor, suffix: str) -> FileBlob:
        try:
            return FileBlob(open_regular(self._folder / f"{descriptor.digest.hex}{suffix}", self._folder))
        except (NotAPackage, NotFound) as error:
            raise Corrupt(f"{self._name} does not hold the blob {descriptor.digest}", tried=(error.title,)) from error
