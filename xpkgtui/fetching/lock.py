"""One process at a time: so that a blob that several want is fetched once."""

import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from xpkgtui.errors import Cancelled

Wait = Callable[[float], bool]
"""Waits so many seconds; true once nobody wants the work any more."""
_INTERVAL = 0.05
_TURNS = 1200
"""How often it is tried: a minute, then a stuck process no longer holds us up."""


@contextmanager
def alone(path: Path, wait: Wait) -> Iterator[None]:
    """Holds the lock of that name; without locks the worst is that something is fetched twice."""
    handle = None
    with suppress(OSError):
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        for _ in range(_TURNS):
            if handle is None or _locked(handle):
                break
            if wait(_INTERVAL):
                raise Cancelled
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _locked(handle: int) -> bool:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A file system without locks: go on without.
        return True
    return True
