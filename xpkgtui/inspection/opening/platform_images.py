"""The images of the other platforms of an index: their manifests, and their configs where they are asked for."""

from xpkgtui.errors import Malformed
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.oci.image import Image, ImageConfig, Layer
from xpkgtui.oci.json_value import LARGEST
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.platform import DEFAULT, Platform
from xpkgtui.sources.source import ImageRoot
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformImage:
    """The image of an entry of the index."""

    image: Image
    described: bytes
    """Manifest and config, as their bytes stand."""

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers that decide: the one that is marked, else all that are flattened."""
        return (self.image.base,) if self.image.base is not None else self.image.layers

    @property
    def digests(self) -> tuple[str, ...]:
        """What these layers are as they are stored."""
        return tuple(str(layer.descriptor.digest) for layer in self.layers)

    @property
    def diff_ids(self) -> tuple[str, ...]:
        """What they are when they are decompressed, as far as the config says it."""
        return tuple(layer.diff_id for layer in self.layers if layer.diff_id)

    @property
    def size(self) -> int:
        """The number of bytes of these layers."""
        return sum(layer.descriptor.size for layer in self.layers)


class PlatformImages:
    """The images of the entries of an index, beside the one that is shown."""

    def __init__(self, shown: OpenedImage, index: OpenedIndex) -> None:
        self._shown = shown
        self._index = index

    def name(self, number: int) -> str:
        """The platform of an entry as rows name it."""
        return str(self.stated(number) or DEFAULT)

    def stated(self, number: int) -> Platform | None:
        """The platform that the index gives an entry."""
        return self._index.index.manifests[number].platform

    async def of(self, number: int) -> PlatformImage:
        """The image of an entry, at first without its config; raises `XpkgError` or `Malformed`."""
        shown = self._shown
        if shown.entry is not None and shown.entry.number == number:
            return PlatformImage(image=shown.image, described=shown.manifest.data + shown.config.data)
        data = await shown.source.fetcher.manifest(self._index.index.manifests[number])
        return PlatformImage(image=self._image(Manifest.parse(data), None), described=data)

    async def with_config(self, platform: PlatformImage) -> PlatformImage:
        """Returns the platform with its config; unchanged if the blob is not the config of an image."""
        described = platform.image.manifest.config
        if platform.image.config is not None or described is None:
            return platform
        data = await self._shown.source.fetcher.small_blob(described, LARGEST)
        try:
            config = ImageConfig.parse(data)
        except Malformed:
            return platform
        return PlatformImage(image=self._image(platform.image.manifest, config), described=platform.described + data)

    def _image(self, manifest: Manifest, config: ImageConfig | None) -> Image:
        root = self._shown.source.root
        derive = isinstance(root, ImageRoot) and root.derive
        return self._shown.layers.images.marks.image_of(manifest, config, derive=derive)
