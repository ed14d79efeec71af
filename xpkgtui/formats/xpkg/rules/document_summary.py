"""What is kept of a document for rules about the whole package."""

from collections.abc import Mapping
from typing import Any

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.oddities import OddityKind
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind
from xpkgtui.formats.xpkg.rules.document_facts import NO_FACTS, DocumentFacts
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSummary:
    """The facts of a document that rules about the package need."""

    number: int
    line: int
    role: Role
    named: GroupVersionKind | None
    """Like the name, cut where it is long."""
    name: str
    same: tuple[str, ...] | None = None
    """Equal for objects with the same group, kind and name; None for an object without a name."""
    refused: bool = False
    """Whether the parser stops at it."""
    is_blank: bool = False
    """Whether it is empty and Crossplane does not skip it."""
    oddities: frozenset[OddityKind] = frozenset()
    """Its oddities, by kind."""
    defines: tuple[str, str] | None = None
    """(group, kind) that a definition defines."""
    claims: str | None = None
    """The kind of the claims that a definition offers, in the same group."""
    annotations: Mapping[str, Any] | None = None
    """The annotations of a package's meta object; None for other documents."""
    repositories: tuple[str, ...] = ()
    """The last parts of the references that a package's meta object depends on."""
    facts: DocumentFacts = NO_FACTS
    """The facts that only documents of its kind have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyDocument:
    """A chunk without content."""

    chunk: Chunk
    refused: str | None = None
    """The parser's message where the version that is judged for does not skip it."""
