"""An allowance: the bytes of layers that are read for the rules alone, beside what the deciding reader takes."""

from xpkgtui.inspection.messages.requests import Reach
from xpkgtui.inspection.opened_source import OpenedSource

LOCAL = 64_000_000
REMOTE = 1_000_000


class LayerAllowance:
    """Bytes that may still be read; they are counted by descriptors, so that a cache changes nothing."""

    def __init__(self, left: float) -> None:
        self._left = left

    @classmethod
    def of(cls, source: OpenedSource, reach: Reach) -> "LayerAllowance":
        """What is cheap for a source, everything, or nothing."""
        cheap = REMOTE if source.is_remote else LOCAL
        return cls({Reach.PATH: 0, Reach.CHEAP: cheap, Reach.ALL: float("inf")}[reach])

    def take(self, size: int) -> bool:
        """Whether so many bytes may be read; they are then counted."""
        if size > self._left or self._left == 0:
            return False
        self._left -= size
        return True
