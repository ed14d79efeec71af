"""The images of a bundle, by its ClusterServiceVersions."""

from collections.abc import Iterator

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.layout import CSV
from xpkgtui.formats.used_images.pods import unreadable
from xpkgtui.formats.used_images.service_version import of_service_version
from xpkgtui.formats.used_images.used import UsedImage, UsedImages


def _of_package(package: PackageObjects, _target: str) -> Iterator[UsedImage]:
    for head in package.heads:
        if head.kind == CSV:
            value = package.read(head)
            yield from of_service_version(value) if value is not None else (unreadable(f"{CSV} {head.name or ''}"),)


USED_IMAGES = UsedImages(of_package=_of_package)
