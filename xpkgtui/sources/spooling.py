"""Spooling: bytes that can be read only once are written to a private file."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import Usage
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.limits import PIECE
from xpkgtui.private_files import open_new


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
