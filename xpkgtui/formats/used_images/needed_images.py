"""The images that must be there for a package to run, as values that are sent to the screen."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice

from xpkgtui.errors import Malformed
from xpkgtui.formats.used_images.used import ImageRole, UsedImage
from xpkgtui.oci.reference import full_reference
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
        is_none = self.is_open or "/" not in self.reference or "://" in self.reference
        return "" if is_none else self.pulled or self.reference


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageList:
    """The images that must be there for a package to run, the package first."""

    images: tuple[NeededImage, ...] = ()
    remarks: tuple[str, ...] = ()
    """Sentences about images that are named and not needed, and about what the list does not have."""
    unread: str = ""
    """Why the list is not whole, in a clause; empty where it is."""
    advice: str = ""
    """What to do about what did not answer; empty where no error says it."""
    is_asked: bool = False
    """Whether registries were asked."""
    is_resolved: bool = False
    """Whether the versions of dependencies were found; True where there are none."""
    is_met: bool | None = None
    """Whether the dependencies can be met; None where that is not known."""


MOST = 50_000
"""Images that are listed."""
MOST_PLACES = 500_000
"""Places that name an image that are read."""
_MOST_USES = 20
"""Places that are kept of one image."""
_MOST_REMARKS = 50
_LONGEST = 1_000
_RANKS = {role: number for number, role in enumerate(ImageRole)}


def merged(used: Iterable[UsedImage], root: str, *, most: int = MOST) -> ImageList:
    """Each image once; `root` is the name of the package itself."""
    rows: dict[str, NeededImage] = {}
    remarks: dict[str, None] = {}
    unread: set[str] = set()
    over, places, whole = 0, 0, ""
    for places, one in enumerate(islice(used, MOST_PLACES + 1)):
        if places == MOST_PLACES:
            break
        if not one.reference:
            unread.add(one.place)
            whole = whole or ("" if one.place else one.fault)
            continue
        if one.unused:
            remarks[f"{one.reference[:_LONGEST]} ({one.place}) is not in the list: {one.unused}"] = None
            continue
        row = _row(one, root)
        if row.reference.endswith(":latest") and not one.reference.endswith(":latest"):
            remarks[f"{one.reference[:_LONGEST]} ({one.place}) has neither tag nor digest: latest is pulled"] = None
        known = rows.get(row.reference)
        if known is None and len(rows) >= most:
            over += 1
        else:
            rows[row.reference] = _joined(known, row) if known else row
    reasons = [whole or f"{len(unread):,} of its documents were not parsed"] if unread else []
    reasons += [f"only the first {most:,} images are listed"] if over else []
    reasons += [f"only {places:,} places that name images were read"] if places == MOST_PLACES else []
    ordered = sorted(rows.values(), key=lambda one: _RANKS[one.role])
    return ImageList(images=tuple(ordered), remarks=tuple(remarks)[:_MOST_REMARKS], unread=" and ".join(reasons))


def _row(one: UsedImage, root: str) -> NeededImage:
    fault = one.fault
    try:
        reference = str(full_reference(one.reference, is_open=one.is_open))
    except Malformed as error:
        reference, fault = one.reference[:_LONGEST], fault or f"it is not a reference: {error}"
    return NeededImage(
        reference=reference,
        spelled=one.reference[:_LONGEST],
        role=one.role,
        listed=one.listed,
        uses=(ImageUse(package=one.asked_by or root, place=one.place),),
        pulled=one.pulled if one.pulled != one.reference else "",
        is_open=one.is_open,
        fault=fault,
    )


def _joined(one: NeededImage, other: NeededImage) -> NeededImage:
    """An image that is named once more."""
    is_new = other.uses[0] not in one.uses
    has_room = is_new and len(one.uses) < _MOST_USES
    return replace(
        one,
        role=min(one.role, other.role, key=_RANKS.__getitem__),
        listed=one.listed or other.listed,
        uses=one.uses + other.uses if has_room else one.uses,
        more_uses=one.more_uses + (is_new and not has_room),
        pulled=one.pulled or other.pulled,
        fault=one.fault or other.fault,
    )
