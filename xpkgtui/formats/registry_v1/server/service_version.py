"""A ClusterServiceVersion as OLM v0 sends it, decoded and encoded by its Go types, against its own definition."""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.objects.judging import ObjectJudge, ObjectJudgement, ObjectNames
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.untyped import field, mapping

GROUP, VERSION = "operators.coreos.com", "v1alpha1"
_ZEROS: dict[str, Any] = {"string": "", "boolean": False, "integer": 0, "number": 0}


class _Known(NamedTuple):
    """What a program in Go printed of the definition and of the types."""

    schema: Node
    zeros: dict[str, frozenset[str]]
    """By type: the fields that are sent although they are not given."""
    drops: dict[str, frozenset[str]]
    """By type: the fields that are not sent where they are empty."""


@cache
def _known() -> _Known:
    table = files("xpkgtui.formats.registry_v1.server").joinpath("service_version.json")
    raw = json.loads(table.read_text(encoding="utf-8"))
    parts: list[Node] = []
    for one in raw["parts"]:
        parts.append(_joined(one, parts))
    zeros, drops = (
        {name.rpartition(".")[2]: frozenset(fields) for name, fields in listed.items()}
        for listed in (raw["zeros"], raw["drops"])
    )
    return _Known(parts[-1], zeros, drops)


def _joined(schema: Node, parts: list[Node]) -> Node:
    """The schema with the parts that its numbers stand for."""
    joined = {
        key: parts[one["$"]] if isinstance(one, dict) and one.keys() == {"$"} else one for key, one in schema.items()
    }
    if "properties" in joined:
        joined["properties"] = {name: parts[one["$"]] for name, one in joined["properties"].items()}
    return joined


def judge(value: Node) -> ObjectJudgement:
    """What the API server says of a ClusterServiceVersion as it is sent."""
    schema = {"name": VERSION, "schema": {"openAPIV3Schema": _known().schema}, "subresources": {"status": {}}}
    names = ObjectNames(group=GROUP, kind=SERVICE_VERSION, is_namespaced=True)
    return ObjectJudge(names, schema).judge(value)


def sent(value: Node) -> Node:
    """What OLM v0 sends of a ClusterServiceVersion whose fields are spelled and fit as their types want them.

    What no type knows is gone, values of Go that were not given are there. `apiVersion` is that of its client;
    the status, which the API server drops, is left out, and the namespace, which is that of the InstallPlan.
    """
    meta = {key: one for key, one in mapping(value.get("metadata")).items() if key != "namespace"}
    found = _Sending().struct({**value, "metadata": meta}, type_of(SERVICE_VERSION))
    found.pop("status", None)
    return {**found, "apiVersion": f"{GROUP}/{VERSION}", "kind": SERVICE_VERSION}


class _Sending:
    """Encodes values; those that aliases share are encoded once for each type, and stay shared."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], Any] = {}

    def struct(self, value: Node, struct: Struct | None) -> Node:
        """A struct; `value` has the fields that were given."""
        if struct is None:
            return value
        key = id(value), id(struct)
        if value and key in self._made:
            made: Node = self._made[key]
            return made
        known, found = _known(), dict[str, Any]()
        zeros, drops = known.zeros.get(struct.name, ()), known.drops.get(struct.name, ())
        for name, shape in struct.fields.items():
            given = value.get(name)
            if given is not None:
                one = self._value(given, shape)
                if one or name not in drops:
                    found[name] = one
            elif name in zeros:
                found[name] = self._zero(shape)
        self._made[key] = found
        return found

    def _value(self, value: Any, shape: Shape) -> Any:
        if shape.form is JsonForm.STRUCT:
            return self.struct(mapping(value), shape.struct)
        if shape.element is not None and isinstance(value, dict | list):
            key, element = (id(value), id(shape)), shape.element
            if key not in self._made:
                self._made[key] = (
                    {name: self._element(one, element) for name, one in value.items()}
                    if isinstance(value, dict)
                    else [self._element(one, element) for one in value]
                )
            return self._made[key]
        return text_of(value) if shape.form is JsonForm.QUANTITY else value

    def _element(self, value: Any, shape: Shape) -> Any:
        return self._zero(shape) if value is None else self._value(value, shape)

    def _zero(self, shape: Shape) -> Any:
        if shape.form is JsonForm.STRUCT:
            return self.struct({}, shape.struct)
        return {JsonForm.QUANTITY: "0", JsonForm.TEXT_OR_INTEGER: 0}.get(shape.form, _ZEROS.get(shape.scalar))


def strategy_of(value: Node) -> Node:
    """What is to be installed, of a ClusterServiceVersion as it is sent."""
    return mapping(field(value, "spec", "install", "spec"))
