"""What OLM v0 and OLM v1 make of an operator."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from builders.cases import each_row
from builders.goldens import Golden, described, lines_of, once
from builders.packages.bundles import CRD, CSV
from builders.packages.edited import differences
from builders.packages.used import objects_in
from builders.packages.whole import SERVICE_VERSION, objects_of_values, parsed
from differential.permissions.cases import traps

from xpkgtui.formats.permissions.granted import AccessKind, Granter, PackageInstallation, PackagePermissions
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.permissions.account import once_installed

PERMISSIONS = """\
      permissions:
      - serviceAccountName: tides
        rules: [{verbs: [get], apiGroups: [""], resources: [secrets]}]
"""
SUGGESTED = "operatorframework.io/suggested-namespace"
HOOK = """\
  webhookdefinitions:
  - {type: ValidatingAdmissionWebhook, generateName: v.example.com, deploymentName: tides}
"""
ASKING = CSV.replace("      deployments:\n", f"{PERMISSIONS}      deployments:\n")


def may(csv: str = ASKING, *others: str, namespace: str = "") -> PackagePermissions:
    package = objects_in(REGISTRY_V1, csv, CRD, *others)
    return REGISTRY_V1.permissions().of_package(package, PackageInstallation(namespace=namespace))


def kinds(found: PackagePermissions, by: Granter) -> list[str]:
    return sorted(str(one.kind) for one in found.objects if one.by is by)


def test_roles_of_a_namespace_become_cluster_roles_where_it_watches_all() -> None:
    found = may()
    assert kinds(found, Granter.OLM_V1) == ["ClusterRole", "ClusterRoleBinding", "ServiceAccount"]
    assert kinds(found, Granter.OLM_V0) == [
        *("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding", "ServiceAccount"),
    ]
    (v1,) = [one for one in found.grants if one.role.by is Granter.OLM_V1]
    assert (v1.to, v1.wide, v1.role.rules[-1].resources) == (
        *("ServiceAccount operators/tides", ("reads every Secret",)),
        ("namespaces",),
    )


def test_an_operator_of_one_namespace_keeps_its_role_and_olm_v1_refuses_it() -> None:
    found = may(ASKING.replace("AllNamespaces, supported: true", "AllNamespaces, supported: false"))
    assert kinds(found, Granter.OLM_V1) == kinds(found, Granter.INSTALLER) == []
    (v0,) = found.grants
    assert (v0.role.kind, v0.is_cluster_wide, v0.wide) == (
        *(AccessKind.ROLE, False),
        ("reads every Secret, in its namespace",),
    )
    assert any(one.startswith("OLM v1 refuses it, and makes nothing:") for one in found.remarks)


def test_the_installer_has_to_hold_what_it_gives() -> None:
    found = may()
    (role,) = [one for one in found.objects if one.by is Granter.INSTALLER and one.kind is AccessKind.CLUSTER_ROLE]
    assert any(one.resources == ("secrets",) and one.verbs == ("get",) for one in role.rules)
    named = [one for one in role.rules if one.resource_names == ("berths.tides.example.com",)]
    assert [one.verbs for one in named] == [("delete", "get", "patch", "update")]
    assert any("1.11 and later run as cluster-admin" in one for one in found.remarks)


@each_row(
    ("csv", "asked", "namespace"),
    [
        (ASKING, "", "operators"),
        (ASKING, "sea", "sea"),
        (
            ASKING.replace("annotations:", "annotations:\n    operatorframework.io/suggested-namespace: tide"),
            "",
            "tide",
        ),
    ],
)
def test_the_namespace_of_an_installation(csv: str, asked: str, namespace: str) -> None:
    found = may(csv, namespace=asked)
    assert {one.namespace for one in found.objects} == {"", namespace}
    assert found.remarks[0] == f"Names are those of an installation in namespace {namespace}."


def test_webhooks_need_cert_manager_for_olm_v1() -> None:
    found = may(ASKING + HOOK)
    assert [(one.kind, one.name) for one in found.webhooks] == [("validating", "v.example.com")]
    assert any("cert-manager has to be there" in one for one in found.remarks)


def test_owned_api_services_are_refused() -> None:
    services = "  apiservicedefinitions: {owned: [{name: a, group: b, version: v1, kind: A}]}\n"
    assert any("apiServiceDefintions are not supported" in one for one in may(ASKING + services).remarks)


def test_another_strategy_is_refused_by_olm_v0() -> None:
    found = may(ASKING.replace("strategy: deployment", "strategy: other"))
    assert kinds(found, Granter.OLM_V0) == []
    assert "OLM v0 refuses it: unrecognized install strategy." in found.remarks


def test_its_own_roles_count_too() -> None:
    role = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader}\n"
    found = may(CSV, f"{role}rules: [{{verbs: [get], nonResourceURLs: [/metrics]}}]\n")
    assert [(one.role.name, one.to) for one in found.grants if one.role.by is Granter.MANIFESTS] == [
        ("reader", "not given yet")
    ]


def test_its_deployments_run() -> None:
    (runs,) = may().workloads
    assert (runs.name, runs.account, [one.image for one in runs.containers]) == (
        *("tides", "tides"),
        ["registry.example.com/tides:1.2.0"],
    )


def test_what_cannot_be_read_is_said() -> None:
    assert may(f"{CSV}  x: [\n").unread.startswith("it has no ClusterServiceVersion that can be read")
    wrong = may(
        ASKING.replace("serviceAccountName: tides\n        rules", "serviceAccountName: {a: b}\n        rules")
    )
    assert wrong.unread.endswith("so that it grants nothing")


def test_thousands_of_permissions_are_read_in_part() -> None:
    rule = "{verbs: [get], apiGroups: [a], resources: [b]}"
    many = may(ASKING.replace('{verbs: [get], apiGroups: [""], resources: [secrets]}', ", ".join([rule] * 2_001)))
    assert "its permissions are too many to be read whole" in many.unread


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(each for key, one in inside for each in _places(one, (*path, key)))]


@pytest.mark.parametrize("wrong", [None, 5, True, "x\x1b", ["x"], {"a": "b"}])
def test_a_wrong_type_anywhere_raises_nothing(wrong: object) -> None:
    csv = next(one["bundle"]["csv"] for one in traps() if "bundle" in one)
    csv = json.loads(json.dumps(csv))
    csv["spec"]["install"]["spec"]["permissions"] = [{"serviceAccountName": "a", "rules": [{"verbs": ["get"]}]}]
    csv["spec"]["webhookdefinitions"] = [{"type": "MutatingAdmissionWebhook", "rules": [{}], "generateName": "a"}]
    for path in _places(csv)[1:]:
        changed = json.loads(json.dumps(csv))
        node = changed
        for key in path[:-1]:
            node = node[key]
        node[path[-1]] = wrong
        may(json.dumps(changed) + "\n")


def test_the_installer_makes_webhooks_of_the_cluster() -> None:
    found = may(ASKING + HOOK)
    places = {
        one.namespace
        for one in found.objects
        if one.by is Granter.INSTALLER
        for rule in one.rules
        if "validatingwebhookconfigurations" in rule.resources
    }
    assert places == {""}


HASHED = re.compile(r"\b[0-9A-Za-z]{30,}\b")


def test_what_is_granted_by_edited_documents(golden: Golden) -> None:
    values = parsed(f"{SERVICE_VERSION}---\n{CRD}")
    package = objects_of_values(REGISTRY_V1, values)
    known = REGISTRY_V1.permissions()

    def granted(value: Any) -> list[str]:
        edited = replace(package, read=lambda head: value if head.document == 1 else values[1])
        return [HASHED.sub("HASH", line) for line in lines_of(known.of_package(edited, PackageInstallation()))]

    spec = values[0]["spec"]
    (deployment,) = spec["install"]["spec"]["deployments"]
    del spec["apiservicedefinitions"], deployment["spec"]["template"]["spec"]["initContainers"]
    kept = {
        name: spec[name] for name in ("install", "installModes", "webhookdefinitions", "customresourcedefinitions")
    }
    annotations = {SUGGESTED: "tides-system"}
    metadata = {"name": "tides.v1", "annotations": annotations}
    told = differences({"": {"metadata": metadata, "spec": kept}}, granted)
    golden("permissions_registry_v1", told)
    del kept["webhookdefinitions"]
    value = {"metadata": metadata, "spec": kept}
    told = differences({"": value}, lambda edited: map(": ".join, once_installed(edited, package)))
    golden("once_installed_registry_v1", told)


def test_what_is_too_much_is_said(golden: Golden) -> None:
    def version(count: int, long: str) -> dict[str, Any]:
        hook = {"type": "ConversionWebhook", "generateName": long, "conversionCRDs": [long] * 9}
        account = {"serviceAccountName": "a", "rules": [{"verbs": ["<&>\u2028\u2029"], "apiGroups": [long], "x": 5}]}
        workload = {"name": long, "spec": {"replicas": 1, "template": {"spec": {"containers": [{"name": "a"}]}}}}
        install = {"permissions": [account] * count, "deployments": [workload] * 21}
        spec = {
            "installModes": [{"type": "AllNamespaces", "supported": True}],
            "webhookdefinitions": [
                hook,
                {"type": "x"},
                {"type": "MutatingAdmissionWebhook", "deploymentName": "a.b"},
            ],
            "install": {"strategy": "deployment", "spec": install},
        }
        return {"apiVersion": "a/v1", "kind": "ClusterServiceVersion", "metadata": {"name": "a" * 50}, "spec": spec}

    told = []
    for count, long in ((500, "b" * 10), (501, "b" * 210)):
        value = version(count, long)
        package = objects_of_values(REGISTRY_V1, [value])
        found = REGISTRY_V1.permissions().of_package(package, PackageInstallation(namespace="n"))
        told += [found.unread, *map(str, found.webhooks), *map(str, found.workloads[:1]), *found.remarks]
        told += [f"{len(found.workloads)} {len(found.others)} {len(found.grants)}"]
        told += [described(one.role) for one in found.grants[:3]]
        told += map(": ".join, once_installed(value, package))
    golden("permissions_too_much", once("\n".join(told)))
