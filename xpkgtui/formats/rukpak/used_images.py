"""The images that Bundles and BundleDeployments are unpacked from."""

from collections.abc import Iterator

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.rukpak.summary import BUNDLE, DEPLOYMENT
from xpkgtui.formats.used_images.pods import of_objects, unreadable
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages
from xpkgtui.untyped import field, text

_SOURCES = {BUNDLE: ("spec", "source"), DEPLOYMENT: ("spec", "template", "spec", "source")}
_NEWER = ("spec", "source")
"""Where a BundleDeployment of v1alpha2 has it."""


def _of_package(package: PackageObjects, target: str) -> Iterator[UsedImage]:
    for head in package.heads:
        path = _SOURCES.get(head.kind or "")
        if path is None:
            continue
        name, value = f"{head.kind} {head.name or '(no name)'}", package.read(head)
        if value is None:
            yield unreadable(name)
        for one in dict.fromkeys((path, _NEWER)):
            if image := text(field(value, *one, "image", "ref")):
                yield UsedImage(reference=image, role=ImageRole.PACKAGE, place=f"{name}, {'.'.join(one)}.image.ref")
    yield from of_objects(package, target)


USED_IMAGES = UsedImages(of_package=_of_package)
