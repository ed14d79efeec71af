"""The packages of a plan, one after the other: each is judged, and compared with what is installed of it."""

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import replace
from io import BytesIO

from xpkgtui.errors import Failure
from xpkgtui.formats.assumed import default_profile
from xpkgtui.formats.dependencies.composed import findings_of
from xpkgtui.formats.dependencies.questions import ResolveOptions
from xpkgtui.formats.known import format_of, set_planner
from xpkgtui.formats.sets.plan import (
    ExaminedSet,
    MemberChange,
    MemberCheck,
    MemberExamined,
    OwnObjects,
    PlannedMember,
    SetPlan,
    asked_so,
)
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.comparing import ChangesFound, Compare, ComparisonEnded
from xpkgtui.inspection.messages.dependencies import ComposedRead, ReadComposed
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Open, Options
from xpkgtui.limits import NotRead
from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.rules.case import Case
from xpkgtui.rules.changes.change import Change, Level
from xpkgtui.rules.finding import Finding, ObjectName, Severity
from xpkgtui.service.local import LocalPort
from xpkgtui.service.port import Port
from xpkgtui.visible import size

_STAYS = (MemberChange.SAME, MemberChange.NOT_IN_GIT, MemberChange.REMOVED)
_CHEAP = 5 << 20
"""Bytes of a stream that are compared without being asked for: some seconds."""


class ExaminedPackages:
    """What is known of packages and of the set's own objects, so that each is looked at once."""

    def __init__(self, asked: AskedRegistries = AS_USUAL, context: str = "") -> None:
        """`asked` and the context of the cluster are what printed commands say."""
        self._asked, self._context = asked, context
        self.members: dict[tuple[ObjectName, str, str], MemberExamined] = {}
        self.own: dict[OwnObjects, tuple[tuple[Finding, ...], tuple[NotRead, ...]]] = {}

    def forget_uncompared(self) -> None:
        """Has those looked at again of which no versions were compared."""
        self.members = {key: one for key, one in self.members.items() if not one.uncompared}

    def applied(self, plan: SetPlan, level: Level) -> SetPlan:
        """The plan with what is known already."""
        found = [one for each in to_examine(plan) if (one := self.members.get(_key(each))) is not None]
        said, unread = self.own.get(plan.own, ((), ()))
        whole = set_planner().examined(
            ExaminedSet(plan=plan, found=tuple(found), said=said, unread=unread, level=level)
        )
        known = frozenset(plan.findings)
        more = tuple(one for one in whole.findings if one not in known)
        told = dict(zip(more, asked_so(more, self._asked, self._context), strict=True))
        return replace(whole, findings=tuple(told.get(one, one) for one in whole.findings))


def _key(one: PlannedMember) -> tuple[ObjectName, str, str]:
    return one.object, one.installed_image, one.image


async def examining(
    port: Port,
    known: ExaminedPackages,
    plan: SetPlan,
    options: Options,
    is_large_compared: bool,
    heard: Callable[[Event], None],
) -> AsyncGenerator[str, None]:
    """Learns of each package, of one after the other, and says what is looked at next; nothing at the end."""
    # The version that the plan is for, and its profile where no other was asked for.
    profile = options.asked_profile or default_profile(plan.crossplane)
    options = replace(options, crossplane=plan.crossplane, profile=profile)
    waiting = [one for one in to_examine(plan) if _key(one) not in known.members]
    for number, one in enumerate(waiting, 1):
        yield f"Judging packages: {number:,} of {len(waiting):,}"
        known.members[_key(one)] = await examine(port, one, options, is_large_compared=is_large_compared, heard=heard)
    if plan.own.documents and plan.own not in known.own:
        yield "Judging the set's own objects"
        known.own[plan.own] = await _own_findings(plan.own, options, heard)
    yield ""


async def _own_findings(
    own: OwnObjects, options: Options, heard: Callable[[Event], None]
) -> tuple[tuple[Finding, ...], tuple[NotRead, ...]]:
    """What rules say of the set's own objects, by the definitions of what it installs; and what they did not see."""
    port, where = LocalPort(stdin=BytesIO(own.text.encode("utf-8", "replace"))), "the set's own objects"
    try:
        state = await opened(port, "-", options, heard, judged=True)
        if state.case is None or state.failure is not None:
            why = state.failure.title if state.failure else "they were not judged"
            return (), (NotRead(where=where, what="what rules say of them", why=why.rstrip(".")),)
        reply: Event | None = None
        resolve = ResolveOptions(crossplane=options.crossplane, policies=own.rewrites)
        async with aclosing(port.ask(ReadComposed(resolve=resolve))) as events:
            async for event in events:
                reply = event if isinstance(event, ComposedRead | PartFailed) else reply
        if not isinstance(reply, ComposedRead):
            why = reply.failure.title.rstrip(".") if isinstance(reply, PartFailed) else "it did not end"
            return state.findings, (NotRead(where=where, what="what they compose", why=why),)
        more, lack = findings_of(reply.whole, format_of(state.case.format).ruleset(), state.case), reply.whole.unread
        lacks = (NotRead(where=where, what="what they compose", why=lack),) if lack else ()
        return (*state.findings, *more), lacks
    finally:
        await port.close()


def to_examine(plan: SetPlan) -> tuple[PlannedMember, ...]:
    """The packages that a plan brings; where it brings none, all that are there."""
    known = tuple(one for one in plan.members if one.image)
    return tuple(one for one in known if one.change not in _STAYS) if plan.read.files else known


async def examine(
    port: Port, one: PlannedMember, options: Options, *, is_large_compared: bool, heard: Callable[[Event], None]
) -> MemberExamined:
    """What a package is by itself, and what changes from the installed one; `heard` gets the events of opening."""
    old: Inspection | None = None
    is_changing = one.change not in _STAYS and bool(one.installed_image) and one.installed_image != one.image
    if is_changing:
        old = await opened(port, one.installed_image, options, heard, judged=False)
    new = await opened(port, one.image, options, heard, judged=True)
    found = MemberExamined(object=one.object, check=_check(new))
    if isinstance(new.verdict, Ready):
        verdict = new.verdict.value
        found = replace(found, culprit=verdict.culprit)
        if verdict.acceptance is None:
            return replace(found, unread=(_unread(one.image, verdict.reason or "it is undecided"),))
    else:
        return replace(found, unread=(_unread(one.image, _why(new)),))
    return await _compared(port, found, old, new, is_large_compared=is_large_compared) if old is not None else found


async def compare_versions(
    port: Port,
    name: ObjectName,
    old: str,
    new: str,
    options: Options,
    *,
    is_large_compared: bool,
    heard: Callable[[Event], None],
) -> MemberExamined:
    """What changes between two versions of a package, given by their references."""
    before = await opened(port, old, options, heard, judged=False)
    after = await opened(port, new, options, heard, judged=False)
    return await _compared(port, MemberExamined(object=name), before, after, is_large_compared=is_large_compared)


def _unread(where: str, why: str) -> NotRead:
    return NotRead(where=where, what="its own verdict", why=why.rstrip("."))


def _why(state: Inspection) -> str:
    failures: Iterator[Failure] = (failure for _, failure in state.failures)
    failure = state.failure or next(failures, None)
    return failure.title if failure else "it was not judged"


def _check(state: Inspection) -> MemberCheck | None:
    if not isinstance(state.verdict, Ready):
        return None
    severities = [one.severity for one in state.findings if not one.by]
    return MemberCheck(
        verdict=state.verdict.value.acceptance,
        errors=severities.count(Severity.ERROR),
        warnings=severities.count(Severity.WARNING),
    )


async def opened(
    port: Port, reference: str, options: Options, heard: Callable[[Event], None], *, judged: bool
) -> Inspection:
    """The inspection of a source; without `judged` it does not wait for the rules."""
    state = Inspection(source=reference)
    async with aclosing(port.ask(Open(source=reference, options=options))) as events:
        async for event in events:
            heard(event)
            if isinstance(event, Judged) and not judged:
                break
            state = fold_all(state, (event,))
    return state


async def _changes(port: Port, old: Case, new: Case) -> tuple[list[Change], ComparisonEnded]:
    changes: list[Change] = []
    end = ComparisonEnded(unread="the comparison did not end")
    async with aclosing(port.ask(Compare(old=old, new=new))) as events:
        async for event in events:
            if isinstance(event, ChangesFound):
                changes.extend(event.changes)
            elif isinstance(event, ComparisonEnded):
                end = event
            elif isinstance(event, PartFailed):
                end = ComparisonEnded(unread=event.failure.title)
    return changes, end


async def _compared(
    port: Port, found: MemberExamined, old: Inspection, new: Inspection, *, is_large_compared: bool
) -> MemberExamined:
    if old.case is None or old.case.stream is None or new.case is None or new.case.stream is None:
        return replace(found, uncompared=f"the installed version cannot be read: {_why(old)}")
    larger = max(old.case.stream.size, new.case.stream.size)
    if larger > _CHEAP and not is_large_compared:
        return replace(found, uncompared=f"not compared, {size(larger)}")
    changes, end = await _changes(port, old.case, new.case)
    defined = {
        row.name: (row.group or "", row.defines or "")
        for state in (old, new)
        for row in state.rows
        if row.name and row.defines
    }
    lacks = (NotRead(where=new.source, what="some of its changes", why=end.unread, limit=end.limit),)
    return replace(
        found,
        changes=tuple(changes),
        definitions=defined,
        unread=(*found.unread, *(lacks if end.unread else ())),
    )
