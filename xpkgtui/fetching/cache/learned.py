"""What was learned of streams before, in a cache: each file is named after what it speaks of, and signed."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import xpkgtui
from xpkgtui.fetching.cache.cache_folder import LEARNED, VERSION, UnsafeFolder, prepare
from xpkgtui.fetching.cache.disk import open_stored
from xpkgtui.private_files import write_atomically

LEAST = 1 << 20
"""Bytes of a stream below which nothing is kept of it: to learn it again takes less time than writing a file."""
_LARGEST = 16 << 20
SIGNED = 65
"""Bytes before what was learned: a line that stands for the program that wrote it."""


class Learned:
    """Files of caches; each is read only by the same modules that wrote it, and others replace it."""

    def __init__(self, program: Callable[[], object] | None = None) -> None:
        """`program` gives something that changes with every module."""
        self._program = program or _program

    def find(self, folder: str, about: object) -> bytes | None:
        """What is known about that in the cache in `folder`."""
        path = _path(folder, about)
        try:
            with open_stored(path) as file:
                # Only now: to tell whose it is, hundreds of files are asked for their times.
                if file.read(SIGNED) != self._signature():
                    return None
                found = file.read(_LARGEST)
            with suppress(OSError):  # eviction goes by the last use
                os.utime(path)
        except OSError:
            return None
        return found

    def keep(self, folder: str, about: object, data: bytes) -> None:
        """Writes it; where that fails, it is learned again next time. Its reader notices where it is cut short."""
        if len(data) <= _LARGEST:
            with suppress(OSError, UnsafeFolder):
                prepare(Path(folder))
                write_atomically(_path(folder, about), self._signature() + data)

    def _signature(self) -> bytes:
        return f"{hashlib.sha256(repr(self._program()).encode()).hexdigest()}\n".encode()


def _path(folder: str, about: object) -> Path:
    return Path(folder) / VERSION / LEARNED / hashlib.sha256(repr(about).encode()).hexdigest()


@cache
def _program() -> tuple[str, int, int]:
    """What changes with every module: the version, and the number and times of all of them."""
    count, newest = 0, 0
    for folder, folders, names in os.walk(Path(xpkgtui.__file__).parent):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            if name.endswith((".py", ".json")):
                count, newest = count + 1, max(newest, os.stat(f"{folder}/{name}").st_mtime_ns)
    return xpkgtui.__version__, count, newest
