"""Managed resources: definitions that become managed, and policies."""

import pytest
from builders.cases import each_row
from formats.xpkg.changes.packages import compared, ids, the
from formats.xpkg.changes.texts import CRD, FUNCTION, META, MRAP, MRD, changed, joined

from xpkgtui.rules.changes.change import Level, Weight


def test_a_definition_that_becomes_managed_is_compared_with_what_it_was() -> None:
    assert ids(CRD, MRD) == ["CHG240"]
    assert ids(CRD, changed(MRD, ("region", "place"))) == ["CHG130", "CHG150", "CHG240"]
    assert ids(MRD, CRD) == []
    assert ids(CRD, changed(MRD, ("kind: Bucket", "kind: Pail"))) == ["CHG240", "CHG244"]
    assert (
        the("CHG240", CRD, changed(MRD, ("  state: Active\n", ""))).who.count("ManagedResourceActivationPolicy") == 1
    )


@pytest.mark.parametrize("names", ["plural: pails", "plural: pails\n    singular: pail\n    categories: [managed]"])
def test_no_name_of_a_managed_resource_definition_may_change(names: str) -> None:
    other = changed(MRD, ("    plural: buckets\n", f"    {names}\n"))
    assert ids(MRD, other) == ["CHG244"]
    steps = list(map(str, the("CHG244", MRD, other).first))
    assert any("kubectl delete managedresourcedefinition" in one for one in steps)
    assert not any(" > " in one for one in steps), "a second time would empty the file"


@pytest.mark.parametrize("name", ["shortNames: [b]", "categories: [managed]"])
def test_no_name_of_a_definition_may_change_that_crossplane_turns(name: str) -> None:
    other = changed(CRD, ("    plural: buckets\n", f"    plural: buckets\n    {name}\n"))
    assert ids(joined(META, CRD), joined(META, other)) == ["CHG106", "CHG244"]
    change = the("CHG244", joined(META, CRD), joined(META, other))
    assert change.who.startswith("Clusters with Crossplane 2 that have the definition")
    assert ids(joined(FUNCTION, CRD), joined(FUNCTION, other)) == ["CHG106"]


@each_row(
    ("meta", "definition", "is_made"),
    [
        (META, CRD, True),
        (FUNCTION, CRD, False),
        (META, changed(CRD, ("kind: Bucket", "kind: ProviderConfig")), False),
    ],
)
def test_a_definition_of_a_provider_is_deleted_with_what_crossplane_2_makes_it_of(
    meta: str, definition: str, is_made: bool
) -> None:
    other = changed(definition, ("scope: Namespaced", "scope: Cluster"))
    steps = list(map(str, the("CHG104", joined(meta, definition), joined(meta, other)).first))
    assert any("kubectl delete managedresourcedefinition" in one for one in steps) is is_made


def test_a_scope_that_is_not_given_is_namespaced() -> None:
    assert ids(MRD, changed(MRD, ("  scope: Namespaced\n", ""))) == []


def test_what_is_active_in_a_cluster_stays_so() -> None:
    inactive = changed(MRD, ("state: Active", "state: Inactive"))
    assert the("CHG243", MRD, inactive).who.startswith("New clusters")
    assert the("CHG243", inactive, MRD).weights.at(Level.CLIENTS) is Weight.ADDITION


def test_a_policy_that_is_gone_activates_nothing() -> None:
    change = the("CHG246", joined(META, MRAP), META)
    assert change.message == "does not activate *.ec2.example.org, buckets.example.org any more"
    assert the("CHG247", META, joined(META, MRAP)).message == "activates *.ec2.example.org, buckets.example.org"


@each_row(
    ("before", "after", "expected"),
    [
        ("a.ec2.example.org", "", [("CHG246", Weight.ADDITION)]),
        ("*.a.ec2.example.org", "", [("CHG246", Weight.ADDITION)]),
        ("a.s3.example.org", "*.s3.example.org", [("CHG247", Weight.ADDITION)]),
        ("*.example.org", "", [("CHG246", Weight.CHECK)]),
        ("[ab].s3.example.org", "[a]*.s3.example.org", [("CHG246", Weight.CHECK), ("CHG247", Weight.ADDITION)]),
        ("*.s3.example.org", "?.s3.example.org", [("CHG246", Weight.CHECK), ("CHG247", Weight.ADDITION)]),
    ],
)
def test_a_pattern_is_not_missed_where_another_one_names_the_same(
    before: str, after: str, expected: list[tuple[str, Weight]]
) -> None:
    old, new = (MRAP + (f'    - "{one}"\n' if one else "") for one in (before, after))
    changes = compared(joined(META, old), joined(META, new))
    assert [(one.id, one.weights.at(Level.CLIENTS)) for one in changes] == expected


def test_schemas_are_compared() -> None:
    (change,) = compared(MRD, changed(MRD, ("{type: string}", "{type: integer}")))
    assert (change.id, change.field, change.weights.at(Level.OLMV1)) == ("CHG132", "spec.region", Weight.CHECK)
