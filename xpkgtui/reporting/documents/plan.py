"""The document of `plan`: what becomes of a set of manifests."""

from typing import Annotated, Literal

from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.sets.objects import SkipReason
from xpkgtui.formats.sets.plan import (
    ActivatedProvider,
    MemberChange,
    MemberChanges,
    MemberOrigin,
    MemberOutcome,
    MemberVersion,
    PlannedMember,
    PlannedPolicy,
    PolicyOrigin,
    ResolveMode,
    SetFinding,
    StepSource,
)
from xpkgtui.reporting.contents.set_plan import PlannedSet
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import (
    NAMED,
    Count,
    Document,
    ErrorObject,
    NamedObject,
    PlaceObject,
    RuleId,
    SeverityWord,
)
from xpkgtui.reporting.documents.rbac import GrantedRule, granted_rules
from xpkgtui.reporting.documents.writer import JsonObject, write
from xpkgtui.rules.changes.change import Level
from xpkgtui.rules.finding import Acceptance, Place
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionObject(JsonObject):
    """A version of a package."""

    version: Annotated[str | None, "The tag; null of what is named by its digest."]
    digest: Annotated[str | None, "The digest; null where it is not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asker(JsonObject):
    package: Annotated[str, "The name of the package object that asks."]
    constraint: Annotated[str, "The constraint, or a digest."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Check(JsonObject):
    verdict: Annotated[Acceptance | None, "Whether Crossplane accepts the package; null where that is not known."]
    error: Annotated[Count, "Findings that are errors."]
    warning: Annotated[Count, "Findings that are warnings."]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCounts(JsonObject):
    """How many changes there are between two versions."""

    breaks: Annotated[Count, "Changes that break at the level."]
    check: Annotated[Count, "Changes to look at before."]
    additions: Annotated[Count, "What is new, or allowed that was not."]
    words: Annotated[Count, "Changes that no program reads."]
    used_here: Annotated[Count, "Changes that break whose field or kind this set uses."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Package(JsonObject):
    object: Annotated[NamedObject, "The package object; its name is the one in the cluster."]
    origin: Annotated[MemberOrigin, "Who wrote the object."]
    derived: Annotated[bool, "Whether the name is the one that Crossplane derives, so that a dependency finds it."]
    source: Annotated[str, "Registry and repository, as they are spelled."]
    pulled: Annotated[str | None, "The reference after rewriting; null where nothing is pulled."]
    asked: Annotated[str | None, "The version or digest in git; null of what is added or installed."]
    from_: Annotated[VersionObject | None, "What is installed; null where nothing is."]
    to: Annotated[VersionObject | None, "What is there in the end; null where nothing is."]
    change: Annotated[MemberChange | None, "What happens; null where that is not known."]
    outcome: Annotated[MemberOutcome, "How it ends."]
    order_matters: Annotated[bool, "Whether it ends otherwise where another one comes first."]
    asked_by: Annotated[tuple[_Asker, ...], "Who depends on the source."]
    check: Annotated[_Check | None, "The package's own verdict; null where it was not asked for."]
    changes: Annotated[
        ChangeCounts | None, "What changes from the installed version; null where it was not compared."
    ]
    location: Annotated[PlaceObject | None, "The line of its spec.package; null of what no manifest says."]
    prints: Annotated[str | None, "What its condition says in the end; null where all is well."]
    findings: Annotated[tuple[RuleId, ...], "The rules that speak of it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Also(JsonObject):
    location: Annotated[PlaceObject, "Another place that belongs to it."]
    message: Annotated[str, "What is there."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Command(JsonObject):
    command: Annotated[str, "The command, as one types it."]
    since: Annotated[str | None, "The first version of the program that has it; null where all have."]
    writes: Annotated[str | None, "What it writes over; null where it only reads."]
    deletes: Annotated[str | None, "What it deletes; null where it deletes nothing."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Finding(JsonObject):
    rule: Annotated[RuleId, "The rule, which `xpkgtui rules` explains."]
    severity: Annotated[SeverityWord, "How much it weighs."]
    message: Annotated[str, "What is found, in a sentence."]
    fix: Annotated[str, "What to do; empty where nothing helps."]
    crossplane_says: Annotated[str | None, "What Crossplane, the API server or kubectl prints; null where nothing."]
    readers: Annotated[tuple[str, ...], "Always empty: a set has no readers."]
    object: Annotated[NamedObject | None, "The object that it is about; null where it is about none of the set."]
    location: Annotated[PlaceObject, "Where it stands."]
    packages: Annotated[tuple[str, ...], "The package objects that it is about, by name."]
    also: Annotated[tuple[_Also, ...], "Other places that belong to it."]
    then: Annotated[str | None, "What follows, and for whom; null where nothing does."]
    commands: Annotated[tuple[_Command, ...], "Commands of the way out."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Summary(JsonObject):
    packages: Annotated[Count, "Packages of the set, and those that Crossplane adds."]
    installs: Annotated[Count, "Those that install."]
    waits: Annotated[Count, "Those that a person activates."]
    fails: Annotated[Count, "Those that do not install."]
    unknown: Annotated[Count, "Those of which that is not known."]
    added: Annotated[Count, "Those that Crossplane adds."]
    unchanged: Annotated[Count, "Those that stay as they are."]
    removed: Annotated[Count, "Those that are removed."]
    error: Annotated[Count, "Findings that are errors."]
    warning: Annotated[Count, "Findings that are warnings."]
    info: Annotated[Count, "Facts."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kind(JsonObject):
    kind: Annotated[str, "The kind."]
    count: Annotated[Count, "How many objects there are."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Skipped(JsonObject):
    path: Annotated[str, "The file or folder."]
    why: Annotated[SkipReason, "Why it has no objects of the set."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read(JsonObject):
    files: Annotated[Count, "Files that were read."]
    objects: Annotated[Count, "Objects in them."]
    other: Annotated[tuple[_Kind, ...], "Kinds that are not for Crossplane."]
    skipped: Annotated[tuple[_Skipped, ...], "What was left out."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Installed(JsonObject):
    source: Annotated[str | None, "The file or cluster; null where it was not named."]
    crossplane: Annotated[str | None, "The version that runs there; null where that is not known."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pattern(JsonObject):
    pattern: Annotated[str, "The pattern."]
    matches: Annotated[tuple[str, ...], "The definitions that it names."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Policy(JsonObject):
    name: Annotated[str, "Its name."]
    origin: Annotated[PolicyOrigin, "Who wrote it."]
    location: Annotated[PlaceObject | None, "Where it stands; null of what no manifest says."]
    patterns: Annotated[tuple[_Pattern, ...], "Its patterns."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Provider(JsonObject):
    package: Annotated[str, "The name of the package object."]
    safe_start: Annotated[bool, "Whether its kinds are inactive until a policy names them."]
    active: Annotated[tuple[str, ...], "The definitions that are active."]
    inactive: Annotated[tuple[str, ...], "Those that are not."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Activation(JsonObject):
    policies: Annotated[tuple[_Policy, ...], "The activation policies."]
    providers: Annotated[tuple[_Provider, ...], "Every kind that becomes a managed resource definition."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step(JsonObject):
    title: Annotated[str, "What happens."]
    evidence: Annotated[str, "Why; empty where the title says all."]
    known: Annotated[StepSource, "By whose word it stands."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Plan(Document):
    schema: Annotated[Literal["xpkgtui.plan/v1"], NAMED] = "xpkgtui.plan/v1"
    crossplane: Annotated[str, "The version of Crossplane that installs."]
    mode: Annotated[ResolveMode, "How it resolves dependencies."]
    level: Annotated[Level, "Who must not be broken by changes."]
    prune: Annotated[bool, "Whether what is not in the set is removed."]
    sources: Annotated[tuple[str, ...], "The PATHs as they were given."]
    installed: Annotated[_Installed | None, "What is installed; null where that was not given."]
    error: Annotated[ErrorObject | None, "Why there is no plan; null where there is one."]
    verdict: Annotated[Literal["installs", "fails"] | None, "Whether all install; null where that is not known."]
    sentence: Annotated[str, "The most important in a sentence."]
    summary: Annotated[_Summary, "Counts of packages and findings."]
    read: Annotated[_Read, "What was read."]
    packages: Annotated[tuple[_Package, ...], "The packages, the worst first."]
    findings: Annotated[tuple[_Finding, ...], "The findings, the worst first."]
    activation: Annotated[_Activation, "Which managed resources are active."]
    permissions: Annotated[tuple[GrantedRule, ...], "What Crossplane lacks for what Compositions compose."]
    manifests: Annotated[tuple[str, ...], "Manifests that the set lacks, in YAML."]
    steps: Annotated[tuple[_Step, ...], "What Crossplane does, in order."]


DOCUMENT = _Plan
_VERDICTS: dict[bool | None, Literal["installs", "fails"] | None] = {True: "installs", False: "fails", None: None}


def plan(found: PlannedSet) -> str:
    """The text of the document."""
    whole = found.plan
    return write(
        _Plan(
            crossplane=whole.crossplane,
            mode=whole.mode,
            level=whole.level,
            prune=whole.is_pruned,
            sources=found.sources,
            installed=_Installed(source=found.installed or None, crossplane=whole.installed_crossplane or None)
            if whole.has_cluster
            else None,
            error=elements.error(found.failure),
            verdict=_VERDICTS[found.installs],
            sentence=found.sentence,
            unread=elements.unread(found.answer.unread),
            summary=_Summary(**found.summary),
            read=_Read(
                files=whole.read.files,
                objects=whole.read.objects,
                other=tuple(_Kind(kind=kind, count=count) for kind, count in whole.read.others),
                skipped=tuple(_Skipped(path=one.path, why=one.why) for one in whole.read.skipped),
            ),
            packages=tuple(map(_package, whole.members)),
            findings=tuple(map(_finding, whole.findings)),
            activation=_Activation(
                policies=tuple(map(_policy, whole.policies)), providers=tuple(map(_provider, whole.providers))
            ),
            permissions=granted_rules(whole.permissions),
            manifests=whole.manifests,
            steps=tuple(_Step(title=one.title, evidence=one.evidence, known=one.by) for one in whole.steps),
        )
    )


def _place(place: Place | None) -> PlaceObject | None:
    return elements.place(place) if place else None


def _version(found: MemberVersion | None) -> VersionObject | None:
    return VersionObject(version=found.version or None, digest=found.digest or None) if found else None


def _package(one: PlannedMember) -> _Package:
    name = one.object
    return _Package(
        object=NamedObject(apiVersion=name.api_version, kind=name.kind, name=name.name),
        origin=one.origin,
        derived=one.is_derived,
        source=one.source,
        pulled=one.pulled or None,
        asked=one.asked or None,
        from_=_version(one.before),
        to=_version(one.after),
        change=one.change,
        outcome=one.outcome,
        order_matters=one.order_matters,
        asked_by=tuple(_Asker(package=each.package, constraint=each.constraint) for each in one.asked_by),
        check=_Check(verdict=one.check.verdict, error=one.check.errors, warning=one.check.warnings)
        if one.check
        else None,
        changes=change_counts(one.changes) if one.changes else None,
        location=_place(one.place),
        prints=one.prints or None,
        findings=one.findings,
    )


def change_counts(found: MemberChanges) -> ChangeCounts:
    """The counts of changes between two versions."""
    return ChangeCounts(
        breaks=found.breaks,
        check=found.to_check,
        additions=found.additions,
        words=found.words,
        used_here=found.used_here,
    )


def _finding(one: SetFinding) -> _Finding:
    return _Finding(
        rule=one.rule,
        severity=one.severity.word,
        message=one.message,
        fix=one.fix,
        crossplane_says=one.says or None,
        readers=(),
        object=elements.object_name(one.object),
        location=elements.place(one.place),
        packages=one.packages,
        also=tuple(_Also(location=elements.place(place), message=message) for place, message in one.also),
        then=one.then or None,
        commands=tuple(map(_command, one.commands)),
    )


def _command(one: PrintedCommand) -> _Command:
    return _Command(command=one.line, since=one.since or None, writes=one.writes or None, deletes=one.deletes or None)


def _policy(one: PlannedPolicy) -> _Policy:
    return _Policy(
        name=one.name,
        origin=one.origin,
        location=_place(one.place),
        patterns=tuple(_Pattern(pattern=each.pattern, matches=each.matches) for each in one.patterns),
    )


def _provider(one: ActivatedProvider) -> _Provider:
    return _Provider(package=one.package, safe_start=one.is_safe_start, active=one.active, inactive=one.inactive)
