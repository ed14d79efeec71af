"""The images of a package with `.registry`: its controller, and what interprets its templates."""

from collections.abc import Iterator

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.stack.facts import unpacked
from xpkgtui.formats.stack.files import Sort, sorts_of
from xpkgtui.formats.stack.shapes import found
from xpkgtui.formats.used_images.pods import of_pod
from xpkgtui.formats.used_images.used import ImageRole, UsedImage, UsedImages
from xpkgtui.untyped import text

_OF_BEHAVIOR = (("engine", "controllerImage"), ("source", "image"))


def _of_package(package: PackageObjects, _target: str) -> Iterator[UsedImage]:
    """The images of the file that runs; a container without an image runs that of the package."""
    record = unpacked(package)
    path = record.controller
    if path is None:
        return
    value = record.values.get(path)
    if Sort.BEHAVIOR not in sorts_of(path):
        yield from of_pod(found(value, "spec", "template", "spec"), path)
        return
    for names in _OF_BEHAVIOR:
        if image := text(found(value, *names)):
            yield UsedImage(reference=image, role=ImageRole.RUNTIME, place=f"{path}, {'.'.join(names)}")


USED_IMAGES = UsedImages(of_package=_of_package)
