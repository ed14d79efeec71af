"""OCI archives: a tar of an OCI layout."""

from dataclasses import replace
from pathlib import Path

from xpkgtui.errors import Corrupt
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.sources import layout_index
from xpkgtui.sources.archive.members import Members, compression_notes
from xpkgtui.sources.files import FileBlob, read_blob
from xpkgtui.sources.source import Blob, Form, ImageRoot, Source


class OciArchiveSource(Source):
    """One image of an OCI archive."""

    form = Form.OCI_ARCHIVE
    is_archive = True

    def __init__(
        self, members: Members, *, name: str, wanted: str, compression: Compression, owned: Path | None
    ) -> None:
        self._members = members
        self._name = name
        self._wanted = wanted
        self._compression = compression
        self._owned = owned

    def resolve(self) -> ImageRoot:
        """The only or the chosen image, or index.json itself."""
        with self._members.open(self._members.require("index.json")) as blob:
            data = read_blob(blob, LARGEST, "index.json")
        root = layout_index.choose(data, self._wanted, self._name, "#", self.manifest)
        notes = compression_notes(self._compression)
        return replace(root, is_compressed=self._compression is not Compression.NONE, notes=notes)

    def manifest(self, descriptor: Descriptor) -> bytes:
        """The bytes of a manifest or index."""
        with self._open(descriptor) as blob:
            return read_blob(blob, LARGEST, f"the manifest {descriptor.digest}")

    def blob(self, descriptor: Descriptor) -> Blob:
        """The bytes of a config or layer."""
        return self._open(descriptor)

    def close(self) -> None:
        """Deletes a spooled archive."""
        if self._owned:
            self._owned.unlink(missing_ok=True)

    def _open(self, descriptor: Descriptor) -> FileBlob:
        digest = descriptor.digest
        member = self._members.find(f"blobs/{digest.algorithm}/{digest.hex}")
        if member is None:
            self._members.require_whole()
            raise Corrupt(
                f"{self._name} does not hold the blob {digest}",
                hint="a layout may lack blobs; copy the image again with all blobs",
            )
        return self._members.open(member)
