"""What names stood for, and when: tags go stale in minutes, digests never; offline, an old answer is one too."""

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from xpkgtui.errors import Malformed
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.manifest import read_json

LIFE = 120.0
"""Seconds a tag is believed without asking."""
_LARGEST = 64 << 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What a name stood for."""

    digest: Digest
    media_type: str
    reference: str
    notes: tuple[str, ...]
    at: float
    """Seconds since 1970."""

    @property
    def moment(self) -> str:
        """When that was, for people."""
        return datetime.fromtimestamp(self.at, UTC).strftime("%Y-%m-%d %H:%M UTC")


class Names:
    """Names in a store's folder, one small file each, so that processes do not get in each other's way."""

    def __init__(self, root: Path, now: Callable[[], float] = time.time) -> None:
        self._folder = root / "names"
        self._now = now

    def recall(self, name: str) -> Remembered | None:
        """What was last known of this name, however old."""
        try:
            with self._path(name).open("rb") as file:
                fields = read_json(file.read(_LARGEST))
            if fields.get("name") != name:
                return None
            notes, at = fields["notes"], fields["at"]
            if not isinstance(notes, list) or not isinstance(at, int | float):
                return None
            return Remembered(
                digest=Digest.parse(str(fields["digest"])),
                media_type=str(fields["media_type"]),
                reference=str(fields["reference"]),
                notes=tuple(str(note) for note in notes),
                at=float(at),
            )
        except (OSError, Malformed, KeyError):
            # Gone, or written by something else: then it is not known.
            return None

    def remember(self, name: str, *, digest: Digest, media_type: str, reference: str, notes: tuple[str, ...]) -> None:
        """Notes what a name stands for now; where that cannot be written, it is forgotten."""
        fields = {
            "name": name,
            "digest": str(digest),
            "media_type": media_type,
            "reference": reference,
            "notes": list(notes),
            "at": self._now(),
        }
        with suppress(OSError):
            write_atomically(self._path(name), json.dumps(fields).encode())

    def is_fresh(self, remembered: Remembered) -> bool:
        """Whether it may be believed without asking; a moment in the future is not."""
        return 0 <= self._now() - remembered.at < LIFE

    def _path(self, name: str) -> Path:
        return self._folder / f"{hashlib.sha256(name.encode()).hexdigest()}.json"


def write_atomically(path: Path, data: bytes) -> None:
    """Puts a whole file in its place; raises `OSError`."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".in-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
