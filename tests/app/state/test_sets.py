"""The findings of a set that the screen shows of one package."""

from xpkgtui.app.state.sets import findings_of
from xpkgtui.formats.sets.plan import MemberOrigin, PlannedMember, SetFinding, SetPlan
from xpkgtui.rules.finding import ObjectName, Place, Severity


def test_what_crossplane_prints_of_a_package_comes_first() -> None:
    name = ObjectName(api_version="pkg.crossplane.io/v1", kind="Provider", name="a")
    said = {"SET004": "may not add resource", "SET702": "strict decoding error", "SET109": ""}
    findings = tuple(
        SetFinding(rule=rule, severity=Severity.ERROR, message=rule, place=Place(), says=says, packages=("a",))
        for rule, says in said.items()
    )
    for prints, first in (("strict decoding error: unknown field", "SET702"), ("", "SET004")):
        one = PlannedMember(object=name, origin=MemberOrigin.GIT, prints=prints)
        shown = [each.rule for each in findings_of(SetPlan(findings=findings), one)]
        assert (shown[0], sorted(shown)) == (first, sorted(said))
