"""The fields and columns that Crossplane adds to every composite resource and claim.

The source is crossplane-runtime 2.4 (pkg/xcrd/schemas.go). What is made here is shared and must not be changed.
"""

from functools import lru_cache

from xpkgtui.formats.definitions.field_errors import Node

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


@lru_cache(maxsize=16)
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


@lru_cache(maxsize=16)
def spec_of_claims(delete_policy: str) -> Node:
    """The fields below `spec` of a claim; the policy is that of deletions by default."""
    return _CHOICE | {
        "compositionUpdatePolicy": _UPDATES,
        "compositeDeletePolicy": {
            "type": "string",
            "enum": ["Background", "Foreground"],
            "default": delete_policy,
        },
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
