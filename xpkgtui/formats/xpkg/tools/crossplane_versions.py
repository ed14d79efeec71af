"""What one version of Crossplane does with a package: its row of each table, and constraints as it reads them."""

from functools import lru_cache

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.summary import SUMMARY, WORDING, Profile, profile_of
from xpkgtui.formats.xpkg.tools.editions import BUILD, EDITIONS, NEWEST, Edition
from xpkgtui.formats.xpkg.tools.eras import DECIDING, WAYS, Way
from xpkgtui.formats.xpkg.tools.facts import (
    COMPOSITIONS_VALIDATED,
    CREDENTIALS_KEYED,
    DIGEST_IN_DEPENDENCIES,
    LEAVES_CONFIGURATIONS,
    MAJOR_2,
    NATIVE_SCHEMAS,
    PACKAGE_KEY_IN_DEPENDENCIES,
    PATCH_SETS_KNOWN,
    SEMVER_3_4,
    SEMVER_3_5,
    SKIPS_INCOMPLETE_TAGS,
    TURNS_DEFINITIONS,
    kubernetes_of,
)
from xpkgtui.rules.fact import VersionFact
from xpkgtui.rules.wording import is_older
from xpkgtui.values import dataclass
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


STAY = frozenset({"ProviderConfig", "ClusterProviderConfig", "ProviderConfigUsage", "ClusterProviderConfigUsage"})
"""Kinds whose definitions Crossplane does not turn; 2.0 turned them, too."""


def is_turned(kind: str | None, version: str) -> bool:
    """Whether a version turns a provider's definition of a kind into a managed resource definition."""
    stays = kind in STAY and LEAVES_CONFIGURATIONS.holds(version)
    return TURNS_DEFINITIONS.holds(version) and not stays


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One version of Crossplane."""

    version: str
    """As it is asked for: `1.20`, `2.3.1`."""
    way: Way
    """How it reads an image; this changed at 1.7, 1.13, 2.0, 2.2 and 2.4."""
    edition: Edition
    """How it parses and lints."""
    installing: str = ""
    """The version whose API server and installation it has; empty for the newest."""
    measured: bool = False
    """Whether its verdicts were compared with its own libraries; those of other versions follow its source."""

    def lacks(self, fact: VersionFact) -> bool:
        """Whether a fact is not true of it."""
        return not fact.holds(self.installing)

    @property
    def kubernetes(self) -> int:
        """The minor release of Kubernetes by whose API server definitions are judged."""
        return kubernetes_of(self.installing)

    @property
    def installs_as(self) -> tuple[object, ...]:
        """What versions have in common that install every object alike."""
        facts = (MAJOR_2, CREDENTIALS_KEYED, DIGEST_IN_DEPENDENCIES, PACKAGE_KEY_IN_DEPENDENCIES)
        natives = map(self.lacks, (*NATIVE_SCHEMAS, COMPOSITIONS_VALIDATED, PATCH_SETS_KNOWN))
        return dialect_of(self.version), *map(self.lacks, facts), *natives

    @property
    def takes_one_base(self) -> bool:
        """Whether it refuses an image with two layers annotated base."""
        return self.way.annotations and not self.way.first_base_wins


@lru_cache
def target_of(profile: str, crossplane: str) -> Target:
    """The version that a profile judges for where `crossplane` is asked for; documents stand beside the newest."""
    known = profile_of(profile)
    if known not in {Profile.CROSSPLANE, Profile.CROSSPLANE_1}:
        return Target(
            version=crossplane,
            way=DECIDING,
            edition=BUILD if known is Profile.BUILD else NEWEST,
            measured=SUMMARY.is_measured(known, crossplane),
        )
    version = WORDING.version_of(known, crossplane)
    era = WORDING.era_of(version)
    begun = [one for one in EDITIONS if not is_older(version, one.first)]
    return Target(
        version=version,
        way=WAYS[era.reader] if era else DECIDING,
        edition=begun[-1] if begun else EDITIONS[0],
        installing=version,
        measured=SUMMARY.is_measured(known, version),
    )


def targets_of(reader: str) -> tuple[Target, ...]:
    """The minor releases of an era, the oldest first; none for another reader."""
    return tuple(
        target_of(Profile.CROSSPLANE, minor)
        for edition in EDITIONS
        if edition.reader == reader
        for minor in _minors(edition)
    )


def _minors(edition: Edition) -> tuple[str, ...]:
    major, first = edition.first.split(".")
    return tuple(f"{major}.{minor}" for minor in range(int(first), int(edition.last.split(".")[1]) + 1))
