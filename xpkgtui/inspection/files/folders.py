"""The files of a folder of this machine, as far as a reader looked at them."""

import os
import stat
from pathlib import Path

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.inspection.messages.requests import ListFiles
from xpkgtui.inspection.rows.files import FileRow
from xpkgtui.sources.source import StreamRoot

_TYPES = {stat.S_IFDIR: EntryType.DIRECTORY, stat.S_IFLNK: EntryType.SYMLINK, stat.S_IFIFO: EntryType.FIFO}


def rows_of(root: StreamRoot, request: ListFiles) -> tuple[FileRow, ...]:
    """What is below the folder that is asked for, in the order of names; nothing for a stream."""
    if root.folder is None:
        return ()
    taken = frozenset(root.origins.files)
    left_out = frozenset(entry.name for entry in root.files if entry.left_out)
    names = sorted(taken.union(entry.name for entry in root.files))
    within = f"{request.folder}/" if request.folder else ""
    rows: list[FileRow] = []
    for name in names:
        if name.startswith(within) and (request.recursive or "/" not in name[len(within) :]):
            row = _row(root.folder, name, is_taken=name in taken, is_left_out=name in left_out)
            rows += (row,) if row else ()
    return tuple(rows)


def _row(folder: Path, name: str, *, is_taken: bool, is_left_out: bool) -> FileRow | None:
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
        linkname=link,
        taken=is_taken,
        decoy=is_left_out,
    )
