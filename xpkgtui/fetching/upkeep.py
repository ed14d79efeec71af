"""Keeping a store small: what it holds, what was used longest ago, what was left behind."""

import contextlib
import os
import stat
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path

_DAY = 86400
_CONTENT = ("blobs", "extracts")
_LEFTOVERS = ("ingest", "locks")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFacts:
    """How much a store holds."""

    folder: Path
    count: int
    """Files."""
    size: int
    """Bytes."""


def measure(root: Path) -> StoreFacts:
    """Counts blobs and extracts."""
    sizes = [status.st_size for _, status in _files(root, _CONTENT)]
    return StoreFacts(folder=root, count=len(sizes), size=sum(sizes))


def evict(root: Path, wanted: int, pinned: Container[Path]) -> int:
    """Removes what was used longest ago until `wanted` bytes are gone; gives the bytes that are."""
    gone = 0
    # By mtime, which the store sets on every use: atime is not to be trusted (relatime).
    for path, status in sorted(_files(root, _CONTENT), key=lambda pair: pair[1].st_mtime_ns):
        if gone >= wanted:
            break
        if path not in pinned:
            with contextlib.suppress(OSError):
                path.unlink()
                gone += status.st_size
    return gone


def sweep(root: Path, now: float) -> None:
    """Removes what a killed process left behind a day ago."""
    for path, status in _files(root, _LEFTOVERS):
        if status.st_mtime < now - _DAY:
            with contextlib.suppress(OSError):
                path.unlink()


def everything(root: Path) -> Iterator[Path]:
    """All files of the store."""
    for path, _ in list(_files(root, (*_CONTENT, *_LEFTOVERS, "names"))):
        yield path


def _files(root: Path, rooms: tuple[str, ...]) -> Iterator[tuple[Path, os.stat_result]]:
    for room in rooms:
        for folder, _, names in os.walk(root / room):
            for name in names:
                path = Path(folder, name)
                with contextlib.suppress(OSError):
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        yield path, status
