"""What reaches further than it should: `*` counts beyond the API groups of the package."""

import pytest
from builders.cases import each_row

from xpkgtui.formats.permissions.in_words import in_words, wide

OWN = frozenset({"tides.example.com"})


def rule(group: str, *resources: str, verbs: tuple[str, ...] = ("*",)) -> dict[str, object]:
    return {"apiGroups": [group], "resources": list(resources), "verbs": list(verbs)}


@each_row(
    ("one", "reasons"),
    [
        (rule("tides.example.com", "*"), ()),
        (rule("", "configmaps"), ("does everything (*) with configmaps",)),
        (rule("apps", "*", verbs=("get",)), ("may get every resource of apps",)),
        (rule("*", "leases", verbs=("get",)), ("may get leases of every group",)),
        (rule("a{0}", "x"), ("does everything (*) with x of a{0}",)),
        (rule("", "secrets", verbs=("list",)), ("reads every Secret",)),
        (rule("", "pods", verbs=("get", "list", "create")), ()),
    ],
)
def test_why_a_rule_is_wide(one: dict[str, object], reasons: tuple[str, ...]) -> None:
    assert wide([one], OWN) == reasons


def test_what_is_wide_is_not_said_again() -> None:
    rules = [rule("", "configmaps"), rule("", "pods", verbs=("get",))]
    assert list(in_words(rules, OWN)) == ["! does everything (*) with configmaps", "reads pods"]


def test_resources_that_kubernetes_does_not_have_are_not_named() -> None:
    both = {"apiGroups": ["", "coordination.k8s.io"], "resources": ["secrets", "leases"], "verbs": ["*"]}
    assert wide([both], OWN) == (
        "reads and writes every Secret",
        "does everything (*) with leases of coordination.k8s.io",
    )


def test_many_resources_are_counted() -> None:
    (reason,) = wide([rule("", *(f"r{number}" for number in range(20)))], OWN)
    assert reason.endswith("r11 and 8 more")


_READS, _WRITES = ("get", "list", "watch"), ("create", "update", "patch", "delete", "deletecollection")
_RBAC, _HOOKS = "rbac.authorization.k8s.io", "admissionregistration.k8s.io"
_KINDS = ("roles", "rolebindings", "clusterroles", "clusterrolebindings")
DANGEROUS: tuple[tuple[str, tuple[str, ...], tuple[str, ...], str], ...] = (
    ("", ("secrets",), _READS, "reads every Secret"),
    ("", ("secrets",), _WRITES, "writes every Secret"),
    *((_RBAC, (kind,), _WRITES, f"writes {kind}") for kind in _KINDS),
    (_RBAC, _KINDS, ("bind", "escalate"), "gives itself any permission, by bind or escalate"),
    *(("", (name,), ("impersonate",), f"acts as other {name}") for name in ("users", "groups", "serviceaccounts")),
    ("authentication.k8s.io", ("userextras",), ("impersonate",), "acts as other userextras"),
    (
        _HOOKS,
        ("mutatingwebhookconfigurations", "validatingwebhookconfigurations"),
        _WRITES,
        "writes the webhooks through which requests to the API server go",
    ),
    ("", ("pods/exec",), ("create", "get"), "runs commands in Pods"),
    ("", ("pods/attach",), ("create", "get"), "attaches to Pods"),
    ("", ("nodes/proxy",), ("create", "get"), "reaches the kubelet of every Node"),
    ("", ("serviceaccounts/token",), ("create",), "makes tokens of ServiceAccounts"),
    (
        "certificates.k8s.io",
        ("certificatesigningrequests/approval",),
        ("update", "patch"),
        "approves certificates",
    ),
    ("apiextensions.k8s.io", ("customresourcedefinitions",), _WRITES, "writes CustomResourceDefinitions"),
    ("*", ("*",), _READS, "reads every resource of every group"),
    ("", ("*",), ("list",), "reads every resource of the core group, Secrets among them"),
    (_RBAC, ("*",), ("watch",), "reads every role and binding"),
)


@each_row(("group", "resources", "verbs", "reason"), DANGEROUS)
def test_each_verb_of_each_resource_is_dangerous_by_itself(
    group: str, resources: tuple[str, ...], verbs: tuple[str, ...], reason: str
) -> None:
    for resource in resources:
        for verb in verbs:
            assert wide([rule(group, resource, verbs=(verb,))], OWN)[:1] == (reason,), (resource, verb)


@each_row(
    ("group", "resource", "verbs"),
    [
        (_RBAC, "roles", _READS),
        (_HOOKS, "validatingwebhookconfigurations", _READS),
        ("", "pods/exec", ("update", "patch")),
        ("", "serviceaccounts/token", ("get",)),
        ("", "users", ("get",)),
        ("certificates.k8s.io", "certificatesigningrequests/approval", ("get", "create")),
        ("apiextensions.k8s.io", "customresourcedefinitions", _READS),
        ("apps", "secrets", _READS),
    ],
)
def test_other_verbs_and_groups_are_not(group: str, resource: str, verbs: tuple[str, ...]) -> None:
    assert wide([rule(group, resource, verbs=verbs)], OWN) == ()


@each_row(
    "group",
    [
        *("", "apps", "batch", "policy", "coordination.k8s.io", "networking.k8s.io", _RBAC, "apiextensions.k8s.io"),
        *(_HOOKS, "storage.k8s.io", "authentication.k8s.io", "authorization.k8s.io"),
    ],
)
def test_groups_of_kubernetes_are_not_named(group: str) -> None:
    assert list(in_words([rule(group, "things", verbs=("get",))], OWN)) == ["reads things"]
    assert list(in_words([rule(f"{group}.io", "things", verbs=("get",))], OWN)) != ["reads things"]


@pytest.mark.parametrize(
    ("groups", "more"), [(11, []), (12, ["  things of g11.io"]), (13, ["  and those of 2 more groups"])]
)
def test_eleven_groups_are_named_and_the_only_one_that_is_left(groups: int, more: list[str]) -> None:
    rules = [rule(f"g{number:02}.io", "things", verbs=("get",)) for number in range(groups)]
    assert list(in_words(rules, OWN))[11:] == more
