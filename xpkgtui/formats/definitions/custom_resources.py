"""The CustomResourceDefinition that a document is to an API server, in the form of apiextensions.k8s.io/v1.

The source is the conversion of k8s.io/apiextensions-apiserver (pkg/apis/apiextensions/v1beta1/conversion.go).
"""

from collections.abc import Sequence

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.untyped import field, listing, mapping, text

KIND = "CustomResourceDefinition"
_GROUP = "apiextensions.k8s.io"
_PRESERVES = "x-kubernetes-preserve-unknown-fields"
_OF_ALL_VERSIONS = ("subresources", "additionalPrinterColumns")


def custom_resources(value: object) -> tuple[Node, ...]:
    """The CustomResourceDefinition that a parsed document is; nothing where it is none."""
    found = mapping(value)
    group, _, version = text(found.get("apiVersion")).partition("/")
    if group != _GROUP or found.get("kind") != KIND or not isinstance(found.get("spec"), dict):
        return ()
    return (_newer(found) if version == "v1beta1" else found,)


def versions_of(definition: Node) -> tuple[Node, ...]:
    """The versions of a definition, as they are listed; of two with one name the first."""
    found: dict[str, Node] = {}
    for one in listing(field(definition, "spec", "versions")):
        if isinstance(one, dict):
            found.setdefault(text(one.get("name")), one)
    return tuple(found.values())


def schema_of(version: Node) -> Node:
    """The schema of a version; an empty one where it has none."""
    return mapping(field(version, "schema", "openAPIV3Schema"))


def version_of(definition: Node, name: str) -> Node | None:
    """A version by its name, without a name the stored one, else the first; None where there is none."""
    versions: Sequence[Node] = versions_of(definition)
    if name:
        return next((one for one in versions if one.get("name") == name), None)
    return next((one for one in versions if one.get("storage") is True), next(iter(versions), None))


def _newer(value: Node) -> Node:
    """A definition of v1beta1 as one of v1: what it says of all versions stands in each of them."""
    spec = mapping(value["spec"])
    versions = [mapping(one) for one in listing(spec.get("versions"))]
    if not versions and spec.get("version"):
        versions = [{"name": spec["version"], "served": True, "storage": True}]
    shared = {word: spec[word] for word in _OF_ALL_VERSIONS if spec.get(word) is not None}
    if spec.get("validation") is not None:
        shared["schema"] = spec["validation"]
    made = [shared | one for one in versions]
    if spec.get("preserveUnknownFields") is not False:
        made = [
            one | {"schema": {"openAPIV3Schema": {"type": "object", **schema_of(one), _PRESERVES: True}}}
            for one in made
        ]
    gone = {"version", "validation", "preserveUnknownFields", *_OF_ALL_VERSIONS}
    kept = {word: one for word, one in spec.items() if word not in gone}
    return value | {"apiVersion": f"{_GROUP}/v1", "spec": kept | {"versions": made}}
