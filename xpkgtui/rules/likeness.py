"""The stream of one platform compared with that of another."""

from enum import StrEnum

from xpkgtui.values import dataclass


class Likeness(StrEnum):
    """How the stream of one platform compares with that of the platform that is read."""

    SAME = "same"
    DIFFERENT = "different"
    LACKING = "lacking"
    """There is none."""
    UNREAD = "unread"
    """It was not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedStream:
    """The stream of one entry of the index, compared with that of another."""

    number: int
    likeness: Likeness
    reference: int
    """The entry that it was compared with."""
    size: int = 0
    """Bytes of layers to be read for it, where it is UNREAD."""
