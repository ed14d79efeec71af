"""The Go types of a ClusterServiceVersion and of definitions, as a Go program printed them."""

import json
from functools import cache
from importlib.resources import files

from xpkgtui.formats.go_decoding.shapes import Struct, structs_of

SERVICE_VERSION = "ClusterServiceVersion"


def type_of(kind: str) -> Struct | None:
    """The type of `ClusterServiceVersion`, or of `apiextensions.k8s.io/v1 CustomResourceDefinition`."""
    return _known().get(kind)


def metadata_of(name: str) -> Struct:
    """A type that knows the metadata of objects and nothing else, under this name."""
    known = type_of(SERVICE_VERSION)
    fields = {key: known.fields[key] for key in ("apiVersion", "kind", "metadata")} if known else {}
    return Struct(name=name, fields=fields, embedded={"apiVersion": "TypeMeta", "kind": "TypeMeta"})


@cache
def _known() -> dict[str, Struct]:
    table = files("xpkgtui.formats.registry_v1.decoding").joinpath("shapes.json")
    raw = json.loads(table.read_text(encoding="utf-8"))
    structs = structs_of(raw)
    return {kind: structs[name] for kind, name in raw["kinds"].items()}
