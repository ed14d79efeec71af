"""The facts of an object of a plain bundle, and when it is applied."""

from collections.abc import Iterator

from xpkgtui.formats.fact import Fact, brief, first, identity, listed, metadata
from xpkgtui.formats.package_objects import PackageObjects, location
from xpkgtui.formats.plain.subject import Applied, objects_of
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import plural


def of_object(value: object, package: PackageObjects) -> Iterator[Fact]:
    """The facts of an object; a list shows each of its objects."""
    found = list(objects_of(value))
    if any(one.item is not None for one in found):
        yield "holds", f"{plural(len(found), 'object')}; RukPak applies each by itself"
        rows = (("object", f"{one}  {one.api_version}") for one in found)
        yield from first(rows, len(found), "object", "objects")
        return
    yield identity(value)
    names = metadata(value)
    if "namespace" in names:
        yield "namespace", brief(names["namespace"])
    for one in found:
        yield "applied", _turn(one, package)
        if one.is_custom:
            yield "definition", _definition(one, package)
    if text(field(value, "kind")) == "CustomResourceDefinition":
        yield "defines", f"{brief(field(value, 'spec', 'names', 'kind'))} in {brief(field(value, 'spec', 'group'))}"
    for label in ("labels", "annotations"):
        if pairs := mapping(names.get(label)):
            yield label, listed(f"{key}: {brief(value, 80)}" for key, value in pairs.items())
    for one_container in listing(field(value, "spec", "template", "spec", "containers")):
        yield "container", f"{brief(field(one_container, 'name'))} of {brief(field(one_container, 'image'))}"


def _turn(one: Applied, package: PackageObjects) -> str:
    """The place of an object in the order in which Helm applies the kinds."""
    others = [
        Applied(api_version=head.api_version or "", kind=head.kind or "", namespace="", name=head.name or "")
        for head in package.heads
        if head.kind and head.kind != "List"
    ]
    before = sorted({(other.turn, other.kind) for other in others if other.turn < one.turn})
    return f"after every {listed((kind for _, kind in before), 8)}" if before else "first"


def _definition(one: Applied, package: PackageObjects) -> str:
    """Where the definition of a kind is that Kubernetes does not have itself."""
    for head in package.heads:
        if head.kind == "CustomResourceDefinition" and (head.group, head.defines) == (one.group, one.kind):
            return f"{head.name}, in {location(head)}"
    return "not in the bundle: it is applied only where the cluster has it already"
