"""The images that must be there for a package to run, as values that are sent to the screen."""

from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageUse:
    """Who needs an image, and where that is said."""

    package: str
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededImage:
    """One image that must be there."""

    reference: str
    """Registry, repository and tag or digest, written out; as it is spelled where that is not a reference."""
    spelled: str
    """The reference as the first one spells it that needs the image."""
    role: ImageRole
    listed: bool = True
    """Whether the list that mirroring tools go by names it."""
    uses: tuple[ImageUse, ...] = ()
    more_uses: int = 0
    """Further places that name it."""
    pulled: str = ""
    """What is pulled instead, where a policy of the cluster says so."""
    is_open: bool = False
    """Whether its version is not known, so that nothing can be pulled by this name."""
    fault: str = ""
    """Why it cannot be had, or is not known whole."""
    digest: str = ""
    platforms: tuple[str, ...] | None = None
    size: int | None = None
    """Bytes for one platform: that which Crossplane reads, or else the first."""
    size_all: int | None = None
    """Bytes for all platforms."""
    signed: bool | None = None
    """Whether a signature or an attestation of it is there, not verified; None if that was not asked."""

    @property
    def is_pinned(self) -> bool:
        """Whether the reference has a digest; what a tag names may change."""
        return "@" in self.reference

    @property
    def source(self) -> str:
        """The reference that is pulled; empty where there is none."""
        return "" if self.is_open or "/" not in self.reference else self.pulled or self.reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageList:
    """The images that must be there for a package to run, the package first."""

    images: tuple[NeededImage, ...] = ()
    remarks: tuple[str, ...] = ()
    """Sentences about images that are named and not needed, and about what the list does not have."""
    unread: str = ""
    """Why the list is not whole, in a clause; empty where it is."""
    is_asked: bool = False
    """Whether registries were asked."""
    is_resolved: bool = False
    """Whether the versions of dependencies were found; True where there are none."""
    is_met: bool | None = None
    """Whether the dependencies can be met; None where that is not known."""
