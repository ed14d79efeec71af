"""An image that a package uses, as its objects name it; what a format knows of the images of its packages."""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.dependencies.needed import NeededPackage
    from xpkgtui.formats.package_objects import PackageObjects


class ImageRole(StrEnum):
    """What an image is there for, as JSON spells it; of an image with several roles the first of these counts."""

    PACKAGE = "package"
    """It is a package, or a bundle."""
    RUNTIME = "runtime"
    """It runs the package: a controller, an operator, a function."""
    OPERAND = "operand"
    """What runs the package starts it."""
    RELATED = "related"
    """It is listed, and nothing says what for."""
    SIGNATURE = "signature"
    """It belongs to another image: a signature, an attestation, an SBOM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedImage:
    """One place that names an image."""

    reference: str
    """The reference as it is spelled there; empty where images are named that cannot be read."""
    role: ImageRole
    place: str = ""
    """Where it is named: `spec.relatedImages[3]`, `Deployment tides, container manager`."""
    asked_by: str = ""
    """The package that needs it; empty for the package itself."""
    listed: bool = True
    """Whether the list of images that mirroring tools go by names it; True where the format has no such list."""
    pulled: str = ""
    """What is pulled instead, where a policy of the cluster says so."""
    is_open: bool = False
    """Whether its version is not known yet, so that nothing can be pulled by this name."""
    unused: str = ""
    """Why it is not needed although it is named, in a clause."""
    fault: str = ""
    """Why it cannot be had, or cannot be read."""
    holds_more: bool = False
    """Whether only its own objects name all images that it uses: what names it has no more than a list."""


def related_images(references: Sequence[object], path: str, asked_by: str, without: str = "") -> Iterator[UsedImage]:
    """The images of a list `relatedImages`, but for one that is known already; an empty entry is a remark."""
    for number, one in enumerate(references):
        if isinstance(one, str) and (one != without or not one):
            yield UsedImage(
                reference=one or "An image without a reference",
                role=ImageRole.RELATED,
                place=f"{path}[{number}]",
                asked_by=asked_by,
                unused="" if one else "the entry is empty",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class RedirectedImage:
    """A package, and where its image is in the mirror."""

    reference: str
    """The reference by which packages ask for it."""
    target: str
    """Registry and repository in the mirror."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirection:
    """What makes a cluster install packages from a mirror."""

    text: str
    """The objects, in YAML."""
    problems: tuple[str, ...] = ()
    """Sentences about packages that it does not lead to the mirror."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsedImages:
    """What a format knows of the images that its packages need."""

    of_package: "Callable[[PackageObjects, str], Iterator[UsedImage]]"
    """Those that the objects of a package name; the text is the version that installs it."""
    of_needed: "Callable[[NeededPackage, object, str], Iterator[UsedImage]] | None" = None
    """Those of a package that another one needs, with its meta object where it was opened; None where packages do not
    name each other's images."""
    in_catalogs: bool = False
    """Whether what a package depends on is found in catalogs, with its images."""
    of_settings: "Callable[[str, str], Iterator[UsedImage]] | None" = None
    """Those that a text with objects of the cluster names; raises `Usage` where it has none of a known kind."""
    redirect: "Callable[[Sequence[RedirectedImage], Sequence[str]], Redirection] | None" = None
    """What makes a cluster with these policies install packages from a mirror; None where only nodes know mirrors."""
