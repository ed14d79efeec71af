"""Platforms as rows: the entries of an index, or the platform of a plain manifest."""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum

from xpkgtui.oci.descriptor import Platform
from xpkgtui.rules.likeness import ComparedStream
from xpkgtui.values import dataclass


class PlatformRole(StrEnum):
    """What an entry of an index is, as JSON spells it."""

    IMAGE = "image"
    ATTESTATION = "attestation"
    EXTENSION = "extension"
    INDEX = "index"
    OTHER = "other"


class PlatformUse(StrEnum):
    """What the deciding reader does with an entry."""

    DEFAULT = "default"
    """It reads this one, because it is for the default platform."""
    UNSPECIFIED = "unspecified"
    """It reads this one, because an entry without a platform counts as the default platform."""
    ONLY = "only"
    """It reads this one, because there is no index."""
    SECOND = "second"
    """Ignored: it is for the default platform, and so is an entry before it."""
    PROVENANCE = "provenance"
    """Ignored: it states how an image was built."""
    EXTENSION = "extension"
    """Ignored: it holds extras for a marketplace."""
    EMPTY = "empty"
    """Ignored: its platform is empty, and matches nothing."""
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformRow:
    """One entry of the index, or the platform of a plain manifest's config."""

    digest: str | None
    media_type: str
    size: int
    """Bytes of the manifest; see `total` for the image."""
    total: int | None = None
    """Bytes of manifest, config and layers, where the manifest was read."""
    platform: Platform | None
    role: PlatformRole
    parent: str | None = None
    """The nested index that lists it."""
    annotations: Mapping[str, str] = field(default_factory=dict)
    selected: bool = False
    """Whether its image is shown."""
    chosen: bool = False
    """Whether the deciding reader takes this one."""
    use: PlatformUse | None = None
    about: str = ""
    """The platform of the image whose build it states."""
    unlisted: int = 0
    """Entries that would follow, where there are too many to list."""
    place: str = ""
    """`1`, or `1.0` for an entry of a nested index: its number in each list on the way."""
    predicates: tuple[str, ...] = ()
    """What an attestation states, by predicate type; empty where it was not read."""
    looked: bool = False
    """Whether its manifest was asked for, with or without success."""
    is_broken: bool = False
    """Whether its manifest, as far as it was asked for, cannot be read."""
    stream: ComparedStream | None = None
    """How its stream compares with that of another entry; None where that is not known, and of that other entry."""

    @property
    def depth(self) -> int:
        """How many nested indexes it lies in."""
        return self.place.count(".")

    @property
    def is_not_a_package(self) -> bool:
        """Whether it is an attestation or an extension, and the deciding reader does not take it all the same."""
        return not self.chosen and self.role in (PlatformRole.ATTESTATION, PlatformRole.EXTENSION)

    @property
    def is_package(self) -> bool:
        """Whether it may be a package: an image, or what the deciding reader takes for one."""
        return self.chosen or self.role in (PlatformRole.IMAGE, PlatformRole.OTHER)

    @property
    def name(self) -> str:
        """`linux/amd64`, `attestation`, `no platform`."""
        if self.role in (PlatformRole.ATTESTATION, PlatformRole.EXTENSION):
            return self.role
        return "no platform" if self.platform is None or self.platform.is_empty else str(self.platform)
