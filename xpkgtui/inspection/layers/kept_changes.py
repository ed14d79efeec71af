"""Changes that large layers make, in a cache: no layer is inflated again to list its files."""

from collections.abc import Callable

from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.limits import Limits
from xpkgtui.oci.digest import Digest

_MOST = 4_096
"""Entries of a layer that is kept: reading more of them takes as long as inflating them."""


class KeptChanges:
    """The changes in a cache; they speak of a layer by its digest, which was verified in this opening.

    Used from any thread.
    """

    def __init__(self, folder: str | None, limits: Limits, program: Callable[[], object] | None = None) -> None:
        """Without a folder there are none."""
        self._folder = folder
        self._limits = limits
        self._learned = Learned[ChangeSet](ChangeSet, program)

    def find(self, digest: Digest) -> ChangeSet | None:
        """The changes of this layer under these limits."""
        return self._learned.find(self._folder, self._about(digest))

    def keep(self, digest: Digest, changes: ChangeSet) -> None:
        """Writes those of a large layer in which nothing is wrong; where that fails, it is read again next time."""
        if not changes.problem and changes.inflated >= LEAST and len(changes.entries) <= _MOST:
            self._learned.keep(self._folder, self._about(digest), changes)

    def _about(self, digest: Digest) -> tuple[object, ...]:
        return "changes", str(digest), self._limits
