"""Packages that are checked in the same call: what is known beside the package itself, without a request."""

from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDependency:
    """What a package depends on."""

    repository: str
    """The repository as the package spells it, registry included."""
    constraint: str
    """The constraint on the version; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownObject:
    """An object that has fields which nothing may change once it is created."""

    kind: str
    name: str
    fixed: str
    """A digest of these fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPackage:
    """One package that is checked in the same call."""

    source: str = ""
    """The source as the call names it."""
    is_earlier: bool = False
    """Whether the call names it before the package that is judged, so that its objects are there already."""

    repository: str
    """The repository's full name, registry included; empty if the package does not come from a registry."""
    version: str = ""
    """Its tag; empty where it has none."""
    digest: str = ""
    kind: str = ""
    """The kind of its meta object."""
    dependencies: tuple[KnownDependency, ...] = ()
    objects: tuple[KnownObject, ...] = ()
    """The objects that are created, in the order of the stream."""
