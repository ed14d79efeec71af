"""What is asked and said of the images that must be there for a package to run."""

from typing import TYPE_CHECKING, ClassVar

from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # most packages are read without any of these
    from xpkgtui.formats.dependencies.questions import ResolveOptions
    from xpkgtui.formats.used_images.needed_images import ImageList

LATE_TYPES = {
    "ResolveOptions": "xpkgtui.formats.dependencies.questions",
    "ImageList": "xpkgtui.formats.used_images.needed_images",
}
"""Where `codec` finds them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadImages:
    """Read which images the package that is shown needs."""

    lane: ClassVar[Lane] = Lane.IMAGES
    resolve: "ResolveOptions | None" = None
    """How its dependencies are resolved; None lists those that it asks for itself."""
    asks: bool = False
    """Whether the registries are asked for digests, platforms and sizes."""
    signatures: bool = False
    """Whether they are asked for what belongs to an image: signatures, attestations, SBOMs."""
    listed: bool = False
    """Whether of bundles only what they list is wanted."""
    settings: tuple[str, ...] = ()
    """Texts with objects of the cluster that name images too."""
    package: str = ""
    """The package of a catalog whose installation is asked about; empty for all that the catalog has."""
    version: str = ""
    """The version or the bundle of that package; empty for the head of its channel."""
    channel: str = ""
    """The channel of that package; empty for the default one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagesRead:
    """The list."""

    whole: "ImageList"
