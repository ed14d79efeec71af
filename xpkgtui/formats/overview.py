"""The Overview of a meta object, and its plain facts for reports."""

from typing import TYPE_CHECKING

from xpkgtui.values import dataclass

if TYPE_CHECKING:  # only a readme is made of blocks
    from xpkgtui.formats.prose.blocks import Block, Icon

LATE_TYPES = {"Block": "xpkgtui.formats.prose.blocks", "Icon": "xpkgtui.formats.prose.blocks"}
"""Where `codec` finds them."""

Pair = tuple[str, str]
"""A label, a key or a name, and the text beside it, which may have several lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyRow:
    """One entry of `spec.dependsOn`, in the package's own spelling."""

    kind: str = ""
    package: str = ""
    version: str = ""
    note: str = ""
    """A remark about an odd entry."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Overview:
    """The statements of a meta object about its package."""

    said: tuple[Pair, ...]
    """Known annotations, by their meaning."""
    program: str
    """The program that the constraint is about: `Crossplane`."""
    needs: str
    """The constraint on it, in words."""
    fits: bool | None
    """Whether the Crossplane that is judged for satisfies it; None where nothing is asked for."""
    dependencies: tuple[DependencyRow, ...]
    capabilities: tuple[Pair, ...]
    """Each capability as the package spells it, with its meaning."""
    deprecated: tuple[Pair, ...]
    """Fields that only older versions read."""
    labels: tuple[Pair, ...]
    friendly: tuple[Pair, ...]
    """Friendly names of groups and kinds."""
    others: tuple[Pair, ...]
    """Annotations that are not known, by their keys."""
    icon: "Icon | None"
    readme: "tuple[Block, ...]"
    installs: tuple[str, ...] = ()
    """What becomes of its definitions."""
    others_title: str = "annotations"
    readme_title: str = "Readme"
    once_installed: tuple[Pair, ...] = ()
    """What it may do, what runs, and what its definitions cost, in short."""
    has_facts: bool = False
    """Whether the facts of the object stand in place of constraint and dependencies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DependencyFacts:
    """One dependency of a package; absent fields are None."""

    kind: str | None
    package: str | None
    version: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaFacts:
    """Facts of a meta object, in its own spelling; malformed values count as absent."""

    dependencies: tuple[DependencyFacts, ...] | None
    """The dependencies that the meta object states; None if they are not stated there."""
    crossplane: str | None
    """The constraint on the program that reads the package."""
    annotations: tuple[Pair, ...] = ()
    capabilities: tuple[str, ...] = ()
    fixed: str = ""
    """A digest of the fields that nothing may change once the object is created; empty where it has none."""
