"""All that the Overview of a meta object shows."""

from dataclasses import dataclass

from xpkgtui.formats.prose.blocks import Block, Icon

Pair = tuple[str, str]
"""A label, a key or a name, and what is said beside it; it may have lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyRow:
    """One entry of `spec.dependsOn`, in the package's own spelling."""

    kind: str = ""
    package: str = ""
    version: str = ""
    note: str = ""
    """What is odd about the entry."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overview:
    """What a meta object says of its package."""

    said: tuple[Pair, ...]
    """What known annotations say, by what they mean."""
    program: str
    """The program that the constraint is about: `Crossplane`."""
    needs: str
    """The constraint on it, in words."""
    fits: bool | None
    """Whether the Crossplane that is judged for satisfies it; None where nothing is asked for."""
    dependencies: tuple[DependencyRow, ...]
    capabilities: tuple[Pair, ...]
    """Each as it is spelled, with what it means."""
    deprecated: tuple[Pair, ...]
    """What older versions of Crossplane looked at."""
    labels: tuple[Pair, ...]
    friendly: tuple[Pair, ...]
    """Groups and kinds with the names that people shall read."""
    others: tuple[Pair, ...]
    """Annotations that are not known, by their keys."""
    icon: Icon | None
    readme: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyFacts:
    """One entry of what a package depends on; what is absent is None."""

    kind: str | None
    package: str | None
    version: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaFacts:
    """What a meta object asks for, in its own spelling; a value of another shape counts as absent."""

    dependencies: tuple[DependencyFacts, ...]
    crossplane: str | None
    """The constraint on the program that reads the package."""
