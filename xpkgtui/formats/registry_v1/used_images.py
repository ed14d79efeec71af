"""The images of a bundle, by its ClusterServiceVersions."""

from collections.abc import Iterator

from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.registry_v1.layout import CSV
from xpkgtui.formats.used_images.pods import of_kinds, of_service_version
from xpkgtui.formats.used_images.used import UsedImage, UsedImages


def _of_package(package: PackageObjects, _target: str) -> Iterator[UsedImage]:
    yield from of_kinds(package, CSV.__eq__, lambda _head, value: of_service_version(value))


USED_IMAGES = UsedImages(of_package=_of_package, in_catalogs=True)
