"""Rules of RBAC in words, resource by resource and verb by verb, and whole packages; kept whole."""

from dataclasses import replace
from typing import Any

from builders.cases import each_row
from builders.goldens import Golden, described, once
from builders.packages.used import objects_in

from xpkgtui.formats.permissions.granted import (
    AccessKind,
    AccessObject,
    Granter,
    PackageInstallation,
    PolicyRule,
    with_verbs,
)
from xpkgtui.formats.permissions.manifests import DocumentReader, binding_of, in_order, service_account, whom
from xpkgtui.formats.permissions.workloads import costs_of
from xpkgtui.formats.permissions.workloads import in_words as costs_in_words
from xpkgtui.formats.plain.format import PLAIN

RBAC, CORE, TIDES = "rbac.authorization.k8s.io", "", "tides.example.com"
READS, MANAGES = ["get", "list", "watch"], ["get", "create"]


def role(kind: str, name: str, place: str, verbs: str, group: str, resource: str, labels: str = "{}") -> str:
    """A role with one rule."""
    return ROLE.format(kind=kind, name=name, place=place, verbs=verbs, group=group, resource=resource, labels=labels)


def binding(kind: str, name: str, place: str, of: str, to: str, subjects: str = "[]") -> str:
    """A binding to a role."""
    return BINDING.format(kind=kind, name=name, place=place, of=of, role=to, subjects=subjects)


def rule(groups: list[str], resources: list[str], verbs: list[str], **more: Any) -> dict[str, Any]:
    """A rule of RBAC."""
    return {"apiGroups": groups, "resources": resources, "verbs": verbs, **more}


ROLE = (
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata: {{name: {name}, namespace: {place}, "
    "labels: {labels}}}\nrules: [{{verbs: [{verbs}], apiGroups: ['{group}'], resources: [{resource}]}}]\n"
)
BINDING = (
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: {kind}\nmetadata: {{name: {name}, namespace: {place}}}\n"
    "roleRef: {{kind: {of}, name: {role}}}\nsubjects: {subjects}\n"
)
SUBJECTS = "[{kind: User, name: a}, {kind: Group, name: b}, {kind: X, name: c, namespace: d}, {kind: User}]"
_TO = "rbac.authorization.k8s.io/aggregate-to"
AGGREGATED = f"{{{_TO}-view: 'true', {_TO}-edit: 'true', {_TO}-admin: 'false'}}"
CRON = (
    "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: x}\n"
    "spec: {jobTemplate: {spec: {template: {spec: {serviceAccountName: z}}}}}\n"
)
LIST = (
    "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ServiceAccount, metadata: {name: a}}\n"
    "- {apiVersion: v1, kind: List, items: []}\n- {apiVersion: v2, kind: ServiceAccount}\n- 5\n"
)
CRD = (
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: {name}}}\n"
    "spec: {{group: tides.example.com, names: {{kind: A, plural: as}}, versions: [{{name: v1}}, {{name: v2}}]}}\n"
)
POD = """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: tides}
spec:
  replicas: 2
  template:
    spec:
      serviceAccount: old
      hostIPC: true
      hostPID: true
      hostNetwork: true
      securityContext: {runAsUser: 7}
      volumes: [{name: a, hostPath: {path: /etc}}, {name: b}]
      initContainers: [{image: a, securityContext: {runAsUser: 0, capabilities: {add: [A, B, C, D, E, F, G]}}}]
      containers:
      - {name: b, image: c, command: [d], args: [e, 5], ports: [{name: f}, {containerPort: 1, name: g}, {containerPort: 2}]}
      - {name: c, securityContext: {runAsNonRoot: true, privileged: true, allowPrivilegeEscalation: true}}
      - {name: d, securityContext: {runAsUser: true}, resources: {requests: {cpu: 1, memory: x}, limits: {cpu: 2}}}
"""  # noqa: E501
HOOKS = """\
apiVersion: admissionregistration.k8s.io/v1
kind: {kind}
metadata: {{name: hooks}}
webhooks:
- name: a.example.com
  failurePolicy: {policy}
  rules:
  - {{operations: [CREATE, UPDATE], resources: [a, b, c, d, e, f, g], apiGroups: ['', b, c, d, e]}}
  - {{}}
- {{rules: [{{operations: ['*'], resources: ['*']}}]}}
- {{}}
"""
PACKAGES: dict[str, tuple[str, ...]] = {
    "roles": (
        role("ClusterRole", "a", "''", "get", "", "secrets", "{a: b}"),
        role("ClusterRole", "b", "x", "get", "", "pods", AGGREGATED),
        role("Role", "c", "x", "'*'", "apps", "pods"),
        role("Role", "d", "w", "'*'", TIDES, "'*'"),
        role("Role", "d", "x", "get", "apps", "'*'"),
        CRD.format(name="as.tides.example.com"),
        binding("ClusterRoleBinding", "e", "''", "ClusterRole", "a", SUBJECTS),
        binding("RoleBinding", "f", "x", "ClusterRole", "a"),
        binding("RoleBinding", "g", "x", "Role", "c", "[{kind: User, name: z}]"),
        binding("RoleBinding", "h", "z", "Role", "c", "[{name: z}]"),
        binding("ClusterRoleBinding", "i", "''", "ClusterRole", "cluster-admin"),
        binding("RoleBinding", "j", "x", "Role", "cluster-admin"),
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: c}\n",
    ),
    "workloads": (
        POD,
        CRON,
        "apiVersion: v1\nkind: Pod\nmetadata: {}\nspec: {serviceAccountName: y, containers: [{}]}\n",
        HOOKS.format(kind="ValidatingWebhookConfiguration", policy="Ignore"),
        HOOKS.format(kind="MutatingWebhookConfiguration", policy="Fail"),
        CRD.format(name="as.tides.example.com"),
        CRD.format(name="bees.tides.example.com"),
    ),
    "lists": (
        LIST,
        "apiVersion: x/v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ServiceAccount, metadata: {name: b}}\n",
        "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: c}\nx: [\n",
        "apiVersion: x/v1\nkind: ServiceAccount\nmetadata: {name: d}\n",
    ),
}


def test_what_a_package_of_manifests_may_do(golden: Golden) -> None:
    parts = []
    for name, documents in PACKAGES.items():
        for namespace in ("", "sea"):
            installation = PackageInstallation(namespace=namespace)
            found = PLAIN.permissions().of_package(objects_in(PLAIN, *documents), installation)
            parts.append(f"# {name} in {namespace or 'no namespace'}\n{described(found)}")
    golden("permissions_of_manifests", once("\n".join(parts)))


def test_what_definitions_cost() -> None:
    documents = (CRD.format(name="as.tides.example.com"), f"# larger\n{CRD.format(name='bees.tides.example.com')}")
    heads = objects_in(PLAIN, *documents).heads
    assert list(costs_in_words(costs_of(heads, ["it is odd"]))) == [
        "2 definitions with 4 versions, 421 B",
        "the largest is bees.tides.example.com (216 B)",
        "about 6.0 MB of memory in each API server, at 3.0 MB a definition",
        "it is odd",
    ]


def test_no_definitions_cost_nothing() -> None:
    assert list(costs_in_words(costs_of([]))) == []


def test_documents_beyond_a_limit_are_counted() -> None:
    account = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: a}\n"
    package = objects_in(PLAIN, account)
    reader = DocumentReader(replace(package, read=lambda _head: {}))
    found = [reader.read(package.heads[0]) is None for _ in range(5_002)]
    assert (found.count(True), found[4_999], found[5_000]) == (2, False, True)
    assert reader.unread == "2 of its documents were not read whole: they are too many or too large"
    many = ROLE.format(kind="Role", name="a", place="b", labels="{}", verbs="get", group="", resource="x, " * 10_001)
    unread = PLAIN.permissions().of_package(objects_in(PLAIN, many, f"{account}x: [\n"), PackageInstallation()).unread
    assert unread == (
        "1 of its documents cannot be parsed and "
        "1 of its documents were not read whole: they are too many or too large"
    )


def test_the_names_of_those_who_get_a_role() -> None:
    assert whom([]) == "not given: the binding has no subjects"


def test_rules_with_other_verbs_are_about_the_same_resources() -> None:
    one = PolicyRule(verbs=("get",), api_groups=("a",), resources=("b",), resource_names=("c",), urls=("/d",))
    assert with_verbs([one], "x", "y") == (PolicyRule(verbs=("x", "y"), api_groups=("a",), resources=("b",)),)


@each_row(
    ("role", "in_namespace", "kind", "namespace"),
    [
        (AccessKind.ROLE, None, AccessKind.ROLE_BINDING, "x"),
        (AccessKind.ROLE, "y", AccessKind.ROLE_BINDING, "y"),
        (AccessKind.CLUSTER_ROLE, None, AccessKind.CLUSTER_ROLE_BINDING, "x"),
        (AccessKind.CLUSTER_ROLE, "", AccessKind.CLUSTER_ROLE_BINDING, ""),
    ],
)
def test_a_binding_gives_the_role_of_its_name(
    role: AccessKind, in_namespace: str | None, kind: AccessKind, namespace: str
) -> None:
    given = AccessObject(kind=role, name="a", namespace="x", by=Granter.OLM_V0)
    found = binding_of(given, "tides", "sea", in_namespace=in_namespace)
    assert (found.kind, found.name, found.namespace, found.role_kind, found.role) == (kind, "a", namespace, role, "a")
    assert (whom(found.subjects), found.by) == ("ServiceAccount sea/tides", Granter.OLM_V0)


def test_a_service_account_is_one() -> None:
    found = service_account("tides", "sea", Granter.OLM_V1)
    assert found == AccessObject(kind=AccessKind.SERVICE_ACCOUNT, name="tides", namespace="sea", by=Granter.OLM_V1)
    assert in_order([]) == ()
