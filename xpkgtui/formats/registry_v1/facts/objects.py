"""The facts of one object of a bundle."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact
from xpkgtui.formats.package_objects import PackageObjects


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts, by the object's kind."""
    del value, package
    return iter(())
