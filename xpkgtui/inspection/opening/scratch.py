"""The folders into which sources are read: one for each opening, of which the newest few stay."""

import atexit
import contextlib
import os
import time
from pathlib import Path

from xpkgtui.private_files import empty_folder, new_folder, remove_folder
from xpkgtui.sources.files import no_room

_PREFIX = "xpkgtui-"
_DAY = 86_400
KEPT = 8
"""Openings whose folders stay: a screen shows texts of the newest, and for a moment those of the one before."""


class ScratchFolders:
    """A folder for each source that is opened; the newest few stay, because a screen may still show texts."""

    def __init__(self, kept: int = KEPT, root: Path | None = None) -> None:
        """The folders lie in `root`, which is removed with them; without it a new one is made."""
        self._kept = kept
        self._root = root
        self._made: list[Path] = []
        self._count = 0

    def new(self) -> Path:
        """A new, empty folder; raises `XpkgError` where the disk has no room."""
        try:
            if self._root is None:
                self._root = new_folder(_PREFIX)
                # A second signal interrupts the removal.
                atexit.register(self.close)
            if self._count == 0:
                _sweep(self._root.parent)
            self._count += 1
            folder = self._root / str(self._count)
            if len(self._made) < self._kept or not _reused(self._made.pop(0), folder):
                folder.mkdir(mode=0o700)
        except OSError as error:
            raise no_room(error) from error
        self._made.append(folder)
        return folder

    def close(self) -> None:
        """Removes all of them."""
        if self._root is not None:
            for folder in self._made:
                remove_folder(folder)
            remove_folder(self._root)
            atexit.unregister(self.close)
            self._root, self._made = None, []


def _reused(old: Path, new: Path) -> bool:
    """Whether an old folder, emptied, is the new one: another one takes a file system six times as long."""
    try:
        empty_folder(old)
        old.rename(new)
    except OSError:
        remove_folder(old)
        return False
    return True


def _sweep(temporary: Path) -> None:
    """Removes what killed processes left behind more than a day ago."""
    try:
        names = os.listdir(temporary)
    except OSError:  # a folder may be written and not listed
        return
    for name in names:
        if name.startswith(_PREFIX):
            with contextlib.suppress(OSError):
                status = os.lstat(temporary / name)
                if status.st_uid == os.getuid() and time.time() - status.st_mtime > _DAY:
                    # Unlike what is made here, it may be a link.
                    import shutil

                    shutil.rmtree(temporary / name, ignore_errors=True)
