"""What a way out deletes is said before it, in the manual of the rule and on the page about upgrades."""

from typing import Any

from architecture.trees import SOURCE
from builders.cases import each_row

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.definitions.changes.keeping import MADE_SINCE_2, composed_kept, deletion, outside_kept, policy_of
from xpkgtui.formats.known import change_rules, set_rules
from xpkgtui.rules.changes.rule import ChangeRule

OPERATIONS = {"CHG250", "CHG253", "CHG254"}
"""Operations own nothing."""
COMPOSITION = {"CHG222"}
"""A Composition that is deleted deletes nothing that it made."""


def rules() -> dict[str, ChangeRule[Any]]:
    """All rules about changes of objects in a cluster whose way out deletes."""
    every = {rule.id: rule for rule in change_rules() if "delet" in rule.fix.lower()}
    return {
        name: rule for name, rule in every.items() if name.startswith(("CHG1", "CHG2")) and name not in OPERATIONS
    }


def test_every_rule_whose_way_out_deletes_is_on_the_page_and_says_what_keeps() -> None:
    page = (SOURCE / "manual/upgrade.md").read_text()
    section = page[page.index("## What this deletes") :].split("\n## ")[0]
    assert len(rules()) > 8
    assert [name for name in rules() if name not in section] == []
    assert [
        name for name, rule in rules().items() if "managementPolicies" not in rule.fix and name not in COMPOSITION
    ] == []


def test_every_rule_of_sets_whose_way_out_removes_a_package_says_what_goes_with_it() -> None:
    removing = {"SET101", "SET102", "SET105", "SET804"}
    assert {one.id for one in set_rules() if "managementPolicies" in one.fix} == removing


def test_what_objects_stand_for_is_kept_before_they_and_their_definition_are_deleted() -> None:
    steps = [
        one.line
        for one in deletion("users.example.org", "managementPolicies", MADE_SINCE_2)
        if isinstance(one, PrintedCommand)
    ]
    assert [one.split(" -A ")[0].split(" -o ")[0] for one in steps] == [
        "kubectl get users.example.org",
        "kubectl get users.example.org",
        "kubectl get users.example.org",
        "kubectl delete managedresourcedefinition users.example.org --ignore-not-found",
        "kubectl delete crd users.example.org --ignore-not-found",
        "kubectl api-resources --api-group=example.org",
        "kubectl apply --server-side -f kept.json",
    ]
    assert '"managementPolicies":["Observe","Create","Update","LateInitialize"]' in steps[0]
    assert "POLICIES:.spec.managementPolicies,DELETION:.spec.deletionPolicy" in steps[1]
    assert "kubectl patch" in composed_kept()[1].line  # type: ignore[union-attr]
    assert outside_kept("users.example.org", "") == ()


@each_row(
    ("properties", "policy"),
    [
        ({"managementPolicies": {}, "deletionPolicy": {}}, "managementPolicies"),
        ({"deletionPolicy": {}}, "deletionPolicy"),
        ({"size": {}}, ""),
    ],
)
def test_the_field_that_keeps_is_read_from_the_definition(properties: dict[str, object], policy: str) -> None:
    schema = {"openAPIV3Schema": {"properties": {"spec": {"properties": properties}}}}
    assert policy_of({"spec": {"versions": [{"schema": schema}]}}) == policy
    assert policy_of({"spec": {"validation": schema}}) == policy
