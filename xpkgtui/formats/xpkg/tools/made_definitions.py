"""The CustomResourceDefinitions that Crossplane makes of composite and managed definitions, with what it adds.

The source is crossplane-runtime 2.4 (pkg/xcrd) and crossplane 2.4 (internal/controller/apiextensions/managed), with
the defaults that the API server sets in a composite definition. Field paths of a version are those of the author.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from xpkgtui.formats.definitions.custom_resources import custom_resources as own_of
from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.xpkg.objects.kinds import GroupVersionKind, upstream
from xpkgtui.formats.xpkg.tools.facts import ALTERNATIVES, KEEPS_UNKNOWN, PART_RULES, ROOT_RULES, SCALES
from xpkgtui.rules.fact import VersionFact
from xpkgtui.untyped import field, listing, mapping, text

_LONGEST_NAME = 63
_RULES, _UNKNOWN = "x-kubernetes-validations", "x-kubernetes-preserve-unknown-fields"
_OF_PARTS: dict[str, VersionFact | None] = {
    "required": None,
    "description": PART_RULES,
    _RULES: PART_RULES,
    "oneOf": ALTERNATIVES,
}
COPIED: dict[str, dict[str, VersionFact | None]] = {
    "": {"description": PART_RULES, _RULES: ROOT_RULES},
    "spec": _OF_PARTS | {_UNKNOWN: KEEPS_UNKNOWN},
    "status": _OF_PARTS,
}
"""What is taken over of the root and of these parts beside their properties, with the fact since when."""
_OF_MANAGED = frozenset({"state", "connectionDetails"})
_IN_BOTH = ("kind", "plural", "singular", "listKind")


def custom_resources(value: object) -> tuple[Node, ...]:
    """The definitions that a parsed document makes in a cluster, in their JSON form.

    A CustomResourceDefinition is itself; a composite definition makes that of its composite resource, and of its
    claim where it offers one; a managed definition makes one once it is active. Nothing is made of other documents,
    and of composite definitions that Crossplane cannot use: without versions, or with one that has no schema.
    """
    found = mapping(value)
    named = upstream(GroupVersionKind.of(text(found.get("apiVersion")), text(found.get("kind"))))
    if named.kind == "ManagedResourceDefinition" and named.group == "apiextensions.crossplane.io":
        return (_of_managed(found),)
    if named.kind != "CompositeResourceDefinition" or named.group != "apiextensions.crossplane.io":
        return own_of(found)
    versions = listing(field(found, "spec", "versions"))
    if not versions or not all(isinstance(field(one, "schema", "openAPIV3Schema"), dict) for one in versions):
        return ()
    claim = claim_of(found)
    return (composite_of(found),) if claim is None else (composite_of(found), claim)


def scope_of(value: Mapping[str, Any]) -> str:
    """The scope of a composite definition, or the default of its API version."""
    is_v2 = text(value.get("apiVersion")).endswith("/v2")
    return text(field(value, "spec", "scope")) or (NAMESPACED if is_v2 else LEGACY)


def composite_of(value: Node, crossplane: str = "") -> Node:
    """The definition of the composite resource; a version without a schema gets what Crossplane adds to all.

    `crossplane` is the version that makes it; empty for the newest.
    """
    spec, scope = mapping(value.get("spec")), scope_of(value)
    policy = "Manual" if spec.get("defaultCompositionUpdatePolicy") == "Manual" else "Automatic"
    added = {"spec": spec_of_composites(scope, policy), "status": status_of(is_legacy=scope == LEGACY)}
    return _definition(
        value,
        name=text(field(value, "metadata", "name")),
        names=_names(spec.get("names"), "composite"),
        scope="Namespaced" if scope == NAMESPACED else "Cluster",
        versions=[
            _version(one, added, columns_of_composites(scope), crossplane) for one in listing(spec.get("versions"))
        ],
    )


def claim_of(value: Node) -> Node | None:
    """The definition of the claim; None where there is none, or none that Crossplane would offer."""
    spec = mapping(value.get("spec"))
    names, own = mapping(spec.get("claimNames")), mapping(spec.get("names"))
    has_same = any(text(names.get(word)) and names.get(word) == own.get(word) for word in _IN_BOTH)
    if not names or has_same or scope_of(value) != LEGACY:
        return None
    policy = "Foreground" if spec.get("defaultCompositeDeletePolicy") == "Foreground" else "Background"
    added = {"spec": spec_of_claims(policy), "status": status_of(is_legacy=True)}
    return _definition(
        value,
        name=f"{text(names.get('plural'))}.{text(spec.get('group'))}",
        names=_names(names, "claim"),
        scope="Namespaced",
        versions=[_version(one, added, CLAIM_COLUMNS) for one in listing(spec.get("versions"))],
    )


def _definition(value: Node, *, name: str, names: Node, scope: str, versions: list[Node]) -> Node:
    spec = mapping(value.get("spec"))
    metadata: Node = {"name": name}
    inherited = mapping(spec.get("metadata"))
    if labels := mapping(field(value, "metadata", "labels")) | mapping(inherited.get("labels")):
        metadata["labels"] = labels
    if annotations := mapping(inherited.get("annotations")):
        metadata["annotations"] = annotations
    made = {"group": spec.get("group"), "names": names, "scope": scope, "versions": versions}
    if spec.get("conversion") is not None:
        made["conversion"] = spec["conversion"]
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": metadata,
        "spec": made,
    }


def _names(names: Any, category: str) -> Node:
    return mapping(names) | {"categories": [*listing(field(names, "categories")), category]}


def _version(value: Any, added: dict[str, Node], columns: tuple[Node, ...], crossplane: str = "") -> Node:
    one = mapping(value)
    own = mapping(field(one, "schema", "openAPIV3Schema"))
    subresources: Node = {"status": {}}
    if (scale := field(one, "subresources", "scale")) is not None and SCALES.holds(crossplane):
        subresources["scale"] = scale
    found = {"name": one.get("name"), "served": one.get("served"), "storage": one.get("referenceable")}
    found |= {word: one[word] for word in ("deprecated", "deprecationWarning") if one.get(word)}
    return found | {
        "schema": {"openAPIV3Schema": _schema(own, added, crossplane)},
        "subresources": subresources,
        "additionalPrinterColumns": [*listing(one.get("additionalPrinterColumns")), *columns],
    }


def _schema(own: Node, added: dict[str, Node], crossplane: str) -> Node:
    """The schema of a version: what Crossplane takes of the author's, with what it adds to every one."""
    properties = mapping(own.get("properties"))
    longest = field(properties, "metadata", "properties", "name", "maxLength")
    is_shorter = isinstance(longest, int) and not isinstance(longest, bool) and longest < _LONGEST_NAME
    name = {"type": "string", "maxLength": longest if is_shorter else _LONGEST_NAME}
    made: Node = {
        "apiVersion": {"type": "string"},
        "kind": {"type": "string"},
        "metadata": {"type": "object", "properties": {"name": name}},
    }
    for part in ("spec", "status"):
        theirs = mapping(properties.get(part))
        copied = _copied(theirs, part, crossplane)
        made[part] = {"type": "object"} | copied | {"properties": mapping(theirs.get("properties")) | added[part]}
    return {"type": "object", "required": ["spec"]} | _copied(own, "", crossplane) | {"properties": made}


def _copied(schema: Node, part: str, crossplane: str) -> Node:
    words = (word for word, since in COPIED[part].items() if since is None or since.holds(crossplane))
    return {word: schema[word] for word in words if schema.get(word)}


def _of_managed(value: Node) -> Node:
    spec = {word: one for word, one in mapping(value.get("spec")).items() if word not in _OF_MANAGED}
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": field(value, "metadata", "name")},
        "spec": spec | {"scope": spec.get("scope") or "Namespaced"},
    }


LEGACY, NAMESPACED = "LegacyCluster", "Namespaced"


def _object(required: tuple[str, ...], *optional: str) -> Node:
    """The schema of an object whose fields are texts, the required ones first."""
    properties = {name: {"type": "string"} for name in (*required, *optional)}
    return {"type": "object", "properties": properties} | ({"required": list(required)} if required else {})


_LABELS = {"type": "object", "additionalProperties": {"type": "string"}}
_SELECTOR = {"type": "object", "required": ["matchLabels"], "properties": {"matchLabels": _LABELS}}
_CHOICE = {
    "compositionRef": _object(("name",)),
    "compositionSelector": _SELECTOR,
    "compositionRevisionRef": _object(("name",)),
    "compositionRevisionSelector": _SELECTOR,
}
_UPDATES = {"type": "string", "enum": ["Automatic", "Manual"]}
_TIME = {"type": "string", "format": "date-time"}
_CONDITION = _object(("lastTransitionTime", "reason", "status", "type"), "message")
_CONDITION["properties"] |= {
    "lastTransitionTime": _TIME,
    "observedGeneration": {"type": "integer", "format": "int64"},
}
_CONDITIONS = {
    "description": "Conditions of the resource.",
    "type": "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["type"],
    "items": _CONDITION,
}
_OF_LEGACY_STATUS = {
    "connectionDetails": {"type": "object", "properties": {"lastPublishedTime": _TIME}},
    "claimConditionTypes": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
}


@lru_cache
def spec_of_composites(scope: str, update_policy: str) -> Node:
    """The fields below `spec` of a composite resource; the policy is that of updates by default."""
    further = () if scope == NAMESPACED else ("namespace",)
    references = _object(("apiVersion", "kind"), "name", *further)
    found = _CHOICE | {
        "compositionUpdatePolicy": _UPDATES | {"default": update_policy},
        "resourceRefs": {"type": "array", "items": references, "x-kubernetes-list-type": "atomic"},
    }
    if scope == LEGACY:
        return found | {
            "claimRef": _object(("apiVersion", "kind", "namespace", "name")),
            "writeConnectionSecretToRef": _object(("name", "namespace")),
        }
    description = "Configures how Crossplane will reconcile this composite resource"
    return {"crossplane": {"type": "object", "description": description, "properties": found}}


@lru_cache
def spec_of_claims(delete_policy: str) -> Node:
    """The fields below `spec` of a claim; the policy is that of deletions by default."""
    return _CHOICE | {
        "compositionUpdatePolicy": _UPDATES,
        "compositeDeletePolicy": {"type": "string", "enum": ["Background", "Foreground"], "default": delete_policy},
        "resourceRef": _object(("apiVersion", "kind", "name")),
        "writeConnectionSecretToRef": _object(("name",)),
    }


def status_of(*, is_legacy: bool) -> Node:
    """The fields below `status`; those of a claim are those of a legacy composite resource."""
    return {"conditions": _CONDITIONS} | (_OF_LEGACY_STATUS if is_legacy else {})


def _column(name: str, path: str, kind: str = "string") -> Node:
    return {"name": name, "type": kind, "jsonPath": path}


_STATES = tuple(
    _column(name.upper(), f".status.conditions[?(@.type=='{name}')].status") for name in ("Synced", "Ready")
)
_AGE = _column("AGE", ".metadata.creationTimestamp", "date")
CLAIM_COLUMNS = (*_STATES, _column("CONNECTION-SECRET", ".spec.writeConnectionSecretToRef.name"), _AGE)
"""The columns of claims."""


def columns_of_composites(scope: str) -> tuple[Node, ...]:
    """The columns of composite resources."""
    at = ".spec" if scope == LEGACY else ".spec.crossplane"
    revision = _column("COMPOSITIONREVISION", f"{at}.compositionRevisionRef.name") | {"priority": 1}
    return (*_STATES, _column("COMPOSITION", f"{at}.compositionRef.name"), revision, _AGE)
