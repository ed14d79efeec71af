"""What one version of Crossplane does with a package, out of the tables of what changed when."""

from functools import lru_cache

from xpkgtui.formats.xpkg.summary import SUMMARY, WORDING, Profile, profile_of
from xpkgtui.formats.xpkg.tools.crossplane_versions import dialect_of
from xpkgtui.formats.xpkg.tools.editions import BUILD, EDITIONS, NEWEST, Edition
from xpkgtui.formats.xpkg.tools.eras import DECIDING, WAYS, Way
from xpkgtui.formats.xpkg.tools.facts import (
    COMPOSITIONS_VALIDATED,
    CREDENTIALS_KEYED,
    DIGEST_IN_DEPENDENCIES,
    MAJOR_2,
    NATIVE_SCHEMAS,
    PACKAGE_KEY_IN_DEPENDENCIES,
    PATCH_SETS_KNOWN,
)
from xpkgtui.rules.fact import VersionFact
from xpkgtui.rules.wording import is_older
from xpkgtui.values import dataclass


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
        edition = BUILD if known is Profile.BUILD else NEWEST
        return Target(
            version=crossplane,
            way=DECIDING,
            edition=edition,
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
