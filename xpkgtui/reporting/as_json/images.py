"""The document of `images`: the images that must be there, what each is for, and who needs it."""

from xpkgtui.formats.used_images.needed_images import NeededImage
from xpkgtui.reporting.as_json import elements
from xpkgtui.reporting.as_json.writer import JSON, write
from xpkgtui.reporting.image_list import ListedImages
from xpkgtui.reporting.mirror import Mirror


def images(found: ListedImages, mirror: Mirror | None = None) -> str:
    """The text of the document; with a `mirror`, with the place of each image in it."""
    targets = {one.image.reference: str(one.target) for one in mirror.images} if mirror else {}
    return write(
        {
            "schema": "xpkgtui.images/v1",
            "source": found.inspection.source,
            "digest": found.inspection.digest,
            "error": elements.error_of(found),
            "sentence": found.sentence,
            "resolved": found.list.is_resolved,
            "asked": found.list.is_asked,
            "met": found.list.is_met,
            "unread": found.list.unread or None,
            "remarks": list(found.list.remarks),
            "images": [_image(one, targets.get(one.reference)) for one in found.list.images],
        }
    )


def _image(one: NeededImage, target: str | None) -> JSON:
    return {
        "reference": one.reference,
        "pulled": one.pulled or None,
        "target": target,
        "digest": one.digest or (one.reference.partition("@")[2] or None),
        "role": str(one.role),
        "listed": one.listed,
        "pinned": one.is_pinned,
        "asked_by": [{"package": use.package, "place": use.place or None} for use in one.uses],
        "more_asked_by": one.more_uses,
        "platforms": None if one.platforms is None else list(one.platforms),
        "size": one.size,
        "size_all": one.size_all,
        "signed": one.signed,
        "problem": one.fault or None,
    }
