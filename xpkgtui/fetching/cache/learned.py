"""What was learned of streams and layers before: plain data in a cache, sealed, and named after what it speaks of."""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

import xpkgtui
from xpkgtui.codec import Codec, Unreadable
from xpkgtui.fetching.cache.cache_folder import LEARNED, VERSION, UnsafeFolder, prepare
from xpkgtui.fetching.cache.disk import open_stored, sealed, unsealed
from xpkgtui.private_files import write_atomically

Value = TypeVar("Value")
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
