"""What is chosen of the schemas of a definition: the version, the field, and what is open."""

from dataclasses import replace
from enum import StrEnum, auto
from typing import Self

from xpkgtui.values import dataclass


class SchemaPane(StrEnum):
    """What has the keys on the screen of schemas, as the widgets are called."""

    VERSIONS = auto()
    FIELDS = auto()
    DETAIL = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaSelection:
    """The version, the field and what is open."""

    document: int = 0
    version: str = ""
    """The key of the chosen version; empty for the stored one."""
    is_compared: bool = False
    """Whether the version before stands beside it."""
    path: str = ""
    """The chosen field."""
    toggled: frozenset[str] = frozenset()
    """Fields that are not open or closed as they would be."""
    open_all: bool | None = None
    """Whether all fields are open, or closed, unless toggled."""
    filter: str = ""

    def of(self, document: int) -> Self:
        """The selection for a document: of another one as it opens, with what is open kept."""
        if document == self.document:
            return self
        return replace(self, document=document, version="", is_compared=False, path="", filter="")

    def with_all(self, *, unfold: bool) -> Self:
        """Every field opened, as far as the rows are not too many, or closed."""
        return replace(self, open_all=unfold, toggled=frozenset())

    def at(self, document: int, version: str, path: str) -> Self:
        """The selection of a field of a version, with all above it open."""
        return replace(self.of(document), version=version, path=path, filter="")
