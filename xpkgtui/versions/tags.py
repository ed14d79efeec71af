"""Tags as Crossplane orders them: what each is, the highest first, and the one that it chooses."""

from collections.abc import Iterable, Sequence
from enum import Enum

from xpkgtui.errors import Malformed
from xpkgtui.patterns import late
from xpkgtui.values import dataclass
from xpkgtui.versions.constraint import Constraint
from xpkgtui.versions.version import Dialect, Order, Version

_NEAREST = 3
_COMPANION = late(r"sha256-([0-9a-f]{64})(?:\.(sig|att|sbom))?")


class TagKind(Enum):
    """What Crossplane takes a tag for when it installs a dependency."""

    RELEASE = "release"
    PRERELEASE = "prerelease"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A tag of a repository, by its name alone."""

    name: str
    kind: TagKind
    version: Version | None
    """The version that Masterminds/semver reads; None where it reads none."""

    @property
    def is_upgrade_only(self) -> bool:
        """Whether an upgrade may choose it, and an installation does not: `v1`, which counts as v1.0.0."""
        return self.kind is TagKind.OTHER and self.version is not None


class CompanionKind(Enum):
    """What a tag that is named after a digest holds, by the conventions of cosign and OCI."""

    SIGNATURE = "sig"
    ATTESTATION = "att"
    SBOM = "sbom"
    REFERRERS = ""
    """The list of all that refers to the digest, in a registry without an API for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Companion:
    """What a tag says about another image by its name alone; nothing of it is verified."""

    kind: CompanionKind
    digest: str
    """The digest of the image: `sha256:…`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagReading:
    """How a version of Crossplane reads tags."""

    dialect: Dialect = Dialect.V3
    skips_incomplete: bool = True
    """Whether an installation skips tags such as `v1`."""


def companion_of(name: str) -> Companion | None:
    """The image that a tag such as `sha256-….sig` belongs to; None for any other tag."""
    match = _COMPANION.fullmatch(name)
    return Companion(kind=CompanionKind(match[2] or ""), digest=f"sha256:{match[1]}") if match else None


def read_tag(name: str, dialect: Dialect = Dialect.V3) -> Tag:
    """What a tag is.

    Crossplane reads tags with NewVersion. Since 2.0.3 an installation skips those whose text is not the whole version
    (`v1`, `v1.2`, `v01.2.3`); an upgrade does not.
    """
    try:
        version = Version.parse(name, dialect)
    except Malformed:
        return Tag(name=name, kind=TagKind.OTHER, version=None)
    if str(version) != name.removeprefix("v"):
        kind = TagKind.OTHER
    else:
        kind = TagKind.PRERELEASE if version.prerelease else TagKind.RELEASE
    return Tag(name=name, kind=kind, version=version)


def in_order(names: Iterable[str], dialect: Dialect = Dialect.V3) -> tuple[Tag, ...]:
    """All tags, each once: releases from the highest down, prereleases likewise, then all others by name.

    Of two tags that are one version the one that Crossplane prefers comes first: the last one that the registry
    lists, so `v1.0.0` before `1.0.0` where it lists by name.
    """
    tags = [read_tag(name, dialect) for name in dict.fromkeys(names)]
    others = sorted((tag for tag in tags if tag.kind is TagKind.OTHER), key=lambda tag: tag.name)
    return (*_highest_first(tags, TagKind.RELEASE), *_highest_first(tags, TagKind.PRERELEASE), *others)


def satisfying(tags: Iterable[Tag], constraint: Constraint) -> tuple[Tag, ...]:
    """The tags whose version a constraint allows, in their order; also those that only an upgrade may choose."""
    return tuple(tag for tag in tags if tag.version is not None and constraint.allows(tag.version))


def chosen(tags: Iterable[Tag], constraint: Constraint, *, skips_incomplete: bool = True) -> Tag | None:
    """The tag that Crossplane installs where a dependency names a constraint: the highest that satisfies it.

    `tags` are in order: of several that are one version the first counts.
    `skips_incomplete` says whether tags such as `v1` are skipped, as since Crossplane 2.0.3.
    """
    found = [tag for tag in satisfying(tags, constraint) if not (skips_incomplete and tag.is_upgrade_only)]
    # Incomplete ones are in order by name only.
    return max(found, key=_version_order if skips_incomplete else _by_name, default=None)


def newest_release(names: Iterable[str]) -> str | None:
    """The highest tag that is a complete version: a release, or without one a prerelease."""
    tags = [tag for name in set(names) if (tag := read_tag(name)).kind is not TagKind.OTHER]
    releases = [tag for tag in tags if tag.kind is TagKind.RELEASE] or tags
    newest = max(releases, key=_by_name, default=None)
    return newest.name if newest else None


def nearest(text: str, existing: Iterable[str]) -> tuple[str, ...]:
    """The tags nearest to `text`, which may be misspelt: by version if it is one, else by spelling."""
    from difflib import get_close_matches

    names = list(dict.fromkeys(existing))
    try:
        target = Version.parse(text)
    except Malformed:
        return tuple(get_close_matches(text, names[:5000], n=_NEAREST, cutoff=0.4))

    def distance(version: Version) -> tuple[int, int, int, bool, str]:
        return (
            abs(version.major - target.major),
            abs(version.minor - target.minor),
            abs(version.patch - target.patch),
            version.prerelease != target.prerelease,
            version.original,
        )

    versions = [version for name in names if (version := read_tag(name).version) is not None]
    return tuple(version.original for version in sorted(versions, key=distance)[:_NEAREST])


def _highest_first(tags: Sequence[Tag], kind: TagKind) -> list[Tag]:
    return sorted((tag for tag in reversed(tags) if tag.kind is kind), key=_version_order, reverse=True)


def _by_name(tag: Tag) -> tuple[Order, str]:
    return _version_order(tag), tag.name


def _version_order(tag: Tag) -> Order:
    assert tag.version is not None  # the callers have left out what is no version
    return tag.version.order
