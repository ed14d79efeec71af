"""The facts of a note."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.untyped import field


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """What a note says."""
    yield "says", brief(field(value, "text"))
