"""The images of a catalog: each bundle, what it lists, and what its ClusterServiceVersion uses beside that."""

import base64
import json
from collections.abc import Iterator

from xpkgtui.formats.catalog.model.blobs import BUNDLE, METADATA, OBJECT, template_among
from xpkgtui.formats.catalog.model.shapes import field_of
from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.used_images.pods import of_kinds, of_service_version
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages, related_images
from xpkgtui.untyped import field, listing, text

_CSV = "ClusterServiceVersion"


def _of_package(package: PackageObjects, _target: str) -> Iterator[UsedImage]:
    yield from of_kinds(package, BUNDLE.__eq__, _of_bundle)
    if template := template_among(package.heads):
        fault = f"it is a template ({template[0]}), no catalog yet. {template[1]}"
        yield UsedImage(reference="", role=ImageRole.PACKAGE, place="", fault=fault)


def _of_bundle(head: ObjectHead, value: object) -> Iterator[UsedImage]:
    """The bundle, its related images, and those that only its objects name: catalogs of today hold no objects."""
    name = head.name or text(field_of(value, "name"))
    image = text(field_of(value, "image"))
    properties = [
        (text(field_of(one, "type")), field_of(one, "value")) for one in listing(field_of(value, "properties"))
    ]
    if image:
        more = any(type == METADATA for type, _ in properties)
        yield UsedImage(reference=image, role=ImageRole.PACKAGE, place="image", asked_by=name, holds_more=more)
    related = [field_of(one, "image") for one in listing(field_of(value, "relatedImages"))]
    yield from related_images(related, "relatedImages", name, image)
    listed = frozenset((image, *map(text, related)))
    for type, one in properties:
        if type == OBJECT:
            yield from _of_object(text(field_of(one, "data")), name, listed)


def _of_object(data: str, name: str, listed: frozenset[str]) -> Iterator[UsedImage]:
    """The images of an object in a property; one without a reference where it is not JSON, as opm writes it."""
    try:
        held = json.loads(base64.b64decode(data, validate=True)) if data else None
    except (ValueError, RecursionError):
        yield UsedImage(
            reference="", role=ImageRole.RELATED, place=f"{OBJECT} of {name}", fault="it cannot be parsed"
        )
        return
    if field(held, "kind") == _CSV:
        yield from of_service_version(held, asked_by=name, listed=listed)


USED_IMAGES = UsedImages(of_package=_of_package)
