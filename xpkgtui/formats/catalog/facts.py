"""The facts of the documents of a catalog."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.untyped import field


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:  # noqa: ARG001
    """The facts of one document, by its schema."""
    schema, name = brief(field(value, "schema")), brief(field(value, "name"))
    yield "object", f"{schema} {name}".rstrip()
    if of := brief(field(value, "package")):
        yield "package", of
