"""Private folders for texts that are shown, which vanish with the process."""

import contextlib
import os
import shutil
import tempfile
import time
from pathlib import Path

from xpkgtui.sources.spooling import no_room

_PREFIX = "xpkgtui-"
_DAY = 86_400
KEPT = 8
"""Openings whose folders stay: a screen shows texts of the newest, and for a moment those of the one before."""


class ScratchFolders:
    """A folder for each source that is opened; the newest few stay, because a screen may still show texts."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._root: Path | None = None
        self._made: list[Path] = []

    def new(self) -> Path:
        """A new, empty folder; raises `XpkgError` where the disk has no room."""
        if self._root is None:
            _sweep()
            self._root = _new_folder(prefix=_PREFIX)
        self._made.append(_new_folder(dir=self._root))
        while len(self._made) > self._kept:
            shutil.rmtree(self._made.pop(0), ignore_errors=True)
        return self._made[-1]

    def close(self) -> None:
        """Removes all of them."""
        if self._root is not None:
            shutil.rmtree(self._root, ignore_errors=True)
            self._root = None


def _new_folder(prefix: str | None = None, dir: Path | None = None) -> Path:  # noqa: A002
    try:
        return Path(tempfile.mkdtemp(prefix=prefix, dir=dir))
    except OSError as error:
        raise no_room(error) from error


def _sweep() -> None:
    """Removes what killed processes left behind more than a day ago."""
    try:
        folder = Path(tempfile.gettempdir())
    except OSError:
        return
    for left in folder.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            status = left.lstat()
            if status.st_uid == os.getuid() and time.time() - status.st_mtime > _DAY:
                shutil.rmtree(left, ignore_errors=True)
