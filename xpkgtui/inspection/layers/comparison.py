"""The layers of one image compared with each other, as far as they were read."""

import contextlib
import io
from typing import TYPE_CHECKING

from xpkgtui.fetching.verified_blob import VerifiedBlob
from xpkgtui.filesystem import shadowing
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.shadowing import ShadowedFile, Shadowing
from xpkgtui.filesystem.tar.entry import Entry, clean
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.limits import LARGEST_STREAM, Limits
from xpkgtui.readers.reader import LayerUnavailable, Reading
from xpkgtui.rules.case import FlattenedFile
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.filesystem.compression.stored import ByteSink

_LARGEST = 1 << 20
"""Bytes of a file beside the package that are read; more are not judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerComparison:
    """What only several layers together show."""

    hidden: tuple[ShadowedFile, ...] = ()
    flattened: FlattenedFile | None = None


async def compare(layers: OpenedLayers, reading: Reading | None) -> LayerComparison:
    """Compares the layers that were read; fetches nothing. Adds the faults of their examples to their facts."""
    wanted = {layer.index for layer in layers.image.layers if layer.mark.annotation is not None}
    read = sorted(layers.change_sets.items())
    with Stop() as stop:
        hidden = await layers.source.pool.run(lambda: shadowing.shadowed_files(read, wanted, stop))
        flattened = await _flattened(layers, reading, stop)
        for index in sorted(wanted & layers.change_sets.keys()):
            await _read_examples(layers, index, stop)
    return LayerComparison(hidden=hidden, flattened=flattened)


async def _flattened(layers: OpenedLayers, reading: Reading | None, stop: Stop) -> FlattenedFile | None:
    """What the layers above make of the file that was taken from the annotated one; None if nothing, or not known."""
    base = layers.image.base
    if base is None or reading is None or reading.layer != base.index or reading.entry is None:
        return None
    above = [(layer.index, layers.change_sets.get(layer.index)) for layer in layers.image.layers[base.index + 1 :]]
    known = [(index, changes) for index, changes in above if changes is not None and changes.problem is None]
    if not known or len(known) < len(above):
        return None
    from xpkgtui.filesystem.contents import HashedSink

    path = clean(reading.entry)
    found = await layers.source.pool.run(lambda: shadowing.shadowing_layer(path, known))
    if found is None:
        return None
    layer, how = found
    entry = _last(layers.change_sets[layer], path) if how is Shadowing.OVERWRITTEN else None
    sink = HashedSink()
    is_whole = entry is not None and await _copy(layers, layer, entry, sink, LARGEST_STREAM, stop)
    return FlattenedFile(layer=layer, sha256=sink.digest.hexdigest() if is_whole else None)


async def _read_examples(layers: OpenedLayers, index: int, stop: Stop) -> None:
    side_file = layers.images.side_file
    data = await side_file_of(layers, index, _LARGEST, stop)
    if side_file is not None and data is not None:
        problem = await layers.source.pool.run(lambda: side_file.problem(data, stop.check))
        layers.add_side_file_error(index, problem)


async def side_file_of(layers: OpenedLayers, index: int, limit: int, stop: Stop) -> bytes | None:
    """The file beside the package in a layer that was read; None where there is none, or it is not whole."""
    side_file, sink = layers.images.side_file, io.BytesIO()
    entry = _last(layers.change_sets[index], side_file.path) if side_file else None
    if entry is None or not await _copy(layers, index, entry, sink, limit, stop):
        return None
    return sink.getvalue()


async def _copy(layers: OpenedLayers, index: int, entry: Entry, sink: "ByteSink", limit: int, stop: Stop) -> bool:
    """Whether all of an entry of a layer that is here was written to `sink`."""
    try:
        blob = await layers.blob(index, Progress())
    except LayerUnavailable:
        return False
    return await layers.source.pool.run(
        lambda: _copy_from(blob, entry.order, sink, limit, layers.source.options.limits, stop)
    )


def _copy_from(blob: VerifiedBlob, order: int, sink: "ByteSink", limit: int, limits: Limits, stop: Stop) -> bool:
    # Few packages have a file beside them that is read.
    from xpkgtui.filesystem.contents import copy_entry

    with contextlib.closing(blob.open()) as source:
        copied = copy_entry(source, order, sink, limit=limit, limits=limits, stop=stop)
    return not copied.truncated and copied.problem is None


def _last(changes: ChangeSet, path: str) -> Entry | None:
    """The file that a layer leaves at `path`."""
    found = [entry for entry in changes.entries if entry.path == path]
    return found[-1] if found and found[-1].has_body else None
