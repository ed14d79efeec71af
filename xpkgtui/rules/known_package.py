"""Packages that are checked in the same call: what is known beside the package itself, without a request."""

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDependency:
    """What a package depends on."""

    repository: str
    """With its registry, as it is spelled."""
    constraint: str
    """Empty where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownObject:
    """An object that has fields which nothing may change once it is created."""

    kind: str
    name: str
    fixed: str
    """A digest of these fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPackage:
    """One package."""

    source: str = ""
    """As the call names it."""
    is_earlier: bool = False
    """Whether the call names it before the package that is judged, so that its objects are there already."""

    repository: str
    """With its registry; empty where it does not come from one."""
    version: str = ""
    """Its tag; empty where it has none."""
    digest: str = ""
    kind: str = ""
    """Of its meta object."""
    dependencies: tuple[KnownDependency, ...] = ()
    objects: tuple[KnownObject, ...] = ()
    """Those that are created, in the order of the stream."""
