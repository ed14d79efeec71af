"""Files as they are asked for: a folder of a view, all below it, or what a filter finds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tree.differences import Compared, Comparison
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.inspection.files.folders import FolderListing, find
from xpkgtui.inspection.files.rows import RowMaker, hidden_row
from xpkgtui.inspection.files.trees import all_hidden, compared, hidden_in, layers_of, tree_of
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.layers.prices import price
from xpkgtui.inspection.messages.events import ROWS, Emit, LayersChanged, PartFailed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.opened_image import NoImage, OpenedImage
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.files import FileRow, Gap, Hidden
from xpkgtui.inspection.work import Stop
from xpkgtui.values import dataclass

Value = TypeVar("Value")
_MOST_FOUND = 2_000
"""Rows that a filter finds; a longer filter finds fewer."""


@dataclass(frozen=True, slots=True)
class _Context:
    """What every batch of a list says of the whole view."""

    gaps: tuple[Gap, ...] = ()
    hidden: Hidden | None = None
    matches: int | None = None
    searched: int | None = None


_NO_CONTEXT = _Context()


async def list_files(opened: OpenedImage, request: ListFiles, emit: Emit) -> None:
    """Emits what is in one folder of a view (or below it); layers with a price are asked about first.

    Raises `XpkgError` where no layer of the view is here because of the way to it.
    """
    wanted = layers_of(opened, request.view, request.layer)
    if not request.consent and (due := await price(opened.layers, wanted)) is not None:
        await emit(PartFailed(part=PartName.FILES, failure=due))
        return
    if request.consent:
        opened.layers.agree(wanted)
    is_flattened = request.view in (View.UPTO, View.FLATTENED, View.HIDDEN)
    tree, gaps = await tree_of(opened, wanted, emit, flattened=is_flattened)
    if len(gaps) == len(wanted):
        opened.layers.require_reached(wanted)
    if request.view is View.HIDDEN:
        listed = _fitting(map(hidden_row, await all_hidden(opened, wanted, tree)), request)
        for first in range(0, max(1, len(listed)), ROWS):
            await emit(_listed(request, listed[first : first + ROWS], first, len(listed), _Context(gaps)))
        return
    is_top = is_flattened and not request.recursive and not request.wanted and "" in request.folders
    hidden = await hidden_in(opened, wanted, tree) if is_top else None
    for folder in request.folders:
        context = _Context(gaps, None if folder else hidden)
        await _list(opened, replace(request, folder=folder, also=()), tree, context, emit)
    if (rows := opened.changed_rows()) is not None:
        await emit(LayersChanged(layers=rows))


async def list_no_files(source: OpenedSource, shown: NoImage | OpenedStream, request: ListFiles, emit: Emit) -> None:
    """Emits the files of a folder, or an empty list for a stream; otherwise a failure, as there is no image."""
    if isinstance(shown, OpenedStream) or source.is_stream:
        root = shown.root if isinstance(shown, OpenedStream) and request.view is not View.LAYER else None
        found = await source.pool.run(partial(find, root, request, _MOST_FOUND)) if root else FolderListing()
        rows = found.rows
        matches = found.total if found.total > len(rows) else None
        context = _Context(matches=matches, searched=found.searched)
        for first in range(0, max(1, len(rows)), ROWS):
            await emit(_listed(request, rows[first : first + ROWS], first, len(rows), context))
        return
    nothing = "the index lists none that can be shown" if source.index else "it is still being read"
    title = f"There is no image to list: {shown.problem or nothing}."
    failure = Failure(kind=FailureKind.NOT_FOUND, title=title)
    await emit(PartFailed(part=PartName.FILES, failure=failure))


async def _list(opened: OpenedImage, request: ListFiles, tree: FileTree, context: _Context, emit: Emit) -> None:
    """The rows; where the layers below are still to be read for marks, the rows without them come first."""
    is_flattened, base = request.view is View.FLATTENED, opened.image.base
    layer = base.index if is_flattened and base is not None and not request.recursive else request.layer
    if request.view is View.BASE or layer is None:
        await _emit_rows(opened, request, Comparison(tree), context, emit)
        return
    plain = Comparison(tree) if is_flattened else Comparison(tree, layer=layer, alone=request.view is View.LAYER)
    if not request.recursive and not request.wanted and opened.comparisons.get((request.view, layer)) is None:
        await _emit_rows(opened, request, plain, context, emit)
    await _emit_rows(opened, request, await compared(opened, request.view, layer, emit) or plain, context, emit)


async def _emit_rows(
    opened: OpenedImage, request: ListFiles, view: Comparison, context: _Context, emit: Emit
) -> None:
    """The rows in batches; where a folder is listed, the first ones before the others are made."""
    summary = opened.format.summary
    maker = RowMaker(view, opened.reading, summary.wording.stream_file if summary.annotation else "")
    if not request.wanted and not request.recursive:
        folder = request.folder.strip("/")
        inside = await opened.source.pool.run(lambda: view.children(folder))
        for first in range(0, max(1, len(inside)), ROWS):
            batch = inside[first : first + ROWS]
            rows = await opened.source.pool.run(partial(_inside, batch, maker, folder))
            await emit(_listed(request, rows, first, len(inside), context))
        return
    stop = Stop()
    try:
        rows, total, searched = await opened.source.pool.run(lambda: _rows(view, maker, request, stop))
    finally:
        stop.set()
    context = replace(context, matches=total if total > len(rows) else None, searched=searched)
    for first in range(0, max(1, len(rows)), ROWS):
        await emit(_listed(request, rows[first : first + ROWS], first, len(rows), context))


def _listed(
    request: ListFiles,
    rows: tuple[FileRow, ...],
    first: int,
    total: int,
    context: _Context = _NO_CONTEXT,
) -> FilesListed:
    return FilesListed(
        view=request.view,
        layer=request.layer,
        folder=request.folder,
        first=first,
        rows=rows,
        total=total,
        matches=context.matches,
        searched=context.searched,
        gaps=context.gaps,
        hidden=context.hidden,
    )


def _rows(view: Comparison, maker: RowMaker, request: ListFiles, stop: Stop) -> tuple[tuple[FileRow, ...], int, int]:
    """The rows, how many there would be, and of how many; `stop` ends an older search while a filter is typed."""
    folder = request.folder.strip("/")
    if not request.wanted:
        rows = tuple(_watched(_below(view, maker, folder), stop))
        return rows, len(rows), len(rows)
    wanted, searched = parse(request.wanted), 0

    def fitting() -> Iterator[tuple[str, Compared]]:
        nonlocal searched
        for path, one in _watched(view.walk(folder), stop):
            searched += 1
            if wanted.fits(path):
                yield path, one

    found = fitting()
    rows = tuple(maker.row(path, one) for path, one in islice(found, _MOST_FOUND))
    return rows, len(rows) + sum(1 for _ in found), searched


def _fitting(rows: Iterable[FileRow], request: ListFiles) -> tuple[FileRow, ...]:
    """The hidden files below the requested folder that match the filter."""
    folder, wanted = request.folder.strip("/"), parse(request.wanted)
    below = (row for row in rows if not folder or row.path == folder or row.path.startswith(f"{folder}/"))
    return tuple(row for row in below if not request.wanted or wanted.fits(row.path))


def _watched(walked: Iterable[Value], stop: Stop) -> Iterator[Value]:
    """Yields what is walked; raises `Cancelled` once `stop` is set."""
    for number, each in enumerate(walked):
        if not number % ROWS:
            stop.check()
        yield each


def _below(view: Comparison, maker: RowMaker, folder: str) -> Iterator[FileRow]:
    """The entry that is named, and everything below it."""
    above, _, name = folder.rpartition("/")
    is_there = not folder
    for one in view.children(above) if folder else ():
        if one.node.name == name:
            is_there = one.is_folder
            yield maker.row(folder, one)
    if is_there:
        yield from (maker.row(path, one) for path, one in view.walk(folder))


def _inside(batch: Iterable[Compared], maker: RowMaker, folder: str) -> tuple[FileRow, ...]:
    prefix = f"{folder}/" if folder else ""
    return tuple(maker.row(prefix + one.node.name, one) for one in batch)
