"""Extracts: streams that one reader took out of an image, decompressed, so that they are taken once; and readings."""

import hashlib
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Protocol, Self

from xpkgtui.errors import Malformed
from xpkgtui.fetching.cache.cache_folder import INGEST
from xpkgtui.fetching.cache.disk import LEAST, IncomingFile, Learned
from xpkgtui.limits import Limits
from xpkgtui.oci.descriptor import Digest
from xpkgtui.readers.reader import HashingSink, Reading
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.fetching.cache.store import Store

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


class ReadingCache:
    """The readings in a cache. Callers verify the layers that a reading speaks of. Used from any thread."""

    def __init__(self, folder: str | None, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._learned = Learned[Reading](Reading, program)

    def find(self, digest: Digest, reader: str, limits: Limits) -> Reading | None:
        """What this reader took of the image that `digest` stands for, under these limits."""
        return self._learned.find(self._folder, _about(digest, reader, limits))

    def keep(self, digest: Digest, limits: Limits, reading: Reading) -> None:
        """Writes the reading of a large stream; where that fails, it is known only once the stream was taken."""
        if reading.has_bytes and (reading.size or 0) >= LEAST:
            self._learned.keep(self._folder, _about(digest, reading.reader, limits), reading)


def _about(digest: Digest, reader: str, limits: Limits) -> tuple[object, ...]:
    return "reading", str(digest), reader, limits


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Extract:
    """The stream of one reader, in a file that was verified when it was found."""

    path: Path
    reading: Reading


class Extracts(Protocol):
    """Where extracts are kept. Callers verify the layers that an extract answers for. Used from any thread."""

    def find(self, digest: Digest, reader: str) -> Extract | None:
        """The extract of this reader from the image that `digest` stands for."""
        ...

    def incoming(self) -> "Incoming":
        """A sink for a reader; raises `OSError`."""
        ...

    def keep(self, incoming: "Incoming", digest: Digest, reading: Reading) -> Path:
        """Keeps the file.

        Raises `OSError`, or `Malformed` where the reading has another size or sha256 than the file.
        """
        ...


class ScratchExtracts:
    """The extracts of one opening of a local source, which go with its scratch folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._found: dict[tuple[Digest, str], Extract] = {}

    def find(self, digest: Digest, reader: str) -> Extract | None:
        """The extract that this opening has made."""
        return self._found.get((digest, reader))

    def incoming(self) -> "Incoming":
        """A sink for a reader; raises `OSError`."""
        return Incoming(self._folder)

    def keep(self, incoming: "Incoming", digest: Digest, reading: Reading) -> Path:
        """Names the file; raises as `Extracts.keep`."""
        _require_same(reading, incoming)
        path = self._folder / f"extract-{len(self._found) + 1}.yaml"
        incoming.file.move(path)
        self._found[digest, reading.reader] = Extract(path=path, reading=reading)
        return path


class StoredExtracts:
    """The extracts in a store: content like any other, which a reading that is kept names by its sha256."""

    def __init__(self, store: "Store", readings: ReadingCache, limits: Limits) -> None:
        self._store = store
        self._readings = readings
        self._limits = limits
        self._taken: dict[tuple[Digest, str], Reading] = {}
        """The readings of this opening, small ones too."""

    def find(self, digest: Digest, reader: str) -> Extract | None:
        """The extract of this reader, verified against its own digest."""
        reading = self._taken.get((digest, reader)) or self._readings.find(digest, reader, self._limits)
        if reading is None or reading.sha256 is None:
            return None
        path = self._store.find(Digest(algorithm="sha256", hex=reading.sha256))
        return Extract(path=path, reading=reading) if path else None

    def incoming(self) -> "Incoming":
        """A sink for a reader; raises `OSError`."""
        return Incoming(self._store.root / INGEST)

    def keep(self, incoming: "Incoming", digest: Digest, reading: Reading) -> Path:
        """Moves the file into place, and keeps the reading; raises as `Extracts.keep`."""
        path = self._store.commit(incoming.file, _require_same(reading, incoming))
        self._taken[digest, reading.reader] = reading
        self._readings.keep(digest, self._limits, reading)
        return path


class Incoming(HashingSink):
    """A file that a reader writes to; it counts and hashes."""

    def __init__(self, folder: Path) -> None:
        self.file = IncomingFile(folder, "extract-")
        self._running = RunningSha256()
        self._others: list[RunningSha256] = []

    @property
    def size(self) -> int:
        """Bytes so far."""
        return self.file.size

    def hexdigest(self) -> str:
        """The sha256 of all bytes so far, in hexadecimal."""
        return self._running.hexdigest()

    def running_sha256(self) -> RunningSha256:
        """A hash of other bytes."""
        self._others.append(RunningSha256())
        return self._others[-1]

    def write(self, data: bytes, /) -> None:
        """Appends `data`."""
        self._running.update(data)
        self.file.write(data)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for running in (self._running, *self._others):
            running.close()
        self.file.__exit__()


def _require_same(reading: Reading, incoming: Incoming) -> Digest:
    """The digest of the file, of which the reading must speak."""
    if not reading.has_bytes or (reading.size, reading.sha256) != (incoming.size, incoming.hexdigest()):
        raise Malformed("the reading does not speak of the bytes that were written")
    return Digest(algorithm="sha256", hex=incoming.hexdigest())
