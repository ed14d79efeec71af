"""What rules need beside the package itself: other layers, other entries of the index, and the case made of all."""

from dataclasses import replace

from xpkgtui.formats import known
from xpkgtui.inspection.index.opened_index import OpenedIndex
from xpkgtui.inspection.layers.comparison import compare
from xpkgtui.inspection.layers.opened_layers import ByteAllowance, LayersForThread
from xpkgtui.inspection.messages.events import (
    CaseReady,
    Emit,
    FormatRecognized,
    LayersChanged,
    PlatformsListed,
    UnreadListed,
)
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import LayerScope
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, total_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.opening.case import build_case
from xpkgtui.inspection.opening.image import MOST
from xpkgtui.inspection.rows.layers import Unread
from xpkgtui.inspection.work import SECONDS, Progress, deadline
from xpkgtui.readers.reader import LayerUnavailable
from xpkgtui.rules.case import ChildFacts
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BackgroundScope:
    """How much is read."""

    reach: LayerScope
    children: bool
    """Whether the manifests of the other platforms are."""
    every_platform: bool = False
    """Whether the other platforms are opened anyway."""


async def read_background(source: OpenedSource, shown: Shown, emit: Emit, extent: BackgroundScope) -> None:
    """Reads it, and emits the case; what was read before is not read again."""
    allowance = ByteAllowance.of(source, extent.reach)
    if isinstance(shown, OpenedImage):
        await read_layers(shown, emit, allowance)
        await look_for_others(shown, emit)
        await _look_at_program(shown)
    children = await read_index(source, shown, emit, extent)
    unread = shown.layers.unread if isinstance(shown, OpenedImage) else ()
    if isinstance(shown, OpenedImage) and source.index is not None:
        from xpkgtui.inspection.opening.compared import compare_platforms

        if extent.every_platform:
            allowance = ByteAllowance.of(source, LayerScope.ALL)
        unread += await compare_platforms(shown, source.index, allowance, reads_manifests=extent.children)
        if extent.children:
            unread += await _read_programs(shown, source.index, allowance)
        await emit(PlatformsListed(rows=source.index.rows(shown.entry), is_index=True))
    if source.options.policies and not source.policy_faults and source.decision is None:
        # Asks a registry for more than the image, where a policy wants to know.
        from xpkgtui.inspection.referrers.reading import judge_by_policies

        await judge_by_policies(source)
    await emit(UnreadListed(items=unread))
    await emit(source.cost(total_of(shown)))
    if source.fetcher.notes or (source.index and source.index.notes):
        await emit(source.resolved())
    if not source.options.lists_alone:
        await emit(CaseReady(case=build_case(source, shown, children)))


async def read_layers(image: OpenedImage, emit: Emit, allowance: ByteAllowance) -> None:
    """Looks through the layers that the reader opened, and cheap ones."""
    options, reading, layers = image.source.options, image.reading, image.image.layers
    wanted = set(reading.layers_read) if reading else set()
    for layer in sorted(layers, key=lambda one: (one.descriptor.size, one.index)):
        if layer.index not in wanted and allowance.take(layer.descriptor.size):
            wanted.add(layer.index)
    for index in sorted(wanted)[-options.limits.layers :]:
        if not image.layers.is_refused(index):
            await image.layers.change_set(index, emit)
    image.compared(await compare(image.layers, reading))
    await emit(LayersChanged(layers=image.layer_rows()))


async def _look_at_program(image: OpenedImage) -> None:
    """Looks at the program that the image starts, where programs are what its format is for."""
    if image.layers.images.pod_user is not None:
        from xpkgtui.inspection.opening.programs import program_shown

        program = await program_shown(image)
        image.programs = () if program is None else (program,)


async def _read_programs(image: OpenedImage, index: OpenedIndex, allowance: ByteAllowance) -> tuple[Unread, ...]:
    """Looks at those of the other platforms, and gives the layers that cost too much for it."""
    if image.layers.images.pod_user is None:
        return ()
    from xpkgtui.inspection.opening.programs import read_programs

    programs, unread = await read_programs(image, index, allowance)
    image.programs += programs
    return unread


async def read_index(
    source: OpenedSource, shown: Shown, emit: Emit, extent: BackgroundScope
) -> tuple[ChildFacts, ...]:
    """Reads what the index lists beside the image that is shown."""
    index = source.index
    if index is None or isinstance(shown, OpenedStream):
        return ()
    by = deadline(SECONDS)
    if index.has_nested:
        await index.read_nested(source.fetcher, by)
        await emit(PlatformsListed(rows=index.rows(shown.entry), is_index=True))
    if not extent.children:
        return ()
    from xpkgtui.inspection.index.children import read_children

    problem = shown.problem if isinstance(shown, NoImage) else None
    children = await read_children(index, source.fetcher, shown.entry, problem, by=by, limits=source.options.limits)
    await emit(PlatformsListed(rows=index.rows(shown.entry), is_index=True))
    return children


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
        await emit(FormatRecognized(format=summary))


def _is_read(opened: OpenedImage) -> bool:
    layers, read = opened.image.layers, opened.layers.change_sets
    total = sum(one.descriptor.size for one in layers)
    return bool(opened.reasons) and total <= MOST and all(one.index in read for one in layers)


async def _others(opened: OpenedImage, emit: Emit) -> tuple[str, ...]:
    """What other formats say of the files, a clause each."""
    change_sets, limits = dict(opened.layers.change_sets), opened.source.options.limits
    tops = {entry.path.partition("/")[0] for each in change_sets.values() for entry in each.entries}
    if not known.may_be_others(tops, opened.format):
        return ()
    progress, config = Progress(), opened.image.config

    def look(layers: LayersForThread) -> tuple[str, ...]:
        from xpkgtui.readers.image_folder import ImageFolder

        name, labels = opened.source.name, config.labels if config else {}
        folder = ImageFolder(name, change_sets, layers.open_layer, labels=labels, limits=limits, stop=layers.stop)
        try:
            return known.others_in(folder, opened.format)
        except LayerUnavailable:
            return ()
        finally:
            folder.close()

    with opened.layers.for_thread(progress) as layers:
        return await progress.watch(opened.source.pool.run(lambda: look(layers)), emit, PartName.LAYERS)
