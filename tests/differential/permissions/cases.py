"""Packages that ask for permissions: the odd ones, and others that are made by chance."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Node = dict[str, Any]
NAMESPACE = "installed"
_GROUPS = ("a.example.org", "b.a.example.org", "sql.m.crossplane.io", "x.io")
_PLURALS = ("berths", "tides", "a", "ab", "providerconfigs", "boats")
_PACKAGES = (
    "xpkg.example.org/acme/p:v1", "xpkg.example.org/acme/q@sha256:" + "1" * 64, "xpkg.example.org/other/p:v1",
    "docker.io/acme/p", "index.docker.io/acme/p", "xpkg.example.org/acme", "not a reference", "",
)  # fmt: skip
_CAPABILITIES = ((), ("safe-start",), ("SafeStart", "x"), ("safe_start!",), ("safestarts",))
_RULES: tuple[Node, ...] = (
    {"verbs": ["get", "list", "watch"], "apiGroups": [""], "resources": ["secrets", "pods/exec"]},
    {"verbs": ["*"], "apiGroups": ["*"], "resources": ["*"]},
    {"verbs": ["get"], "nonResourceURLs": ["/metrics", "/healthz/*"]},
    {"verbs": ["create", "get"], "nonResourceURLs": ["/metrics"]},
    {"verbs": ["update"], "apiGroups": ["apps"], "resources": ["deployments"], "resourceNames": ["a", "b<c>&d"]},
    {"verbs": ["create", "patch"], "apiGroups": ["", "events.k8s.io"], "resources": ["events"]},
    {"verbs": [], "apiGroups": [""], "resources": ["pods"]},
    {"verbs": ["get"], "apiGroups": [], "resources": ["pods"]},
    {"verbs": ["get", "get"], "apiGroups": ["", ""], "resources": ["nodes/proxy"]},
    {"verbs": ["escalate", "bind"], "apiGroups": ["rbac.authorization.k8s.io"], "resources": ["clusterroles"]},
    {"verbs": ["use"], "apiGroups": ["security.openshift.io"], "resources": ["scc\u00e9"]},
)
_ACCOUNTS = ("tides", "default", "", "manager", "a-very-long-service-account-name-for-an-operator-controller-manager")
_NAMES = ("tides.v1.2.0", "t", "an-operator-with-a-name-that-is-longer-than-what-is-left-of-it.v1.2.0")
_ROLE: Node = {
    "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": "reader"},
    "rules": [{"verbs": ["get"], "nonResourceURLs": ["/metrics"]}],
}  # fmt: skip
_OTHERS: tuple[Node, ...] = (
    _ROLE,
    {**_ROLE, "kind": "Role", "metadata": {"name": "reader", "namespace": "elsewhere"}, "rules": [_RULES[0]]},
    {
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "reader"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "reader"},
        "subjects": [{"kind": "ServiceAccount", "name": "tides", "namespace": "installed"}],
    },
    {
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRoleBinding", "metadata": {"name": "admin"},
        "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"kind": "Group", "name": "a", "apiGroup": "rbac.authorization.k8s.io"}],
    },
    {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "more"}},
    {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "metrics"}, "spec": {"ports": [{"port": 1}]}},
    {"apiVersion": "networking.k8s.io/v1", "kind": "NetworkPolicy", "metadata": {"name": "deny"}, "spec": {}},
    {"apiVersion": "scheduling.k8s.io/v1", "kind": "PriorityClass", "metadata": {"name": "high"}, "value": 1},
)  # fmt: skip
_HOOK: Node = {
    "type": "ValidatingAdmissionWebhook", "generateName": "v.tides.example.com", "deploymentName": "tides",
    "admissionReviewVersions": ["v1"], "sideEffects": "None", "webhookPath": "/v", "containerPort": 443,
    "rules": [
        {"apiGroups": ["tides.example.com"], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["berths"]}
    ],
}  # fmt: skip
_ALL: Node = {"type": "AllNamespaces", "supported": True}
_OWN: Node = {"type": "OwnNamespace", "supported": True}


def _resource(group: str, plural: str, kind: str = "CustomResourceDefinition") -> Node:
    return {"group": group, "plural": plural, "kind": kind}


def _provider(*resources: Node, allowed: bool = False, **more: Any) -> Node:
    return {"asked": {"kind": "provider", "name": "p-abc", "resources": list(resources), **more}, "allowed": allowed}


def _xrd(claims: Node | None = None, **spec: Any) -> Node:
    value: Node = {
        "apiVersion": "apiextensions.crossplane.io/v1", "kind": "CompositeResourceDefinition",
        "metadata": {"name": "xboats.sea.example.org"},
        "spec": {"group": "sea.example.org", "names": {"plural": "xboats", "kind": "XBoat"}, "versions": [], **spec},
    }  # fmt: skip
    if claims is not None:
        value["spec"] |= {"claimNames": claims}
    return {"asked": {"kind": "xrd", "object": value}}


def _bundle(
    permissions: Any = None, cluster: Any = None, *, name: str = "tides.v1.2.0", hooks: Any = None,
    modes: tuple[Node, ...] = (_ALL,), others: tuple[Node, ...] = (), strategy: str = "deployment",
    services: Any = None,
) -> Node:  # fmt: skip
    pod = {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "a.example/b:v1"}]}}
    deployment = {"name": "tides", "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": pod}}
    install: Node = {"deployments": [deployment]}
    install |= {} if permissions is None else {"permissions": permissions}
    install |= {} if cluster is None else {"clusterPermissions": cluster}
    owned = [{"name": "berths.tides.example.com", "version": "v1", "kind": "Berth"}]
    spec: Node = {
        "displayName": "Tides", "version": "1.2.0", "installModes": list(modes),
        "customresourcedefinitions": {"owned": owned}, "install": {"strategy": strategy, "spec": install},
    }  # fmt: skip
    spec |= {} if hooks is None else {"webhookdefinitions": hooks}
    spec |= {} if services is None else {"apiservicedefinitions": {"owned": services}}
    kind = {"apiVersion": "operators.coreos.com/v1alpha1", "kind": "ClusterServiceVersion"}
    return {"bundle": {"csv": {**kind, "metadata": {"name": name}, "spec": spec}, "others": list(others)}}


def _permission(account: str, *rules: Node) -> Node:
    return {"serviceAccountName": account, "rules": list(rules)}


def traps() -> Iterator[Node]:
    """Those that upstream's tables have, and those that once failed."""
    one, other = _resource("a.example.org", "berths"), _resource("b.example.org", "a")
    mrd = _resource("a.example.org", "boats", "ManagedResourceDefinition")
    yield _provider()
    yield _provider(accounts=["crossplane-system/p-abc"])
    yield _provider(one)
    yield _provider(one, other, mrd, one, accounts=["crossplane-system/p-abc", "x/y"])
    for capabilities in _CAPABILITIES:
        yield _provider(one, capabilities=list(capabilities))
    for package in _PACKAGES:
        member = {"name": "q", "family": "f", "package": package, "resources": [other]}
        yield _provider(one, family="f", package=_PACKAGES[0], members=[member])
    for requests in ([_RULES[0]], list(_RULES), [_RULES[6]], []):
        for allowed in (True, False):
            yield _provider(one, requests=requests, allowed=allowed)
    yield _xrd()
    yield _xrd({"plural": "boats", "kind": "Boat"})
    yield _xrd({"kind": "Boat"})
    yield _xrd(scope="Cluster")
    yield _bundle()
    yield _bundle([], [])
    for rule in _RULES:
        yield _bundle([_permission("tides", rule)], [_permission("tides", rule)])
    for account, name in (*((one, _NAMES[0]) for one in _ACCOUNTS), *((_ACCOUNTS[0], one) for one in _NAMES[1:])):
        yield _bundle([_permission(account, _RULES[0])], [_permission(account, _RULES[1])], name=name)
    twice = _permission("tides", _RULES[0])
    yield _bundle([twice, twice], [twice, twice])
    yield _bundle([{"serviceAccountName": "tides"}, {"rules": None}], [{}])
    yield _bundle([twice], modes=(_OWN,))
    yield _bundle([twice], modes=())
    yield _bundle([twice], strategy="other")
    yield _bundle([twice], services=[{"name": "a", "group": "b", "version": "v1", "kind": "A"}])
    yield _bundle([twice], hooks=[_HOOK, {**_HOOK, "type": "MutatingAdmissionWebhook", "generateName": "m.x.io"}])
    yield _bundle(others=_OTHERS)


def _one_provider(chance: Random) -> Node:
    def some() -> list[Node]:
        kinds = ("CustomResourceDefinition", "CustomResourceDefinition", "ManagedResourceDefinition")
        count = chance.choice((0, 1, 2, 5, 12))
        return [
            _resource(chance.choice(_GROUPS), chance.choice(_PLURALS), chance.choice(kinds)) for _ in range(count)
        ]

    more: Node = {"capabilities": list(chance.choice(_CAPABILITIES)), "package": chance.choice(_PACKAGES)}
    if chance.random() < 0.4:
        members = [
            {
                "name": f"m{number}",
                "family": chance.choice("fg"),
                "package": chance.choice(_PACKAGES),
                "resources": some(),
            }
            for number in range(chance.randrange(1, 4))
        ]
        more |= {"family": "f", "members": members}
    if chance.random() < 0.3:
        more["requests"] = chance.sample(_RULES, chance.randrange(1, 4))
    if chance.random() < 0.5:
        more["accounts"] = ["crossplane-system/p-abc"]
    return _provider(*some(), allowed=chance.random() < 0.5, **more)


def _one_xrd(chance: Random) -> Node:
    names = {"plural": chance.choice(_PLURALS), "kind": "A"}
    claims = {"plural": chance.choice(_PLURALS), "kind": "B"} if chance.random() < 0.5 else None
    return _xrd(claims, group=chance.choice(_GROUPS), names=names)


def _one_bundle(chance: Random) -> Node:
    def some() -> list[Node] | None:
        if chance.random() < 0.15:
            return None
        found = []
        for _ in range(chance.choice((0, 1, 1, 2, 3))):
            rules = [chance.choice(_RULES) for _ in range(chance.choice((0, 1, 2, 5)))]
            found.append(_permission(chance.choice(_ACCOUNTS), *rules))
        return found

    hooks = [{**_HOOK, "type": chance.choice(("ValidatingAdmissionWebhook", "MutatingAdmissionWebhook"))}]
    return _bundle(
        some(),
        some(),
        name=chance.choice(_NAMES),
        hooks=hooks if chance.random() < 0.2 else None,
        modes=(_OWN,) if chance.random() < 0.1 else (_ALL, _OWN) if chance.random() < 0.3 else (_ALL,),
        others=tuple(chance.sample(_OTHERS, chance.choice((0, 0, 1, 3)))),
        strategy="other" if chance.random() < 0.03 else "deployment",
    )


GENERATED: tuple[Callable[[Random], Node], ...] = (_one_provider, _one_xrd, _one_bundle, _one_bundle)
