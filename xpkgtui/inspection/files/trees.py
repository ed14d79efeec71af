"""The trees that views of files show, and their comparisons with the layers below, or with the package's layer."""

from xpkgtui.errors import FailureKind
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.tree.differences import Comparison
from xpkgtui.filesystem.tree.flattening import flatten, single
from xpkgtui.filesystem.tree.hidden import HiddenFile, hidden, hidden_files, removers
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.inspection.layers.prices import is_free
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.rows.files import Gap, GapKind, Hidden
from xpkgtui.limits import Limits, OverLimit, ReachedLimit


def layers_of(opened: OpenedImage, view: View, layer: int | None) -> tuple[int, ...]:
    """The layers that a view shows, the bottom one first."""
    count = len(opened.image.layers)
    match view:
        case View.FLATTENED | View.HIDDEN:
            return tuple(range(count))
        case View.UPTO if layer is not None:
            return tuple(range(min(layer + 1, count)))
        case View.LAYER if layer is not None and layer < count:
            return (layer,)
    if (base := opened.image.base) is not None:
        return (base.index,)
    if opened.reading is not None and opened.reading.layer is not None:
        return (opened.reading.layer,)
    return (count - 1,) if count else ()


async def tree_of(
    opened: OpenedImage,
    wanted: tuple[int, ...],
    emit: Emit,
    *,
    flattened: bool,
    part: PartName = PartName.FILES,
) -> tuple[FileTree, tuple[Gap, ...]]:
    """The tree of these layers, and what keeps it from being whole."""
    found = []
    gaps = []
    for index in wanted:
        changes, gap = await _changes(opened, index, emit, part)
        if changes is not None:
            found.append((index, changes))
        if gap is not None:
            gaps.append(gap)
    key = flattened, wanted
    tree = opened.trees.get(key)
    if tree is None:
        tree = await opened.source.pool.run(lambda: _tree(found, opened.source.options.limits, flattened=flattened))
        if len(found) == len(wanted):
            opened.trees.keep(key, tree)
    cut = (_limit_gap(wanted[-1], GapKind.CUT, one) for one in tree.cut)
    return tree, (*gaps, *cut)


async def _changes(
    opened: OpenedImage, index: int, emit: Emit, part: PartName
) -> tuple[ChangeSet | None, Gap | None]:
    """The changes of a layer, and what is missing of them."""
    media_type = opened.image.layers[index].descriptor.media_type
    if media_type.endswith("json"):
        return None, Gap(layer=index, kind=GapKind.NO_FILES, reason=media_type, failure=FailureKind.NOT_A_PACKAGE)
    changes = await opened.layers.change_set(index, emit, part)
    if changes is None:
        error = opened.layers.errors.get(index)
        reason, kind = (error.title, error.kind) if error else ("", FailureKind.PRICE)
        advice = error.hint if isinstance(error, OverLimit) else ""
        return None, Gap(layer=index, kind=GapKind.UNREAD, reason=reason, failure=kind, advice=advice)
    if changes.limit:
        return changes, _limit_gap(index, GapKind.LIMIT, changes.limit)
    if changes.problem:
        return changes, Gap(layer=index, kind=GapKind.BROKEN, reason=changes.problem, after=len(changes.entries))
    return changes, None


def _limit_gap(layer: int, kind: GapKind, reached: ReachedLimit) -> Gap:
    return Gap(layer=layer, kind=kind, reason=reached.sentence, failure=FailureKind.UNDECIDED, advice=reached.advice)


def _tree(found: list[tuple[int, ChangeSet]], limits: Limits, *, flattened: bool) -> FileTree:
    return single(*found[0], limits) if found and not flattened else flatten(found, limits)


async def compared(opened: OpenedImage, view: View, layer: int, emit: Emit) -> Comparison | None:
    """The view of a layer beside the layers below it; None where those are not to be had for nothing.

    All layers flattened are compared with `layer`, that of the package.
    """
    key = view, layer
    if (found := opened.comparisons.get(key)) is not None:
        return found
    if view is View.FLATTENED:
        return await _against_base(opened, layer, emit)
    lower = tuple(range(layer))
    if not lower or not await is_free(opened.layers, lower):
        return None
    below, _ = await tree_of(opened, lower, emit, flattened=True)
    alone = view is View.LAYER
    now, _ = await tree_of(opened, layers_of(opened, view, layer), emit, flattened=not alone)
    if opened.layers.are_unreachable(lower):
        return None
    found = await opened.source.pool.run(lambda: Comparison(now, below, layer=layer, alone=alone))
    if all(index in opened.layers.change_sets for index in (*lower, layer)):
        opened.comparisons.keep(key, found)
    return found


async def _against_base(opened: OpenedImage, layer: int, emit: Emit) -> Comparison | None:
    """All layers flattened, beside the package's layer by itself; None where one of them cannot be read whole."""
    wanted = layers_of(opened, View.FLATTENED, None)
    if len(wanted) < 2 or any(index not in opened.layers.change_sets for index in wanted):
        return None
    now, _ = await tree_of(opened, wanted, emit, flattened=True)
    base, _ = await tree_of(opened, (layer,), emit, flattened=True)
    above = [(index, opened.layers.change_sets[index]) for index in wanted if index > layer]
    found = await opened.source.pool.run(lambda: Comparison(now, base, layer=layer, removers=removers(above)))
    opened.comparisons.keep((View.FLATTENED, layer), found)
    return found


async def hidden_in(opened: OpenedImage, wanted: tuple[int, ...], tree: FileTree) -> Hidden | None:
    """What a tree, flattened from these layers, hides of them; None where one of them was not read."""
    sets = [(index, opened.layers.change_sets.get(index)) for index in wanted]
    known = [(index, changes) for index, changes in sets if changes is not None]
    if len(known) < len(wanted):
        return None
    files, size = await opened.source.pool.run(lambda: hidden(known, tree))
    return Hidden(files=files, size=size)


async def all_hidden(opened: OpenedImage, wanted: tuple[int, ...], tree: FileTree) -> list[HiddenFile]:
    """Every file that a tree, flattened from these layers, hides; of layers that were not read none is known."""
    known = [(index, found) for index in wanted if (found := opened.layers.change_sets.get(index)) is not None]
    return await opened.source.pool.run(lambda: hidden_files(known, tree))
