"""An operator: what OLM v0 and OLM v1 grant it, what their installer needs, what runs, and what definitions cost."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.formats.fact import Fact, heading, metadata, spec
from xpkgtui.formats.install_modes import ALL, NO_SERVICES, REFUSAL, gate
from xpkgtui.formats.package_objects import PackageObjects
from xpkgtui.formats.permissions.granted import (
    READS,
    AccessKind,
    AccessObject,
    CalledWebhook,
    Granter,
    PackageInstallation,
    PackagePermissions,
    PolicyRule,
    Workload,
    is_cut,
    rules_of,
)
from xpkgtui.formats.permissions.manifests import (
    CRD,
    DocumentReader,
    binding_of,
    bound,
    in_order,
    objects_in,
    own_groups,
    placed,
    service_account,
)
from xpkgtui.formats.permissions.workloads import about_rules, costs_of, in_words, pods
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, first_fault, type_of
from xpkgtui.formats.registry_v1.layout import CSV, required
from xpkgtui.formats.registry_v1.permissions.rendered import hashed, installer, permission_of, suffixed
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import few, plural

_RBAC = "rbac.authorization.k8s.io"
_OWNER = "olm.owner"
_HASH = "olm.permissions.hash"
NAMESPACES = PolicyRule(verbs=READS, api_groups=("",), resources=("namespaces",))
"""What both add to a role of a namespace that becomes one of the cluster."""
MOST = 500
"""Permissions of a ClusterServiceVersion that are read."""
CLUSTER, NAMESPACED = "clusterPermissions", "permissions"
DEFINITIONS = ("customresourcedefinitions", "apiservicedefinitions")


def asked(service_version: object, part: str) -> list[Any]:
    """The permissions that a ClusterServiceVersion asks for, in the cluster or in its namespace."""
    return listing(field(spec(service_version), "install", "spec", part))


def made_by_v0(service_version: object, namespace: str) -> Iterator[AccessObject]:
    """The objects of an InstallPlan in this namespace; nothing where the strategy is not `deployment`."""
    if field(spec(service_version), "install", "strategy") != "deployment":
        return
    name = text(metadata(service_version).get("name"))
    accounts: dict[str, str] = {}
    for part in (NAMESPACED, CLUSTER):
        is_cluster = part == CLUSTER
        for one in asked(service_version, part)[:MOST]:
            permission = permission_of(one)
            account = text(permission["serviceAccountName"])
            # A ServiceAccount of cluster permissions alone gets its namespace when it is applied.
            accounts.setdefault(account, namespace)
            placed = {"name": name, "namespace": namespace} if is_cluster else {"name": name}
            unique = hashed({key: value for key, value in placed.items() if value} | {"permission": permission}, 62)
            role = AccessObject(
                kind=AccessKind.CLUSTER_ROLE if is_cluster else AccessKind.ROLE,
                name=suffixed(name if is_cluster else f"{name}-{account}", unique),
                namespace="" if is_cluster else namespace,
                labels=_labels(name, namespace, hashed(permission["rules"], 62, line=False)),
                rules=rules_of(permission["rules"]),
                by=Granter.OLM_V0,
            )
            yield role
            # A ClusterRoleBinding has a namespace too, which the API server drops.
            bound = binding_of(role, account, namespace, in_namespace="" if is_cluster else namespace)
            subject = {"kind": "ServiceAccount", "name": account} | ({"namespace": namespace} if namespace else {})
            content = {
                "RoleRef": {"apiGroup": _RBAC, "kind": role.kind.value, "name": role.name},
                "Subjects": [subject],
            }
            yield replace(bound, labels=_labels(name, namespace, hashed(content, 62, line=False)))
    for account, place in accounts.items():
        if account != "default":
            yield service_account(account, place, Granter.OLM_V0)


def lifted_by_v0(made: Iterable[AccessObject]) -> Iterator[AccessObject]:
    """What OLM v0 makes of the roles of a namespace where its OperatorGroup is for all namespaces.

    pkg/controller/operators/olm/operatorgroup.go, `ensureSingletonRBAC`; read, not run.
    """
    for one in made:
        if one.kind is AccessKind.ROLE:
            yield replace(one, kind=AccessKind.CLUSTER_ROLE, namespace="", rules=(*one.rules, NAMESPACES))
        elif one.kind is AccessKind.ROLE_BINDING:
            kind = AccessKind.CLUSTER_ROLE_BINDING
            yield replace(one, kind=kind, namespace="", role_kind=AccessKind.CLUSTER_ROLE.value)


def made_by_v1(service_version: object, namespace: str) -> Iterator[AccessObject]:
    """The objects of an operator that watches all namespaces, installed in this one."""
    name = text(metadata(service_version).get("name"))
    lifted = asked(service_version, NAMESPACED)[:MOST]
    accounts: dict[str, None] = {}
    for part, each in ((CLUSTER, asked(service_version, CLUSTER)[:MOST]), (NAMESPACED, lifted)):
        for one in each:
            permission = permission_of(one)
            account = text(permission["serviceAccountName"]) or "default"
            accounts.setdefault(account)
            if part == NAMESPACED:
                permission["rules"] = [*(permission["rules"] or ()), NAMESPACES.as_object()]
            role = AccessObject(
                kind=AccessKind.CLUSTER_ROLE,
                name=suffixed(f"{name}-{account}", hashed(permission, 36)),
                rules=rules_of(permission["rules"]),
                by=Granter.OLM_V1,
            )
            yield role
            yield binding_of(role, account, namespace)
    for account in accounts:
        if account != "default":
            yield service_account(account, namespace, Granter.OLM_V1)


def _labels(name: str, namespace: str, content: str) -> tuple[tuple[str, str], ...]:
    return (
        (_OWNER, name),
        (f"{_OWNER}.kind", "ClusterServiceVersion"),
        (f"{_OWNER}.namespace", namespace),
        (_HASH, content),
    )


_SUGGESTED = "operatorframework.io/suggested-namespace"
_USUAL = "operators"
_LONGEST = 200
_GATES = {
    "ValidatingAdmissionWebhook": "validating",
    "MutatingAdmissionWebhook": "mutating",
    "ConversionWebhook": "conversion",
}
_INSTALLER = (
    "OLM v1 up to 1.10 installs as the ServiceAccount that a ClusterExtension names, which has to hold all that it "
    "gives: --by installer --format yaml prints it. OLM v1 1.11 and later run as cluster-admin and ignore it."
)


def of_package(package: PackageObjects, installation: PackageInstallation) -> PackagePermissions:
    """What either OLM grants to an operator that is installed in a namespace."""
    reader = DocumentReader(package)
    versions = [head for head in package.heads if head.kind == CSV]
    value = reader.read(versions[0]) if versions else None
    suggested = text(mapping(metadata(value).get("annotations")).get(_SUGGESTED))[:63]
    namespace = installation.namespace or suggested or _USUAL
    manifests = objects_in(package, reader)
    applied = tuple(placed(one, namespace, is_forced=True) for one in manifests.access)
    is_everywhere, refusals = ALL in modes(value), tuple(refused(value))
    v0 = tuple(made_by_v0(value, namespace))
    lifted = tuple(lifted_by_v0(v0)) if is_everywhere else ()
    v1 = () if refusals else tuple(made_by_v1(value, namespace))
    is_installed = value is not None and not refusals
    needed, too_many = installer(package, value, (*v1, *applied), namespace) if is_installed else ((), "")
    # A role of a namespace that becomes one of the cluster stays, and gives nothing more.
    kept = v0 if lifted else ()
    hidden = {one for one in kept if one.kind in (AccessKind.ROLE, AccessKind.ROLE_BINDING)}
    access = (*v0, *lifted, *v1, *applied, *needed)
    own = own_groups(package)
    grants = in_order(
        one for by in Granter for one in bound([one for one in access if one.by is by and one not in hidden], own)
    )
    given = {one.role for one in grants}
    faults = (*_faults(value), *([too_many] if too_many else []), *([reader.unread] if reader.unread else []))
    return PackagePermissions(
        grants=grants,
        others=tuple(one for one in access if one not in given),
        remarks=(
            f"Names are those of an installation in namespace {namespace}.",
            *remarks(value, package, refusals, is_lifted=bool(lifted)),
            *([_INSTALLER] if needed else []),
            *(
                [f"There are {len(versions):,} ClusterServiceVersions; this is about the first."]
                if versions[1:]
                else []
            ),
        ),
        workloads=(*deployments(value), *manifests.workloads),
        webhooks=(*_webhooks(value), *manifests.webhooks),
        costs=costs_of(head for head in package.heads if head.kind == CRD),
        groups=tuple(sorted(own_groups(package))),
        unread=" and ".join(faults),
    )


def modes(value: object) -> frozenset[str]:
    """The install modes that an operator supports."""
    found = listing(spec(value).get("installModes"))
    return frozenset(text(field(one, "type")) for one in found if field(one, "supported") is True)


def refused(value: object) -> Iterator[str]:
    """Why OLM v1 as released does not render a bundle; nothing of one whose ClusterServiceVersion was not read."""
    if value is None:
        return
    if listing(field(spec(value), "apiservicedefinitions", "owned")):
        yield NO_SERVICES
    supported = modes(value)
    if ALL not in supported:
        yield f"{REFUSAL} ({gate(supported)})"


def _faults(value: object) -> Iterator[str]:
    if value is None:
        yield "it has no ClusterServiceVersion that can be read"
        return
    struct = type_of(SERVICE_VERSION)
    fault = first_fault(value, struct) if struct else None
    if fault is not None:
        place = str(fault.path)[:_LONGEST] or "its ClusterServiceVersion"
        yield f"OLM cannot read {place}, so that it grants nothing"
    for part in (CLUSTER, NAMESPACED):
        wanted = asked(value, part)
        if len(wanted) > MOST or any(is_cut(field(one, "rules")) for one in wanted[:MOST]):
            yield f"its {part} are too many to be read whole"


def remarks(value: object, package: PackageObjects, refusals: Sequence[str], *, is_lifted: bool) -> Iterator[str]:
    """Sentences about what either OLM makes of an operator that its ClusterServiceVersion does not show."""
    for one in refusals:
        yield f"OLM v1 refuses it, and makes nothing: {one}."
    if any(listing(field(spec(value), part, "required")) for part in DEFINITIONS) or any(required(package)):
        yield "OLM v1 refuses it where it is installed from a catalog: it requires packages or APIs."
    if field(spec(value), "install", "strategy") != "deployment" and value is not None:
        yield "OLM v0 refuses it: unrecognized install strategy."
    if asked(value, NAMESPACED):
        if not refusals:
            yield (
                "It watches all namespaces (AllNamespaces), so OLM v1 makes ClusterRoles of its permissions, and "
                "adds get, list and watch of namespaces to each."
            )
        if is_lifted:
            yield (
                "In an OperatorGroup for all namespaces OLM v0 does the same beside its Roles; in others these "
                "count in the namespaces that it watches."
            )
    if owned := sum(len(listing(field(spec(value), part, "owned"))) for part in DEFINITIONS):
        yield (
            f"OLM v0 lets those with ClusterRole admin, edit or view use its {plural(owned, 'API')}: it makes "
            "ClusterRoles for each of them, named NAME-VERSION-admin, -edit, -view and -crdview."
        )
    if listing(spec(value).get("webhookdefinitions")) and not refusals:
        yield (
            "OLM v1 makes a cert-manager Issuer and Certificate for its webhooks: cert-manager has to be there, "
            "which the bundle does not say. OLM v0 makes certificates itself."
        )


def deployments(value: object) -> Iterator[Workload]:
    """The Deployments of an operator."""
    for one in listing(field(spec(value), "install", "spec", "deployments")):
        name, given = text(field(one, "name"))[:_LONGEST] or "(no name)", field(one, "spec")
        yield pods("Deployment", name, given, field(given, "template", "spec"))


def _webhooks(value: object) -> Iterator[CalledWebhook]:
    for one in listing(spec(value).get("webhookdefinitions")):
        kind = _GATES.get(text(field(one, "type")), "unknown")
        converted = few([text(name)[:_LONGEST] for name in listing(field(one, "conversionCRDs"))], _FEW)
        about = f"converts {converted or 'nothing'}" if kind == "conversion" else about_rules(one)
        yield CalledWebhook(kind=kind, name=text(field(one, "generateName"))[:_LONGEST] or "(no name)", about=about)


_FEW, _MANY = 8, 20


def once_installed(value: object, package: PackageObjects) -> Iterator[Fact]:
    """Facts in short lines."""
    yield heading("Once installed", "more with `xpkgtui rbac`")
    runs = [line for one in deployments(value) for line in _runs(one)]
    left = [f"and {len(runs) - _MANY:,} more"] if len(runs) > _MANY else []
    yield "runs", "\n".join([*runs[:_MANY], *left]) or "nothing"
    definitions = (head for head in package.heads if head.kind == CRD)
    yield "costs", "\n".join(in_words(costs_of(definitions))) or "no definitions"
    for one in remarks(value, package, tuple(refused(value)), is_lifted=ALL in modes(value)):
        yield "note", one


def _runs(one: Workload) -> Iterator[str]:
    count = "" if one.replicas is None else f", {one.replicas} replica{'' if one.replicas == 1 else 's'}"
    yield f"{one.name}{count}, ServiceAccount {one.account}"
    yield from (f"! {risk}" for risk in one.risks)
    for each in one.containers:
        asks, most = (", ".join(" ".join(pair) for pair in pairs) for pairs in (each.requests, each.limits))
        asked, limited = f"requests {asks}" if asks else "no requests", f"limits {most}" if most else "no limits"
        yield f"  {each.name}: {asked}; {limited}"
        yield from (f"! {each.name}: {risk}" for risk in each.risks)
