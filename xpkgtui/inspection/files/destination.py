"""A folder that files are saved in: nothing leaves it, no link in it is followed, and each file is whole."""

import errno
import os
import stat
import threading
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from xpkgtui.errors import Cancelled, Unwritable, Usage
from xpkgtui.filesystem.tree.node import parts
from xpkgtui.values import dataclass
from xpkgtui.visible import few, line

_LONGEST_NAME = 255
"""Bytes of a name, on the file systems of Linux and macOS."""
_NAMED = 3
"""Files that a message names."""
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@dataclass(frozen=True, slots=True, kw_only=True)
class _Obstacles:
    """What lies in the folder where files are to go."""

    blocked: tuple[str, ...] = ()
    """Paths at which no file can be: a link or file stands in place of a folder, or a folder in place of the file."""
    existing: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Paths of files that are read."""


class Destination:
    """The folder; used by one thread at a time, and abandoned by any."""

    def __init__(self, folder: str) -> None:
        self._path = folder
        self._root: int | None = None
        self._last: tuple[str, int] | None = None
        self._gate = threading.Lock()
        self._unfinished: tuple[str, int] | None = None
        self._is_abandoned = False

    def require_free(self, paths: Iterable[str], *, force: bool, kept: Collection[tuple[int, int]] = ()) -> None:
        """Raises `Usage` where a file cannot be saved or, without `force`, would replace one; writes nothing.

        `kept` are the files that are read, by device and inode: they are never replaced.
        """
        where = line(self._path)
        if os.path.exists(self._path) and not os.path.isdir(self._path):
            raise Usage(f"nothing was saved: {where} is not a folder", hint="Name a folder, which may be a new one.")
        found = _obstacles(self._path, paths, kept)
        if found.kept:
            raise Usage(
                f"nothing was saved: it would replace what is read: {_few(found.kept)}", hint="Name another folder."
            )
        if found.blocked:
            raise Usage(
                f"nothing was saved: {where} has something else in the place of {_few(found.blocked)}",
                hint="Name another folder: links in it are not followed, and folders not replaced.",
            )
        if found.existing and not force:
            raise Usage(
                f"nothing was saved: {where} already has {_few(found.existing)}",
                hint="Name another folder, or add --force to replace them.",
            )

    def make(self) -> None:
        """Makes the folder, and those above it; raises `Unwritable`."""
        try:
            os.makedirs(self._path, 0o755, exist_ok=True)
            # The folder that was named may be a link; nothing in it is followed.
            self._root = os.open(self._path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            raise _cannot_write(self._path, error) from error

    def ignores_case(self) -> bool:
        """Whether two names that differ in case only are one file here."""
        name = f".in-{os.urandom(8).hex()}x"
        try:
            os.close(os.open(name, _NEW, 0o600, dir_fd=self._root))
        except OSError as error:
            raise _cannot_write(self._path, error) from error
        try:
            os.lstat(name.upper(), dir_fd=self._root)
        except OSError:
            return False
        finally:
            with suppress(OSError):
                os.unlink(name, dir_fd=self._root)
        return True

    @contextmanager
    def new(self, path: str, *, executable: bool = False) -> Iterator[BinaryIO]:
        """A file to be written, at its path once it is whole; raises `Unwritable` where it cannot be written."""
        folder, _, name = path.rpartition("/")
        temporary = f".in-{os.urandom(8).hex()}"
        try:
            at = self._folder(folder)
            with self._gate:
                self._require_wanted()
                handle = os.open(temporary, _NEW, 0o755 if executable else 0o644, dir_fd=at)
                self._unfinished = temporary, at
            with os.fdopen(handle, "wb") as file:
                yield file
            with self._gate:
                self._require_wanted()
                os.rename(temporary, name, src_dir_fd=at, dst_dir_fd=at)
                self._unfinished = None
        except OSError as error:
            raise _cannot_write(path, error) from error
        finally:
            self._remove_unfinished()

    def read(self, path: str) -> BinaryIO:
        """A file that was saved before."""
        folder, _, name = path.rpartition("/")
        at = self._folder(folder)
        return os.fdopen(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=at), "rb")

    def abandon(self) -> None:
        """Removes the file that is being written, and lets no other one begin."""
        with self._gate:
            self._is_abandoned = True
        self._remove_unfinished()

    def close(self) -> None:
        """Closes the folder, once nothing is written to it."""
        for handle in (self._last[1] if self._last else None, self._root):
            if handle is not None:
                os.close(handle)
        self._last = self._root = None

    def _require_wanted(self) -> None:
        if self._is_abandoned:
            raise Cancelled

    def _remove_unfinished(self) -> None:
        with self._gate:
            if self._unfinished is not None:
                (name, at), self._unfinished = self._unfinished, None
                with suppress(OSError):
                    os.unlink(name, dir_fd=at)

    def _folder(self, path: str) -> int:
        """The folder at this path below the root, made where it is missing; that of the last call stays open."""
        assert self._root is not None, "the folder is made first"
        if self._last is not None and self._last[0] == path:
            return self._last[1]
        at = os.dup(self._root)
        try:
            for name in parts(path):
                if name in ("", ".", ".."):
                    raise OSError(errno.EINVAL, "it is not the name of a file")
                with suppress(FileExistsError):
                    os.mkdir(name, 0o755, dir_fd=at)
                below = os.open(name, _FOLDER, dir_fd=at)
                os.close(at)
                at = below
        except BaseException:
            os.close(at)
            raise
        if self._last is not None:
            os.close(self._last[1])
        self._last = path, at
        return at


def is_writable(path: str) -> bool:
    """Whether a file can have this path here."""
    names = path.split("/")
    return all(name not in ("", ".", "..") and "\0" not in name and _fits(name) for name in names)


def folded(path: str) -> str:
    """The path as file systems compare it that ignore case."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFD", path).casefold())


def _cannot_write(path: str, error: Exception) -> Unwritable:
    """The error where a file cannot be saved."""
    return Unwritable(f"cannot write {line(path)}: {getattr(error, 'strerror', None) or error}")


def _fits(name: str) -> bool:
    try:
        return len(os.fsencode(name)) <= _LONGEST_NAME
    except UnicodeEncodeError:
        return False


def _obstacles(root: str, paths: Iterable[str], kept: Collection[tuple[int, int]]) -> _Obstacles:
    """Looks for what is in the place of files; each folder is looked at once, and no link is followed."""
    known: dict[str, bool | None] = {"": os.path.isdir(root) if os.path.lexists(root) else None}
    blocked, existing, read = [], [], []

    def state(folder: str) -> bool | None:
        """Whether it is a folder; None where there is nothing."""
        if folder not in known:
            above = state(folder.rpartition("/")[0])
            known[folder] = above and _is_folder(os.path.join(root, folder))
        return known[folder]

    for path in paths:
        above = state(path.rpartition("/")[0])
        if above is False:
            blocked.append(path)
        elif above:
            found = _status(os.path.join(root, path))
            if found is not None and stat.S_ISDIR(found.st_mode):
                blocked.append(path)
            elif found is not None and (found.st_dev, found.st_ino) in kept:
                read.append(path)
            elif found is not None:
                existing.append(path)
    return _Obstacles(blocked=tuple(blocked), existing=tuple(existing), kept=tuple(read))


def _is_folder(path: str) -> bool | None:
    found = _status(path)
    return None if found is None else stat.S_ISDIR(found.st_mode)


def _status(path: str) -> os.stat_result | None:
    try:
        return os.lstat(path)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return None
        raise _cannot_write(path, error) from error


def _few(paths: tuple[str, ...]) -> str:
    """`a.yaml, b.yaml and 12 more`"""
    return few(paths, _NAMED, line)
