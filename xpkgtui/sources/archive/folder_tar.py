"""A tar of a folder, opened as an image of one layer that has neither config nor labels."""

import hashlib
import json
from pathlib import Path

from xpkgtui.errors import Corrupt
from xpkgtui.filesystem.changeset import read_changeset
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.formats.known import folder_format, folder_readers
from xpkgtui.limits import PIECE, Limits
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.readers.image_folder import ImageFolder
from xpkgtui.sources.archive.members import compression_notes
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.source import ImageRoot, Source, SourceForm


def holds_a_folder(path: Path, name: str, limits: Limits) -> bool:
    """Whether a format has its folder in this tar."""
    if not any(reader.in_images for _, reader in folder_readers()):
        return False
    with FileBlob(open_regular(path)) as file:
        changes = read_changeset(file, limits=limits)
    files: list[FileBlob] = []

    def opening(_layer: int) -> FileBlob:
        files.append(FileBlob(open_regular(path)))
        return files[-1]

    folder = ImageFolder(name, {0: changes}, opening, labels={}, limits=limits)
    try:
        return folder_format(folder, in_images=True) is not None
    finally:
        folder.close()
        for each in files:
            each.close()


class FolderTarSource(Source):
    """The one image of such a tar."""

    form = SourceForm.TAR
    has_manifest = False

    def __init__(self, path: Path, *, name: str, compression: Compression, owned: bool) -> None:
        self._path = path
        self._name = name
        self._compression = compression
        self._owned = owned

    def resolve(self) -> ImageRoot:
        """A manifest with the tar as its only layer; it has no digest of its own."""
        digest, size = hashlib.sha256(), 0
        with FileBlob(open_regular(self._path)) as file:
            while data := file.read(PIECE):
                digest.update(data)
                size += len(data)
        layer = {
            "mediaType": media_types.DOCKER_LAYER_PLAIN,
            "digest": str(Digest("sha256", digest.hexdigest())),
            "size": size,
        }
        manifest = {"schemaVersion": 2, "mediaType": media_types.DOCKER_MANIFEST, "layers": [layer]}
        return ImageRoot(
            data=json.dumps(manifest, indent=2).encode(),
            media_type=media_types.DOCKER_MANIFEST,
            digest=None,
            reference=self._name,
            is_compressed=self._compression is not Compression.NONE,
            notes=compression_notes(self._compression),
        )

    def manifest(self, descriptor: Descriptor) -> bytes:
        """Raises: a tar of a folder holds no manifests."""
        raise Corrupt(f"{self._name} does not hold the manifest {descriptor.digest}")

    def blob(self, descriptor: Descriptor) -> FileBlob:
        """The tar itself, whose bytes are verified like those of any layer."""
        del descriptor
        return FileBlob(open_regular(self._path))

    def close(self) -> None:
        """Deletes a spooled tar."""
        if self._owned:
            self._path.unlink(missing_ok=True)
