"""Ledgers on disk: what was judged once is not judged again, whatever source the same bytes come from."""

import hashlib
import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import xpkgtui
from xpkgtui.fetching.cache.cache_folder import LEDGERS, VERSION, UnsafeFolder, prepare
from xpkgtui.fetching.cache.disk import open_stored, write_atomically
from xpkgtui.rules.case import Case
from xpkgtui.rules.judging.ledger import Ledger

_LEAST = 1 << 20
"""Bytes of a stream below which it is judged again: that takes less time than writing a file."""
_LARGEST = 16 << 20
_LENGTH = 4
"""Bytes of the length before the value of a frame."""


class Ledgers:
    """The ledgers in a cache; they speak of a stream by its sha256, and for the rules that wrote them."""

    def __init__(self, program: Callable[[], object] | None = None) -> None:
        """`program` gives something that changes with every rule."""
        self._program = program or _program

    def find(self, case: Case) -> Ledger | None:
        """The ledger of an earlier judgement of these bytes, under this profile and these limits."""
        path = self._path(case)
        if path is None:
            return None
        from xpkgtui.service.frames import FrameError, decode

        try:
            with open_stored(path) as file:
                found = decode(file.read(_LARGEST)[_LENGTH:])
            with suppress(OSError):  # eviction goes by the last use
                os.utime(path)
        except (OSError, FrameError):
            return None
        return found if isinstance(found, Ledger) else None

    def keep(self, case: Case, ledger: Ledger) -> None:
        """Writes a ledger; where that fails, the stream is judged again next time."""
        path = self._path(case)
        if path is None:
            return
        from xpkgtui.service.frames import encode

        data = encode(ledger)
        if len(data) <= _LARGEST:
            with suppress(OSError, UnsafeFolder):
                prepare(Path(case.cache))
                write_atomically(path, data, synced=True)

    def _path(self, case: Case) -> Path | None:
        """The file of a ledger; None where there is no cache, or nothing worth it."""
        stream = case.stream
        if not case.cache or stream is None or not stream.sha256 or stream.size < _LEAST:
            return None
        asked = (
            stream.sha256,
            stream.size,
            case.format,
            case.profile,
            case.own_profile,
            case.crossplane,
            case.limits,
        )
        key = hashlib.sha256(repr((self._program(), asked)).encode()).hexdigest()
        return Path(case.cache) / VERSION / LEDGERS / key


@cache
def _program() -> tuple[str, int, int]:
    """What changes with every rule: the version, and the number and times of all modules."""
    count, newest = 0, 0
    for folder, folders, names in os.walk(Path(xpkgtui.__file__).parent):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            if name.endswith((".py", ".json")):
                count, newest = count + 1, max(newest, os.stat(f"{folder}/{name}").st_mtime_ns)
    return xpkgtui.__version__, count, newest
