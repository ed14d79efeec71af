"""Hashing beside the thread that reads: sha256 of a large package takes as long as inflating it."""

import hashlib
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

_LEAST = 1 << 20
"""Bytes that are hashed where they are read: no thread is worth fewer."""
_AHEAD = 8
"""Pieces that may wait for the thread, so that a slow one does not fill the memory."""


class HashingThread:
    """One thread for a few hashes; it starts with the first piece that is worth it, and ends when it is closed."""

    def __init__(self, least: int = _LEAST, cpus: int | None = None) -> None:
        self._pieces: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._room = threading.Semaphore(_AHEAD)
        self._left = least if (cpus or os.cpu_count() or 1) > 1 else None
        """Bytes to come before it starts; None where there is only one processor."""
        self._started = False

    def running_sha256(self) -> "RunningSha256":
        """A new hash."""
        return RunningSha256(self)

    def takes(self, size: int) -> bool:
        """Whether the next piece goes to the thread."""
        if self._left is None or self._started:
            return self._started
        self._left -= size
        if self._left < 0:
            # Where no thread can be had, the reader hashes itself.
            self._left = None
            with suppress(RuntimeError):
                threading.Thread(target=self._serve, name="hashing", daemon=True).start()
                self._started = True
        return self._started

    def put(self, work: Callable[[], object]) -> None:
        """Adds a piece; waits where too many are waiting."""
        self._room.acquire()
        self._pieces.put(work)

    def wait(self) -> None:
        """Waits until all pieces so far are done."""
        if self._started:
            done = threading.Event()
            self.put(done.set)
            done.wait()

    def close(self) -> None:
        """Ends the thread, which first does what waits."""
        self._pieces.put(None)

    def _serve(self) -> None:
        while (work := self._pieces.get()) is not None:
            work()
            self._room.release()


class RunningSha256:
    """The sha256 of bytes that come one after another."""

    def __init__(self, thread: HashingThread) -> None:
        self._hash = hashlib.sha256()
        self._thread = thread

    def update(self, data: bytes, /) -> None:
        """Takes the next bytes."""
        if self._thread.takes(len(data)):
            self._thread.put(lambda: self._hash.update(data))
        else:
            self._hash.update(data)

    def hexdigest(self) -> str:
        """The hash of all bytes so far, in hexadecimal."""
        self._thread.wait()
        return self._hash.hexdigest()
