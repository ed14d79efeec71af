"""Packages that are checked in the same call: what is known beside the package itself, without asking anybody."""

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDependency:
    """What a package depends on."""

    repository: str
    """With its registry, as it is spelled."""
    constraint: str
    """Empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPackage:
    """One package."""

    repository: str
    """With its registry; empty where it does not come from one."""
    version: str = ""
    """Its tag; empty where it has none."""
    digest: str = ""
    kind: str = ""
    """Of its meta object."""
    dependencies: tuple[KnownDependency, ...] = ()
