"""What is looked at of the plan of a set, and what changed since it was read before; pure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from enum import StrEnum

from xpkgtui.app.state.list_and_detail import RowSelection
from xpkgtui.app.state.selection import TabId
from xpkgtui.errors import Failure
from xpkgtui.formats.sets.plan import FAILS, MemberChange, MemberOutcome, PlannedMember, SetFinding, SetPlan
from xpkgtui.inspection.messages.dependencies import AskedPackage, SetAsked
from xpkgtui.inspection.messages.requests import PlanSet
from xpkgtui.reporting.contents.set_plan import PlannedSet
from xpkgtui.rules.finding import Severity
from xpkgtui.service.port import Port
from xpkgtui.values import dataclass

UNCHANGED = "unchanged"
"""The key of the row that stands for packages that do not change."""
_HEALTHY = ("Healthy", "RevisionHealthy", "Installed")
"""The conditions that say whether a package is well."""


class PlanPane(StrEnum):
    """What has the keys, as the widgets are called."""

    PACKAGES = "members"
    FINDINGS = "set-findings"
    DETAIL = "detail"


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageLead:
    """What a message of the cluster leads to."""

    title: str
    command: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SetStart:
    """What screens of sets begin with."""

    plan: PlanSet | None = None
    """The set that the program was called with."""
    every: int = 0
    """Seconds after which a cluster is read again; 0 for never."""
    beside: Callable[[], Port] | None = None
    """Makes a port at which packages are opened and judged, so that what is open stays; None judges none."""


NO_SET = SetStart()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPlan:
    """The plan of a set as far as it is known."""

    request: PlanSet | None = None
    found: PlannedSet = PlannedSet(sources=())
    doing: str = ""
    """What is under way, in words; empty at the end."""
    judging: str = ""
    """What is judged and compared after all is known, in words."""
    asked: SetAsked = SetAsked(packages=())
    is_stopped: bool = False
    at: str = ""
    """The time of the last whole reading."""
    failed: Failure | None = None
    """Why the last reading failed, where what was read before stays."""
    changed: Mapping[str, str] = field(default_factory=dict)
    """When a package was last seen otherwise than before, by its key."""
    differing: frozenset[str] = frozenset()
    """The keys of those that the last reading saw otherwise than the one before."""
    leads: Mapping[str, tuple[MessageLead, ...]] = field(default_factory=dict)
    """What messages of the cluster lead to."""

    @property
    def plan(self) -> SetPlan:
        """The plan."""
        return self.found.plan

    @property
    def is_live(self) -> bool:
        """Whether a cluster is shown as it is, without manifests beside it."""
        return self.request is not None and not self.request.paths

    @property
    def is_done(self) -> bool:
        """Whether nothing more comes."""
        return not self.doing

    def is_changed(self, one: PlannedMember) -> bool:
        """Whether the last reading saw a package otherwise than the one before."""
        return key_of(one) in self.differing

    def state_of(self, one: PlannedMember) -> AskedPackage | None:
        """How far the registry was asked for a package; None where it was not yet, or need not be."""
        names = (one.pulled, f"{one.source}:{one.asked}", f"{one.source}@{one.asked}")
        return next((each for each in self.asked.packages if each.reference in names), None)


def key_of(one: PlannedMember) -> str:
    """What a package is known by from reading to reading."""
    return f"{one.object.kind}/{one.name}"


def finding_key(one: SetFinding) -> str:
    """What a finding is known by from reading to reading."""
    return f"{one.rule}\n{one.place.file}\n{one.place.line}\n{one.message}"


def is_unhealthy(one: PlannedMember) -> bool:
    """Whether the cluster says that it is not well."""
    return any(each.type in _HEALTHY and each.status == "False" for each in one.conditions)


def messages_of(one: PlannedMember) -> tuple[str, ...]:
    """What the cluster says of a package that is not well, each once."""
    unwell = (each for each in one.conditions if each.type in _HEALTHY and each.status == "False")
    return tuple(dict.fromkeys(each.message or each.reason for each in unwell))


def read(before: ShownPlan, plan: SetPlan, at: str) -> ShownPlan:
    """What is shown after a whole reading; what differs from the one before is marked with its time."""
    known = {key_of(one): _seen(one) for one in before.plan.members} if before.at else {}
    keys = {key_of(one): _seen(one) for one in plan.members}
    differing = frozenset(key for key, seen in keys.items() if known and known.get(key) != seen)
    changed = {key: when for key, when in before.changed.items() if key in keys} | dict.fromkeys(differing, at)
    found = replace(before.found, plan=plan, failure=None)
    return replace(
        before, found=found, doing="", at=at, failed=None, changed=changed, differing=differing, is_stopped=False
    )


def _seen(one: PlannedMember) -> object:
    conditions = tuple((each.kind, each.type, each.status, each.reason, each.message) for each in one.conditions)
    return one.change, one.outcome, one.before, one.after, conditions


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSelection(RowSelection):
    """How the packages of a plan are looked at."""

    finding: str = ""
    """The key of the chosen finding; empty for the worst one of the package."""
    tab: TabId | None = None
    """None shows what matters most of the package."""
    pane: PlanPane = PlanPane.PACKAGES
    problems_only: bool = False
    is_open: bool = False
    """Whether packages that do not change are listed one by one."""


def listed(shown: ShownPlan, selection: PlanSelection) -> tuple[tuple[PlannedMember, ...], int]:
    """The packages that are listed, and how many that do not change are not.

    While answers come they stand in the order of the manifests, and at the end the worst first.
    """
    every: Sequence[PlannedMember] = shown.plan.members
    if not shown.is_done and not shown.at:
        every = sorted(every, key=_place)
    elif shown.is_live:
        every = sorted(every, key=lambda one: not is_unhealthy(one))
    wanted = selection.wanted
    kept = [one for one in every if wanted.fits(f"{one.name}\n{one.source}")]
    if selection.problems_only:
        kept = [one for one in kept if not is_fine(shown, one)]
    if shown.is_live or selection.is_open or wanted.terms:
        return tuple(kept), 0
    rows = tuple(one for one in kept if not _is_quiet(one))
    return rows, len(kept) - len(rows)


def _place(one: PlannedMember) -> tuple[bool, str, int]:
    place = one.place
    return place is None, (place.file or "") if place else "", (place.line or 0) if place else 0


def _is_quiet(one: PlannedMember) -> bool:
    is_same = one.change in (MemberChange.SAME, MemberChange.NOT_IN_GIT) and one.outcome is MemberOutcome.INSTALLS
    return is_same and not one.findings and not one.prints and not is_unhealthy(one)


def is_fine(shown: ShownPlan, one: PlannedMember) -> bool:
    """Whether a package installs, is well, and no finding of more than a fact speaks of it."""
    is_bad = one.outcome is not MemberOutcome.INSTALLS or is_unhealthy(one)
    return not is_bad and all(each.severity is Severity.INFO for each in findings_of(shown.plan, one))


def findings_of(plan: SetPlan, one: PlannedMember) -> tuple[SetFinding, ...]:
    """The findings about a package: first that which Crossplane prints of it, then the worst."""
    found = [each for each in plan.findings if one.name in each.packages or each.object == one.object]
    return tuple(sorted(found, key=lambda each: not each.says or each.says not in one.prints))


def chosen(rows: Sequence[PlannedMember], selection: PlanSelection) -> PlannedMember | None:
    """The package under the cursor: the chosen one while it is listed, else the first that does not install."""
    found = next((one for one in rows if key_of(one) == selection.row), None)
    bad = next((one for one in rows if one.outcome in FAILS or is_unhealthy(one)), None)
    return found or bad or (rows[0] if rows else None)


def chosen_finding(shown: ShownPlan, row: PlannedMember | None, selection: PlanSelection) -> SetFinding | None:
    """The finding that Detail shows: the chosen one, else the worst of the package, else of the whole list."""
    plan = shown.plan
    found = next((one for one in plan.findings if finding_key(one) == selection.finding), None)
    if found is not None or (row is None and not plan.findings):
        return found
    if selection.pane is PlanPane.FINDINGS or row is None:
        return plan.findings[0] if plan.findings else None
    return next(iter(findings_of(plan, row)), None)


def next_finding(shown: ShownPlan, selection: PlanSelection, here: SetFinding | None, step: int) -> PlanSelection:
    """The selection of the next or the previous finding, round the list, with the package that it is about."""
    every = shown.plan.findings
    if not every:
        return selection
    at = next((number for number, one in enumerate(every) if one is here), -1 if step > 0 else 0)
    found = every[(at + step) % len(every)]
    keys = [key_of(one) for one in shown.plan.members if one in about(shown.plan, found)]
    row = keys[0] if keys else selection.row
    return replace(selection, finding=finding_key(found), row=row, tab=TabId.FINDINGS)


def needs_others(plan: SetPlan, one: PlannedMember) -> bool:
    """Whether a package asks for others."""
    return any(asker.package == one.name for each in plan.members for asker in each.asked_by)


def about(plan: SetPlan, finding: SetFinding) -> tuple[PlannedMember, ...]:
    """The packages that a finding is about."""
    return tuple(one for one in plan.members if one.name in finding.packages or one.object == finding.object)
