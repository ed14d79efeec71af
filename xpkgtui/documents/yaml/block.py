"""A block of a document that was parsed alone, and the placeholder that stands for it in the text around it."""

from typing import Any

from xpkgtui.values import dataclass

PLACEHOLDER = "\ue000"
"""What the names of placeholders begin with: a character that no text with placeholders has of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """What a block is, and what it costs beyond a scalar in its place."""

    value: Any
    steps: int
    """Steps of `Effort`."""
    operations: int
    """Decoding steps of go-yaml."""


class OutOfPlaceError(Exception):
    """A placeholder stands where a block would have been read as something else."""
