"""Files as they are asked for: a folder of a view, all below it, or what a filter finds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.tree.differences import Compared, Comparison
from xpkgtui.filesystem.tree.node import FileTree
from xpkgtui.inspection import layers, trees
from xpkgtui.inspection.events import ROWS, Emit, FilesListed, LayersChanged, PartFailed
from xpkgtui.inspection.file_rows import RowMaker
from xpkgtui.inspection.requests import ListFiles, View
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.inspection.session import Session, Stop

Value = TypeVar("Value")
FOUND = 2_000
"""Rows of a filter's answer; whoever sees that many types another letter."""


async def list_files(session: Session, request: ListFiles, emit: Emit) -> None:
    """Tells what is in one folder of a view (or below it); a layer that is dear is asked about first."""
    if session.image is None:
        await _without_image(session, request, emit)
        return
    wanted = trees.layers_of(session, request.view, request.layer)
    if not request.consent and (price := await trees.price(session, wanted)) is not None:
        await emit(PartFailed(part="files", failure=price))
        return
    if request.consent:
        session.agreed.update(wanted)
    tree, note = await trees.tree_of(session, wanted, emit, flattened=request.view in (View.UPTO, View.FLATTENED))
    for folder in request.folders:
        await _list(session, replace(request, folder=folder, also=()), tree, note, emit)
    rows = layers.rows(session.image, session.facts, session.reading)
    if rows != session.told:
        session.told = rows
        await emit(LayersChanged(layers=rows))


async def _list(session: Session, request: ListFiles, tree: FileTree, note: str, emit: Emit) -> None:
    """The rows; where the layers below are still to be read for marks, the rows without them come first."""
    layer = request.layer
    if request.view not in (View.LAYER, View.UPTO) or layer is None:
        await _tell(session, request, Comparison(tree), note, emit)
        return
    plain = Comparison(tree, layer=layer, alone=request.view is View.LAYER)
    if not request.recursive and not request.wanted and (str(request.view), layer) not in session.comparisons:
        await _tell(session, request, plain, note, emit)
    await _tell(session, request, await trees.compared(session, request.view, layer, emit) or plain, note, emit)


async def _tell(session: Session, request: ListFiles, view: Comparison, note: str, emit: Emit) -> None:
    """The rows in batches; where a folder is listed, the first ones before the others are made."""
    maker = RowMaker(view, session.reading)
    if not request.wanted and not request.recursive:
        folder = request.folder.strip("/")
        inside = await session.pool.run(lambda: view.children(folder))
        for first in range(0, max(1, len(inside)), ROWS):
            batch = inside[first : first + ROWS]
            rows = await session.pool.run(partial(_inside, batch, maker, folder))
            await emit(_listed(request, rows, first, len(inside), note))
        return
    stop = Stop()
    try:
        rows, total = await session.pool.run(lambda: _rows(view, maker, request, stop))
    finally:
        stop.set()
    if total > len(rows):
        cut = f"the first {len(rows):,} of {total:,} that match; a longer filter shows fewer"
        note = f"{cut}; {note}" if note else cut
    for first in range(0, max(1, len(rows)), ROWS):
        await emit(_listed(request, rows[first : first + ROWS], first, len(rows), note))


async def _without_image(session: Session, request: ListFiles, emit: Emit) -> None:
    if session.is_stream:
        await emit(_listed(request, (), 0, 0, trees.no_files(session)))
        return
    nothing = "the index lists none that can be shown" if session.index else "it is still being read"
    why = session.manifest_error or nothing
    failure = Failure(kind=FailureKind.NOT_FOUND, title=f"There is no image to list: {why}.")
    await emit(PartFailed(part="files", failure=failure))


def _listed(request: ListFiles, rows: tuple[FileRow, ...], first: int, total: int, note: str) -> FilesListed:
    return FilesListed(
        view=request.view,
        layer=request.layer,
        folder=request.folder,
        first=first,
        rows=rows,
        total=total,
        note=note,
    )


def _rows(view: Comparison, maker: RowMaker, request: ListFiles, stop: Stop) -> tuple[tuple[FileRow, ...], int]:
    """The rows, and how many there would be; whoever types on does not wait for an older search."""
    folder = request.folder.strip("/")
    if not request.wanted:
        rows = tuple(_watched(_below(view, maker, folder), stop))
        return rows, len(rows)
    wanted = request.wanted.casefold()
    found = ((path, one) for path, one in _watched(view.walk(folder), stop) if wanted in path.casefold())
    rows = tuple(maker.row(path, one) for path, one in islice(found, FOUND))
    return rows, len(rows) + sum(1 for _ in found)


def _watched(walked: Iterable[Value], stop: Stop) -> Iterator[Value]:
    """The same, until nobody waits for it any more."""
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
