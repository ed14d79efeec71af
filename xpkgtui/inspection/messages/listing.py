"""What is said of the tags of a repository."""

from dataclasses import field
from typing import TYPE_CHECKING

from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.versions.tags import TagReading

LATE_TYPES = {
    "TagReading": "xpkgtui.versions.tags",
}
"""Where `codec` finds them."""


def _standard_reading() -> "TagReading":
    from xpkgtui.versions.tags import TagReading

    return TagReading()


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A tag that was listed before, and is not now."""

    name: str
    at: float
    """When it was listed last, in seconds since 1970."""
    digest: str = ""
    """What it was seen to name; empty where it was never looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsListed:
    """The tags: releases, prereleases, others, each from the highest down."""

    repository: str
    """Its full name, registry included."""
    names: tuple[str, ...]
    releases: int = 0
    """Releases among all of them."""
    prereleases: int = 0
    is_cut: bool = False
    """Whether the registry has more than are read."""
    gone: tuple[Gone, ...] = ()
    """The tags that are no longer there."""
    reading: "TagReading" = field(default_factory=_standard_reading)
    """How the version of Crossplane reads them."""
    stale: str = ""
    """Why the list is from the cache: `cached 12 min ago; registry unreachable`; empty if the registry answered."""
    fetched: int = 0
    """Bytes that were received for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TagLook:
    """What a tag is, as far as its manifest and config say; its package is not read."""

    name: str
    digest: str = ""
    """The digest of the manifest or index that it names."""
    size: int | None = None
    """Bytes of the image that Crossplane reads: manifest, config and layers."""
    created: str = ""
    """When it was built, `2026-08-14T09:12:00Z`; empty where its config does not say so."""
    platforms: tuple[str, ...] = ()
    base: int | None = None
    """The layer that is annotated as the one that supplies the package."""
    signed: bool | None = None
    """Whether a signature or an attestation of it is there, not verified; None where that is not known."""
    was: str = ""
    """The digest that it named before, when it was seen."""
    was_at: float = 0.0
    """When it was seen to name that one last, in seconds since 1970."""
    at: float = 0.0
    """When it was looked at, in seconds since 1970."""
    stale: str = ""
    """Why this is from the cache."""
    problem: str = ""
    """Why not all of it is known, in a sentence."""
    fetched: int = 0
    """Bytes that were received for it."""

    @property
    def is_known(self) -> bool:
        """Whether the digest is known that the tag names."""
        return bool(self.digest)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsLooked:
    """Some tags were looked at."""

    looks: tuple[TagLook, ...] = ()
