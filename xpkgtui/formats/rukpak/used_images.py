"""The images that Bundles and BundleDeployments are unpacked from."""

from collections.abc import Iterator

from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT
from xpkgtui.formats.used_images.pods import of_kinds, of_objects
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages
from xpkgtui.untyped import field, text

_SOURCES = {BUNDLE: ("spec", "source"), DEPLOYMENT: ("spec", "template", "spec", "source")}
_NEWER = ("spec", "source")
"""Where a BundleDeployment of v1alpha2 has it."""


def _of_package(package: PackageObjects, target: str) -> Iterator[UsedImage]:
    yield from of_kinds(package, _SOURCES.__contains__, _of_source)
    yield from of_objects(package, target)


def _of_source(head: ObjectHead, value: object) -> Iterator[UsedImage]:
    name = f"{head.kind} {head.name or '(no name)'}"
    for one in dict.fromkeys((_SOURCES[head.kind or ""], _NEWER)):
        if image := text(field(value, *one, "image", "ref")):
            yield UsedImage(reference=image, role=ImageRole.PACKAGE, place=f"{name}, {'.'.join(one)}.image.ref")


USED_IMAGES = UsedImages(of_package=_of_package)
