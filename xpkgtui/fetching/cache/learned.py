"""What was learned of streams before, in a cache: each file is named after what it speaks of and who wrote it."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import xpkgtui
from xpkgtui.fetching.cache.cache_folder import LEARNED, VERSION, UnsafeFolder, prepare
from xpkgtui.fetching.cache.disk import open_stored, write_atomically

LEAST = 1 << 20
"""Bytes of a stream below which nothing is kept of it: to learn it again takes less time than writing a file."""
_LARGEST = 16 << 20


class Learned:
    """Files of caches; each is found only by the same modules that wrote it."""

    def __init__(self, program: Callable[[], object] | None = None) -> None:
        """`program` gives something that changes with every module."""
        self._program = program or _program

    def find(self, folder: str, about: object) -> bytes | None:
        """What is known about that in the cache in `folder`."""
        path = self._path(folder, about)
        try:
            with open_stored(path) as file:
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
                write_atomically(self._path(folder, about), data)

    def _path(self, folder: str, about: object) -> Path:
        key = hashlib.sha256(repr((self._program(), about)).encode()).hexdigest()
        return Path(folder) / VERSION / LEARNED / key


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
