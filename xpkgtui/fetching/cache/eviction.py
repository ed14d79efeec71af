"""Eviction: the size of a store, and the removal of its oldest and abandoned files."""

import contextlib
import os
import stat
from collections.abc import Container, Iterator
from pathlib import Path

from xpkgtui.values import dataclass

_DAY = 86400
_CONTENT = ("blobs", "ledgers")
_TEMPORARY = ("ingest", "locks")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSize:
    """The size of a store."""

    count: int
    """Files."""
    size: int
    """Bytes."""


def measure(root: Path) -> StoreSize:
    """The size of blobs, and of what was learned of them."""
    sizes = [status.st_size for _, status in _files(root, _CONTENT)]
    return StoreSize(count=len(sizes), size=sum(sizes))


def evict(root: Path, excess: int, pinned: Container[Path]) -> int:
    """Removes the least recently used files until `excess` bytes are freed; returns the bytes freed."""
    freed = 0
    # By mtime, which the store sets on every use: atime is not to be trusted (relatime).
    for path, status in sorted(_files(root, _CONTENT), key=lambda pair: pair[1].st_mtime_ns):
        if freed >= excess:
            break
        if path not in pinned:
            with contextlib.suppress(OSError):
                path.unlink()
                freed += status.st_size
    return freed


def sweep(root: Path, now: float) -> None:
    """Removes temporary files that a killed process left more than a day ago."""
    for path, status in _files(root, _TEMPORARY):
        if status.st_mtime < now - _DAY:
            with contextlib.suppress(OSError):
                path.unlink()


def prune(root: Path, limit: int, now: float) -> int:
    """Evicts the least recently used files until `limit` bytes are left; returns the bytes removed."""
    sweep(root, now)
    return evict(root, measure(root).size - limit, set())


def clear(root: Path) -> int:
    """Removes all files of a store; returns the bytes of blobs and of what was learned removed."""
    removed = measure(root).size
    for path, _ in _files(root, (*_CONTENT, *_TEMPORARY, "names")):
        path.unlink(missing_ok=True)
    return removed


def _files(root: Path, tops: tuple[str, ...]) -> Iterator[tuple[Path, os.stat_result]]:
    for top in tops:
        for folder, _, names in os.walk(root / top):
            for name in names:
                path = Path(folder, name)
                with contextlib.suppress(OSError):
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        yield path, status
