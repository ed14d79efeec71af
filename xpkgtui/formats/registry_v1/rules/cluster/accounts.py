"""The rule about permissions that no deployment of the operator has."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import few

_INSTALL = FieldPath.of("spec", "install", "spec")
_FEW = 3


@rule("OLM095", "permissions for an account that no deployment uses", everywhere("WI"), stage=Stage.RUN)
def permissions_are_used(item: Item) -> Iterator[Problem]:
    """The permissions of a ClusterServiceVersion are for the service accounts of its deployments.

    Why: OLM makes the account that permissions name, even if no deployment runs as it. It is a fact where all
    deployments have permissions: the account may be for what the operator starts.
    When it bites: When the operator runs, as another account: the API server refuses what it asks for.
    Fix: Write the serviceAccountName of the deployment, or name that account in the deployment.
    Source: operator-lifecycle-manager 0.45, resolver/rbac.go; operator-controller 1.11, render/registryv1.
    """
    if not item.is_csv or not item.is_first:
        return
    install = mapping(field(item.spec, "install", "spec"))
    pods = [mapping(field(one, "spec", "template", "spec")) for one in listing(install.get("deployments"))]
    running = dict.fromkeys(text(one.get("serviceAccountName")) or "default" for one in pods)
    given = {
        (key, number): text(field(one, "serviceAccountName")) or "default"
        for key in ("permissions", "clusterPermissions")
        for number, one in enumerate(listing(install.get(key)))
    }
    bare = [name for name in running if name not in given.values()]
    for (key, number), account in given.items():
        if running and account not in running:
            path = _INSTALL.child(key).child(number).child("serviceAccountName")
            message = f"No deployment runs as the service account {account}, which gets permissions"
            if bare:
                message += f"; {few(bare, _FEW)}, as which the operator runs, gets none"
            yield Problem(message=message, level=int(not bare), path=path)
