"""A plan with what was learned of its packages: their own verdicts, and what changes."""

from collections import Counter
from dataclasses import replace

from xpkgtui.formats.sets.examined import ExaminedSet, MemberExamined
from xpkgtui.formats.sets.plan import (
    FAILS,
    MemberChanges,
    MemberOutcome,
    PlannedMember,
    SetFinding,
    SetPlan,
    UsedDefinition,
)
from xpkgtui.formats.xpkg.sets.accounts import finding_of, rank, with_findings
from xpkgtui.formats.xpkg.sets.own_objects import own_findings
from xpkgtui.formats.xpkg.sets.rules import EXAMINED_RULES
from xpkgtui.formats.xpkg.sets.rules.changes import OF_CROSSPLANE, breaking_of, refused_by_check, used_here
from xpkgtui.formats.xpkg.sets.rules.sources import refused_package
from xpkgtui.formats.xpkg.tools.facts import TURNS_DEFINITIONS, minor_of
from xpkgtui.rules.changes.change import Level, Weight, listed
from xpkgtui.rules.finding import Severity

_REFUSALS = ("SET110", "SET801")


def examined(case: ExaminedSet) -> SetPlan:
    """The plan with verdicts, counts of changes, and the findings that come of them."""
    said = [finding_of(rule, one) for rule in EXAMINED_RULES for one in rule.check(case)]
    said += [finding_of(refused_package, one) for one in refused_by_check(case)]
    said += own_findings(case.plan.own, case.said, (*case.plan.findings, *said))
    findings = tuple(sorted((*case.plan.findings, *said), key=lambda one: one.order))
    known = {one.object: one for one in case.found}
    members = (_member(case, one, known.get(one.object), said) for one in case.plan.members)
    return replace(
        case.plan,
        members=tuple(sorted((with_findings(one, findings) for one in members), key=rank)),
        findings=findings,
        level=case.level,
        unread=(*case.plan.unread, *case.unread, *(lack for one in case.found for lack in one.unread)),
    )


def _member(
    case: ExaminedSet, one: PlannedMember, found: MemberExamined | None, said: list[SetFinding]
) -> PlannedMember:
    if found is None:
        return one
    is_turned = one.object.kind == "Provider" and TURNS_DEFINITIONS.holds(minor_of(case.plan.crossplane))
    rules = _REFUSALS[:1] if is_turned else _REFUSALS  # what a definition was turned into stays as it was
    refused = next((each for each in said if each.rule in rules and each.object == one.object), None)
    if refused is not None and refused.severity is Severity.ERROR and one.outcome not in FAILS:
        one = replace(one, outcome=MemberOutcome.REFUSED, prints=refused.says or one.prints)
    return replace(
        one, check=found.check, changes=changes_of(found, case.plan.uses, case.level), uncompared=found.uncompared
    )


def changes_of(found: MemberExamined, uses: tuple[UsedDefinition, ...], level: Level) -> MemberChanges | None:
    """The counts of what changes at a level; None where nothing was compared."""
    if found.changes is None:
        return None
    weighed = listed((one for one in found.changes if one.id not in OF_CROSSPLANE), level)
    count = Counter(weight for weight, _ in weighed)
    return MemberChanges(
        breaks=count[Weight.BREAKS],
        to_check=count[Weight.CHECK],
        additions=count[Weight.ADDITION],
        words=count[Weight.WORDS],
        used_here=sum(1 for _ in used_here(uses, found, breaking_of(found, level))),
    )
