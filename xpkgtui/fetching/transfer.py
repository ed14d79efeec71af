"""The transfer of one blob from a source into the store: in one thread, verified, stoppable at every chunk."""

import threading
from collections.abc import Callable
from pathlib import Path

from xpkgtui.errors import Cancelled, Usage
from xpkgtui.fetching.cache.disk import IncomingFile, Release
from xpkgtui.fetching.cache.store import Store
from xpkgtui.fetching.verified_blob import mismatch, read_verified
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.sources.source import Blob, Source
from xpkgtui.values import dataclass
from xpkgtui.visible import size as in_words


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

    def __init__(
        self,
        source: Source,
        store: Store,
        descriptor: Descriptor,
        report: Callable[[int], object],
        *,
        anew: bool = False,
    ) -> None:
        self._source = source
        self._store = store
        self._descriptor = descriptor
        self._report = report
        self._anew = anew
        """Whether it is fetched although the store has it."""
        self.received = 0
        """Bytes so far, also once it was stopped."""
        self._stopped = threading.Event()
        self._blob: Blob | None = None
        self._unlock: Release | None = None

    def stop(self) -> None:
        """Ends `run` at its next chunk, or at once where it waits for one; another transfer can start."""
        self._stopped.set()
        blob, unlock = self._blob, self._unlock
        if blob is not None:
            blob.abort()
        if unlock is not None:
            unlock()

    def run(self) -> Delivery:
        """Fetches the blob unless the store may give it; raises `XpkgError`, or `Cancelled` once stopped."""
        digest = self._descriptor.digest
        self._check()
        with self._store.locked(digest, self._stopped.wait) as self._unlock:
            self._check()
            path = None if self._anew else self._store.find(digest)
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
                    hint="Free some space, or name another folder with `--cache-dir`.",
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
        def write(data: bytes) -> None:
            try:
                incoming.write(data)
            except OSError as error:
                raise _NoRoom(error) from error

        return read_verified(blob, self._descriptor, check=self._check, report=self._received, write=write)

    def _received(self, size: int) -> None:
        self.received = size
        self._report(size)

    def _require_size(self, path: Path) -> None:
        """A wrong size is the same error whether the content is here already or not."""
        size = path.stat().st_size
        if size != self._descriptor.size:
            raise mismatch(self._descriptor, f"{size} bytes", str(self._descriptor.digest))

    def _check(self) -> None:
        if self._stopped.is_set():
            raise Cancelled


def _into(store: Store) -> IncomingFile:
    try:
        return store.ingest()
    except OSError as error:
        raise _NoRoom(error) from error
