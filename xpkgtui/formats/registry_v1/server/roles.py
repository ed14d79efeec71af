"""What the API server says of the roles and accounts that OLM v0 makes of a ClusterServiceVersion."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.names import faults_of_subdomain
from xpkgtui.formats.registry_v1.server.faults import Faults
from xpkgtui.untyped import listing

_OF_CLUSTER = "namespaced rules cannot apply to non-resource URLs"
_BOTH = "rules cannot apply to both regular resources and non-resource URLs"


def check_account(name: str) -> Faults:
    """What is wrong with the name of a service account."""
    faults = Faults()
    if not name:
        faults.required("metadata.name", "name or generateName is required")
    else:
        faults.invalid("metadata.name", name, *faults_of_subdomain(name))
    return faults


def check_rules(rules: list[Any], *, is_namespaced: bool) -> Faults:
    """What is wrong with the rules of a Role, or of a ClusterRole."""
    faults = Faults()
    for number, one in enumerate(rules):
        _rule(one, f"rules[{number}]", faults, is_namespaced=is_namespaced)
    return faults


def _rule(one: Node, place: str, faults: Faults, *, is_namespaced: bool) -> None:
    if not listing(one.get("verbs")):
        faults.required(f"{place}.verbs", "verbs must contain at least one value")
    if urls := listing(one.get("nonResourceURLs")):
        if is_namespaced:
            faults.invalid(f"{place}.nonResourceURLs", urls, _OF_CLUSTER)
        if any(listing(one.get(key)) for key in ("apiGroups", "resources", "resourceNames")):
            faults.invalid(f"{place}.nonResourceURLs", urls, _BOTH)
        return
    if not listing(one.get("apiGroups")):
        faults.required(f"{place}.apiGroups", "resource rules must supply at least one api group")
    if not listing(one.get("resources")):
        faults.required(f"{place}.resources", "resource rules must supply at least one resource")
