"""Files as they are asked for: a folder of a view, all below it, or what a filter finds."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TypeVar

from xpkgtui.errors import Failure, FailureKind
from xpkgtui.filesystem.changeset import Mark
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.differences import Compared, Comparison, HiddenFile, TreeChange
from xpkgtui.filesystem.tree.links import LinkEnd, LinkFollower
from xpkgtui.filesystem.tree.node import FileNode, FileTree, LowerEntry
from xpkgtui.inspection.files.trees import (
    FolderListing,
    all_hidden,
    compared,
    find,
    hidden_in,
    layers_of,
    reasons_of,
    tree_of,
)
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.layers.opened_layers import price
from xpkgtui.inspection.messages.events import ROWS, Emit, LayersChanged, PartFailed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import FilesListed
from xpkgtui.inspection.messages.requests import ListFiles, View
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.opened_image import NoImage, OpenedImage
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.files import Cover, DeadEnd, FileChange, FileRow, Gap, Hidden, Whiteout
from xpkgtui.inspection.work import Stop
from xpkgtui.readers.reader import Reading
from xpkgtui.values import dataclass

_MOST = 20
"""Covered layers that are named."""
_LINKS = (EntryType.SYMLINK, EntryType.HARDLINK)
_DEAD_ENDS = {LinkEnd.NOWHERE: DeadEnd.NOWHERE, LinkEnd.CIRCLE: DeadEnd.CIRCLE}


class RowMaker:
    """Makes the rows of one list."""

    def __init__(self, view: Comparison, reading: Reading | None, stream_file: str) -> None:
        self._view = view
        self._reading = reading
        self._stream_file = stream_file
        self._reasons = reasons_of(reading.files) if reading else {}
        self._follower = LinkFollower(view.now)

    def row(self, path: str, one: Compared) -> FileRow:
        """One entry as a row."""
        node = one.node
        gone = one.change is TreeChange.REMOVED
        shown = one.below if gone and one.below is not None else node
        entry = shown.entry
        taken = not gone and self._is_taken(node)
        leads, target, leaves = self._lead(path, node) if not gone else (None, "", False)
        is_link = shown.type in _LINKS
        reason = self._reasons.get(path, "") if not gone and not taken else ""
        return FileRow(
            path=path,
            type=_shown_type(shown.type),
            size=shown.size,
            mode=entry.mode & 0o7777 if entry else 0o755 if shown.is_directory else 0,
            uid=entry.uid if entry else 0,
            gid=entry.gid if entry else 0,
            layer=self._layer(path, node, gone=gone),
            linkname=shown.linkname if is_link else "",
            whiteout=_whiteout(node, gone=gone),
            change=FileChange(one.change) if one.change and (self._view.is_compared or gone) else None,
            covers=tuple(Cover(layer=c.layer, type=c.type, size=c.size) for c in _covers(one, gone)[:_MOST]),
            leads=leads,
            target=target,
            leaves=leaves,
            children=len(shown.children),
            decoy=not gone and not taken and (bool(reason) or self._is_decoy(path, node)),
            reason=reason,
            taken=taken,
        )

    def _layer(self, path: str, node: FileNode, *, gone: bool) -> int:
        if gone and not node.is_whiteout:
            return self._view.remover(path)
        return node.layer if node.layer is not None else 0

    def _is_taken(self, node: FileNode) -> bool:
        reading = self._reading
        return bool(
            reading
            and reading.has_bytes
            and node.entry is not None
            and node.layer is not None
            and reading.takes(node.layer, node.entry.name)
        )

    def _is_decoy(self, path: str, node: FileNode) -> bool:
        """Whether it only has the name of the stream's file; folders that are read as they lie have no such file."""
        parts = self._reading.parts if self._reading else ()
        holds_taken = any(part.name.removeprefix("./").startswith(f"{path}/") for part in parts)
        return bool(self._stream_file) and node.name == self._stream_file and not holds_taken

    def _lead(self, path: str, node: FileNode) -> tuple[EntryType | DeadEnd | None, str, bool]:
        if node.type not in _LINKS:
            return None, "", False
        lead = self._follower.follow(path, node)
        if lead.end is LinkEnd.THERE and lead.node is not None:
            return lead.node.type, lead.path, lead.leaves
        return _DEAD_ENDS.get(lead.end), lead.path, lead.leaves


def hidden_row(one: HiddenFile) -> FileRow:
    """A file that is not seen."""
    return FileRow(
        path=one.path,
        type=_shown_type(one.entry.type),
        size=one.entry.size,
        mode=one.entry.mode & 0o7777,
        uid=one.entry.uid,
        gid=one.entry.gid,
        layer=one.layer,
        change=FileChange.REMOVED if one.is_removed else FileChange.CHANGED,
        hidden_by=one.by,
    )


def _whiteout(node: FileNode, *, gone: bool) -> Whiteout | None:
    if node.mark in (Mark.FILE, Mark.OPAQUE):
        return Whiteout(node.mark)
    return Whiteout.FILE if gone else None


def _shown_type(found: EntryType) -> EntryType:
    return EntryType.DEVICE if found is EntryType.OTHER else found


def _covers(one: Compared, gone: bool) -> tuple[LowerEntry, ...]:
    """What lies beneath; a removed entry covers what it removes, and so does a layer by itself."""
    below = one.below
    if below is None or below.layer is None or (one.node.lower and not gone):
        return () if gone else one.node.lower
    if not gone and one.change is None:
        return ()
    return (LowerEntry(layer=below.layer, type=below.type, size=below.size), *below.lower)


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
        await _emit(request, listed, _Context(gaps), emit)
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
        await _emit(request, rows, context, emit)
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
    with Stop() as stop:
        rows, total, searched = await opened.source.pool.run(lambda: _rows(view, maker, request, stop))
    context = replace(context, matches=total if total > len(rows) else None, searched=searched)
    await _emit(request, rows, context, emit)


async def _emit(request: ListFiles, rows: tuple[FileRow, ...], context: _Context, emit: Emit) -> None:
    """Emits rows in batches; none are an empty batch."""
    for first in range(0, max(1, len(rows)), ROWS):
        await emit(_listed(request, rows[first : first + ROWS], first, len(rows), context))


def _listed(request: ListFiles, rows: tuple[FileRow, ...], first: int, total: int, context: _Context) -> FilesListed:
    return FilesListed(
        view=request.view,
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
    for one in view.children(above):
        if one.node.name == name:
            is_there = one.is_folder
            yield maker.row(folder, one)
    if is_there:
        yield from (maker.row(path, one) for path, one in view.walk(folder))


def _inside(batch: Iterable[Compared], maker: RowMaker, folder: str) -> tuple[FileRow, ...]:
    prefix = f"{folder}/" if folder else ""
    return tuple(maker.row(prefix + one.node.name, one) for one in batch)
