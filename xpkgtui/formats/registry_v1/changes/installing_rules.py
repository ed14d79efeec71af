"""Rules about changes of what an operator needs and is allowed: install modes, APIs, permissions, Kubernetes."""

from collections.abc import Sequence

from xpkgtui.commands import spelled
from xpkgtui.rules.changes.rule import At, Words, change, shell_word


@change("CHG301", "An install mode is removed", clients="B", stored="C")
def mode_lost(at: At, mode: str) -> Words:
    """The operator does not support an install mode that it supported before.

    Why: OLM v0 sets the ClusterServiceVersion to Failed, with the reason UnsupportedOperatorGroup, in a namespace
    whose OperatorGroup selects such namespaces. OLM v1 refuses a bundle that does not support AllNamespaces, unless
    its feature gate for one or the own namespace is on.
    When it bites: During the upgrade.
    Fix: Before the upgrade, move the operator to a namespace whose OperatorGroup fits a mode that stays.
    Source: operator-lifecycle-manager 0.46, pkg/controller/operators/olm/operator.go, modeSet.Supports;
    operator-controller 1.11, internal/operator-controller/applier/provider.go.
    """
    return Words(
        message=f"the install mode {mode} is not supported any more",
        who=f"Clusters in which the operator is installed in {mode} mode.",
        first=(
            "Check the namespaces that OperatorGroups select:",
            spelled(
                "kubectl get operatorgroups -A -o custom-columns=NS:.metadata.namespace,SELECTS:.status.namespaces"
            ),
        ),
    )


@change("CHG302", "An install mode is added", clients="A", stored="A")
def mode_gained(at: At, mode: str) -> Words:
    """The operator supports an install mode that it did not support before.

    Why: It can be installed in namespaces with other OperatorGroups.
    When it bites: Never.
    Fix: No action.
    Source: OLM, OperatorGroups.
    """
    return Words(message=f"the install mode {mode} is supported now")


@change("CHG303", "An API is no longer owned", clients="B", stored="C")
def api_lost(at: At, api: str) -> Words:
    """The ClusterServiceVersion does not list a definition or an API service as owned that it listed before.

    Why: OLM does not offer the API for this operator any more, so operators that require it lose their provider.
    OLM removes the API service of an API that the operator does not serve any more.
    When it bites: When another operator requires the API, or a program asks for it.
    Fix: Find out which operator serves the API from now on, and install that one first.
    Source: OLM, ClusterServiceVersion, owned APIs.
    """
    return Words(
        message=f"{api} is not owned any more", who=f"Operators that require {api}, and programs that use it."
    )


@change("CHG304", "An API service is added", clients="C", stored="A")
def service_gained(at: At, api: str) -> Words:
    """The operator serves an API by an API service that the old bundle did not have.

    Why: OLM v1 refuses a bundle that owns an API service. With OLM v0, requests for the API go to the operator.
    When it bites: During the upgrade with OLM v1.
    Fix: Stay with OLM v0 for this operator, or ask the author for a definition instead.
    Source: operator-controller 1.11, internal/operator-controller/applier/provider.go.
    """
    return Words(message=f"the API service {api} is new", who="Clusters with OLM v1, which refuses API services.")


@change("CHG305", "An API became required", clients="C", stored="C")
def requirement_gained(at: At, api: str) -> Words:
    """The operator requires a definition or an API service that the old one did not require.

    Why: OLM v0 does not start the operator before the API is there; it installs an operator from a catalog that
    owns the API.
    When it bites: During the upgrade, where neither the cluster nor a catalog has the API.
    Fix: Install the operator that owns the API first.
    Source: OLM, ClusterServiceVersion, required APIs.
    """
    name = api.partition(" ")[2] or api
    return Words(
        message=f"{api} is required now",
        who=f"Clusters without {api}.",
        first=("Check that the cluster has it:", spelled(f"kubectl get crd {shell_word(name)}"))
        if api.startswith("CRD ")
        else (),
    )


@change("CHG306", "An API is no longer required", clients="A", stored="A")
def requirement_lost(at: At, api: str) -> Words:
    """The operator does not require a definition or an API service that the old one required.

    Why: The operator that owns it may not be needed any more; OLM does not uninstall it.
    When it bites: Never.
    Fix: No action.
    Source: OLM, ClusterServiceVersion, required APIs.
    """
    return Words(message=f"{api} is not required any more")


@change("CHG307", "An operator gains permissions", clients="CA", stored="AA")
def permissions_wider(at: At, account: str, where: str, lines: Sequence[str], *, is_dangerous: bool) -> Words:
    """The service account of the operator gets permissions that it did not have.

    Why: The upgrade grants them. Some lead to more than they name: to every Secret, to other accounts, to nodes.
    Up to version 1.10 of OLM v1, the ServiceAccount of a ClusterExtension must hold what it grants.
    When it bites: During the upgrade; with OLM v1 up to 1.10, it fails where the ServiceAccount lacks a permission.
    Fix: Read the new permissions. With OLM v1 up to 1.10, give them to the ServiceAccount of the ClusterExtension.
    Source: Kubernetes, RBAC good practices; operator-controller, authorization preflight.
    """
    return Words(
        message=f"{account} gets more permissions {where}: {'; '.join(lines)}",
        who="Clusters that limit what operators may do; with OLM v1 up to 1.10, ClusterExtensions whose "
        "ServiceAccount lacks these permissions.",
        level=int(not is_dangerous),
    )


@change("CHG308", "An operator loses permissions", clients="C", stored="A")
def permissions_narrower(at: At, account: str, where: str, lines: Sequence[str]) -> Words:
    """The service account of the operator loses permissions that it had.

    Why: The upgrade takes them away. A bundle that was generated anew may lack rules that the operator still needs.
    When it bites: When the new operator asks for what it may not do any more: it logs that, or it ends.
    Fix: Check that the new version does not need them; else put the rules back.
    Source: Kubernetes, RBAC.
    """
    return Words(
        message=f"{account} loses permissions {where}: {'; '.join(lines)}",
        who="The operator itself, where it still needs them, and programs that use its service account.",
    )


@change("CHG309", "The version of Kubernetes that is needed changed", clients="CA", stored="CA")
def kubernetes_changed(at: At, *, is_higher: bool) -> Words:
    """minKubeVersion is another one.

    Why: OLM v0 does not install the operator on a cluster with a lower version of Kubernetes; the
    ClusterServiceVersion stays Pending, with the reason RequirementsNotMet. OLM v1 does not look at minKubeVersion.
    When it bites: During the upgrade of the operator, on such a cluster.
    Fix: Upgrade the cluster first.
    Source: operator-lifecycle-manager 0.46, pkg/controller/operators/olm/requirements.go, minKubeVersionStatus;
    operator-controller 1.11 has no mention of it.
    """
    if not is_higher:
        now = f"is {at.after} or later, was" if at.after else "is not given any more, was"
        return Words(message=f"the version of Kubernetes that it needs {now} {at.before}", level=1)
    was = f"was {at.before}" if at.before else "was not given"
    return Words(
        message=f"it needs Kubernetes {at.after} or later, {was}",
        who=f"Clusters with a version of Kubernetes before {at.after}.",
        first=("Check the version of the cluster:", spelled("kubectl version")),
    )
