"""What the API server and OLM say of objects beside the ClusterServiceVersion: answers of Kubernetes 1.35."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.cases import failing
from builders.packages.bundles import changed, write
from builders.packages.judged_folders import judged

from xpkgtui.documents.document import parse
from xpkgtui.documents.stream import split
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.server.beside import SERVED, check_beside
from xpkgtui.rules.finding import Acceptance

_SERVICE = "Service | spec: {ports: [{port: 80}]"
_PORTS = "Service | spec: {ports: [{name: a, port: 80}"
_POLICY = "NetworkPolicy | spec: {podSelector: {}, ingress: [{"
_RANGE = f"{_POLICY}from: [{{ipBlock: {{cidr: 10.0.0.0/8, except: ["
_USERS = "ClusterRoleBinding | roleRef: {kind: ClusterRole, name: a}\nsubjects: [{"
_OWNER = "{apiVersion: v1, kind: Pod, name: a, uid: b, controller: true}"
_BALANCER = f"{_SERVICE}, type: LoadBalancer"
TAKEN = (
    *(f"{_SERVICE}}}", f"{_PORTS}, {{name: b, port: 80, protocol: UDP}}]}}", f"{_SERVICE}, clusterIP: None}}"),
    *("Service | spec: {clusterIP: None}", "Service | spec: {type: ExternalName, externalName: a.example.}"),
    *(f"{_BALANCER}, loadBalancerSourceRanges: [' 010.0.0.0/8 ']}}", f"{_BALANCER}, healthCheckNodePort: 0}}"),
    *(f"{_SERVICE}, externalIPs: [1.2.3.4], externalTrafficPolicy: Local}}", "ConfigMap | data: {A_b.c: d}"),
    *("Secret | type: kubernetes.io/basic-auth\nstringData: {username: a}", "Secret | data: {a: YQ==}"),
    *("ServiceAccount | ", "Role | rules: []", "ClusterRole | rules: [{nonResourceURLs: [/a], verbs: [get]}]"),
    f"ConfigMap | metadata: {{name: a, ownerReferences: [{_OWNER}, {_OWNER}]}}",
    *("Role | metadata: {generateName: ..}", "Role | metadata: {generateName: a_-}"),
    *(f"{_USERS}kind: User, name: a}}]", "PodDisruptionBudget | spec: {minAvailable: 50%}"),
    *(
        "PriorityClass | value: 1000000000",
        f"{_RANGE}10.1.0.0/16]}}}}]}}]}}",
        f"{_POLICY}ports: [{{port: web}}]}}]}}",
    ),
)
REFUSED = {
    "Service | ": "spec.ports: Required value",
    f"{_PORTS}, {{port: 81}}]}}": "spec.ports[1].name: Required value",
    f"{_PORTS}, {{name: a, port: 81}}]}}": "spec.ports[1].name: Duplicate value",
    f"{_PORTS}, {{name: b, port: 80}}]}}": "spec.ports[1]: Duplicate value",
    f"{_SERVICE}, type: Odd}}": "spec.type: Unsupported value",
    f"{_SERVICE}, type: NodePort, clusterIP: None}}": "spec.clusterIPs[0]: Invalid value",
    f"{_SERVICE}, clusterIP: a}}": "spec.clusterIPs[0]: Invalid value",
    f"{_SERVICE}, clusterIPs: [10.0.0.7]}}": "must be empty when",
    f"{_SERVICE}, clusterIP: 10.0.0.7, clusterIPs: [10.0.0.7, 10.0.0.8]}}": "no more than one IP for each",
    f"{_SERVICE}, externalIPs: [127.0.0.1]}}": "loopback range",
    f"{_SERVICE}, externalTrafficPolicy: Local}}": "externally-accessible",
    f"{_SERVICE}, sessionAffinity: ClientIP, sessionAffinityConfig: {{clientIP: {{timeoutSeconds: 0}}}}}}": "86400",
    f"{_SERVICE}, ipFamilies: [IPv4, IPv4]}}": "spec.ipFamilies[1]: Duplicate value",
    f"{_SERVICE}, loadBalancerClass: a}}": "spec.loadBalancerClass: Forbidden",
    f"{_SERVICE}, loadBalancerSourceRanges: [10.0.0.0/8]}}": "spec.LoadBalancerSourceRanges: Forbidden",
    f"{_BALANCER}, loadBalancerSourceRanges: [a]}}": "must be a valid CIDR value",
    "Service | spec: {ports: [{port: 80, nodePort: 30001}]}": "may not be used when `type` is 'ClusterIP'",
    "Service | spec: {type: ExternalName, clusterIP: None}": "spec.clusterIPs: Forbidden",
    "ConfigMap | data: {a b: c}": "a valid config key must consist",
    "ConfigMap | data: {..a: c}": "must not start with '..'",
    "ConfigMap | data: {a: b}\nbinaryData: {a: YQ==}": "duplicate of key present in binaryData",
    f"ConfigMap | data: {{a: {'x' * 1048577}}}": "Too long",
    "Secret | type: kubernetes.io/tls\ndata: {tls.crt: YQ==}": "data[tls.key]: Required value",
    "Secret | type: kubernetes.io/dockerconfigjson\nstringData: {.dockerconfigjson: a}": "redacted",
    "Secret | type: kubernetes.io/dockercfg\nstringData: {.dockercfg: '{\"a\": NaN}'}": "redacted",
    "Secret | type: kubernetes.io/basic-auth": "data[password]: Required value",
    "Role | rules: [{}]": "verbs must contain",
    "Role | rules: [{nonResourceURLs: [/a], verbs: [get]}]": "namespaced rules cannot",
    "ClusterRole | aggregationRule: {}": "at least one clusterRoleSelector",
    "RoleBinding | roleRef: {kind: Odd, name: a/b}": "may not contain '/'",
    f"{_USERS}kind: ServiceAccount, name: a}}]": "subjects[0].namespace: Required value",
    f"{_USERS}kind: Odd, name: a}}]": "subjects[0].kind: Unsupported value",
    "PodDisruptionBudget | spec: {minAvailable: 150%}": "must not be greater than 100%",
    f"PodDisruptionBudget | spec: {{minAvailable: {'9' * 5000}%}}": "must not be greater than 100%",
    "PodDisruptionBudget | spec: {minAvailable: 1, maxUnavailable: 1}": "cannot be both set",
    "PodDisruptionBudget | spec: {selector: {matchExpressions: [null]}}": "operator: Invalid value",
    "PriorityClass | value: 1000000001": "value: Forbidden",
    "PriorityClass | preemptionPolicy: Odd": "preemptionPolicy: Unsupported value",
    f"{_POLICY}from: [{{}}]}}]}}": "must specify a peer",
    f"{_RANGE}11.0.0.0/16]}}}}]}}]}}": "must be a strict subset of `cidr`",
    f"{_POLICY}ports: [{{port: 80, endPort: 79}}]}}]}}": "must be greater than or equal to `port`",
    "ServiceAccount | metadata: {name: a, finalizers: [a]}": "neither a standard finalizer",
    "Service | metadata: {name: 1a}\nspec: {clusterIP: None}": "a DNS-1035 label",
    "ClusterRole | metadata: {generateName: a%-}": "may not contain '%'",
    "ClusterRole | metadata: {name: a%b}": "may not contain '%'",
}


def _object(case: str) -> tuple[str, dict[str, Any]]:
    kind, _, rest = case.partition(" | ")
    data = f"apiVersion: {SERVED[kind]}\nkind: {kind}\n{rest}\n".encode()
    value = getattr(parse(data, split(data).chunks[0]), "value")  # noqa: B009
    return kind, {"metadata": {"name": "a"}, **value}


def test_the_api_server_takes_or_refuses_each_kind() -> None:
    def taken(case: str) -> None:
        assert list(map(str, check_beside(*_object(case)).found)) == []

    def refused(case: str) -> None:
        found = list(map(str, check_beside(*_object(case)).found))
        assert [one for one in found if REFUSED[case] in one], found

    assert (failing(TAKEN, taken), failing(REFUSED, refused)) == ({}, {})


@pytest.mark.parametrize("count", [20, 40])
def test_what_is_said_of_many_values_stays_short(count: int) -> None:
    owner = {"apiVersion": "v1", "kind": "Pod", "name": "a", "controller": True}
    owners = [{**owner, "uid": str(number)} for number in range(count)]
    labels = {f"{number}!": "" for number in range(10 * count)}
    for meta, most in (({"ownerReferences": owners}, 10), ({"labels": labels}, 100)):
        assert len(check_beside("ConfigMap", {"metadata": {"name": "a", **meta}}).found) == most


def test_who_creates_an_object_refuses_it(tmp_path: Path) -> None:
    role, makers = "ClusterRole | rules: []", {"olmv0", "olmv1", "rukpak"}
    cases: dict[str, tuple[str, dict[str, Any], set[str]]] = {
        "valid": (role, {}, set()),
        "OLM v0 does not look at its apiVersion": (role, {"apiVersion": "v1"}, makers - {"olmv0"}),
        "gone": ("PodDisruptionBudget | spec: {}", {"apiVersion": "policy/v1beta1"}, makers),
        "of another type": (_SERVICE + "}", {"spec": {"ports": {}}}, makers),
        "without what it needs": (_SERVICE + "}", {"spec": {}}, makers),
    }

    def check(case: str) -> None:
        text, edit, refusing = cases[case]
        files = changed() | {"manifests/z.yaml": json.dumps({**_object(text)[1], **edit})}
        found = judged(REGISTRY_V1, write(tmp_path / case, files)).verdict
        told = {found.by: found.acceptance, **{one.profile: one.acceptance for one in found.others}}
        assert {tool for tool, one in told.items() if one is Acceptance.REFUSED} == refusing

    assert failing(cases, check) == {}
