"""The files of an image as a folder: its layers flattened, and the bytes of files taken out when they are wanted."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO

from xpkgtui.errors import Corrupt, NotFound
from xpkgtui.filesystem.changeset import ChangeSet, read_changeset
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries, never
from xpkgtui.filesystem.tree.flattening import flatten
from xpkgtui.filesystem.tree.node import FileNode, FileTree
from xpkgtui.limits import LARGEST_STREAM, LIMITS, PIECE, LimitExceeded, Limits
from xpkgtui.readers.folder import LeftOut, OmissionReason, SourceFile, Walk
from xpkgtui.readers.globs import Glob
from xpkgtui.readers.reader import FolderEntry, OpenLayer

_IN_MEMORY = 16 << 20
"""Bytes of files that are kept in memory; more lie in a temporary file."""


class ImageFolder:
    """The flattened files of an image; belongs to one thread, and holds a temporary file until it is closed."""

    exclude: tuple[str, ...] = ()

    def __init__(
        self,
        name: str,
        change_sets: Mapping[int, ChangeSet],
        open_layer: OpenLayer,
        *,
        labels: Mapping[str, str],
        limits: Limits = LIMITS,
        stop: Callable[[], bool] = never,
    ) -> None:
        self.name = name
        self.labels = labels
        self.limits = limits
        self.tree: FileTree = flatten(sorted(change_sets.items()), limits)
        self._open = open_layer
        self._stop = stop
        self._taken: dict[tuple[int, int], tuple[int, int]] = {}
        """Where the bytes of an entry lie, by its layer and order."""
        self._looked: set[tuple[int, str]] = set()
        self._spool: BinaryIO | None = None

    def close(self) -> None:
        """Gives back the temporary file."""
        if self._spool is not None:
            self._spool.close()

    def has_file(self, name: str) -> bool:
        """Whether there is a file of this name; links are followed."""
        node = self.tree.resolve(name)
        return node is not None and node.type in (EntryType.FILE, EntryType.HARDLINK)

    def has_folder(self, name: str) -> bool:
        """Whether there is a folder of this name; links are followed."""
        node = self.tree.resolve(name)
        return node is not None and node.is_directory

    def is_link(self, name: str) -> bool:
        """Whether there is a link of this name."""
        node = self.tree.get(name)
        return node is not None and node.type is EntryType.SYMLINK

    def entries(self, folder: str = "") -> tuple[FolderEntry, ...]:
        """Everything below `folder`, folders before what is in them; names in the order of their bytes."""
        return tuple(
            FolderEntry(name=path, type=node.type, size=node.size, linkname=node.linkname, layer=node.layer)
            for _, (path, node) in zip(range(self.limits.folder), self._below(folder), strict=False)
        )

    def walk(
        self, folder: str = "", *, endings: tuple[str, ...], excluded: str = "", patterns: tuple[str, ...] = ()
    ) -> Walk:
        """Every file below `folder` whose name has one of the `endings`; links to files of the image are read."""
        files: list[SourceFile] = []
        left_out: list[LeftOut] = []
        matched: list[str] = []
        globs = tuple(map(Glob.parse, patterns))
        for number, (path, node) in enumerate(self._below(folder)):
            if number >= self.limits.folder:
                return Walk(files=tuple(files), left_out=tuple(left_out), matched=tuple(matched), stopped=True)
            inside = path.removeprefix(f"{folder}/") if folder else path
            if node.is_directory or not path.endswith(endings):
                continue
            if any(glob.matches(inside) for glob in globs):
                matched.append(path)
            elif excluded and path.startswith(excluded):
                left_out.append(LeftOut(name=path, reason=OmissionReason.EXCLUDED, detail=excluded))
            elif node.type is EntryType.SYMLINK:
                self._add_link(path, files, left_out)
            elif node.content is None:
                left_out.append(LeftOut(name=path, reason=OmissionReason.SPECIAL, detail=str(node.type)))
            elif node.size:
                files.append(SourceFile(name=path))
        return Walk(files=tuple(files), left_out=tuple(left_out), matched=tuple(matched))

    def read(self, file: SourceFile, most: int) -> bytes:
        """At most `most` bytes of a file; raises `NotFound` or `Corrupt` where it cannot be read."""
        node = self.tree.resolve(file.name)
        if node is None or node.content is None:
            raise NotFound(f"{file.name} is not a file")
        if not node.size:
            return b""
        self._take(node.content[0], file.name)
        if node.content not in self._taken and node.layer is not None:
            self._take(node.content[0], "")
        if node.content not in self._taken or self._spool is None:
            raise Corrupt(f"layer {node.content[0]} ends before {file.name}")
        offset, size = self._taken[node.content]
        self._spool.seek(offset)
        return self._spool.read(min(size, most))

    def layer_of(self, name: str) -> int | None:
        """The layer that supplies a file."""
        node = self.tree.resolve(name)
        return node.layer if node else None

    def _add_link(self, path: str, files: list[SourceFile], left_out: list[LeftOut]) -> None:
        target = self.tree.resolve(path)
        if target is None:
            left_out.append(LeftOut(name=path, reason=OmissionReason.LINK_TO_NOTHING))
        elif target.is_directory:
            left_out.append(LeftOut(name=path, reason=OmissionReason.LINK_TO_FOLDER))
        elif target.content is None:
            left_out.append(LeftOut(name=path, reason=OmissionReason.LINK_TO_SPECIAL, detail=str(target.type)))
        else:
            files.append(SourceFile(name=path, is_link=True))

    def _below(self, folder: str) -> Iterator[tuple[str, FileNode]]:
        top = self.tree.resolve(folder)
        if top is None or not top.is_directory:
            return
        lead = f"{folder}/" if folder else ""
        for path, node in FileTree(root=top).walk():
            yield lead + path, node

    def _take(self, layer: int, name: str) -> None:
        """Takes out the files of one top folder of a layer at once: one by one, each would inflate the layer."""
        top = name.strip("/").partition("/")[0]
        if (layer, top) in self._looked:
            return
        self._looked.add((layer, top))
        if self._spool is None:
            self._spool = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # type: ignore[assignment]  # noqa: SIM115
        assert self._spool is not None
        wanted = {
            node.content
            for path, node in FileTree(root=self.tree.root).walk()
            if node.content is not None and node.content[0] == layer and (not top or path.partition("/")[0] == top)
        } - set(self._taken)
        orders = {order for _, order in wanted}
        self._spool.seek(0, 2)
        try:
            for entry, body in entries(Inflated(self._open(layer), limits=self.limits), self.limits, self._stop):
                if entry.order not in orders:
                    continue
                offset, size = self._spool.tell(), 0
                while size < LARGEST_STREAM and (data := body.read(min(PIECE, LARGEST_STREAM - size))):
                    size += self._spool.write(data)
                self._taken[layer, entry.order] = (offset, size)
        except (TarProblem, InflateProblem, LimitExceeded):
            return  # What was read before stays readable; the layer's own facts say what is wrong with it.


def read_change_sets(
    count: int, open_layer: OpenLayer, *, limits: Limits = LIMITS, stop: Callable[[], bool] = never
) -> Mapping[int, ChangeSet]:
    """The changes of every layer; raises what opening a layer raises."""
    return {layer: read_changeset(open_layer(layer), limits=limits, stop=stop) for layer in range(count)}
