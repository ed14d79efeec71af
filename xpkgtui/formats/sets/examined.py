"""What is learned of the packages of a plan by judging them and comparing them with what is installed."""

from collections.abc import Mapping, Sequence
from dataclasses import field as default
from functools import cached_property

from xpkgtui.formats.sets.plan import MemberCheck, PlannedMember, SetPlan
from xpkgtui.limits import NotRead
from xpkgtui.rules.changes.change import Change, Level
from xpkgtui.rules.finding import Finding, ObjectName
from xpkgtui.values import dataclass


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
