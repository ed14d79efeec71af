"""The document of `images`: the images that must be there, what each is for, and who needs it."""

from typing import Annotated, Literal

from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.formats.used_images.used import ImageRole
from xpkgtui.reporting.contents.image_list import ListedImages
from xpkgtui.reporting.contents.mirror import Mirror
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, Count, ErrorObject, SourceDocument
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Use(JsonObject):
    package: Annotated[
        str, "The package, the bundle or the object of the cluster that needs it; for a signature, the image."
    ]
    place: Annotated[str | None, "Where it names the image: a field, or a container."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Image(JsonObject):
    reference: Annotated[
        str, "Registry, repository and tag or digest, written out; as it is spelled where that is not a reference."
    ]
    pulled: Annotated[str | None, "What is pulled instead, where --policy says so; null otherwise."]
    target: Annotated[
        str | None, "Its place in the mirror that --to names; null without one, and where it cannot be copied."
    ]
    digest: Annotated[
        str | None, "Its digest; null where the reference has none and no registry was asked (--resolve, --sizes)."
    ]
    role: Annotated[ImageRole, "What it is there for; of several roles the first of these."]
    listed: Annotated[
        bool,
        "Whether relatedImages names it, by which mirroring tools go; true for packages that have no such list.",
    ]
    pinned: Annotated[bool, "Whether the reference has a digest: what a tag names may change."]
    asked_by: Annotated[tuple[_Use, ...], "Who needs it, the first ones."]
    more_asked_by: Annotated[Count, "How many more places name it."]
    platforms: Annotated[tuple[str, ...] | None, "Its platforms; null where they are not known."]
    size: Annotated[Count | None, "Bytes for one platform: the one that Crossplane reads, or else the first."]
    size_all: Annotated[Count | None, "Bytes for all platforms; a blob that several have counts once."]
    signed: Annotated[
        bool | None,
        "Whether a signature or an attestation of it is there; nothing is verified. "
        "Null where that was not asked (--signatures), or is not known whole.",
    ]
    problem: Annotated[str | None, "Why it cannot be had, or is not known whole; null where all is well."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Images(SourceDocument):
    schema: Annotated[Literal["xpkgtui.images/v1"], NAMED] = "xpkgtui.images/v1"
    error: Annotated[ErrorObject | None, "Why there is no list; null where nothing failed."]
    sentence: Annotated[str, "The most important in a sentence."]
    resolved: Annotated[bool, "Whether the versions of dependencies are known."]
    asked: Annotated[bool, "Whether registries were asked for each image."]
    met: Annotated[bool | None, "Whether all dependencies can be met; null where that is not known."]
    remarks: Annotated[
        tuple[str, ...],
        "Sentences about images that are named and not needed, and about what the list does not have.",
    ]
    images: Annotated[
        tuple[_Image, ...], "Packages, what runs them, what they start, what they only list; signatures last."
    ]


DOCUMENT = _Images


def images(found: ListedImages, mirror: Mirror | None = None) -> str:
    """The text of the document; with a `mirror`, with the place of each image in it."""
    targets = {one.image.reference: str(one.target) for one in mirror.images} if mirror else {}
    return write(
        _Images(
            source=found.inspection.source,
            digest=found.inspection.digest,
            excluded=found.inspection.excluded,
            error=elements.error(found.answer.failure),
            sentence=found.sentence,
            resolved=found.list.is_resolved,
            asked=found.list.is_asked,
            met=found.list.is_met,
            unread=elements.unread(found.answer.unread),
            remarks=found.list.remarks,
            images=tuple(_image(one, targets.get(one.reference)) for one in found.list.images),
        )
    )


def _image(one: NeededImage, target: str | None) -> _Image:
    return _Image(
        reference=one.reference,
        pulled=one.pulled or None,
        target=target,
        digest=one.digest or one.reference.partition("@")[2] or None,
        role=one.role,
        listed=one.listed,
        pinned=one.is_pinned,
        asked_by=tuple(_Use(package=use.package, place=use.place or None) for use in one.uses),
        more_asked_by=one.more_uses,
        platforms=one.platforms,
        size=one.size,
        size_all=one.size_all,
        signed=one.signed,
        problem=one.fault or None,
    )
