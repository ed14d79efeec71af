"""The role of a document in a package."""

from enum import StrEnum


class Role(StrEnum):
    """What a document is to the readers of a format, as JSON spells it."""

    META = "meta"
    """It says what the package is."""
    OBJECT = "object"
    BROKEN = "broken"
    EMPTY = "empty"
