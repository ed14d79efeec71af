"""The rule about related images."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.oci.reference import is_fixed, reference_fault
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, text


@rule("OLM043", "a related image is not a reference", everywhere("W"), stage=Stage.INSTALL)
def related_images_are_references(item: Item) -> Iterator[Problem]:
    """Each entry of spec.relatedImages has the reference of an image.

    Why: Mirrors copy the images that are listed there, and a catalog with a wrong reference is refused.
    When it bites: When the bundle is added to a catalog. operator-sdk 1.42 does not look; the library that it uses
    refuses such a bundle from version 0.45 on.
    Fix: Write `registry.example.com/name@sha256:...`.
    Source: operator-framework/api, bundle.go; operator-registry, declcfg.
    """
    if not item.is_csv or not item.is_first:
        return
    for number, one in enumerate(listing(item.spec.get("relatedImages"))):
        image, path = text(field(one, "image")), FieldPath.of("spec", "relatedImages", number)
        if not image:
            yield Problem(message=f"Related image {number + 1} names no image", path=path)
        elif fault := reference_fault(image):
            message, more = f"Related image {number + 1} is not a reference: {image}", fault
            yield Problem(message=message, more=more, path=path.child("image"))


@rule("OLM098", "a related image has neither tag nor digest", everywhere("W"), stage=Stage.INSTALL)
def related_images_are_fixed(item: Item) -> Iterator[Problem]:
    """Each entry of spec.relatedImages has a tag or a digest.

    Why: Mirrors skip an image without them, or the bundle with it, and the bundle leaves the version open.
    When it bites: When the catalog is mirrored, or the operator runs in a cluster without internet.
    Fix: Write tag or digest, best the digest.
    Source: oc-mirror, issues 466 and 1071.
    """
    for number, one in enumerate(listing(item.spec.get("relatedImages")) if item.is_csv and item.is_first else ()):
        image = text(field(one, "image"))
        if image and not is_fixed(image) and not reference_fault(image):
            message = f"Related image {number + 1} has neither a tag nor a digest: {image}"
            yield Problem(message=message, path=FieldPath.of("spec", "relatedImages", number, "image"))
