"""The effort of parsing: bounded for one document, and for all documents of a stream together."""

from xpkgtui.documents.yaml.refusals import RefusalReason, Refused
from xpkgtui.limits import LIMITS, Limits

EVENT = 200
"""Steps for one event of the parser; for each, libyaml also visits all open flow collections, a step each."""
_DOCUMENT = 5_000
"""Steps for a document, however small."""
CHARACTER = 2
"""Steps for a character that is read once more."""
_BYTE = 16
"""Steps for each byte of a stream: real packages have an event in about twenty bytes."""


class Effort:
    """The steps that are left; documents of one stream share them."""

    __slots__ = ("_limits", "left")

    def __init__(self, left: int | None = None, limits: Limits = LIMITS) -> None:
        self.left = limits.yaml if left is None else left
        self._limits = limits

    @classmethod
    def of_stream(cls, size: int, limits: Limits = LIMITS) -> "Effort":
        """The steps for all documents of a stream of `size` bytes."""
        return cls(limits.yaml + _BYTE * size, limits)

    @property
    def limits(self) -> Limits:
        """The limits that it was made of."""
        return self._limits

    def grow(self, size: int) -> None:
        """Adds the steps for `size` bytes more of the stream."""
        self.left += _BYTE * size

    def of_document(self) -> "Effort":
        """The steps that one document may take of these; raises Refused where none are left for it."""
        self.left -= _DOCUMENT
        if self.left < 0:
            reached = self._limits.reached("yaml")
            raise Refused(
                RefusalReason.SPENT, f"there are too many documents and values: {reached.sentence}", limit=reached
            )
        return Effort(min(self.left, self._limits.yaml), self._limits)

    def spend(self, steps: int) -> None:
        """Takes steps; raises Refused where none are left."""
        self.left -= steps
        if self.left < 0:
            raise self.exhausted()

    def exhausted(self) -> Refused:
        """The refusal of this program, which is not Go's."""
        reached = self._limits.reached("yaml")
        what = "it, or what comes before it, has too many values or nests too deep"
        return Refused(RefusalReason.SIZE, f"{what}: {reached.sentence}", limit=reached)
