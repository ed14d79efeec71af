"""Rules about packages that were judged by themselves, and compared with what is installed."""

from collections.abc import Iterable, Iterator

from xpkgtui.commands import PrintedCommand, command
from xpkgtui.formats.sets.plan import FAILS, ExaminedSet, MemberExamined, PlannedMember, UsedDefinition
from xpkgtui.formats.xpkg.sets.contents import CRD
from xpkgtui.formats.xpkg.tools.facts import MANAGED_DEFINITIONS, minor_of
from xpkgtui.patterns import late
from xpkgtui.rules.changes.change import Change, Level, Weight, listed
from xpkgtui.rules.finding import Acceptance, Finding, Place, Stage
from xpkgtui.rules.set_rule import SetProblem, set_rule
from xpkgtui.visible import few, plural

_REFUSED = frozenset(("CHG101", "CHG104", "CHG105", "CHG203", "CHG204", "CHG206", "CHG222", "CHG244"))
"""Changes that the API server refuses where they break what is stored."""
_OF_ABSENT = frozenset(("CHG133", "CHG150"))
"""Changes that bite where a field is not set, and what it is in is."""
OF_CROSSPLANE = frozenset(("CHG260", "CHG261"))
"""Changes that speak of versions of Crossplane: what installs here is judged by its own constraint."""
_FEW = 3
_PART = late(r"\[\]|\.?[^.\[]+")


@set_rule("SET801", "The cluster refuses the new definitions", "E")
def refused_definitions(case: ExaminedSet) -> Iterator[SetProblem]:
    """The API server takes the definitions of the new version in place of the old ones.

    Why: It lets no definition change its scope, its names, or lose a version in which objects may be stored. Up to
    1.20 the new revision stays unhealthy; since 2.0 a provider is healthy, and the kind stays as it was.
    When it bites: When the new version is installed.
    Fix: Follow the first steps of `xpkgtui diff` before.
    Source: Kubernetes, validation of CustomResourceDefinition updates; Crossplane, CEL rules of its definitions.
    """
    for one in case.found:
        member = case.member(one)
        refused = [each for each in one.changes or () if each.id in _REFUSED and each.weights.stored is Weight.BREAKS]
        if not refused:
            continue
        first = refused[0]
        steps = [each for each in first.first if isinstance(each, PrintedCommand)]
        yield SetProblem(
            message=f"{member.name}: {first.object} {first.message}{_more(len(refused) - 1)}",
            says=member.prints or _prints(case, first),
            then=first.who,
            fix=next((each for each in first.first if isinstance(each, str)), "Follow the steps of the comparison"),
            object=member.object,
            place=member.place or Place(),
            packages=(member.name,),
            commands=(*steps, _comparison(member)),
        )


_IMMUTABLE = ("spec.scope", "spec.names.kind")
_ESTABLISHING = "cannot establish control of object: "


def _prints(case: ExaminedSet, change: Change) -> str:
    """What a revision says before Crossplane 2, which keeps definitions as they are and says nothing."""
    of = change.object
    if of is None or of.kind != CRD or change.field not in _IMMUTABLE or not _is_said(case):
        return ""
    return (
        f'{_ESTABLISHING}{CRD}.apiextensions.k8s.io "{of.name}" is invalid: {change.field}: '
        f"Invalid value: {change.after}: field is immutable"
    )


def _more(count: int) -> str:
    return f", and {plural(count, 'other definition')}" if count > 0 else ""


def _comparison(member: PlannedMember) -> PrintedCommand:
    new = member.pulled if member.pulled != member.installed_image else member.image
    return command("xpkgtui", "diff", member.installed_image, new)


@set_rule("SET802", "The change breaks manifests", "W")
def breaking(case: ExaminedSet) -> Iterator[SetProblem]:
    """Manifests that the old version takes are taken by the new one.

    Why: What is removed or narrower is refused, or dropped without a word, when a manifest is applied again. The
    manifests of this set that use it are named; those of others are not known.
    When it bites: When a manifest is applied after the upgrade.
    Fix: Change the manifests that are named together with the version.
    Source: `xpkgtui diff`, at the level that --level says.
    """
    for one in case.found:
        member = case.member(one)
        breaks = breaking_of(one, case.level)
        if not breaks:
            continue
        used = tuple(used_here(case.plan.uses, one, breaks))
        here = f", {len(used)} used here" if used else ""
        places = few([f"{at.file}:{at.line}" for _, at in used], _FEW)
        what = "what is stored" if case.level is Level.STORED else "manifests"
        yield SetProblem(
            message=f"{member.name}: {plural(len(breaks), 'change breaks', 'changes break')} {what}{here}: "
            f"{few([_short(each) for each in breaks], _FEW)}",
            fix=f"Change {places} with it" if used else "See what breaks",
            object=member.object,
            place=member.place or Place(),
            packages=(member.name,),
            also=tuple((at, f"uses {change.field or change.object}: {change.message}") for change, at in used),
            commands=(_comparison(member),),
        )


def _short(change: Change) -> str:
    leaf = (change.field or "").rpartition(".")[2]
    name = change.object.name.partition(".")[0] if change.object else change.group
    return f"{name} {leaf}".strip()


def breaking_of(one: MemberExamined, level: Level) -> tuple[Change, ...]:
    """The changes that break at a level, but for those that speak of versions of Crossplane."""
    weighed = listed((each for each in one.changes or () if each.id not in OF_CROSSPLANE), level)
    return tuple(change for weight, change in weighed if weight is Weight.BREAKS)


def used_here(
    uses: Iterable[UsedDefinition], one: MemberExamined, breaks: Iterable[Change]
) -> Iterator[tuple[Change, Place]]:
    """The changes whose kind or field the set uses, each with the first place."""
    known = tuple(uses)
    for change in breaks:
        defined = one.definitions.get(change.object.name) if change.object else None
        of_kind = (each for each in known if (each.group, each.kind) == defined)
        place = next((found for each in of_kind if (found := _use(change, each)) is not None), None)
        if place is not None:
            yield change, place


def _use(change: Change, use: UsedDefinition) -> Place | None:
    if change.version and change.version != use.version:
        return None
    whole = use.fields[0][1] if use.fields else Place()
    if not change.field or change.field.startswith(("versions", "spec.versions", "names", "scope")):
        return whole
    exact = next((place for name, place in use.fields if _is_at(change.field, name)), None)
    if change.id not in _OF_ABSENT:
        return exact
    if exact is not None:
        return None
    outer = change.field.rpartition(".")[0]
    return next((place for name, place in use.fields if _is_at(outer, name)), None) if outer else whole


def _is_at(pattern: str, name: str) -> bool:
    """Whether a field of a manifest is the one that a change names: `*` is any key of a map."""
    wanted, found = _PART.findall(pattern), _PART.findall(name)
    return len(wanted) == len(found) and all(one in (other, ".*") for one, other in zip(wanted, found, strict=True))


def _with_cause(case: ExaminedSet, culprit: Finding) -> str:
    """What is printed; what the API server says of an object a revision says up to 1.20, and later no package."""
    is_said = culprit.stage is Stage.INSTALL and _is_said(case)
    return f"{_ESTABLISHING}{culprit.says}" if culprit.says and is_said else culprit.says or ""


def _is_said(case: ExaminedSet) -> bool:
    return not MANAGED_DEFINITIONS.holds(minor_of(case.plan.crossplane))


def refused_by_check(case: ExaminedSet) -> Iterator[SetProblem]:
    """What `check` refuses although the controllers that were asked take it; said by SET110."""
    for one in case.found:
        member, culprit = case.member(one), one.culprit
        is_refused_alone = one.check is not None and one.check.verdict is Acceptance.REFUSED
        if not is_refused_alone or culprit is None or member.outcome in FAILS:
            continue
        if culprit.rule == "XPKG611" and "SET206" in member.findings:
            continue
        yield SetProblem(
            message=f"{member.name} {member.after or ''} is refused: {culprit.message}",
            says=_with_cause(case, culprit),
            then=f"{member.name} stays unhealthy.",
            fix="See why",
            object=member.object,
            place=member.place or Place(),
            packages=(member.name,),
            commands=(command("xpkgtui", "check", member.pulled or member.image),),
        )
