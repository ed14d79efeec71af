"""The files of a cache: locks between processes, files that appear whole or not at all, sealed values in them."""

import errno
import fcntl
import hashlib
import hmac
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from io import BufferedReader
from pathlib import Path
from typing import Any, Generic, Self, TypeVar

import xpkgtui
from xpkgtui.codec import Codec, Unreadable
from xpkgtui.errors import Cancelled
from xpkgtui.fetching.cache.cache_folder import LEARNED, VERSION, UnsafeFolder, prepare
from xpkgtui.private_files import open_new, write_atomically, write_new
from xpkgtui.settings.folders import state_folder

Value = TypeVar("Value")
Wait = Callable[[float], bool]
"""Waits so many seconds; true once the work is cancelled."""
Release = Callable[[], None]
"""Lets go of a lock; once it is let go, this does nothing."""
_INTERVAL = 0.05
_LONGEST_WAIT = 10.0
"""Seconds for which locks of other processes are waited for."""


class IncomingFile:
    """A temporary file, removed unless it is moved into place."""

    def __init__(self, folder: Path, prefix: str) -> None:
        handle, path = open_new(folder, prefix)
        self.folder = folder
        self.size = 0
        """Bytes so far."""
        self._path: Path | None = path
        self._file = os.fdopen(handle, "wb")

    def write(self, data: bytes, /) -> None:
        """Appends `data`; raises `OSError`."""
        self._file.write(data)
        self.size += len(data)

    def move(self, target: Path) -> None:
        """Moves the file to `target`; raises `OSError`.

        It is not synced to disk: readers verify it, so that one cut short by a loss of power is made
        again. Syncing took longer than all else where a disk was busy.
        """
        assert self._path is not None
        self._file.flush()
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.replace(self._path, target)
        self._path = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # Closing writes what is left, for which there may be no room.
        with suppress(OSError):
            self._file.close()
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def open_stored(path: Path) -> BufferedReader:
    """Opens a regular file of a store without following links; raises `OSError`."""
    file = os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "Not a regular file", str(path))
    return file


class WaitBudget:
    """The seconds for which one process waits for others; once they are over, it goes without every lock."""

    def __init__(self) -> None:
        self._left = _LONGEST_WAIT

    def take(self) -> bool:
        """Whether to wait for one more interval."""
        self._left -= _INTERVAL
        return self._left > 0

    def restore(self) -> None:
        """The holder of a lock let go of it: the next one is waited for as long."""
        if self._left > 0:
            self._left = _LONGEST_WAIT


@contextmanager
def locked(path: Path, wait: Wait, budget: WaitBudget) -> Iterator[Release]:
    """Holds the lock file at `path` against other processes; without locks, a blob may be fetched twice.

    A process that was stopped does not let go of a lock, so `budget` has an end. What is yielded lets go of the lock
    before the end, from any thread.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    with ExitStack() as held:
        file = None
        with suppress(OSError):
            file = held.enter_context(os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0))
        while file is not None and not _try_lock(file.fileno()):
            if not budget.take():
                break
            if wait(_INTERVAL):
                raise Cancelled
        else:
            budget.restore()
        yield held.close if file is None else file.close


def _try_lock(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: go on without.
        return True
    return True


_SIZE = 32
"""Bytes of the key, and of a seal."""
_NAME = "cache.key"


def sealed(about: object, data: bytes) -> bytes | None:
    """`data` behind its seal, as a file that speaks of `about`; None where no key can be kept."""
    key = _key(state_folder(os.environ))
    return _seal(key, about, data) + data if key else None


def unsealed(about: object, data: bytes) -> bytes | None:
    """The data behind a seal; None if it was not sealed with this key and for `about`."""
    key = _key(state_folder(os.environ))
    if not key or not hmac.compare_digest(data[:_SIZE], _seal(key, about, data[_SIZE:])):
        return None
    return data[_SIZE:]


class SealedValues(Generic[Value]):
    """Values of one type, each in a file that says by its name what it is about, and behind a seal."""

    def __init__(self, kind: Any, about: str, largest: int) -> None:
        """No more than the `largest` bytes of a file are read."""
        self._codec = Codec[Value](kind)
        self._about = about
        self._largest = largest

    def read(self, path: Path) -> Value | None:
        """The value; None where there is none, another user or program wrote it, or it is damaged."""
        try:
            with open_stored(path) as file:
                data = unsealed((self._about, path.name), file.read(self._largest))
            return None if data is None else self._codec.decode(data)
        except (OSError, Unreadable):
            return None

    def sealed(self, path: Path, value: Value) -> bytes | None:
        """The bytes of its file; None where no key can be kept."""
        return sealed((self._about, path.name), self._codec.encode(value))

    def write(self, path: Path, value: Value) -> None:
        """Writes it; a file that cannot be written is no error."""
        if data := self.sealed(path, value):
            with suppress(OSError):
                write_atomically(path, data)


def _seal(key: bytes, about: object, data: bytes) -> bytes:
    name = hashlib.sha256(repr(about).encode("utf-8", "surrogatepass")).digest()
    return hashlib.blake2b(name + data, key=key, digest_size=_SIZE).digest()


@cache
def _key(folder: Path) -> bytes:
    """The key of this user, made if it is missing; empty where it can be neither read nor made."""
    path = folder / _NAME
    try:
        found = _read(path)
        if found is None:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = write_new(folder, os.urandom(_SIZE), ".in-")
            try:
                # Unlike a rename it spares the key that another process has made meanwhile.
                with suppress(FileExistsError):
                    os.link(new, path)
            finally:
                new.unlink()
            found = _read(path)
    except OSError:
        return b""
    return found if found and len(found) == _SIZE else b""


def _read(path: Path) -> bytes | None:
    """The content of the file, nothing if others may know it; None if there is no file."""
    with suppress(FileNotFoundError), open_stored(path) as file:
        status = os.fstat(file.fileno())
        is_private = status.st_uid == os.geteuid() and not status.st_mode & 0o077
        return file.read(_SIZE + 1) if is_private else b""
    return None


LEAST = 1 << 20
"""Bytes of a stream below which nothing is kept of it: to learn it again takes less time than writing a file."""
_LARGEST = 16 << 20


class Learned(Generic[Value]):
    """Values of one type, in files of caches; only the same program reads what it wrote. Used from any thread."""

    def __init__(self, kind: Any, program: Callable[[], object] | None = None) -> None:
        """`program` returns a fingerprint of the code."""
        self._codec = Codec[Value](kind)
        self._program = program or fingerprint

    def find(self, folder: str | None, about: object) -> Value | None:
        """What is known about that in the cache in `folder`; a file that is damaged, or another's, is not there."""
        if not folder:
            return None
        path = _path(folder, about)
        try:
            with open_stored(path) as file:
                data = file.read(_LARGEST)
            # Only where there is a file: a fingerprint may ask hundreds of others.
            content = unsealed((self._program(), about), data)
            found = None if content is None else self._codec.decode(content)
            with suppress(OSError):  # eviction goes by the last use
                os.utime(path)
        except (OSError, Unreadable):
            return None
        return found

    def keep(self, folder: str | None, about: object, value: Value) -> None:
        """Writes it; where that fails, it is learned again next time."""
        content = sealed((self._program(), about), self._codec.encode(value)) if folder else None
        if folder and content and len(content) <= _LARGEST:
            with suppress(OSError, UnsafeFolder):
                prepare(Path(folder))
                write_atomically(_path(folder, about), content)


def _path(folder: str, about: object) -> Path:
    return Path(folder) / VERSION / LEARNED / sha256(repr(about).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def fingerprint() -> tuple[object, ...]:
    """What changes with the code of the program.

    The list of files of an installed package has their digests. In a checkout, or in an archive, it is the newest of
    the times at which a file was written or changed: the second one cannot be set.
    """
    package = Path(xpkgtui.__file__).parent
    with suppress(OSError):
        record = package.parent / f"xpkgtui-{xpkgtui.__version__}.dist-info" / "RECORD"
        return xpkgtui.__version__, sha256(record.read_bytes()).hexdigest()
    count, newest = 0, 0
    for folder, folders, names in os.walk(package):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            if name.endswith((".py", ".json")):
                status = os.stat(f"{folder}/{name}")
                count, newest = count + 1, max(newest, status.st_mtime_ns, status.st_ctime_ns)
    if not count:
        status = next(one for one in package.parents if one.is_file()).stat()
        newest = max(status.st_mtime_ns, status.st_ctime_ns)
    return xpkgtui.__version__, str(package), count, newest
