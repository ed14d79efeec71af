"""The plan in words: members, findings, what is active, and the steps."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from xpkgtui.formats.definitions.objects.judging import ObjectOutcome
from xpkgtui.formats.sets.plan import (
    FAILS,
    ActivatedProvider,
    ActivePattern,
    ExaminedSet,
    MemberChange,
    MemberChanges,
    MemberExamined,
    MemberOutcome,
    PlannedMember,
    PlannedPolicy,
    PolicyOrigin,
    ResolveMode,
    SetFinding,
    SetPlan,
    SetRead,
    UsedDefinition,
)
from xpkgtui.formats.xpkg.sets.case import EXTENSIONS, SetCase
from xpkgtui.formats.xpkg.sets.contents import MRD, POLICY
from xpkgtui.formats.xpkg.sets.controllers.activation import activates
from xpkgtui.formats.xpkg.sets.controllers.cluster import DesiredState
from xpkgtui.formats.xpkg.sets.controllers.world import MOST_MADE
from xpkgtui.formats.xpkg.sets.members import members
from xpkgtui.formats.xpkg.sets.outdated import cut_uses, uses_of
from xpkgtui.formats.xpkg.sets.own_objects import own_findings, own_objects
from xpkgtui.formats.xpkg.sets.rules import EXAMINED_RULES, KEPT, OF_CLUSTERS, ONE_FAULT, SET_RULES
from xpkgtui.formats.xpkg.sets.rules.changes import OF_CROSSPLANE, breaking_of, refused_by_check, used_here
from xpkgtui.formats.xpkg.sets.rules.composing import permissions
from xpkgtui.formats.xpkg.sets.rules.sources import refused_package
from xpkgtui.formats.xpkg.sets.signatures import policy_findings
from xpkgtui.formats.xpkg.tools.facts import TURNS_DEFINITIONS, minor_of
from xpkgtui.limits import NotRead
from xpkgtui.rules.changes.change import Level, Weight, listed
from xpkgtui.rules.finding import ObjectName, Severity
from xpkgtui.rules.set_rule import SetProblem, SetRule
from xpkgtui.rules.set_statement import SetStatement
from xpkgtui.untyped import field, texts


def plan_of(case: SetCase, unreachable: Mapping[str, str]) -> SetPlan:
    """The plan; `unreachable` is what did not answer, and why."""
    findings = tuple(sorted(_findings(case), key=lambda one: one.order))
    planned = tuple(with_findings(members(case), findings))
    changing = {(one.object.kind, one.name) for one in planned if one.installed_image and one.image}
    uses = tuple(uses_of(case, changing))
    options = case.options
    mode = ResolveMode.UPGRADES if options.upgrades else ResolveMode.DEFAULT
    return SetPlan(
        crossplane=options.crossplane,
        mode=ResolveMode.DOWNGRADES if options.downgrades else mode,
        is_pruned=options.prune,
        has_cluster=bool(options.installed),
        installed_crossplane=case.installed.crossplane,
        members=tuple(sorted(planned, key=rank)),
        findings=findings,
        read=SetRead(
            files=case.manifests.files,
            objects=case.manifests.total,
            others=tuple(case.manifests.others.items()),
            skipped=case.manifests.skipped,
        ),
        policies=tuple(_policies(case)),
        providers=tuple(_providers(case)),
        steps=tuple(case.best.cluster.steps),
        manifests=tuple(dict.fromkeys(f"# from {one.rule}\n{one.manifest}" for one in findings if one.manifest)),
        uses=uses,
        own=own_objects(case, planned),
        permissions=permissions(case),
        unread=(*case.manifests.unread, *_unread(case, unreachable), *cut_uses(uses)),
    )


def _findings(case: SetCase) -> Iterator[SetFinding]:
    rules = SET_RULES
    if not (case.manifests.files or case.manifests.faults or case.manifests.unread):
        case, rules = case.of_cluster(), tuple(one for one in SET_RULES if one.id in OF_CLUSTERS)
    yield from policy_findings(case)
    asked = (rule for rule in rules if not case.may_hide(rule.absent))
    found = [(rule, said) for rule in asked for said in rule.check(case)]
    spoken: dict[str, set[str]] = {}
    for rule, said in found:
        spoken.setdefault(rule.id, set()).update(said.packages)
    for rule, said in found:
        louder = ONE_FAULT.get(rule.id, ())
        if not any(set(said.packages) & spoken.get(one, set()) for one in louder):
            yield finding_of(rule, said)


def finding_of(rule: SetRule[Any], said: SetProblem) -> SetFinding:
    """The finding of what a rule says."""
    return SetFinding(
        rule=said.rule or rule.id,
        severity=rule.severities[min(said.level, len(rule.severities) - 1)],
        title="" if said.rule else rule.title,
        **{one.name: getattr(said, one.name) for one in fields(SetStatement)},
    )


def with_findings(members: Iterable[PlannedMember], findings: Iterable[SetFinding]) -> Iterator[PlannedMember]:
    """The packages, each with the rules that speak of it."""
    spoken: dict[str, list[SetFinding]] = {}
    for said in findings:
        for name in said.packages:
            spoken.setdefault(name, []).append(said)
    for one in members:
        about = spoken.get(one.name, [])
        stuck = next((each for each in about if each.rule == KEPT), None)
        if one.outcome is MemberOutcome.INSTALLS and stuck is not None:
            one = replace(one, outcome=MemberOutcome.REFUSED, prints=stuck.says)
        yield replace(one, findings=tuple(dict.fromkeys(each.rule for each in about)))


def rank(one: PlannedMember) -> int:
    """The place of a package among the others: the worst first, then in the order of the manifests."""
    if one.change is MemberChange.NOT_IN_GIT:
        return 6
    if one.outcome in FAILS:
        return 0
    if one.outcome is MemberOutcome.UNKNOWN:
        return 1
    if one.outcome is MemberOutcome.WAITS:
        return 2
    return 3 if one.findings else 4


def _policies(case: SetCase) -> Iterator[PlannedPolicy]:
    names = [one.brought.name for one in case.best.cluster.definitions_of(MRD)]
    mine = {one.name.name: one for one in case.of(EXTENSIONS, POLICY)}
    for one in case.best.cluster.definitions_of(POLICY):
        name, ours = one.brought.name, mine.get(one.brought.name)
        patterns = texts(field(ours.value, "spec", "activate")) if ours else list(one.brought.names)
        origin = PolicyOrigin.INSTALLED if case.installed.names else PolicyOrigin.CHART
        yield PlannedPolicy(
            name=name,
            origin=PolicyOrigin.GIT if ours else PolicyOrigin.PACKAGE if one.controller else origin,
            place=ours.place if ours else None,
            patterns=tuple(
                ActivePattern(pattern=each, matches=tuple(name for name in names if activates([each], name)))
                for each in patterns
            ),
        )


def _providers(case: SetCase) -> Iterator[ActivatedProvider]:
    for revision in case.best.cluster.revisions_of("Provider"):
        owned = sorted(case.best.cluster.owned_by(revision), key=lambda one: one.brought.name)
        if owned and revision.state is DesiredState.ACTIVE:
            yield ActivatedProvider(
                package=revision.package,
                is_safe_start=revision.is_safe_start,
                active=tuple(one.brought.name for one in owned if one.is_active),
                inactive=tuple(one.brought.name for one in owned if not one.is_active),
            )


def _unread(case: SetCase, unreachable: Mapping[str, str]) -> Iterator[NotRead]:
    for where, why in unreachable.items():
        yield NotRead(where=where, what="the package" if ":" in where.rpartition("/")[2] else "its tags", why=why)
    for path, decision in case.signatures.items():
        if decision.accepted is None:
            yield NotRead(where=path, what="its signature", why=decision.says)
    for one in case.manifests.faults:
        if one.is_unknown:
            file = one.place.file or ""
            yield NotRead(where=file, what="its package objects", why=f"{one.message[0].lower()}{one.message[1:]}")
    yield from _unsaid(case)
    for number, each in enumerate(case.manifests.objects):
        judged = case.admission.judged(number, each.value)
        if judged is not None and judged.outcome is ObjectOutcome.UNDECIDED:
            yield NotRead(where=str(each.name), what="what the API server says of it", why=judged.undecided)
    if not case.best.has_ended:
        is_cut = sum(one.is_derived for one in case.best.cluster.packages.values()) >= MOST_MADE
        why = (
            f"at most {MOST_MADE} packages that it adds are followed"
            if is_cut
            else "Crossplane does not come to rest"
        )
        yield NotRead(where="the set", what="how it ends", why=why, limit="packages" if is_cut else "")


def _unsaid(case: SetCase) -> Iterator[NotRead]:
    """Errors that stand only if what they miss is not in what was not read; warnings change no verdict."""
    for rule in SET_RULES:
        for said in rule.check(case) if case.may_hide(rule.absent) else ():
            if rule.severities[min(said.level, len(rule.severities) - 1)] is Severity.ERROR:
                why = f"{said.message}, unless what could not be read has it"
                yield NotRead(where=said.place.file or str(said.object), what=rule.title, why=why)


_REFUSALS = ("SET110", "SET801")


def examined(case: ExaminedSet) -> SetPlan:
    """The plan with verdicts, counts of changes, and the findings that come of them."""
    said = [finding_of(rule, one) for rule in EXAMINED_RULES for one in rule.check(case)]
    said += [finding_of(refused_package, one) for one in refused_by_check(case)]
    said += own_findings(case.plan.own, case.said, (*case.plan.findings, *said))
    findings = tuple(sorted((*case.plan.findings, *said), key=lambda one: one.order))
    known = {one.object: one for one in case.found}
    said_of: dict[ObjectName | None, list[SetFinding]] = {}
    for each in said:
        said_of.setdefault(each.object, []).append(each)
    members = (_member(case, one, known.get(one.object), said_of.get(one.object, [])) for one in case.plan.members)
    return replace(
        case.plan,
        members=tuple(sorted(with_findings(members, findings), key=rank)),
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
    refused = next((each for each in said if each.rule in rules), None)
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
