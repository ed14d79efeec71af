"""The images of a catalog: each bundle, what it lists, and what its ClusterServiceVersion uses beside that."""

import base64
import json
from collections.abc import Iterator

from xpkgtui.formats.catalog.model.blobs import BUNDLE, OBJECT
from xpkgtui.formats.catalog.model.shapes import field_of
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.used_images.pods import of_kinds, of_service_version
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages
from xpkgtui.untyped import field, listing, text

_MOST = 10_000
"""Related images, and properties, of one bundle that are read."""
_LARGEST = 2 << 20
"""Characters of an `olm.bundle.object` that is decoded."""
_CSV = "ClusterServiceVersion"


def _of_package(package: PackageObjects, _target: str) -> Iterator[UsedImage]:
    yield from of_kinds(package, BUNDLE.__eq__, _of_bundle)


def _of_bundle(head: ObjectHead, value: object) -> Iterator[UsedImage]:
    """The bundle, its related images, and those that only its objects name: catalogs of today hold no objects."""
    name = head.name or text(field_of(value, "name"))
    image = text(field_of(value, "image"))
    if image:
        yield UsedImage(reference=image, role=ImageRole.PACKAGE, place="image", asked_by=name)
    related = [text(field_of(one, "image")) for one in listing(field_of(value, "relatedImages"))[:_MOST]]
    for number, one in enumerate(related):
        if one and one != image:
            place = f"relatedImages[{number}]"
            yield UsedImage(reference=one, role=ImageRole.RELATED, place=place, asked_by=name)
    listed = frozenset((image, *related))
    for each in listing(field_of(value, "properties"))[:_MOST]:
        if text(field_of(each, "type")) != OBJECT:
            continue
        held = _decoded(text(field_of(field_of(each, "value"), "data")))
        if field(held, "kind") == _CSV:
            yield from of_service_version(held, asked_by=name, listed=listed)


def _decoded(data: str) -> object:
    """The object in a property; None where it is not JSON, as opm writes it, or is too large."""
    if not data or len(data) > _LARGEST:
        return None
    try:
        return json.loads(base64.b64decode(data, validate=True))
    except (ValueError, RecursionError):
        return None


USED_IMAGES = UsedImages(of_package=_of_package)
