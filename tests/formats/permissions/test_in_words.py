"""Permissions in words: the dangerous ones first, then by what may be done."""

from builders.cases import each_row

from xpkgtui.formats.permissions.in_words import in_words
from xpkgtui.formats.registry_v1.facts.service_version import permissions

READS = ["get", "list", "watch"]
MANAGES = [*READS, "create", "update"]


def rule(group: str, *resources: str, verbs: list[str], names: tuple[str, ...] = ()) -> dict[str, object]:
    return {"apiGroups": [group], "resources": list(resources), "verbs": verbs, "resourceNames": list(names)}


@each_row(
    ("one", "said"),
    [
        (rule("", "secrets", verbs=READS), "! reads every Secret"),
        (rule("", "secrets", verbs=["*"]), "! reads and writes every Secret"),
        (rule("*", "*", verbs=["*"]), "! does everything with every resource of every group"),
        (rule("", "*", verbs=READS), "! reads every resource of the core group, Secrets among them"),
        (rule("", "pods/exec", verbs=["create"]), "! runs commands in Pods"),
        (rule("", "users", verbs=["impersonate"]), "! acts as other users"),
        (rule("rbac.authorization.k8s.io", "clusterroles", verbs=["create"]), "! writes clusterroles"),
        (
            rule("rbac.authorization.k8s.io", "roles", verbs=["bind"]),
            "! gives itself any permission, by bind or escalate",
        ),
        (rule("rbac.authorization.k8s.io", "roles", verbs=READS), "reads roles"),
        (rule("tides.example.com", "secrets", verbs=READS), "reads secrets of tides.example.com"),
        (rule("tides.example.com", "*", verbs=["*"]), "does everything with everything of tides.example.com"),
        (rule("", "secrets", verbs=["update"], names=("mine",)), "may update secrets named mine"),
        (rule("", "events", verbs=["create", "patch"]), "may create and patch events"),
        ({"nonResourceURLs": ["/metrics"], "verbs": ["get"]}, "may get the URL /metrics"),
    ],
)
def test_a_rule_in_words(one: dict[str, object], said: str) -> None:
    assert said in list(in_words([one]))


def test_a_rule_of_odd_shape_allows_nothing() -> None:
    assert list(in_words([{"apiGroups": "", "resources": [3, "x"], "verbs": None}, "all", None])) == []
    assert list(in_words([{"resources": ["x"], "resourceNames": ["y"]}])) == []


def test_a_wildcard_is_not_an_impersonation() -> None:
    assert list(in_words([rule("", "serviceaccounts", verbs=["*"])])) == ["does everything with serviceaccounts"]


def test_dangers_come_first_and_each_resource_once() -> None:
    rules = [rule("", "nodes", verbs=READS), rule("", "configmaps", "secrets", verbs=MANAGES)]
    assert list(in_words(rules)) == ["! reads and writes every Secret", "manages configmaps", "reads nodes"]


def test_rules_of_one_resource_are_taken_together() -> None:
    rules = [rule("", "pods", verbs=READS), rule("", "pods", verbs=["delete"])]
    assert list(in_words(rules)) == ["manages pods"]


def test_status_and_finalizers_of_what_is_managed_are_not_told() -> None:
    rules = [rule("x.io", "tides", "tides/status", verbs=MANAGES), rule("x.io", "moons/status", verbs=["update"])]
    assert list(in_words(rules)) == ["manages tides of x.io", "may update moons/status of x.io"]
    managed, all_of_them = rule("x.io", "tides", verbs=MANAGES), rule("x.io", "*/finalizers", verbs=["update"])
    assert list(in_words([managed, all_of_them])) == ["manages tides of x.io"]
    assert len(list(in_words([rule("x.io", "tides", verbs=READS), all_of_them]))) == 2


def test_each_group_has_a_line_under_the_first() -> None:
    rules = [rule(group, "things", verbs=READS) for group in ("", "a.io", *(f"z{n:02}.io" for n in range(11)))]
    said = list(in_words(rules))
    assert said[:2] == ["reads things", "  things of a.io"]
    assert said[-1] == "  and those of 2 more groups"


def test_permissions_are_told_by_scope_and_counted() -> None:
    spec = {
        "clusterPermissions": [{"rules": [rule("", "nodes", verbs=READS)]}],
        "permissions": [{"rules": [rule("", "leases", verbs=MANAGES), rule("", "events", verbs=["create"])]}],
    }
    assert list(permissions({"spec": {"install": {"spec": spec}}})) == [
        ("heading", "Permissions  3 rules in words"),
        ("everywhere", "reads nodes"),
        ("its namespace", "manages leases\nmay create events"),
    ]


def test_nothing_is_said_where_no_permission_is_asked_for() -> None:
    assert list(permissions({"spec": {"install": {"spec": {"permissions": [{"rules": "all"}]}}}})) == []
