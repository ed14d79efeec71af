"""Saving the files of a view in a folder: every layer is read once, and nothing but plain files is made."""

import contextlib
import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import BinaryIO

from xpkgtui.errors import NotFound
from xpkgtui.filesystem.contents import Copied, copy_entries
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tree.node import FileNode, FileTree
from xpkgtui.inspection.files.destination import Destination, folded, is_writable
from xpkgtui.inspection.files.trees import find, layers_of, tree_of
from xpkgtui.inspection.messages.events import Emit
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.replies import FilesSaved, NotSaved
from xpkgtui.inspection.messages.requests import ListFiles, SaveFiles, View
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.opened_image import NoImage, OpenedImage, Shown, wording_of
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.files import Gap, GapKind, gaps_sentence
from xpkgtui.inspection.work import Progress, Stop
from xpkgtui.limits import PIECE, Limits, OverLimit
from xpkgtui.readers.reader import LayerUnavailable
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.source import StreamRoot
from xpkgtui.values import dataclass

_PRIVILEGED = 0o6000
"""The bits setuid and setgid."""
_EXECUTABLE = 0o111
_SPECIAL = frozenset({EntryType.DEVICE, EntryType.FIFO, EntryType.OTHER})


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedFile:
    """A file to save."""

    path: str
    size: int
    mode: int
    content: tuple[int, int] = (0, 0)
    """Layer and order of the entry that has its bytes; of no meaning for a file of a folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavePlan:
    """The files to save, and what is left out."""

    files: tuple[WantedFile, ...]
    left_out: Counter[NotSaved]
    limits: Limits

    def without(self, reason: NotSaved, files: Iterable[WantedFile]) -> "SavePlan":
        """The plan without these files, for a reason."""
        gone = {one.path for one in files}
        left = self.left_out + Counter({reason: len(gone)})
        return replace(self, files=tuple(one for one in self.files if one.path not in gone), left_out=left)

    def checked(self) -> "SavePlan":
        """The plan without files that cannot be saved; raises `OverLimit` where all are too large together."""
        fine = self.without(NotSaved.NAME, (one for one in self.files if not is_writable(one.path)))
        fine = fine.without(NotSaved.LARGE, (one for one in fine.files if one.size > self.limits.file))
        size = sum(one.size for one in fine.files)
        if size > self.limits.saved:
            raise OverLimit("nothing was saved", self.limits.reached("saved", size))
        return fine

    def for_one_case(self) -> "SavePlan":
        """The plan for a file system that ignores case: of names that are one there, the first is saved."""
        taken = {folded(parent) for one in self.files for parent in _above(one.path)}
        twice = []
        for one in self.files:
            if (key := folded(one.path)) in taken:
                twice.append(one)
            taken.add(key)
        return self.without(NotSaved.CASE, twice)


async def save_files(source: OpenedSource, shown: Shown, request: SaveFiles, emit: Emit) -> None:
    """Saves the files and emits which; raises `NotFound`, `Usage` and `OverLimit` before anything is written."""
    limits = source.options.limits
    saving = _Saving(source, request, emit)
    if isinstance(shown, OpenedImage):
        wanted = layers_of(shown, request.view, request.layer)
        shown.layers.agree(wanted)
        is_flattened = request.view in (View.UPTO, View.FLATTENED)
        tree, gaps = await tree_of(shown, wanted, emit, flattened=is_flattened)
        if len(gaps) == len(wanted):
            shown.layers.require_reached(wanted)
        plan = await source.pool.run(lambda: plan_of(tree, request.path, limits, gaps))
        await saving.of_image(shown, plan, gaps)
    else:
        root = _folder(source, shown, request)
        plan = await source.pool.run(lambda: _plan_of_folder(root, request, limits))
        await saving.of_folder(root, plan)


def plan_of(tree: FileTree, path: str, limits: Limits, gaps: tuple[Gap, ...] = ()) -> SavePlan:
    """The files of a tree at or below a path; raises `NotFound` where there is nothing."""
    node = tree.get(path)
    if node is None:
        raise NotFound(f"There is no {path}.", tried=(gaps_sentence(gaps),) if gaps else ())
    walked = FileTree(root=node).walk() if node.is_directory else iter(((path, node),))
    prefix = f"{path}/" if path and node.is_directory else ""
    left_out, files = Counter[NotSaved](), []
    for name, one in walked:
        if one.is_directory:
            continue
        if (reason := _reason(one)) is not None:
            left_out[reason] += 1
        else:
            assert one.content is not None, "what has no content is left out"
            mode = one.entry.mode if one.entry else 0
            files.append(WantedFile(path=prefix + name, size=one.size, mode=mode, content=one.content))
    return SavePlan(files=tuple(files), left_out=left_out, limits=limits).checked()


def _reason(node: FileNode) -> NotSaved | None:
    """Why an entry that is not a folder is left out; None where it is saved."""
    if node.mark is not None:
        return NotSaved.WHITEOUT
    if node.type is EntryType.SYMLINK:
        return NotSaved.LINK
    if node.type in _SPECIAL:
        return NotSaved.SPECIAL
    # A hard link without bytes leads nowhere.
    return NotSaved.LINK if node.content is None else None


def _folder(source: OpenedSource, shown: NoImage | OpenedStream, request: SaveFiles) -> StreamRoot:
    """The folder of sources whose files are saved; raises `NotFound` where there is none."""
    root = shown.root if isinstance(shown, OpenedStream) else None
    if root is not None and root.folder is not None and request.view is not View.LAYER:
        return root
    if not source.is_stream:
        raise NotFound("There is no image whose files could be saved.")
    is_folder = source.fetcher.source.is_assembled
    hint = "Remove --layer." if is_folder else "--objects saves its documents."
    raise NotFound(wording_of(shown).no_files(source.root.reference if is_folder else None), hint=hint)


def _plan_of_folder(root: StreamRoot, request: SaveFiles, limits: Limits) -> SavePlan:
    path = request.path
    rows = find(root, ListFiles(view=View.FLATTENED, recursive=True), limits.files).rows
    within = [row for row in rows if not path or row.path == path or row.path.startswith(f"{path}/")]
    if not within:
        raise NotFound(f"There is no {path} among the files that were looked at.")
    left_out = Counter[NotSaved]()
    files = []
    for row in within:
        if row.type is EntryType.FILE:
            files.append(WantedFile(path=row.path, size=row.size, mode=row.mode))
        elif row.type is not EntryType.DIRECTORY:
            left_out[NotSaved.LINK if row.type is EntryType.SYMLINK else NotSaved.SPECIAL] += 1
    return SavePlan(files=tuple(files), left_out=left_out, limits=limits).checked()


class _Saving:
    """One request under way."""

    def __init__(self, source: OpenedSource, request: SaveFiles, emit: Emit) -> None:
        self._source, self._request, self._emit = source, request, emit
        self._destination = Destination(request.folder)
        self._progress, self._stop = Progress(), Stop()
        self._saved: set[str] = set()
        self._size = 0

    async def of_image(self, shown: OpenedImage, plan: SavePlan, gaps: tuple[Gap, ...]) -> None:
        """Saves the files of layers, the bottom one first."""
        try:
            plan = await self._prepared(plan, _kept(self._source.name, self._source.name.partition(":")[2]))
            damaged = []
            for layer in sorted({one.content[0] for one in plan.files}):
                of_layer = [one for one in plan.files if one.content[0] == layer]
                copied = await self._of_layer(shown, layer, of_layer)
                if copied.problem and all(gap.layer != layer for gap in gaps):
                    damaged.append(Gap(layer=layer, kind=GapKind.UNREAD, reason=copied.problem))
        finally:
            self._stop.set()
            self._destination.abandon()
        self._destination.close()
        await self._emit(self._result(plan, (*gaps, *damaged)))

    async def of_folder(self, root: StreamRoot, plan: SavePlan) -> None:
        """Saves the files of a folder of this machine."""
        assert root.folder is not None
        folder = root.folder

        def copy() -> None:
            for one in plan.files:
                self._stop.check()
                with FileBlob(open_regular(folder / one.path, folder)) as blob, self._new(one) as file:
                    while data := blob.read(PIECE):
                        file.write(data)

        try:
            kept = _kept(*(str(folder / one.path) for one in plan.files))
            plan = await self._prepared(plan, kept)
            await self._watched(copy, plan.files)
        finally:
            self._stop.set()
            self._destination.abandon()
        self._destination.close()
        await self._emit(self._result(plan, ()))

    async def _prepared(self, plan: SavePlan, kept: frozenset[tuple[int, int]]) -> SavePlan:
        """The plan for this folder, once nothing speaks against it."""

        def prepared() -> SavePlan:
            self._destination.require_free((one.path for one in plan.files), force=self._request.force, kept=kept)
            if not plan.files:
                return plan
            self._destination.make()
            return plan.for_one_case() if self._destination.ignores_case() else plan

        return await self._source.pool.run(prepared)

    async def _of_layer(self, shown: OpenedImage, layer: int, wanted: list[WantedFile]) -> Copied:
        progress = Progress()
        try:
            blob = await progress.watch(shown.layers.blob(layer, progress), self._emit, PartName.FILES)
        except LayerUnavailable as error:
            return Copied(size=0, problem=error.reason)
        alike: dict[int, list[WantedFile]] = {}
        for one in wanted:
            alike.setdefault(one.content[1], []).append(one)
        copied: list[Copied] = []

        def copy() -> None:
            with contextlib.closing(blob.open()) as source:
                limits, stop = self._source.options.limits, self._stop
                sink_of = lambda order: self._all(alike[order])  # noqa: E731
                copied.append(copy_entries(source, alike, sink_of, limits=limits, stop=stop))

        await self._watched(copy, wanted)
        return copied[0]

    async def _watched(self, copy: Callable[[], None], wanted: Iterable[WantedFile]) -> None:
        self._progress.begin(f"Saving {self._request.folder}", sum(one.size for one in wanted))
        await self._progress.watch(self._source.pool.run(copy), self._emit, PartName.FILES)

    @contextmanager
    def _all(self, alike: list[WantedFile]) -> Iterator[BinaryIO]:
        """The first one of files that share their bytes; the others are copied from it."""
        first, *others = alike
        with self._new(first) as file:
            yield file
        for other in others:
            self._stop.check()
            with self._destination.read(first.path) as source, self._new(other) as target:
                shutil.copyfileobj(source, target, PIECE)

    @contextmanager
    def _new(self, one: WantedFile) -> Iterator[BinaryIO]:
        with self._destination.new(one.path, executable=bool(one.mode & _EXECUTABLE)) as file:
            yield file
            size = file.tell()
        self._saved.add(one.path)
        self._size += size
        self._progress.advance(self._size, None)

    def _result(self, plan: SavePlan, gaps: tuple[Gap, ...]) -> FilesSaved:
        unread = [one for one in plan.files if one.path not in self._saved]
        plan = plan.without(NotSaved.DAMAGED, unread)
        return FilesSaved(
            files=len(self._saved),
            size=self._size,
            left_out=tuple((reason, count) for reason in NotSaved if (count := plan.left_out[reason])),
            unprivileged=sum(1 for one in plan.files if one.mode & _PRIVILEGED),
            gaps=gaps,
            limit=plan.limits.reached("file") if plan.left_out[NotSaved.LARGE] else None,
        )


def _above(path: str) -> Iterator[str]:
    """The folders that a path leads through."""
    folder = path.rpartition("/")[0]
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]


def _kept(*paths: str) -> frozenset[tuple[int, int]]:
    """The files at these paths, by device and inode, as far as they are there."""
    found = []
    for path in paths:
        with contextlib.suppress(OSError, ValueError):
            status = os.stat(path)
            found.append((status.st_dev, status.st_ino))
    return frozenset(found)
