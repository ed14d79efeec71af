"""Readings of large streams in a cache: what was taken out of layers before is known while it is taken again."""

from collections.abc import Callable

from xpkgtui.fetching.cache.learned import LEAST, Learned
from xpkgtui.limits import Limits
from xpkgtui.oci.digest import Digest
from xpkgtui.readers.reader import Reading


class Readings:
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
