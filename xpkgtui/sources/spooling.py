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
    path = _new_file(scratch)
    try:
        with path.open("wb") as out:
            written = out.write(head[:limit])
            while written < limit and (data := source.read(min(_CHUNK, limit - written))):
                written += _write(out.fileno(), data)
        more = len(head) > limit or (written >= limit and bool(source.read(1)))
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path, more
