"""What reaches further than it should: `*` counts beyond the API groups of the package."""

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
