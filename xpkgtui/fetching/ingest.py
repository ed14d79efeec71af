"""Content on its way into a store."""

import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self

from xpkgtui.oci.digest import Digest


class Ingest:
    """Content on its way in; leaves nothing behind where it is not committed."""

    def __init__(self, root: Path, committed: Callable[[Path, int], object]) -> None:
        self._committed = committed
        self._size = 0
        handle, name = tempfile.mkstemp(dir=root / "ingest", prefix="in-")
        self._path: Path | None = Path(name)
        self._file = os.fdopen(handle, "wb", buffering=0)

    def write(self, data: bytes) -> None:
        """Takes the next bytes; raises `OSError`."""
        view = memoryview(data)
        while view:
            view = view[self._file.write(view) :]
        self._size += len(data)

    def commit(self, digest: Digest) -> Path:
        """Puts it in its place, whole and on the disk; the caller has verified it."""
        assert self._path is not None
        os.fsync(self._file.fileno())
        target = self._path.parents[1] / "blobs" / digest.algorithm / digest.hex
        target.parent.mkdir(mode=0o700, exist_ok=True)
        os.replace(self._path, target)
        self._path = None
        _sync_folder(target.parent)
        self._committed(target, self._size)
        return target

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


def _sync_folder(folder: Path) -> None:
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
