"""What is asked and said of the images that must be there for a package to run."""

from collections.abc import Iterator
from dataclasses import replace
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

_IMAGES = 100
"""Images of one event: each may have a hundred places that name it."""
_REMARKS = 50


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
    """A part of the list."""

    part: "ImageList"
    is_first: bool = True
    """Whether this part replaces what was there."""

    def after(self, before: "ImageList | None") -> "ImageList":
        """The list so far."""
        if self.is_first or before is None:
            return self.part
        return replace(before, images=before.images + self.part.images, remarks=before.remarks + self.part.remarks)


def parts(whole: "ImageList") -> Iterator[ImagesRead]:
    """The events that carry a list."""
    most = max(-(-len(whole.images) // _IMAGES), -(-len(whole.remarks) // _REMARKS), 1)
    for number in range(most):
        images = whole.images[number * _IMAGES : (number + 1) * _IMAGES]
        remarks = whole.remarks[number * _REMARKS : (number + 1) * _REMARKS]
        yield ImagesRead(part=replace(whole, images=images, remarks=remarks), is_first=number == 0)
