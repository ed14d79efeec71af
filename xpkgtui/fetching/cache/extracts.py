"""Extracts: decompressed package.yaml files beside the blobs they came from, so that they are read once."""

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, Self

from xpkgtui.errors import Malformed
from xpkgtui.fetching.cache.cache_folder import INGEST
from xpkgtui.fetching.cache.disk import IncomingFile, open_stored
from xpkgtui.fetching.cache.readings import from_json, to_json
from xpkgtui.fetching.hashing import RunningSha256
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.json_value import read_object
from xpkgtui.patterns import late
from xpkgtui.private_files import write_atomically
from xpkgtui.readers.reader import HashingSink, Reading
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.fetching.cache.store import Store

_FORMAT = 8
"""To be raised whenever a reader reads differently; older extracts are then not found."""
_LARGEST_FACTS = 1 << 20
_NAME = late(r"[a-z0-9][a-z0-9.-]{0,63}")


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

    def keep(self, incoming: "Incoming", digest: Digest, reading: Reading) -> Extract:
        """Keeps the file with its reading.

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

    def keep(self, incoming: "Incoming", digest: Digest, reading: Reading) -> Extract:
        """Names the file; raises as `Extracts.keep`."""
        _require_same(reading, incoming)
        path = self._folder / f"extract-{len(self._found) + 1}.yaml"
        incoming.move(path)
        found = self._found[digest, reading.reader] = Extract(path=path, reading=reading)
        return found


class StoredExtracts:
    """The extracts of a store."""

    def __init__(self, store: "Store") -> None:
        self._store = store

    def find(self, digest: Digest, reader: str) -> Extract | None:
        """The extract of this reader, verified against its own digest."""
        found = (self._read(*_paths(root, digest, reader)) for root in self._store.roots)
        return next(filter(None, found), None)

    def incoming(self) -> "Incoming":
        """A sink for a reader; raises `OSError`."""
        return Incoming(self._store.root / INGEST)

    def keep(self, incoming: "Incoming", digest: Digest, reading: Reading) -> Extract:
        """Moves the file and its reading into place; raises as `Extracts.keep`."""
        _require_same(reading, incoming)
        yaml, facts = _paths(self._store.root, digest, reading.reader)
        incoming.move(yaml)
        write_atomically(facts, json.dumps({"format": _FORMAT, "reading": to_json(reading)}).encode())
        self._store.committed(yaml, incoming.size)
        return Extract(path=yaml, reading=reading)

    def _read(self, yaml: Path, facts: Path) -> Extract | None:
        try:
            with open_stored(facts) as file:
                fields = read_object(file.read(_LARGEST_FACTS))
            if fields.get("format") != _FORMAT or not isinstance(reading := fields.get("reading"), Mapping):
                return None
            found = Extract(path=yaml, reading=from_json(reading))
            if not _is_intact(yaml, found.reading):
                return None
            self._store.pin(yaml)
            with suppress(OSError):  # it may be read-only
                os.utime(yaml)
        except (OSError, Malformed, KeyError, TypeError, ValueError):
            # Missing or invalid: it is extracted again.
            return None
        return found


class Incoming(HashingSink):
    """A file that a reader writes to; it counts and hashes."""

    def __init__(self, folder: Path) -> None:
        self._file = IncomingFile(folder, "extract-")
        self._running = RunningSha256()
        self._others: list[RunningSha256] = []

    @property
    def size(self) -> int:
        """Bytes so far."""
        return self._file.size

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
        self._file.write(data)

    def move(self, target: Path) -> None:
        """Moves the file to `target`."""
        self._file.move(target)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for running in (self._running, *self._others):
            running.close()
        self._file.__exit__()


def _paths(root: Path, digest: Digest, reader: str) -> tuple[Path, Path]:
    if not _NAME.fullmatch(reader):
        raise Malformed("a reader's name has small letters, digits, dots and dashes")
    folder = root / "extracts" / f"{digest.algorithm}-{digest.hex}"
    return folder / f"{reader}.yaml", folder / f"{reader}.json"


def _require_same(reading: Reading, incoming: Incoming) -> None:
    if not reading.has_bytes or (reading.size, reading.sha256) != (incoming.size, incoming.hexdigest()):
        raise Malformed("the reading does not speak of the bytes that were written")


def _is_intact(path: Path, reading: Reading) -> bool:
    with open_stored(path) as file:
        if os.fstat(file.fileno()).st_size != reading.size:
            return False
        return hashlib.file_digest(file, "sha256").hexdigest() == reading.sha256
