"""Before OLM v0 takes a new definition it judges what is stored: with its status, and without new defaults."""

import json
from typing import Any

from builders.cases import each_row
from builders.packages.compared import changes_of_texts

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.changes.change import Change, Level, Weight

Node = dict[str, Any]
_TEXT = {"type": "string"}
_RULED = {"x-kubernetes-validations": [{"rule": "self != ''"}]}


def definition(schema: Node, part: str, conversion: str, *, is_served: bool = True) -> str:
    """A definition with a field in its spec or its status."""
    version = {
        "name": "v1",
        "served": is_served,
        "storage": True,
        "subresources": {"status": {}},
        "schema": {"openAPIV3Schema": {"type": "object", "properties": {part: {"type": "object", **schema}}}},
    }
    spec = {
        "group": "tides.example.com",
        "names": {"kind": "Berth", "plural": "berths"},
        "conversion": {"strategy": conversion},
        "versions": [version],
    }
    meta = {"name": "berths.tides.example.com"}
    head = {"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition"}
    return json.dumps({**head, "metadata": meta, "spec": spec})


def change(old: Node, new: Node, part: str, conversion: str = "None", *, is_served: bool = True) -> Change:
    """The worst change of a field, of which `needs` lists it as required."""
    schemas: list[Node] = [{"properties": {"a": _TEXT | one}} for one in (old, new)]
    schemas[1]["required"] = schemas[1]["properties"]["a"].pop("needs", [])
    texts = (definition(one, part, conversion, is_served=is_served) for one in schemas)
    found = changes_of_texts(REGISTRY_V1, *texts)
    return max(found, key=lambda one: one.weights.at(Level.CLIENTS) or Weight.WORDS)


@each_row(
    ("old", "new", "part", "weight", "stops"),
    [
        ({}, {"pattern": "^[A-Z]"}, "status", Weight.CHECK, True),
        ({"nullable": True}, {}, "status", Weight.CHECK, True),
        ({}, {"anyOf": [{"pattern": "a"}, {"maxLength": 2}]}, "status", Weight.CHECK, True),
        ({}, {"needs": ["a"]}, "status", Weight.CHECK, True),
        ({}, {"needs": ["a"], "default": "b"}, "spec", Weight.CHECK, True),
        ({}, {"pattern": "^[A-Z]"}, "spec", Weight.BREAKS, True),
        ({"pattern": "a"}, {}, "status", Weight.ADDITION, False),
        ({}, _RULED, "status", Weight.ADDITION, False),
        (_RULED, {}, "spec", Weight.ADDITION, False),
    ],
)
def test_olm_v0_stops_at_stored_objects(old: Node, new: Node, part: str, weight: Weight, stops: bool) -> None:
    one = change(old, new, part)
    assert one.weights.at(Level.CLIENTS) == weight
    assert ("OLM v0 does not upgrade" in one.who) is stops
    told = [str(line) for line in one.first]
    assert ("$ kubectl get berths.tides.example.com -A -o yaml" in told) is (stops and weight is Weight.CHECK)


@each_row(("conversion", "is_served"), [("Webhook", True), ("None", False)])
def test_a_webhook_or_a_version_that_is_not_served_lets_it_go_on(conversion: str, is_served: bool) -> None:
    one = change({}, {"pattern": "^[A-Z]"}, "status", conversion, is_served=is_served)
    assert "OLM v0" not in one.who
    assert one.weights.at(Level.CLIENTS) == Weight.ADDITION
