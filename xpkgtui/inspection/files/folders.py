"""The files of a folder of this machine, as far as a reader looked at them."""

import errno
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.filters.filter import parse
from xpkgtui.inspection.messages.requests import ListFiles
from xpkgtui.inspection.rows.files import DeadEnd, FileRow
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.sources.source import StreamRoot
from xpkgtui.values import dataclass

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
