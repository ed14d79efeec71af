"""The effort of parsing: bounded for one document, and for all documents of a stream together."""

from xpkgtui.documents.yaml.refusals import Reason, Refused

MOST = 100_000_000
"""Steps of about 25 ns that one document may take."""
EVENT = 200
"""Steps for one event of the parser; for each, libyaml also visits all open flow collections, a step each."""
_DOCUMENT = 20_000
"""Steps for a document, however small."""
CHARACTER = 2
"""Steps for a character that is read once more."""
_BYTE = 16
"""Steps for each byte of a stream: real packages have an event in about twenty bytes."""


class Effort:
    """The steps that are left; documents of one stream share them."""

    __slots__ = ("left",)

    def __init__(self, left: int = MOST) -> None:
        self.left = left

    @classmethod
    def of_stream(cls, size: int) -> "Effort":
        """The steps for all documents of a stream of `size` bytes."""
        return cls(MOST + _BYTE * size)

    def of_document(self) -> "Effort":
        """The steps that one document may take of these; raises Refused where none are left for it."""
        self.left -= _DOCUMENT
        if self.left < 0:
            raise Refused(Reason.SPENT, "there are more documents and values than this program reads")
        return Effort(min(self.left, MOST))

    def spend(self, steps: int) -> None:
        """Takes steps; raises Refused where none are left."""
        self.left -= steps
        if self.left < 0:
            raise self.exhausted()

    @staticmethod
    def exhausted() -> Refused:
        """The refusal of this program, which is not Go's."""
        what = "it, or what comes before it, has more values or nests deeper than this program reads"
        return Refused(Reason.SIZE, what)
