"""What becomes of a set of manifests: package by package, what is found on the way, and what judging them adds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field as default
from dataclasses import replace
from enum import StrEnum
from functools import cached_property

from xpkgtui.formats.dependencies.needed import AskedBy
from xpkgtui.formats.permissions.granted import PolicyRule
from xpkgtui.formats.sets.objects import SkippedFile
from xpkgtui.limits import NotRead
from xpkgtui.oci.asked import AskedRegistries
from xpkgtui.rules.changes.change import Change, Level
from xpkgtui.rules.finding import Acceptance, Finding, ObjectName, Place, Severity
from xpkgtui.rules.set_statement import SetStatement
from xpkgtui.values import dataclass


class MemberOrigin(StrEnum):
    """Who wrote a package object."""

    GIT = "git"
    ADDED = "added"
    """Crossplane makes it for a dependency."""
    INSTALLED = "installed"
    """It is in the cluster and not in the set."""


class MemberChange(StrEnum):
    """What happens to a package, as JSON spells it."""

    NEW = "new"
    UPGRADE = "upgrade"
    DOWNGRADE = "downgrade"
    SAME = "same"
    MOVED_TAG = "moved-tag"
    """The tag names another image now."""
    ADDED = "added"
    REMOVED = "removed"
    NOT_IN_GIT = "not-in-git"


class MemberOutcome(StrEnum):
    """Whether a package installs, as JSON spells it."""

    INSTALLS = "installs"
    WAITS = "waits"
    """A person activates it."""
    REFUSED = "refused"
    CONFLICT = "conflict"
    """It cannot because of another one."""
    UNKNOWN = "unknown"


FAILS = (MemberOutcome.REFUSED, MemberOutcome.CONFLICT)
"""What does not install."""


class PolicyOrigin(StrEnum):
    """Who wrote an activation policy, as JSON spells it."""

    GIT = "git"
    INSTALLED = "installed"
    PACKAGE = "package"
    CHART = "chart"
    """Crossplane's chart makes it."""


class StepSource(StrEnum):
    """By whose word a step stands, as JSON spells it."""

    CROSSPLANE = "crossplane"
    """Crossplane's own controllers were compared."""
    XPKGTUI = "xpkgtui"


class ResolveMode(StrEnum):
    """How Crossplane resolves dependencies, as JSON spells it."""

    DEFAULT = "default"
    UPGRADES = "upgrades"
    DOWNGRADES = "downgrades"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberVersion:
    """A version of a package: a tag, a digest, or both."""

    version: str = ""
    digest: str = ""

    def __str__(self) -> str:
        return self.version or self.digest[:19]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberCheck:
    """A package's own verdict, as `check` gives it."""

    verdict: Acceptance | None
    """Whether Crossplane accepts the package, if that is known."""
    errors: int = 0
    warnings: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberChanges:
    """How many changes there are from the installed version, as `diff` weighs them."""

    breaks: int = 0
    to_check: int = 0
    additions: int = 0
    words: int = 0
    used_here: int = 0
    """Changes that break whose field or kind the set uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberCondition:
    """A condition of a package object or of its revision, as the cluster has it."""

    kind: str
    """The kind of the object that has it, `Provider` or `ProviderRevision`."""
    name: str
    type: str
    status: str
    reason: str = ""
    message: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMember:
    """One package of the answer."""

    object: ObjectName
    origin: MemberOrigin
    is_derived: bool = False
    """Whether the name is the one that Crossplane derives from the source."""
    source: str = ""
    """Registry and repository, as they are spelled."""
    pulled: str = ""
    """The reference after rewriting; empty where nothing is pulled."""
    image: str = ""
    """What is pulled by its digest; empty where nothing is."""
    installed_image: str = ""
    """The reference, after rewriting, of what is installed; empty where nothing is."""
    asked: str = ""
    """The version or digest in git."""
    before: MemberVersion | None = None
    """What is installed; None where nothing is."""
    after: MemberVersion | None = None
    """What is there in the end; None where nothing is."""
    change: MemberChange | None = None
    outcome: MemberOutcome = MemberOutcome.UNKNOWN
    order_matters: bool = False
    asked_by: tuple[AskedBy, ...] = ()
    place: Place | None = None
    prints: str = ""
    """What the package's condition says in the end; empty where all is well."""
    why: str = ""
    """Why it is not known what becomes of it, in a clause."""
    findings: tuple[str, ...] = ()
    """The rules that speak of it."""
    check: MemberCheck | None = None
    """Its own verdict, if it was judged."""
    changes: MemberChanges | None = None
    """The counts of what changes, if versions were compared."""
    uncompared: str = ""
    """Why nothing was compared although both versions are known, in a clause."""
    conditions: tuple[MemberCondition, ...] = ()
    """Those of its object and of its active revision in the cluster, now."""

    @property
    def name(self) -> str:
        """The name of its object."""
        return self.object.name

    @property
    def shown(self) -> str:
        """Its name, as people read it."""
        return self.name or "(no name)"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFinding(SetStatement):
    """One fault or fact of a set."""

    rule: str
    severity: Severity
    title: str = ""
    """The title of the rule; empty where another rule than one about sets says it."""
    excerpt: tuple[str, ...] = ()
    """Lines of the file up to the one that is meant."""

    @property
    def order(self) -> tuple[int, str, int, str, str]:
        """Sorts by severity, the worst first, then by file and line."""
        return (-self.severity, self.place.file or "~", self.place.line or 0, self.rule, self.message)


def asked_so(findings: Iterable[SetFinding], asked: AskedRegistries, context: str) -> tuple[SetFinding, ...]:
    """The findings, whose commands ask registries and the cluster as they were asked."""
    return tuple(replace(one, commands=tuple(asked.said(each, context) for each in one.commands)) for one in findings)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivePattern:
    """One pattern of an activation policy."""

    pattern: str
    matches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPolicy:
    """An activation policy."""

    name: str
    origin: PolicyOrigin
    place: Place | None = None
    patterns: tuple[ActivePattern, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivatedProvider:
    """The kinds of a provider that become managed resource definitions."""

    package: str
    is_safe_start: bool
    active: tuple[str, ...] = ()
    inactive: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class UsedDefinition:
    """An object of the set, or one that a Composition of it composes, whose kind a package defines."""

    group: str
    kind: str
    """The kind that the definition defines; of a claim that of its composite."""
    object: ObjectName
    """The object of the set."""
    version: str
    """The version of the definition that it uses."""
    fields: tuple[tuple[str, Place], ...]
    """What it sets, as `diff` names fields, each with its place."""
    is_cut: bool = False
    """Whether it sets more fields than were looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDocument:
    """An object of the set that is judged as one of a package."""

    object: ObjectName
    place: Place
    line: int
    """The line of the package that it begins with."""
    first: int | None = None
    """The line of its file that this is; None where it has no lines of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnObjects:
    """The set's own definitions and Compositions as a package; empty where it has none."""

    text: str = ""
    """A meta object that depends on what the set installs, and the objects."""
    documents: tuple[OwnDocument, ...] = ()
    rewrites: tuple[str, ...] = ()
    """The texts of the ImageConfigs by which the packages are pulled from elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStep:
    """One step, in words."""

    title: str
    evidence: str = ""
    by: StepSource = StepSource.CROSSPLANE


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRead:
    """What was read of a set."""

    files: int = 0
    objects: int = 0
    others: tuple[tuple[str, int], ...] = ()
    skipped: tuple[SkippedFile, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPlan:
    """What becomes of a set."""

    crossplane: str = ""
    mode: ResolveMode = ResolveMode.DEFAULT
    is_pruned: bool = False
    has_cluster: bool = False
    """Whether what is installed was given."""
    installed_crossplane: str = ""
    members: tuple[PlannedMember, ...] = ()
    """The worst first, then in the order of the manifests."""
    findings: tuple[SetFinding, ...] = ()
    read: SetRead = SetRead()
    policies: tuple[PlannedPolicy, ...] = ()
    providers: tuple[ActivatedProvider, ...] = ()
    steps: tuple[PlannedStep, ...] = ()
    manifests: tuple[str, ...] = ()
    """YAML that the set lacks."""
    uses: tuple[UsedDefinition, ...] = ()
    """What the set uses of packages that change."""
    own: OwnObjects = OwnObjects()
    permissions: tuple[PolicyRule, ...] = ()
    """What Crossplane lacks to make what Compositions compose."""
    level: Level = Level.CLIENTS
    """The level at which changes are weighed."""
    unread: tuple[NotRead, ...] = ()
    advice: str = ""
    """What to do about what did not answer; empty where no error says it."""

    @property
    def installing(self) -> tuple[PlannedMember, ...]:
        """The packages that are counted: of the set, and what Crossplane adds."""
        gone = (MemberChange.REMOVED, MemberChange.NOT_IN_GIT)
        return tuple(one for one in self.members if one.change not in gone)

    def outcomes(self, *outcomes: MemberOutcome) -> tuple[PlannedMember, ...]:
        """The packages that end so."""
        return tuple(one for one in self.installing if one.outcome in outcomes)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MemberExamined:
    """One package, judged, and compared where a version of it is installed."""

    object: ObjectName
    check: MemberCheck | None = None
    """Its own verdict, if it was judged."""
    culprit: Finding | None = None
    """Why it is refused."""
    changes: Sequence[Change] | None = None
    """What changes from the installed version, if they were compared."""
    definitions: Mapping[str, tuple[str, str]] = default(default_factory=dict)
    """The group and the kind that the definitions of both versions define, by their names."""
    uncompared: str = ""
    """Why nothing was compared, in a clause."""
    unread: tuple[NotRead, ...] = ()


@dataclass(frozen=True, kw_only=True, eq=False, slots=False)
class ExaminedSet:
    """A plan, and what was learned of its packages: what the rules about changes look at."""

    plan: SetPlan
    found: Sequence[MemberExamined]
    said: Sequence[Finding] = ()
    """What rules about objects say of the set's own."""
    unread: tuple[NotRead, ...] = ()
    level: Level = Level.CLIENTS

    def member(self, one: MemberExamined) -> PlannedMember:
        """The package of the plan."""
        return self._members[one.object]

    @cached_property
    def _members(self) -> Mapping[ObjectName, PlannedMember]:
        # Of two that have one name the first is meant.
        return {one.object: one for one in reversed(self.plan.members)}
