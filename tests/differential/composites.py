"""The definitions that Crossplane makes of composite ones (crossplane-runtime, pkg/xcrd), as whole documents."""

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from differential.oracle import Oracle
from differential.subject import Subject

from xpkgtui.formats.xpkg.tools.made_definitions import custom_resources

Node = dict[str, Any]
_TEXT: Node = {"type": "string"}
_PARTS: tuple[Node, ...] = (
    {},
    {"type": "object"},
    {"type": "object", "properties": {"size": {"type": "integer"}, "region": _TEXT}, "required": ["region"]},
    {"type": "object", "properties": {"compositionRef": _TEXT, "crossplane": _TEXT, "conditions": _TEXT}},
    {"properties": {"a": _TEXT}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}], "anyOf": [{"required": ["a"]}]},
    {"description": "its part", "x-kubernetes-preserve-unknown-fields": True, "type": "object"},
    {"x-kubernetes-validations": [{"rule": "self.a == oldSelf.a", "message": "no"}], "properties": {"a": _TEXT}},
    {"properties": {"a": {"type": "object", "additionalProperties": _TEXT}}, "required": [], "nullable": True},
)
_METADATA: tuple[Node, ...] = (
    {},
    {"type": "object", "properties": {"name": {"type": "string", "maxLength": 20}}},
    {"properties": {"name": {"maxLength": 200, "pattern": "a"}}},
)
_CONVERSIONS: tuple[Any, ...] = (
    None,
    {"strategy": "None"},
    {"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"]}},
)
_COLUMN = {"name": "SIZE", "type": "integer", "jsonPath": ".spec.size"}
_SCALE = {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}
_CLAIM = {"kind": "Database", "plural": "databases"}


def _generated(chance: Random) -> Node:
    api = chance.choice(("v1", "v1", "v2"))
    scope = chance.choice((None, "LegacyCluster", "Cluster", "Namespaced") if api == "v1" else (None, "Cluster"))
    names: Node = {"kind": "XDatabase", "plural": "xdatabases"}
    spec: Node = {"group": "example.org", "names": names}
    if chance.random() < 0.3:
        names |= {"singular": "xdatabase", "listKind": "XDatabaseList", "shortNames": ["xdb"], "categories": ["all"]}
    if scope is not None:
        spec["scope"] = scope
    if api == "v1" and scope in (None, "LegacyCluster") and chance.random() < 0.6:
        spec["claimNames"] = _CLAIM | ({"categories": ["all"], "singular": "db"} if chance.random() < 0.3 else {})
    if chance.random() < 0.3:
        spec["defaultCompositionUpdatePolicy"] = chance.choice(("Automatic", "Manual"))
    if chance.random() < 0.3:
        spec["defaultCompositeDeletePolicy"] = chance.choice(("Background", "Foreground"))
    if chance.random() < 0.3:
        spec["metadata"] = {"labels": {"b": "2"}, "annotations": {"a": "1"}}
    if (conversion := chance.choice(_CONVERSIONS)) is not None:
        spec["conversion"] = conversion
    spec["versions"] = [_version(name, chance) for name in ("v1", "v1beta1")[: chance.choice((1, 1, 2))]]
    metadata: Node = {"name": "xdatabases.example.org"}
    if chance.random() < 0.3:
        metadata |= {"labels": {"a": "1", "b": "1"}, "annotations": {"c": "3"}}
    kind = "CompositeResourceDefinition"
    return {"apiVersion": f"apiextensions.crossplane.io/{api}", "kind": kind, "metadata": metadata, "spec": spec}


def _version(name: str, chance: Random) -> Node:
    root: Node = {
        "type": "object",
        "properties": {
            part: chance.choice(choices)
            for part, choices in (("spec", _PARTS), ("status", _PARTS), ("metadata", _METADATA), ("other", _PARTS))
            if chance.random() < 0.8
        },
    }
    if chance.random() < 0.3:
        root |= {"description": "a database", "required": ["status"]}
        root |= {"x-kubernetes-validations": [{"rule": "has(self.spec)"}]}
    found: Node = {"name": name, "served": chance.random() < 0.9, "referenceable": name == "v1"}
    found["schema"] = {"openAPIV3Schema": root}
    if chance.random() < 0.05:
        del found["schema"]
    if chance.random() < 0.3:
        found |= {"additionalPrinterColumns": [_COLUMN], "subresources": {"scale": _SCALE}}
    if chance.random() < 0.2:
        found |= {"deprecated": chance.random() < 0.7, "deprecationWarning": "use v2"}
    return found


def _theirs(oracle: Oracle, case: Node) -> list[Node]:
    """What Crossplane makes, with the defaults that the API server sets before; nothing where it refuses."""
    given = copy.deepcopy(case)
    policies = {"defaultCompositionUpdatePolicy": "Automatic", "defaultCompositeDeletePolicy": "Background"}
    given["spec"] = policies | given["spec"]
    answer = oracle.ask("objects", crds=json.dumps(given), objects="", show=True)["answer"]
    return [] if "error" in answer else [_plain(one) for one in answer["crds"]]


def _ours(case: Node) -> list[Node]:
    return [_plain(one) for one in custom_resources(case)]


def _plain(definition: Node) -> Node:
    """A definition without what only a cluster knows, and without empty fields, which Go leaves out or not."""
    metadata = {name: definition["metadata"][name] for name in _kept(definition["metadata"])}
    found: Node = _without_empty({"metadata": metadata, "spec": definition["spec"]})
    return found


def _kept(metadata: Node) -> Iterator[str]:
    return (name for name in ("name", "labels", "annotations") if metadata.get(name))


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        inner = {name: _without_empty(one) for name, one in value.items()}
        return {
            name: one for name, one in inner.items() if one is not None and one is not False and one not in ([], "")
        }
    return [_without_empty(one) for one in value] if isinstance(value, list) else value


COMPOSITES = Subject(name="composites", traps=tuple, generated=_generated, theirs=_theirs, ours=_ours, kept=12)
