"""The trees that views of files show, their comparisons with the layers below, and the content of one file."""

import contextlib
import errno
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from os.path import normpath
from pathlib import Path

from xpkgtui.errors import Corrupt, FailureKind, NotFound
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.contents import Copied, copy_entry
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.differences import Comparison, HiddenFile, hidden, hidden_files, removers
from xpkgtui.filesystem.tree.flattening import flatten, single
from xpkgtui.filesystem.tree.node import FileNode, FileTree
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.layers.opened_layers import is_free
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ListFiles, ReadText, View
from xpkgtui.inspection.opened_image import OpenedImage
from xpkgtui.inspection.rows.files import DeadEnd, FileRow, Gap, GapKind, Hidden, gaps_sentence
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.limits import PIECE, Limits, OverLimit, ReachedLimit
from xpkgtui.readers.reader import FolderEntry, LayerUnavailable
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.source import StreamRoot
from xpkgtui.values import dataclass
from xpkgtui.visible import size as in_words

_TYPES = {stat.S_IFDIR: EntryType.DIRECTORY, stat.S_IFLNK: EntryType.SYMLINK, stat.S_IFIFO: EntryType.FIFO}


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderListing:
    """The rows of one list."""

    rows: tuple[FileRow, ...] = ()
    total: int = 0
    """The number of all rows, also of those beyond the limit."""
    searched: int | None = None
    """The number of entries that the filter searched; None if nothing was searched."""


def find(root: StreamRoot, request: ListFiles, most: int) -> FolderListing:
    """What is in the folder that is asked for, or below it, or what a filter finds: at most `most` rows of that."""
    names = names_of(root)
    above = _above(names)
    if request.recursive:
        within = f"{request.folder}/" if request.folder else ""
        rows = tuple(_rows(root, (name for name in names if name.startswith(within))))
        return FolderListing(rows=rows, total=len(rows))
    every = sorted(above.keys() | set(names))
    if request.wanted:
        wanted = parse(request.wanted)
        fitting = [name for name in every if wanted.fits(name)]
        rows = tuple(_rows(root, fitting[:most], above))
        return FolderListing(rows=rows, total=len(fitting), searched=len(every))
    inside = (name for name in every if name.rpartition("/")[0] == request.folder)
    rows = tuple(sorted(_rows(root, inside, above), key=lambda row: row.type is not EntryType.DIRECTORY))
    return FolderListing(rows=rows, total=len(rows))


def names_of(root: StreamRoot) -> tuple[str, ...]:
    """The paths of what was looked at, in order; none for a stream."""
    if root.folder is None:
        return ()
    return tuple(sorted({*root.origins.files, *(entry.name for entry in root.files)}))


def _above(names: tuple[str, ...]) -> Counter[str]:
    """The folders that paths lead through, each with the number of entries in it."""
    known, counts = set(names), Counter[str]()
    for name in names:
        folder = name.rpartition("/")[0]
        while folder:
            counts[folder] += 1
            if folder in known:
                break
            known.add(folder)
            folder = folder.rpartition("/")[0]
    return counts


def _rows(root: StreamRoot, names: Iterator[str] | list[str], above: Counter[str] | None = None) -> Iterator[FileRow]:
    """The rows of those that are still there."""
    taken = frozenset(root.origins.files)
    reasons = reasons_of(root.files)
    for name in names:
        row = _row(root.folder, name) if root.folder else None
        if row:
            children, reason = above[name] if above else 0, "" if name in taken else reasons.get(name, "")
            yield replace(row, taken=name in taken, decoy=bool(reason), reason=reason, children=children)


def reasons_of(entries: Iterable[FolderEntry]) -> dict[str, str]:
    """Why files are not read, by their paths."""
    left_out = {entry.name: f"left out by {entry.left_out}" for entry in entries if entry.left_out}
    return {entry.name: entry.unread for entry in entries if entry.unread} | left_out


def _row(folder: Path, name: str) -> FileRow | None:
    """One entry; None where it is gone meanwhile."""
    try:
        found = os.lstat(folder / name)
        link = os.readlink(folder / name) if stat.S_ISLNK(found.st_mode) else ""
    except OSError:
        return None
    kind = stat.S_IFMT(found.st_mode)
    special = EntryType.DEVICE if kind in (stat.S_IFCHR, stat.S_IFBLK) else EntryType.OTHER
    return FileRow(
        path=name,
        type=EntryType.FILE if kind == stat.S_IFREG else _TYPES.get(kind, special),
        size=found.st_size if kind == stat.S_IFREG else 0,
        mode=stat.S_IMODE(found.st_mode),
        layer=None,
        uid=found.st_uid,
        gid=found.st_gid,
        linkname=link,
        leads=_end(folder / name) if link else None,
    )


def _end(link: Path) -> DeadEnd | None:
    """The reason why a link leads to nothing; None where it leads somewhere, which may be out of the folder."""
    try:
        link.stat()
    except OSError as error:
        return DeadEnd.CIRCLE if error.errno == errno.ELOOP else DeadEnd.NOWHERE
    return None


def layers_of(opened: OpenedImage, view: View, layer: int | None) -> tuple[int, ...]:
    """The layers that a view shows, the bottom one first; raises `NotFound` where there is no such layer."""
    count = len(opened.image.layers)
    match view:
        case View.FLATTENED | View.HIDDEN:
            return tuple(range(count))
        case View.UPTO if layer is not None:
            return tuple(range(min(layer + 1, count)))
        case View.LAYER if layer is not None:
            if layer >= count:
                raise NotFound(f"There is no layer {layer}.")
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
        limits, is_single = opened.source.options.limits, found and not flattened
        tree = await opened.source.pool.run(
            lambda: single(*found[0], limits) if is_single else flatten(found, limits)
        )
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
    if changes.tar_problem and not changes.entries and not changes.is_refused:
        what = f"{media_type}, not a tar archive"
        return changes, Gap(layer=index, kind=GapKind.NO_FILES, reason=what, failure=FailureKind.NOT_A_PACKAGE)
    if changes.problem:
        kind = FailureKind.UNDECIDED if changes.is_refused else FailureKind.CORRUPT
        count = len(changes.entries)
        return changes, Gap(layer=index, kind=GapKind.BROKEN, reason=changes.problem, after=count, failure=kind)
    return changes, None


def _limit_gap(layer: int, kind: GapKind, reached: ReachedLimit) -> Gap:
    return Gap(layer=layer, kind=kind, reason=reached.sentence, failure=FailureKind.UNDECIDED, advice=reached.advice)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractedFile:
    """What was put into the file."""

    layer: int | None
    """The layer that the file comes from; None for a file of a folder."""
    facts: tuple[tuple[str, str], ...]
    incomplete: str
    """Why it is not the whole entry, in words."""
    limit: ReachedLimit | None
    """The limit of xpkgtui that this is."""


async def take(opened: OpenedImage, request: ReadText, target: Path, emit: Emit) -> ExtractedFile:
    """Writes the file that a path leads to, links followed inside the root; raises `NotFound` or `Corrupt`."""
    wanted = layers_of(opened, request.view, request.layer)
    flattened = request.view in (View.FLATTENED, View.UPTO)
    tree, gaps = await tree_of(opened, wanted, emit, flattened=flattened, part=PartName.TEXT)
    asked, node = tree.get(request.path), tree.resolve(request.path)
    if asked is None or node is None or node.mark is not None:
        for gap in gaps:
            if error := opened.layers.errors.get(gap.layer):
                raise error
        raise NotFound(_absent(request.path, asked), tried=(gaps_sentence(gaps),) if gaps else ())
    if node.is_directory:
        raise NotFound(f"{request.path} is a folder.", hint="`ls` lists what is in it.")
    if node.content is None:
        raise NotFound(f"{request.path} is a {node.type.value} and holds no bytes.")
    layer, order = node.content
    progress = Progress()
    try:
        blob = await progress.watch(opened.layers.blob(layer, progress), emit, PartName.TEXT)
    except LayerUnavailable as error:
        raise opened.layers.errors.get(layer) or Corrupt(f"Layer {layer} cannot be read: {error.reason}") from error
    limits = opened.source.options.limits

    def copy() -> Copied:
        with contextlib.closing(blob.open()) as source, target.open("wb") as sink:
            return copy_entry(source, order, sink, limit=limits.file, limits=limits, stop=stop)

    with Stop() as stop:
        copied = await opened.source.pool.run(copy)
    losses = tuple(_losses(copied))
    stored = node.entry.name if node.entry else request.path
    return ExtractedFile(
        layer=layer,
        facts=(*([("named", stored)] if stored != request.path else ()), *losses),
        incomplete="; ".join(text for _, text in losses),
        limit=limits.reached("file") if copied.truncated else copied.limit,
    )


def _absent(path: str, asked: FileNode | None) -> str:
    if asked is None:
        return f"There is no {path}."
    if asked.mark is not None:
        return f"{path} is a whiteout: it removes a file of the layers below."
    return f"{path} is a link that leads nowhere inside the image: {asked.linkname}"


def _losses(copied: Copied) -> Iterator[tuple[str, str]]:
    """What keeps the copy from being whole."""
    if copied.truncated:
        yield "cut", f"only the first {in_words(copied.size)} are shown"
    if copied.problem:
        yield "damaged", f"it ends early, after {copied.size:,} bytes: {copied.problem}"


def take_file(root: StreamRoot, path: str, target: Path, limits: Limits, *, examples: str = "") -> ExtractedFile:
    """Writes a file that was looked at, no link followed out of the folder; raises `XpkgError`.

    Those in the folder of `examples` lie beside the package: they can be read, although the list of files lacks them.
    """
    names = names_of(root)
    is_example = bool(examples) and path.startswith(f"{examples}/") and normpath(path) == path
    if root.folder is None or (path not in names and not is_example):
        if any(name.startswith(f"{path}/") for name in names):
            raise _is_folder(path)
        raise NotFound(f"there is no {path} among the files that were looked at.")
    if (root.folder / path).is_dir():
        raise _is_folder(path)
    size, is_cut = 0, False
    with FileBlob(open_regular(root.folder / path, root.folder)) as blob, target.open("wb") as sink:
        while data := blob.read(min(PIECE, limits.file - size + 1)):
            is_cut = size + len(data) > limits.file
            sink.write(data[: limits.file - size])
            size += len(data)
            if is_cut:
                break
    losses = (("cut", f"only the first {in_words(limits.file)} are shown"),) if is_cut else ()
    return ExtractedFile(
        layer=None,
        facts=losses,
        incomplete="; ".join(text for _, text in losses),
        limit=limits.reached("file") if is_cut else None,
    )


def _is_folder(path: str) -> NotFound:
    return NotFound(f"{path} is a folder.", hint="`ls` lists what is in it.")
