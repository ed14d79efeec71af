"""Constraints as a version of Crossplane reads them, and whether they admit that version."""

from functools import lru_cache

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.tools.facts import (
    LEAVES_CONFIGURATIONS,
    SEMVER_3_4,
    SEMVER_3_5,
    SKIPS_INCOMPLETE_TAGS,
    TURNS_DEFINITIONS,
)
from xpkgtui.rules.fact import VersionFact
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.tags import TagReading
from xpkgtui.versions.version import Dialect, Version

_PATCHES = 20
"""Patch releases of a minor release that are tried; no release had more."""


@lru_cache
def dialect_of(crossplane: str) -> Dialect:
    """The dialect in which a version of Crossplane reads constraints; the newest one for what is not a version."""
    try:
        version = Version.parse(crossplane)
    except Malformed:
        return Dialect.V3
    if version < _first(SEMVER_3_4):
        return Dialect.V1
    return Dialect.V3_4 if version < _first(SEMVER_3_5) else Dialect.V3


def _first(fact: VersionFact) -> Version:
    """The oldest version of which a fact is true, its release candidates included."""
    return Version.parse(f"{fact.since}.0-0")


def tag_reading(crossplane: str) -> TagReading:
    """How a version of Crossplane reads the tags of a repository; as the newest one for what is not a version."""
    first = SKIPS_INCOMPLETE_TAGS.since
    try:
        skips = crossplane == first.rpartition(".")[0] or not Version.parse(crossplane) < Version.parse(first)
    except Malformed:
        skips = True
    return TagReading(dialect=dialect_of(crossplane), skips_incomplete=skips)


@lru_cache
def admits(text: str, crossplane: str) -> bool | None:
    """Whether a constraint admits a version of Crossplane; None where either cannot be read.

    `2.4` stands for its patch releases, of which one suffices.
    """
    try:
        versions = _versions(crossplane)
        constraint = Constraint.parse(text, dialect_of(crossplane))
        return any(constraint.allows(version) for version in versions)
    except Malformed:
        return None


def incompatible(text: str, crossplane: str) -> str | None:
    """The package manager's message where a constraint excludes its version; None where it does not."""
    if admits(text, crossplane) is not False:
        return None
    return f"package is not compatible with Crossplane version (v{Version.parse(crossplane)})"


@lru_cache
def _versions(crossplane: str) -> tuple[Version, ...]:
    """The version, or the patch releases that it stands for; kept, because a package may have 10,000 constraints."""
    if not Version.parse(crossplane).is_incomplete or "-" in crossplane:
        return (Version.parse(crossplane),)
    padded = crossplane if "." in crossplane else f"{crossplane}.0"
    return tuple(Version.parse(f"{padded}.{patch}") for patch in range(_PATCHES))


_STAY = frozenset({"ProviderConfig", "ClusterProviderConfig", "ProviderConfigUsage", "ClusterProviderConfigUsage"})
"""Kinds whose definitions Crossplane does not turn; 2.0 turned them, too."""


def is_turned(kind: str | None, version: str) -> bool:
    """Whether a version turns a provider's definition of a kind into a managed resource definition."""
    stays = kind in _STAY and LEAVES_CONFIGURATIONS.holds(version)
    return TURNS_DEFINITIONS.holds(version) and not stays
