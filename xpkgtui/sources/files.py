"""Local files, opened safely: no pipes, no devices, limits on their size; and bytes spooled to a private file."""

import errno
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from xpkgtui.errors import Cancelled, Corrupt, NotAPackage, NotFound, Usage
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.limits import PIECE
from xpkgtui.private_files import open_new

FileVersion = tuple[int, ...]
"""What changes whenever a file is written to or replaced."""


def version_of(status: os.stat_result) -> FileVersion:
    """The version of a file, by its status."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


class FileBlob:
    """A section of an open file as a Blob; closing the blob closes the file."""

    def __init__(self, stream: BinaryIO, offset: int = 0, size: int | None = None) -> None:
        self._stream = stream
        self._offset = offset
        self._size = size
        self._left = size
        self._aborted = False
        self.is_hashed = False
        """Whether the source has hashed these very bytes in this opening, so that they have the digest it gave."""
        if offset:
            stream.seek(offset)

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; empty at the end of the section or of the file."""
        if self._aborted:
            raise Cancelled
        wanted = size if self._left is None else min(size, self._left)
        try:
            data: bytes | None = self._stream.read(wanted) if wanted > 0 else b""
        except OSError as error:
            raise Corrupt(f"the file cannot be read on: {error.strerror or error}") from error
        if data is None:
            raise endless("it")
        if self._left is not None:
            self._left -= len(data)
        return data

    def seek(self, offset: int, /) -> int:
        """Moves to `offset` in the section."""
        self._left = None if self._size is None else max(0, self._size - offset)
        return self._stream.seek(self._offset + offset) - self._offset

    def tell(self) -> int:
        """The position in the section."""
        return self._stream.tell() - self._offset

    @property
    def version(self) -> FileVersion:
        """The version of the file; empty for bytes in memory."""
        try:
            status = os.fstat(self._stream.fileno())
        except OSError:  # io.UnsupportedOperation is one
            return ()
        return version_of(status)

    def close(self) -> None:
        """Closes the file."""
        self._stream.close()

    def abort(self) -> None:
        """Makes the next `read` raise Cancelled; reading a file does not block for long."""
        self._aborted = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def bytes_blob(data: bytes) -> FileBlob:
    """Bytes in memory, as a Blob."""
    return FileBlob(io.BytesIO(data))


def open_regular(path: Path, inside: Path | None = None) -> BinaryIO:
    """Opens a regular file for reading.

    It stays non-blocking, because some files of the system (/proc/kmsg) are regular ones that wait for more.
    Raises NotFound where it cannot be opened, NotAPackage where it is something else, and Corrupt where
    `inside` is given and links lead out of that folder.
    """
    try:
        if inside is not None and not path.resolve().is_relative_to(inside.resolve()):
            raise Corrupt(f"{path} is a link that leads out of {inside}; it is not followed")
        # A pipe without a writer would block in open() without O_NONBLOCK.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise NotFound(f"{path} cannot be opened: {reason}") from error
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISREG(mode):
            raise NotAPackage(f"{path} is {kind_of(mode)}, not a file that can be read")
    except BaseException:
        os.close(handle)
        raise
    return os.fdopen(handle, "rb")


def read_small(path: Path, largest: int, inside: Path) -> bytes:
    """A whole file; raises Corrupt where it has more than `largest` bytes."""
    with FileBlob(open_regular(path, inside)) as blob:
        return read_blob(blob, largest, str(path))


def read_blob(blob: FileBlob, largest: int, name: str) -> bytes:
    """The rest of a blob; raises Corrupt where that is more than `largest` bytes."""
    data = blob.read(largest + 1)
    if len(data) > largest:
        raise Corrupt(f"{name} is larger than {largest >> 20} MiB, which no manifest may be")
    return data


def endless(name: str) -> NotAPackage:
    """The error for a file of the system that gives more at any time, and nothing now."""
    return NotAPackage(f"{name} has no end: it is not a file that can be read as a package")


def is_real_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a folder itself, and no link to one."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def kind_of(mode: int) -> str:
    """The kind of file of this mode, with its article."""
    names = {
        stat.S_IFDIR: "a folder",
        stat.S_IFIFO: "a named pipe",
        stat.S_IFCHR: "a device",
        stat.S_IFBLK: "a disk",
        stat.S_IFSOCK: "a socket",
    }
    return names.get(stat.S_IFMT(mode), "a special file")


def spool(source: ByteSource, scratch: Path, limit: int, head: bytes = b"") -> tuple[Path, bool]:
    """Writes `head` and the rest of `source` to a new file in `scratch`, at most `limit` bytes.

    Returns the file, and whether there was more. The file is removed where reading or writing fails.
    """
    with new_file(scratch, "spooled-") as (path, out):
        written = out.write(head[:limit])
        while written < limit and (data := source.read(min(PIECE, limit - written))):
            written += out.write(data)
        more = len(head) > limit or (written >= limit and bool(source.read(1)))
    return path, more


@contextmanager
def new_file(scratch: Path, prefix: str) -> Iterator[tuple[Path, BinaryIO]]:
    """A new private file in `scratch`, removed where its filling fails; raises Usage where it cannot be written."""
    path = None
    try:
        # Not its parent: what was removed at the end stays removed.
        scratch.mkdir(exist_ok=True, mode=0o700)
        handle, path = open_new(scratch, prefix)
        with os.fdopen(handle, "wb") as out:
            yield path, out
    except BaseException as error:
        if path is not None:
            path.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise no_room(error) from error


def is_no_room(error: OSError) -> bool:
    """Whether there is no room for what was to be written, rather than something wrong with a file."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


def no_room(error: OSError) -> Usage:
    """The error where the temporary folder cannot be written."""
    return Usage(
        f"the temporary folder cannot be written: {error.strerror or error}",
        hint="set TMPDIR to a folder with room for the package",
    )
