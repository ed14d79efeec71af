"""The built-in package as a source, without a network."""

from xpkgtui.errors import Corrupt
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.sources.demo.layers import DemoImage
from xpkgtui.sources.files import bytes_blob
from xpkgtui.sources.source import Blob, ImageRoot, Source, SourceForm

_REFERENCE = "registry.example.com/tidewater/provider-harbourmaster:v1.4.2"
"""An address that does not exist."""


class BlobsSource(Source):
    """An OCI layout that is made in memory."""

    form = SourceForm.OCI_LAYOUT

    def __init__(self, image: DemoImage, root: bytes, *, media_type: str, reference: str) -> None:
        self._image = image
        self._root = root
        self._media_type = media_type
        self._reference = reference

    def resolve(self) -> ImageRoot:
        """The index, or the only manifest."""
        digest = Digest.of(self._root)
        return ImageRoot(data=self._root, media_type=self._media_type, digest=digest, reference=self._reference)

    def manifest(self, descriptor: Descriptor) -> bytes:
        """The bytes of a manifest below the index."""
        return self._find(descriptor)

    def blob(self, descriptor: Descriptor) -> Blob:
        """The bytes of a config or layer."""
        return bytes_blob(self._find(descriptor))

    def _find(self, descriptor: Descriptor) -> bytes:
        data = self._image.blobs.get(descriptor.digest)
        if data is None:
            raise Corrupt(f"the built-in package does not hold the blob {descriptor.digest}")
        return data


class DemoSource(BlobsSource):
    """The package of Crossplane."""

    def __init__(self, story: str = "") -> None:
        from xpkgtui.sources.demo.image import build

        super().__init__(*build(story), media_type=media_types.OCI_INDEX, reference=_REFERENCE)
