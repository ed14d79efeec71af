"""What is said of the plan of a set, the same for people, for JSON and for the screen."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from xpkgtui.errors import Failure
from xpkgtui.formats.sets.plan import (
    FAILS,
    MemberChange,
    MemberChanges,
    MemberOutcome,
    MemberVersion,
    PlannedMember,
    SetFinding,
    SetPlan,
)
from xpkgtui.reporting.answer import CommandAnswer
from xpkgtui.rules.finding import Severity
from xpkgtui.values import dataclass
from xpkgtui.visible import few, plural

_FEW = 4
LETTERS = {"Provider": "P", "Configuration": "C", "Function": "F"}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSet:
    """The plan of a set, and from what it was made."""

    sources: tuple[str, ...]
    plan: SetPlan = SetPlan()
    failure: Failure | None = None
    """Why there is none."""
    installed: str = ""
    """The file or the cluster that says what is installed."""
    fails_on: frozenset[Severity] = frozenset((Severity.ERROR,))

    def reporting(self, is_reported: Callable[[str], bool]) -> "PlannedSet":
        """The plan with those of its findings that are reported."""
        kept = tuple(one for one in self.plan.findings if is_reported(one.rule))
        return replace(self, plan=replace(self.plan, findings=kept))

    @property
    def failing(self) -> tuple[PlannedMember, ...]:
        """The packages that do not install."""
        return self.plan.outcomes(*FAILS)

    @property
    def unknown(self) -> tuple[PlannedMember, ...]:
        """The packages of which that is not known."""
        return self.plan.outcomes(MemberOutcome.UNKNOWN)

    @property
    def is_failing(self) -> bool:
        """Whether something certainly fails."""
        return bool(self.failing) or any(one.severity in self.fails_on for one in self.plan.findings)

    @property
    def installs(self) -> bool | None:
        """Whether all install; None where that is not known."""
        if self.failing or any(one.severity is Severity.ERROR for one in self.plan.findings):
            return False
        return None if self.unknown or self.plan.unread or self.failure else True

    @property
    def answer(self) -> CommandAnswer:
        """How far the plan is known, and whether something fails."""
        return CommandAnswer(
            source=", ".join(self.sources) or "the cluster",
            failure=self.failure,
            beyond=self.plan.unread,
            advice=self.plan.advice,
            is_refused=self.is_failing,
        )

    @property
    def is_conditional(self) -> bool:
        """Whether all install only once a person has activated some, or if Crossplane makes one before the others."""
        waits = self.plan.outcomes(MemberOutcome.WAITS)
        return self.installs is True and bool(waits or any(one.order_matters for one in self.plan.members))

    @property
    def sentence(self) -> str:
        """The most important in a sentence."""
        clause, names = self.clause
        return f"{clause}: {few(names, _FEW)}" if names else clause

    @property
    def clause(self) -> tuple[str, tuple[str, ...]]:
        """The sentence without names, and the names of all packages that it is about."""
        if self.failure is not None:
            return self.failure.title.rstrip("."), ()
        plan, count = self.plan, len(self.plan.installing)
        everything = f"all {plural(count, 'package')} install" if count > 1 else "the package installs"
        none = "no package was read" if plan.unread else "no package is installed by it"
        everything = everything if count else none
        if self.failing:
            verb = "does" if len(self.failing) == 1 else "do"
            return f"{len(self.failing)} of {count} {verb} not install", tuple(one.shown for one in self.failing)
        if self.unknown:
            everything = f"{count - len(self.unknown)} of {count} install, {len(self.unknown)} could not be looked up"
        if orphan := next((one for one in plan.findings if one.severity is Severity.ERROR), None):
            return f"{everything}, {'and' if self.unknown else 'but'} {_cannot(orphan)}", ()
        if self.unknown:
            return everything, tuple(one.shown for one in self.unknown)
        if waiting := plan.outcomes(MemberOutcome.WAITS):
            names = tuple(one.name for one in waiting)
            return f"{everything}, {len(waiting)} when a person activates it", names
        if unsure := next((one for one in plan.members if one.order_matters), None):
            return f"{everything}, unless Crossplane makes {_first(plan, unsure)} first", ()
        return everything, ()

    @property
    def summary(self) -> dict[str, int]:
        """The counts of JSON's summary."""
        plan = self.plan
        changes = Counter(one.change for one in plan.members)
        severities = Counter(one.severity for one in plan.findings)
        return {
            "packages": len(plan.installing),
            "installs": len(plan.outcomes(MemberOutcome.INSTALLS)),
            "waits": len(plan.outcomes(MemberOutcome.WAITS)),
            "fails": len(self.failing),
            "unknown": len(self.unknown),
            "added": changes[MemberChange.ADDED],
            "unchanged": changes[MemberChange.SAME],
            "removed": changes[MemberChange.REMOVED],
            "error": severities[Severity.ERROR],
            "warning": severities[Severity.WARNING],
            "info": severities[Severity.INFO],
        }


def _cannot(finding: SetFinding) -> str:
    name = finding.object
    if name is not None and name.kind == "Composition":
        return f"Composition {name.name} cannot run"
    if name:
        return f"{name} is at fault"
    title = finding.title or finding.message
    at = f" ({finding.place.file}:{finding.place.line})" if finding.place and finding.place.file else ""
    return f"{title[0].lower()}{title[1:]}{at}"


def _first(plan: SetPlan, unsure: PlannedMember) -> str:
    found = next((one for one in plan.findings if one.rule == "SET102"), None)
    return found.fix.removeprefix("Name this object ") if found and found.fix.startswith("Name this") else unsure.name


def sign(plan: SetPlan, one: PlannedMember) -> str:
    """The sign before a row: ✗ fails, ◌ not known, ! waits or has a warning, ✓ else."""
    if one.outcome in FAILS:
        return "✗"
    if one.outcome is MemberOutcome.UNKNOWN:
        return "◌"
    worst = max((each.severity for each in plan.findings if one.name in each.packages), default=Severity.INFO)
    return "!" if one.outcome is MemberOutcome.WAITS or worst > Severity.INFO else "✓"


def happens(plan: SetPlan, one: PlannedMember) -> str:
    """What happens to a package: its outcome where that is bad, else its change; whether it may end otherwise."""
    is_unsure = one.order_matters and all(each.rule != "SET102" for each in plan.findings)
    unsure = ", maybe otherwise" if is_unsure else ""
    words = {
        MemberChange.MOVED_TAG: "same tag, other image",
        MemberChange.NOT_IN_GIT: "not in git",
    }
    change = words.get(one.change, one.change.value) if one.change else ""
    asking = ""
    if one.change is MemberChange.ADDED and one.asked_by:
        asking = f", for {shortened(one.asked_by[0].package)}"
    if one.outcome in FAILS:
        return f"{'added, ' if one.change is MemberChange.ADDED else ''}{one.outcome.value}{unsure}"
    if one.outcome is MemberOutcome.UNKNOWN:
        return f"not known: {one.why}" if one.why else "not known"
    if one.outcome is MemberOutcome.WAITS:
        return "waits for a person"
    return f"{change}{asking}" + (", maybe twice" if "SET102" in one.findings else unsure)


def broken(one: PlannedMember) -> str:
    """What the change breaks, or why that is not known."""
    return change_counts(one.changes) if one.changes else one.uncompared


def change_counts(found: MemberChanges) -> str:
    """`6 breaks, 2 to check`; empty where nothing has to be looked at."""
    breaks = plural(found.breaks, "break") if found.breaks else ""
    return ", ".join(filter(None, (breaks, f"{found.to_check} to check" if found.to_check else "")))


def shortened(name: str) -> str:
    """A name of which the end tells most."""
    head, dash, rest = name.partition("-")
    return f"…{rest}" if dash and len(name) > 24 and head else name


def version(found: MemberVersion | None) -> str:
    """A version for a table."""
    return str(found) if found is not None else "–"


def to_version(one: PlannedMember) -> str:
    """The version in the column *to*: the one that was asked for where it is refused."""
    if one.outcome in FAILS and one.asked:
        return one.asked if not one.asked.startswith("sha256:") else one.asked[:19]
    if one.change is MemberChange.REMOVED:
        return "–"
    return version(one.after) if one.after else one.asked or "–"
