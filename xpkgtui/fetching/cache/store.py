"""The store: content on disk by its digest, written atomically, verified when it is read, bounded in size."""

import contextlib
import hashlib
import os
import stat
import threading
import time
from collections.abc import Callable, Container, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from xpkgtui.fetching.cache.cache_folder import INGEST, UnsafeFolder, find_cache, prepare
from xpkgtui.fetching.cache.disk import IncomingFile, Release, Wait, WaitBudget, locked, open_stored
from xpkgtui.oci.descriptor import Digest
from xpkgtui.sources.files import FileVersion, no_room, version_of
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    import tempfile


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


LIMIT = 2 << 30
_SWEPT: dict[Path, float] = {}
"""When this process swept each folder: a plan opens thousands of stores, and each leaves locks for a day."""
_SIZES: dict[Path, int] = {}
"""The bytes in each folder that this process wrote to."""
_SIZES_GATE = threading.Lock()
_CHUNK = 1 << 16


class Store:
    """A folder shaped like an OCI layout; where it cannot be used, a private temporary one. Used from any thread."""

    def __init__(self, named: str | Path | None, *, limit: int = LIMIT, now: Callable[[], float] = time.time) -> None:
        self.limit = limit
        self.notes: list[str] = []
        """Sentences for people: that the folder could not be used, that content was damaged."""
        self._now = now
        self._gate = threading.Lock()
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._roots: list[Path] = []
        self._verified: dict[Path, FileVersion] = {}
        self._pinned: set[Path] = set()
        self._wait_budget = WaitBudget()
        if not named:
            self._go_private()
            return
        folder = Path(named)
        try:
            self._roots = [prepare(folder)]
            if (moment := now()) - _SWEPT.get(self._roots[0], -_DAY) >= _DAY:
                _SWEPT[self._roots[0]] = moment
                sweep(self._roots[0], moment)
        except UnsafeFolder as error:
            self._add_note(f"The cache {folder} is not used: {error}.")
            self._go_private()
        except OSError as error:
            self.fall_back(error, folder)
            self._roots += _readable(folder)

    @property
    def roots(self) -> tuple[Path, ...]:
        """The folders that content is read from, `root` first."""
        return tuple(self._roots)

    @property
    def root(self) -> Path:
        """The folder that new content is written to."""
        return self._roots[0]

    def path(self, digest: Digest) -> Path:
        """The path of content of this digest, whether it exists or not."""
        return self.root / "blobs" / digest.algorithm / digest.hex

    def has(self, digest: Digest, size: int) -> bool:
        """Whether a file of this digest and size exists; its content is not verified."""
        return any(_size(root / "blobs" / digest.algorithm / digest.hex) == size for root in self._roots)

    def find(self, digest: Digest) -> Path | None:
        """The verified file of this digest, or None; damaged content is moved away."""
        for root in self._roots if digest.is_verifiable else ():
            path = root / "blobs" / digest.algorithm / digest.hex
            if self._is_intact(path, digest):
                self.pin(path)
                self._touch(path)
                return path
        return None

    def pin(self, path: Path) -> None:
        """Protects a file from eviction while this store is open."""
        self._pinned.add(path)

    def read(self, digest: Digest, limit: int) -> bytes | None:
        """The verified bytes of this digest; None where missing, larger than `limit`, or removed meanwhile."""
        path = self.find(digest)
        try:
            return path.read_bytes() if path is not None and path.stat().st_size <= limit else None
        except OSError:
            return None

    def put(self, digest: Digest, data: bytes) -> None:
        """Stores `data`, which must have this digest; falls back to a private folder where the disk is full."""
        for _ in range(2):
            try:
                with self.ingest() as incoming:
                    incoming.write(data)
                    self.commit(incoming, digest)
            except OSError as error:
                self.fall_back(error, self.root)
            else:
                return

    def ingest(self) -> IncomingFile:
        """A new file for incoming content; raises `OSError`."""
        return IncomingFile(self.root / INGEST, "in-")

    def commit(self, incoming: IncomingFile, digest: Digest) -> Path:
        """Moves the file to the place of `digest`, which the caller has verified; raises `OSError`."""
        # The root that it is in, which may no longer be the one for new content.
        path = incoming.folder.parent / "blobs" / digest.algorithm / digest.hex
        incoming.move(path)
        self.committed(path, incoming.size)
        return path

    def committed(self, path: Path, size: int) -> None:
        """Counts a file that was moved into place, and evicts others where the limit is exceeded."""
        self.pin(path)
        self._touch(path)
        with _SIZES_GATE:
            known = _SIZES.get(self.root)
            if known is None or known + size > self.limit:
                # Other processes add and remove files.
                known, size = measure(self.root).size, 0
            if known > self.limit:
                known -= evict(self.root, known - self.limit * 9 // 10, self._pinned)
            _SIZES[self.root] = known + size

    def fall_back(self, error: OSError, folder: Path) -> None:
        """Continues in a private folder, with one note; content of the old folder is still read."""
        with self._gate:
            if self._temporary is None:
                self._add_note(
                    f"The cache {folder} cannot be written ({error.strerror or error}); nothing is cached."
                )
                self._go_private()

    def locked(self, digest: Digest, wait: Wait) -> AbstractContextManager[Release]:
        """Holds the lock of this digest against others; raises `Cancelled` once `wait` returns true."""
        return locked(self.root / "locks" / f"{digest.algorithm}-{digest.hex}", wait, self._wait_budget)

    def close(self) -> None:
        """Removes a private folder."""
        if self._temporary is not None:
            self._temporary.cleanup()

    def _go_private(self) -> None:
        # Its folder goes at the end of the process too, where a signal interrupted closing.
        import tempfile

        try:
            self._temporary = tempfile.TemporaryDirectory(prefix="xpkgtui-", ignore_cleanup_errors=True)
            self._roots.insert(0, prepare(Path(self._temporary.name)))
        except OSError as error:
            raise no_room(error) from error

    def _is_intact(self, path: Path, digest: Digest) -> bool:
        try:
            with open_stored(path) as file:
                status = os.fstat(file.fileno())
                if self._verified.get(path) == version_of(status):
                    return True
                running = hashlib.new(digest.algorithm)
                while data := file.read(_CHUNK):
                    running.update(data)
        except OSError:
            return False
        if running.hexdigest() == digest.hex:
            return True
        self._add_note(f"The stored copy of {digest.algorithm}:{digest.short}… was damaged; fetching it again.")
        with contextlib.suppress(OSError):
            os.replace(path, path.parents[2] / INGEST / f"damaged-{digest.short}-{os.getpid()}")
        return False

    def _touch(self, path: Path) -> None:
        """Sets the time of last use, by which a later change is noticed too."""
        with contextlib.suppress(OSError):
            moment = int(self._now() * 1e9)
            with contextlib.suppress(OSError):  # it may be read-only
                os.utime(path, ns=(moment, moment), follow_symlinks=False)
            self._verified[path] = version_of(os.stat(path, follow_symlinks=False))

    def _add_note(self, note: str) -> None:
        if note not in self.notes:
            self.notes.append(note)


def _readable(folder: Path) -> list[Path]:
    """The root of a cache that cannot be written, where it can be read."""
    with contextlib.suppress(OSError, UnsafeFolder):
        return [root] if (root := find_cache(folder)) else []
    return []


def _size(path: Path) -> int | None:
    try:
        return path.lstat().st_size
    except OSError:
        return None
