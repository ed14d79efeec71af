"""Hashing beside the thread that reads: sha256 of a large package takes as long as inflating it."""

import hashlib
import os
import threading
from contextlib import suppress
from queue import SimpleQueue

_LEAST = 1 << 20
"""Bytes that are hashed where they are read: no thread is worth fewer."""
_AHEAD = 8
"""Pieces that may wait for the thread, so that a slow one does not fill the memory."""


class RunningSha256:
    """The sha256 of bytes that come one after another; a thread of its own works out that of many."""

    def __init__(self, least: int = _LEAST, cpus: int | None = None) -> None:
        self._hash = hashlib.sha256()
        self._pieces: SimpleQueue[bytes | None] = SimpleQueue()
        self._room = threading.Semaphore(_AHEAD)
        self._left = least if (cpus or os.cpu_count() or 1) > 1 else None
        """Bytes to come before the thread starts; None where none is to start any more."""
        self._thread: threading.Thread | None = None

    def update(self, data: bytes, /) -> None:
        """Takes the next bytes; waits where too many are waiting."""
        if self._left is not None:
            self._left -= len(data)
            if self._left < 0:
                self._start()
        if self._thread is None:
            self._hash.update(data)
        else:
            self._room.acquire()
            self._pieces.put(data)

    def hexdigest(self) -> str:
        """The hash of all bytes so far, in hexadecimal; ends the thread."""
        self.close()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        return self._hash.hexdigest()

    def close(self) -> None:
        """Lets the thread end, which first does what waits."""
        self._left = None
        self._pieces.put(None)

    def _start(self) -> None:
        self._left = None
        thread = threading.Thread(target=self._serve, name="hashing", daemon=True)
        # Where no thread can be had, the bytes are hashed where they are read.
        with suppress(RuntimeError):
            thread.start()
            self._thread = thread

    def _serve(self) -> None:
        while (data := self._pieces.get()) is not None:
            self._hash.update(data)
            self._room.release()
