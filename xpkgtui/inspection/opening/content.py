"""The recognition of an image: by its manifest and config, else by its files where reading them is cheap."""

from xpkgtui.fetching.verified_blob import BlobFile
from xpkgtui.formats import known
from xpkgtui.formats.format import Traces
from xpkgtui.formats.known import ASSUMED_IMAGES, Recognized
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.layers.prices import ByteAllowance
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import LayerScope
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.recognition import emit_format
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Manifest
from xpkgtui.readers.reader import LayerUnavailable

MOST = 16_000_000
"""Bytes of layers that are read to learn a format: they are read again for the package."""


async def recognize_image(
    source: OpenedSource, manifest: Manifest, config: ImageConfig | None, emit: Emit
) -> Recognized:
    """The format of an image, which is emitted with the reasons."""
    found = known.recognize(Traces(manifest=manifest, config=config))
    total = sum(layer.size for layer in manifest.layers)
    is_cheap = 0 < total <= MOST and ByteAllowance.of(source, LayerScope.CHEAP).take(total)
    if found.evidence is None and known.reads_folders_of_images() and is_cheap:
        found = await _by_content(source, manifest, config, emit) or found
    await emit_format(found, emit)
    return found


async def _by_content(
    source: OpenedSource, manifest: Manifest, config: ImageConfig | None, emit: Emit
) -> Recognized | None:
    """The format that has its folder in the image, or what it is instead; None where a layer cannot be read."""
    from xpkgtui.readers.image_folder import ImageFolder, read_change_sets

    image = ASSUMED_IMAGES.marks.image_of(manifest, config, derive=False)
    layers = OpenedLayers(source, image, ASSUMED_IMAGES)
    progress, stop = Progress(), Stop()
    opened: list[BlobFile] = []
    open_layer = layers.opener(progress, stop, opened)
    limits = source.options.limits

    def look() -> Recognized | None:
        try:
            change_sets = read_change_sets(len(image.layers), open_layer, limits=limits, stop=stop)
        except LayerUnavailable:
            return None
        labels = config.labels if config else {}
        folder = ImageFolder(source.name, change_sets, open_layer, labels=labels, limits=limits, stop=stop)
        try:
            found = known.recognize(Traces(manifest=manifest, config=config, folder=folder))
        finally:
            folder.close()
        return found

    try:
        return await progress.watch(source.pool.run(look), emit, PartName.LAYERS)
    finally:
        stop.set()
        for file in opened:
            file.close()
