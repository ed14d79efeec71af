"""What an image looks like beside its format, by files of layers that were read for the package or for rules."""

from dataclasses import replace

from xpkgtui.fetching.verified_blob import BlobFile
from xpkgtui.formats import known
from xpkgtui.inspection.messages.events import Emit, FormatRecognised
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.opening.content import MOST
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.readers.reader import LayerUnavailable


async def look_for_others(opened: OpenedImage, emit: Emit) -> None:
    """Adds what the files look like to what labels and annotations say, and emits the format again."""
    if not _is_read(opened):
        return
    more = await _others(opened, emit)
    named = {one.partition(": ")[0] for one in opened.also}
    new = tuple(one for one in more if one.partition(": ")[0] not in named)
    if new:
        opened.also = (*opened.also, *new)
        summary = replace(opened.format.summary, reasons=opened.reasons, also=opened.also)
        await emit(FormatRecognised(format=summary))


def _is_read(opened: OpenedImage) -> bool:
    layers, read = opened.image.layers, opened.layers.change_sets
    total = sum(one.descriptor.size for one in layers)
    return bool(opened.reasons) and 0 < total <= MOST and all(one.index in read for one in layers)


async def _others(opened: OpenedImage, emit: Emit) -> tuple[str, ...]:
    """What other formats say of the files, a clause each."""
    change_sets, limits = dict(opened.layers.change_sets), opened.source.options.limits
    tops = {entry.path.partition("/")[0] for each in change_sets.values() for entry in each.entries}
    if not known.may_be_others(tops, opened.format):
        return ()
    progress, stop = Progress(), Stop()
    files: list[BlobFile] = []
    open_layer = opened.layers.opener(progress, stop, files)
    config = opened.image.config

    def look() -> tuple[str, ...]:
        from xpkgtui.readers.image_folder import ImageFolder

        labels = config.labels if config else {}
        folder = ImageFolder(opened.source.name, change_sets, open_layer, labels=labels, limits=limits, stop=stop)
        try:
            return known.others_in(folder, opened.format)
        except LayerUnavailable:
            return ()
        finally:
            folder.close()

    try:
        return await progress.watch(opened.source.pool.run(look), emit, PartName.LAYERS)
    finally:
        stop.set()
        for file in files:
            file.close()
