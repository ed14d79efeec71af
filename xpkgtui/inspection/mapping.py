"""The bytes of a stream, looked at where they lie."""

import mmap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from xpkgtui.rules.case import StreamFile


@contextmanager
def mapped(stream: StreamFile) -> Iterator[bytes | mmap.mmap]:
    """The bytes of a stream; nothing that is made of them may keep them."""
    if stream.size == 0:
        yield b""
        return
    with Path(stream.path).open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        yield data
