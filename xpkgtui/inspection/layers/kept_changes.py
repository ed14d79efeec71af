"""Changes that large layers make, in a cache: no layer is inflated again to list its files."""

import json
from collections.abc import Callable
from typing import Any

from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.filesystem.tar.entry import Entry
from xpkgtui.limits import Limits
from xpkgtui.oci.digest import Digest

_MOST = 4_096
"""Entries of a layer that is kept: reading more of them from JSON takes as long as inflating them."""


class KeptChanges:
    """The changes in a cache; they speak of a layer by its digest, which was verified in this opening.

    Used from any thread.
    """

    def __init__(self, folder: str | None, limits: Limits, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._limits = limits
        self._learned = Learned(program)

    def find(self, digest: Digest) -> ChangeSet | None:
        """The changes of this layer under these limits."""
        data = self._learned.find(self._folder, self._about(digest)) if self._folder else None
        if data is None:
            return None
        try:
            return _of_json(json.loads(data))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None

    def keep(self, digest: Digest, changes: ChangeSet) -> None:
        """Writes those of a large layer in which nothing is wrong; where that fails, it is read again next time."""
        if self._folder and not changes.problem and changes.inflated >= LEAST and len(changes.entries) <= _MOST:
            self._learned.keep(self._folder, self._about(digest), json.dumps(_to_json(changes)).encode())

    def _about(self, digest: Digest) -> tuple[object, ...]:
        return "changes", str(digest), self._limits


def _to_json(changes: ChangeSet) -> dict[str, Any]:
    return {
        "compression": changes.compression.value,
        "diff_id": changes.diff_id,
        "inflated": changes.inflated,
        "notes": changes.notes,
        "entries": [[getattr(one, name) for name in Entry.__slots__] for one in changes.entries],
    }


def _of_json(found: dict[str, Any]) -> ChangeSet:
    """The changes; raises `ValueError`, `TypeError`, `KeyError` or `AttributeError` for anything else."""
    return ChangeSet(
        compression=Compression(found["compression"]),
        entries=tuple(Entry(**dict(zip(Entry.__slots__, values, strict=True))) for values in found["entries"]),
        diff_id=found["diff_id"],
        inflated=found["inflated"],
        notes=tuple(found["notes"]),
    )
