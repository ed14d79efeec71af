"""The transfer of one blob from a source into the store: in one thread, verified, stoppable at every chunk."""

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from xpkgtui.errors import Cancelled, Corrupt, Usage
from xpkgtui.fetching.disk import IncomingFile
from xpkgtui.fetching.store import Store
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.sources.source import Blob, Source
from xpkgtui.visible import size as in_words

_CHUNK = 1 << 16
"""Bytes; small enough that a stop and other threads do not wait long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """A blob that is in the store."""

    path: Path
    fetched: int
    """Bytes received; 0 where the store had it already."""


class _NoRoom(Exception):
    """The store cannot be written."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


class Transfer:
    """The transfer of one blob; `run` in a thread, `stop` from any other."""

    def __init__(self, source: Source, store: Store, descriptor: Descriptor, report: Callable[[int], object]) -> None:
        self._source = source
        self._store = store
        self._descriptor = descriptor
        self._report = report
        self._stopped = threading.Event()
        self._blob: Blob | None = None

    def stop(self) -> None:
        """Ends `run` at its next chunk, or at once where it waits for one."""
        self._stopped.set()
        blob = self._blob
        if blob is not None:
            blob.abort()

    def run(self) -> Delivery:
        """Fetches the blob unless the store has it; raises `XpkgError`, or `Cancelled` once stopped."""
        digest = self._descriptor.digest
        self._check()
        with self._store.locked(digest, self._stopped.wait):
            self._check()
            path = self._store.find(digest)
            if path is not None:
                self._require_size(path)
                return Delivery(path=path, fetched=0)
            folder = self._store.root
            try:
                return self._fetch()
            except _NoRoom as full:
                self._store.fall_back(full.error, folder)
            try:
                return self._fetch()
            except _NoRoom as full:
                raise Usage(
                    f"There is no room for {in_words(self._descriptor.size)}: {full.error.strerror or full.error}.",
                    hint="Make room, or name another folder with `--cache-dir`.",
                ) from full

    def _fetch(self) -> Delivery:
        with self._source.blob(self._descriptor) as blob:
            # In this order, because `stop` sets the flag first and looks for the blob second.
            self._blob = blob
            try:
                self._check()
                with _into(self._store) as incoming:
                    size = self._copy(blob, incoming)
                    try:
                        path = self._store.commit(incoming, self._descriptor.digest)
                    except OSError as error:
                        raise _NoRoom(error) from error
                return Delivery(path=path, fetched=size)
            finally:
                self._blob = None

    def _copy(self, blob: Blob, incoming: IncomingFile) -> int:
        expected = self._descriptor
        running = hashlib.new(expected.digest.algorithm)
        size = 0
        while data := blob.read(_CHUNK):
            self._check()
            size += len(data)
            if size > expected.size:
                raise mismatch(expected, f"more than {size - 1} bytes", "not known, it goes on")
            running.update(data)
            try:
                incoming.write(data)
            except OSError as error:
                raise _NoRoom(error) from error
            self._report(size)
        self._check()
        received = f"{expected.digest.algorithm}:{running.hexdigest()}"
        if size != expected.size or received != str(expected.digest):
            raise mismatch(expected, f"{size} bytes", received)
        return size

    def _require_size(self, path: Path) -> None:
        """A wrong size is the same error whether the content is here already or not."""
        size = path.stat().st_size
        if size != self._descriptor.size:
            raise mismatch(self._descriptor, f"{size} bytes", str(self._descriptor.digest))

    def _check(self) -> None:
        if self._stopped.is_set():
            raise Cancelled


def mismatch(expected: Descriptor, size: str, digest: str) -> Corrupt:
    """The error for bytes that do not match their descriptor."""
    return Corrupt(
        f"The bytes of {expected.digest.algorithm}:{expected.digest.short}… are not what the manifest promises.",
        hint="Nothing of it was kept. Try again; if it stays so, push the package again.",
        tried=(f"promised: {expected.digest}, {expected.size} bytes", f"received: {digest}, {size}"),
    )


def _into(store: Store) -> IncomingFile:
    try:
        return store.ingest()
    except OSError as error:
        raise _NoRoom(error) from error
