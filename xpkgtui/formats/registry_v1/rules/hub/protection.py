"""The rule about objects and permissions that may harm a cluster."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.rules.by_tool import by, warned
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing

_DEFAULT_CONSTRAINTS = frozenset(
    {"privileged", "restricted", "anyuid", "hostaccess", "hostmount-anyuid", "hostnetwork", "node-exporter"}
    | {"nonroot"}
)
_DEFINITIONS = (
    "CSV contains permissions to create CRD. An Operator shouldn't deploy or manage other operators (such patterns "
    "are known as meta or super operators or include CRDs in its Operands). It's the Operator Lifecycle Manager's "
    "job to manage the deployment and lifecycle of operators.  Please, review the design of your solution and if "
    "you should not be using Dependency Resolution from OLM instead. More info: "
    "https://sdk.operatorframework.io/docs/best-practices/common-recommendation/"
)


@rule("OLM086", "the operator does not block the cluster", by(hub="W"), stage=Stage.INSTALL)
def cluster_is_left_in_peace(item: Item) -> Iterator[Problem]:
    """A bundle does not block the draining of nodes, sets no default priority, and changes neither the default
    security constraints of OpenShift nor cluster-wide definitions.

    Why: Such an operator harms others in the cluster.
    When it bites: When the cluster is upgraded. operator-framework/api has a validator for most of this, but
    operator-sdk never runs it.
    Fix: Leave maxUnavailable above 0 and minAvailable below 100 %, and ask for fewer permissions.
    Source: operator-framework/api, object.go and good_practices.go.
    """
    if not item.is_manifest or not item.is_first:
        return
    match item.kind:
        case "PodDisruptionBudget":
            yield from _budget(item)
        case "PriorityClass" if field(item.value, "globalDefault") is True:
            message = f"{item.words} becomes the default priority of the whole cluster"
            yield Problem(message=message, path=FieldPath.of("globalDefault"))
        case "Role" | "ClusterRole":
            yield from _permissions(item)
        case "ClusterServiceVersion":
            yield from _definitions(item)


def _budget(item: Item) -> Iterator[Problem]:
    path, most, least = FieldPath.of("spec"), item.spec.get("maxUnavailable"), item.spec.get("minAvailable")
    if (isinstance(most, int) and not isinstance(most, bool) and most == 0) or most == "0%":
        message = f"{item.words} lets no pod be unavailable, so that nodes cannot be drained"
        yield Problem(message=message, path=path.child("maxUnavailable"))
    if least == "100%":
        message = f"{item.words} wants all pods available, so that nodes cannot be drained"
        yield Problem(message=message, path=path.child("minAvailable"))


def _permissions(item: Item) -> Iterator[Problem]:
    for number, one in enumerate(listing(field(item.value, "rules"))):
        path = FieldPath.of("rules", number)
        if _allows(one, "policy", ("poddisruptionbudgets",), ("*", "create", "update", "patch")):
            yield Problem(message=f"{item.words} may change how nodes are drained", path=path)
        constraints = _allows(
            one, "security.openshift.io", ("securitycontextconstraints",), ("*", "delete", "update", "patch")
        )
        if constraints and _DEFAULT_CONSTRAINTS & _texts(one, "resourceNames"):
            yield Problem(message=f"{item.words} may change default security constraints of OpenShift", path=path)


def _definitions(item: Item) -> Iterator[Problem]:
    says = warned(f"Value {item.name}: {_DEFINITIONS}")
    for part in ("permissions", "clusterPermissions"):
        for number, holder in enumerate(listing(field(item.spec, "install", "spec", part))):
            for which, one in enumerate(listing(field(holder, "rules"))):
                resources = ("customresourcedefinitions", "*", "[*]")
                if _allows(one, "apiextensions.k8s.io", resources, ("create", "*", "[*]", "patch")):
                    path = FieldPath.of("spec", "install", "spec", part, number, "rules", which)
                    yield Problem(message="The operator may create CustomResourceDefinitions", says=says, path=path)


def _allows(one: Any, group: str, resources: tuple[str, ...], verbs: tuple[str, ...]) -> bool:
    return (
        group in _texts(one, "apiGroups")
        and bool(_texts(one, "resources") & set(resources))
        and bool(_texts(one, "verbs") & set(verbs))
    )


def _texts(one: Any, key: str) -> set[str]:
    return {value for value in listing(field(one, key)) if isinstance(value, str)}
