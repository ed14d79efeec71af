"""What is learned of packages by themselves joins the plan: verdicts, changes, and where the set uses what breaks."""

from dataclasses import replace

from builders.cases import each_row
from builders.orchard import HOST, tree
from builders.planned import opened, planned

from xpkgtui.formats.known import set_planner
from xpkgtui.formats.sets.plan import ExaminedSet, MemberCheck, MemberExamined, MemberOutcome, SetPlan
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.limits import NotRead
from xpkgtui.rules.changes.change import Change, Weight, weights_of
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Severity, Stage

CRD = ObjectName(
    api_version="apiextensions.k8s.io/v1", kind="CustomResourceDefinition", name="trees.apple.example.org"
)
PROVIDER = (
    f"apiVersion: pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: apple\nspec:\n"
    f"  package: {HOST}/provider-apple:v2.0.0\n"
)
TREE = """\
apiVersion: apple.example.org/v1alpha1
kind: Tree
metadata:
  name: first
spec:
  height: 3
  labels:
    sort: crab
  branches:
  - leaves: 4
"""
COMPOSED = """\
apiVersion: apiextensions.crossplane.io/v1
kind: Composition
metadata: {name: tree}
spec:
  mode: Pipeline
  pipeline:
  - step: one
    functionRef: {name: auto}
    input:
      resources:
      - base:
          apiVersion: apple.example.org/v1alpha1
          kind: Tree
          spec: {}
        patches:
        - fromFieldPath: spec.tall
          toFieldPath: spec.height
"""
LOCK = f"""\
apiVersion: v1
kind: List
items:
- apiVersion: pkg.crossplane.io/v1
  kind: Provider
  metadata: {{name: apple}}
  spec: {{package: "{HOST}/provider-apple:v1.0.0"}}
- apiVersion: pkg.crossplane.io/v1
  kind: ProviderRevision
  metadata: {{name: apple-0123456789ab, labels: {{pkg.crossplane.io/package: apple}}}}
  spec: {{desiredState: Active, image: "{HOST}/provider-apple:v1.0.0", revision: 1}}
"""


def learned(
    text: str,
    *changes: Change,
    crossplane: str = "",
    verdict: Acceptance | None = Acceptance.ACCEPTED,
    culprit: Finding | None = None,
    unread: tuple[NotRead, ...] = (),
) -> SetPlan:
    """The plan of an upgrade of one provider, once it was judged and compared."""
    packages = {"provider-apple": {one: opened("Provider", tree("apple")) for one in ("v1.0.0", "v2.0.0")}}
    plan = planned(f"{PROVIDER}---\n{text}", packages, PlanOptions(installed=LOCK, crossplane=crossplane))
    (apple,) = plan.members
    found = MemberExamined(
        object=apple.object,
        check=MemberCheck(verdict=verdict, errors=1, warnings=2),
        culprit=culprit,
        changes=changes,
        definitions={CRD.name: ("apple.example.org", "Tree")},
        unread=unread,
    )
    return set_planner().examined(ExaminedSet(plan=plan, found=(found,)))


def change(rule: str, field: str | None = None, version: str | None = None, *, stored: bool = False) -> Change:
    """A change that breaks clients, and what is stored if that is said."""
    weights = weights_of(Weight.BREAKS, Weight.BREAKS if stored else Weight.CHECK)
    return Change(id=rule, weights=weights, message=f"{field} changed", object=CRD, version=version, field=field)


@each_row(
    ("text", "found", "line"),
    [
        (TREE, change("CHG130", "spec.height"), 13),
        (TREE, change("CHG136", "spec.labels.*"), 15),
        (TREE, change("CHG138", "spec.branches[].leaves"), 17),
        (TREE, change("CHG130", "spec.width"), None),
        (TREE, change("CHG133", "spec.width"), 12),
        (TREE, change("CHG133", "spec.height"), None),
        (TREE, change("CHG130", "spec.height", "v1beta1"), None),
        (TREE, change("CHG115"), 12),
        (TREE.replace("apple.example", "plum.example"), change("CHG130", "spec.height"), None),
        (COMPOSED, change("CHG130", "spec.height"), 23),
        (COMPOSED, change("CHG133", "spec.height"), None),
    ],
    ids=[
        *("a field", "a key of a map", "a field of an item", "a field that it does not set", "what is required now"),
        *("what is required, and set", "another version", "the whole kind", "another kind", "a patch"),
        "what is required, and patched",
    ],
)
def test_a_change_that_breaks_names_the_line_of_the_set_that_uses_it(
    text: str, found: Change, line: int | None
) -> None:
    plan = learned(text, found)
    (said,) = [one for one in plan.findings if one.rule == "SET802"]
    (apple,) = plan.members
    assert apple.changes is not None
    assert (apple.changes.breaks, apple.changes.used_here) == (1, int(line is not None))
    assert [place.line for place, _ in said.also] == ([line] if line else [])
    assert "SET802" in apple.findings


def test_changes_that_speak_of_other_versions_of_crossplane_are_not_counted() -> None:
    plan = learned(TREE, change("CHG260", "spec.crossplane.version"))
    assert plan.members[0].changes is not None
    assert plan.members[0].changes.breaks == 0
    assert [one.rule for one in plan.findings] == []


def test_what_the_cluster_refuses_does_not_install_where_crossplane_turns_no_definitions() -> None:
    for crossplane, outcome in (("1.20", MemberOutcome.REFUSED), ("2.4", MemberOutcome.INSTALLS)):
        plan = learned(TREE, change("CHG104", stored=True), crossplane=crossplane)
        assert {"SET801", "SET802"} <= {one.rule for one in plan.findings}
        assert [one.outcome for one in plan.members] == [outcome]
    scope = replace(change("CHG104", "spec.scope", stored=True), after='"Cluster"')
    prints = {one: learned(TREE, scope, crossplane=one).members[0].prints for one in ("1.20", "2.4")}
    assert prints == {
        "1.20": "cannot establish control of object: CustomResourceDefinition.apiextensions.k8s.io "
        '"trees.apple.example.org" is invalid: spec.scope: Invalid value: "Cluster": field is immutable',
        "2.4": "",
    }
    harmless = learned(TREE, change("CHG101"))
    assert "SET801" not in {one.rule for one in harmless.findings}


def test_a_package_that_check_refuses_does_not_install() -> None:
    culprit = Finding(rule="XPKG702", severity=Severity.ERROR, message="a definition is invalid", says="is invalid")
    plan = learned(TREE, verdict=Acceptance.REFUSED, culprit=culprit)
    assert [(one.rule, one.says) for one in plan.findings] == [("SET110", "is invalid")]
    assert [one.outcome for one in plan.members] == [MemberOutcome.REFUSED]
    assert plan.members[0].prints == "is invalid"
    of_server = replace(culprit, stage=Stage.INSTALL)
    prints = [
        learned(TREE, verdict=Acceptance.REFUSED, culprit=of_server, crossplane=one).members[0].prints
        for one in ("1.20", "2.4")
    ]
    assert prints == [f"cannot establish control of object: {of_server.says}", of_server.says]


def test_what_was_not_judged_is_not_read() -> None:
    lack = NotRead(where="apple", what="its own verdict", why="the registry did not answer")
    plan = learned(TREE, verdict=None, unread=(lack,))
    assert lack in plan.unread
    assert plan.members[0].check is not None
    assert plan.members[0].check.verdict is None


def test_fields_behind_those_that_are_looked_at_are_not_read() -> None:
    many = "".join(f"    l{number}: a\n" for number in range(5_000))
    plan = learned(TREE.replace("    sort: crab\n", many), change("CHG138", "spec.branches[].leaves"))
    assert [(one.where, one.limit) for one in plan.unread] == [("Tree first", "fields")]
