"""Bytes that cannot be read twice, written to a private file."""

import os
import tempfile
from pathlib import Path
from typing import Protocol

from xpkgtui.errors import Usage

_CHUNK = 1 << 20


class Readable(Protocol):
    """What can be read once, from the beginning."""

    def read(self, size: int, /) -> bytes:
        """At most `size` bytes; empty at the end."""
        ...


def spool(source: Readable, scratch: Path, limit: int, head: bytes = b"") -> tuple[Path, bool]:
    """Writes `head` and what `source` still has to a new file in `scratch`, at most `limit` bytes.

    Gives the file, and whether there was more. The file is removed where reading or writing fails.
    """
    path, handle = _new_file(scratch)
    try:
        with os.fdopen(handle, "wb") as out:
            written = _write(out.write, head[:limit])
            while written < limit and (data := source.read(min(_CHUNK, limit - written))):
                written += _write(out.write, data)
            more = len(head) > limit or (written >= limit and bool(source.read(1)))
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path, more


def no_room(error: OSError) -> Usage:
    """What to raise where nothing can be written to the temporary folder."""
    return Usage(
        f"the temporary folder cannot be written: {error.strerror or error}",
        hint="set TMPDIR to a folder with room for the package",
    )


def _new_file(scratch: Path) -> tuple[Path, int]:
    try:
        scratch.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, name = tempfile.mkstemp(dir=scratch, prefix="spooled-")
    except OSError as error:
        raise no_room(error) from error
    return Path(name), handle


def _write(write: "Write", data: bytes) -> int:
    try:
        return write(data)
    except OSError as error:
        raise no_room(error) from error


class Write(Protocol):
    """The `write` of a file."""

    def __call__(self, data: bytes, /) -> int: ...
