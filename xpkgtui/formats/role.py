"""The role of a document in a package."""

from enum import StrEnum


class Role(StrEnum):
    """The role of a document for the readers of a format, as JSON spells it."""

    META = "meta"
    """The object that describes the package."""
    OBJECT = "object"
    BROKEN = "broken"
    EMPTY = "empty"
