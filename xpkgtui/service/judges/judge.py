"""The judge: applies the rules to a case, slice by slice; it holds nothing and may be killed at any moment."""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.stream import SplitStreams
from xpkgtui.formats import known
from xpkgtui.formats.assumed import ASSUMED
from xpkgtui.inspection.messages.comparing import BothRead, ChangesFound, Compare, ComparisonEnded, ReadBoth
from xpkgtui.inspection.messages.events import ROWS, Emit
from xpkgtui.inspection.messages.judging import (
    AccountsGiven,
    GiveAccounts,
    Judged,
    ManualRead,
    Previewed,
    ReadManual,
    VerdictReached,
)
from xpkgtui.inspection.messages.requests import Judge, Preview, Request
from xpkgtui.inspection.objects.stream import mapped
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.judging import engine
from xpkgtui.rules.judging.documents import Account
from xpkgtui.rules.judging.engine import Ruling
from xpkgtui.rules.ruleset import Ruleset
from xpkgtui.rules.verdict import conclude_all
from xpkgtui.service.judges.second_judge import SecondJudge

if TYPE_CHECKING:
    from xpkgtui.formats.changes.comparison import ChangesSlice
    from xpkgtui.formats.changes.side import Side
    from xpkgtui.rules.manual_page import ManualPage

from xpkgtui.fetching.cache.disk import LEAST, Learned
from xpkgtui.rules.judging.documents import Ledger

_BATCH = 0.05
"""Seconds of judging whose accounts are sent together."""
_FIRST_RATE = 0.5
"""Seconds after which a rate is known well enough."""
Alarm = Callable[[bool], None]
"""Called with True before a slice of work, with False after it."""


def _no_alarm(_armed: bool) -> None:
    """The alarm in the caller's own process, which must not be killed."""


def load_for_judging() -> None:
    """Loads the rules of most packages and a parser of YAML: a child waits for its first case while others start."""
    from xpkgtui.documents.document import build

    known.format_of(ASSUMED.name).ruleset()
    build("{}\n")


class _UnderWay(NamedTuple):
    """A judgement that has not ended, whose text can be read."""

    profile: str
    judgement: engine.Judgement


class JudgeAnswerer:
    """Answers `Judge`, `Preview` while it does, `Compare`, `ReadBoth` and `ReadManual`."""

    def __init__(
        self,
        alarm: Alarm = _no_alarm,
        clock: Callable[[], float] = monotonic,
        second: SecondJudge | None = None,
        streams: SplitStreams | None = None,
    ) -> None:
        self._second = second
        self._alarm = alarm
        self._clock = clock
        self._ledgers = Ledgers()
        self._streams = streams or SplitStreams()
        self._under_way: _UnderWay | None = None
        self._turn = asyncio.Lock()
        """Held by a slice of the judgement, or by all of a preview: what is in sight comes first."""

    async def answer(self, request: Request, emit: Emit) -> None:
        """Emits the findings and badges of a case, then its verdict; or what can be said of documents before that."""
        match request:
            case Judge(case=case, known=None):
                await self._judge(case, emit)
            case Judge(case=case, known=others) if others is not None:
                await self._judge_image(case, others, emit)
            case Preview():
                await self._preview(request, emit)
            case GiveAccounts(case=case):
                await self._give_accounts(case, emit)
            case Compare(old=old, new=new):
                await self._compare(old, new, emit)
            case ReadBoth():
                await self._read_both(request, emit)
            case ReadManual():
                await emit(ManualRead(pages=_pages(request)))
            case _:
                raise TypeError(f"a judge does not answer {type(request).__name__}")

    async def _judge(self, case: Case, emit: Emit) -> None:
        await emit(Judged(restart=True))
        # Openings without a judgement end here, before rules are loaded.
        await asyncio.sleep(0)
        ruleset = known.format_of(case.format).ruleset()
        began = self._clock()
        with _text(case) as data:
            judgement = engine.Judgement(
                case, data, ruleset, self._ledgers.find(case), self._streams.find(_path(case))
            )
            rulings = judgement.rulings()
            self._under_way = under_way = _UnderWay(case.profile, judgement)
            try:
                async with self._second.helping(case, judgement) if self._second else nullcontext():
                    while (ruling := await self._slice(rulings)) is not None:
                        seconds = self._clock() - began
                        rate = ruling.done / seconds if seconds >= _FIRST_RATE else 0
                        for event in _events(ruling, rate):
                            await emit(event)
                        await asyncio.sleep(0)
            finally:
                if self._under_way is under_way:
                    self._under_way = None
        verdict = conclude_all(case, judgement.findings, ruleset)
        await emit(VerdictReached(profile=case.profile, crossplane=case.crossplane, verdict=verdict))
        if judgement.ledger is not None:
            self._ledgers.keep(case, judgement.ledger)

    async def _preview(self, request: Preview, emit: Emit) -> None:
        async with self._turn:
            for number in request.documents:
                if self._under_way is None or self._under_way.profile != request.profile:
                    return
                with self._alarmed():
                    ruling = self._under_way.judgement.preview(number)
                for document, badge in ruling.badges:
                    said = Previewed(
                        document=document, badge=badge, profile=request.profile, findings=ruling.findings[:ROWS]
                    )
                    await emit(said)
                await asyncio.sleep(0)

    async def _judge_image(self, case: Case, others: tuple[Finding, ...], emit: Emit) -> None:
        """Emits the findings about the image in place of the earlier ones, and the verdict of these and `others`."""
        ruleset = known.format_of(case.format).ruleset()
        rules = frozenset(rule.id for rule in ruleset.image)
        with self._alarmed():
            found = engine.Judgement(case, None, ruleset).image()
        await emit(Judged(anew=rules))
        for event in _events(Ruling(findings=found), 0):
            await emit(event)
        findings = [*found, *(one for one in others if one.rule not in rules)]
        shown = await self._shown_findings(case, ruleset)
        verdict = conclude_all(case, {**shown, ruleset.profile_of(case.profile): findings}, ruleset)
        await emit(VerdictReached(profile=case.profile, crossplane=case.crossplane, verdict=verdict))

    async def _compare(self, old: Case, new: Case, emit: Emit) -> None:
        """Emits the changes between two packages in slices, and that this is all."""
        from xpkgtui.formats.changes.comparison import PackageComparison

        format = known.format_of(new.format)
        with _text(old) as before, _text(new) as after:
            ruleset = format.ruleset()
            sides = self._side(old, before, ruleset), self._side(new, after, ruleset)
            comparison = PackageComparison(*sides, format.changes())
            slices = comparison.slices()
            while (part := self._next_slice(slices)) is not None:
                for event in _found(part):
                    await emit(event)
                await asyncio.sleep(0)
        await emit(ComparisonEnded(unread=comparison.unread, limit=comparison.limit))

    async def _read_both(self, request: ReadBoth, emit: Emit) -> None:
        """Emits the lines of two documents, aligned."""
        from xpkgtui.formats.changes.comparison import document_text
        from xpkgtui.formats.changes.texts import side_by_side

        old, new = request.old, request.new
        ruleset = known.format_of(new.format).ruleset()
        with _text(old) as before, _text(new) as after, self._alarmed():
            sides = self._side(old, before, ruleset), self._side(new, after, ruleset)
            left, right = document_text(sides[0], request.old_document), document_text(sides[1], request.new_document)
        with self._alarmed():
            named = request.old_line, request.new_line
            rows, focus = side_by_side(left[0], right[0], first=(left[1], right[1]), at=named)
        await emit(BothRead(rows=rows, focus=focus))

    def _side(self, case: Case, data: StreamBytes | None, ruleset: Ruleset[Any, Any, Any]) -> "Side":
        from xpkgtui.formats.changes.comparison import side_of

        side = side_of(case, data or b"", ruleset, stream=self._streams.find(_path(case)))
        if not ruleset.is_split_plainly(case):
            self._streams.keep(_path(case), side.stream)
        return side

    def _next_slice(self, slices: "Iterator[ChangesSlice]") -> "ChangesSlice | None":
        with self._alarmed():
            return next(slices, None)

    async def _give_accounts(self, case: Case, emit: Emit) -> None:
        """Emits accounts in batches of a slice each."""
        with _text(case) as data:
            accounts = engine.Judgement(case, data, known.format_of(case.format).ruleset()).accounts()
            while batch := self._batch(accounts):
                await emit(AccountsGiven(accounts=batch))
                await asyncio.sleep(0)

    def _batch(self, accounts: Iterator[Account]) -> tuple[Account, ...]:
        batch: list[Account] = []
        until = self._clock() + _BATCH
        with self._alarmed():
            while len(batch) < ROWS and self._clock() < until and (account := next(accounts, None)) is not None:
                batch.append(account)
        return tuple(batch)

    async def _shown_findings(self, case: Case, ruleset: Ruleset[Any, Any, Any]) -> Mapping[str, Sequence[Finding]]:
        """The findings under each profile whose verdict is shown; they are kept nowhere."""
        if not ruleset.judged_together and not ruleset.judged_separately(case):
            return {}
        with _text(case) as data:
            judgement = engine.Judgement(case, data, ruleset)
            rulings = judgement.rulings()
            ruling = await self._slice(rulings)
            while ruling is not None:
                await asyncio.sleep(0)
                ruling = await self._slice(rulings)
        return judgement.findings

    def close(self) -> None:
        """Ends the second judge; no file or thread is held."""
        if self._second is not None:
            self._second.close()

    async def _slice(self, rulings: Iterator[Ruling]) -> Ruling | None:
        async with self._turn:
            with self._alarmed():
                return next(rulings, None)

    @contextmanager
    def _alarmed(self) -> Iterator[None]:
        self._alarm(True)
        try:
            yield
        finally:
            self._alarm(False)


def _pages(request: ReadManual) -> "tuple[ManualPage, ...]":
    from xpkgtui.rules.manual_page import page_of

    format = known.format_of(request.format)
    asked = (rule for rule in format.ruleset().rules if rule.id in request.rules)
    return tuple(page_of(rule, format.summary.name, format.summary.profiles) for rule in asked)


def _found(part: "ChangesSlice") -> Iterator[ChangesFound]:
    """A slice as events of at most `ROWS` changes and objects each."""
    for first in range(0, max(len(part.changes), len(part.objects), 1), ROWS):
        yield ChangesFound(
            changes=part.changes[first : first + ROWS],
            objects=part.objects[first : first + ROWS],
            done=part.done,
            total=part.total,
            equal=part.equal,
        )


def _events(ruling: Ruling, rate: float) -> Iterator[Judged]:
    """A ruling as events of at most `ROWS` findings and badges each."""
    most = max(len(ruling.findings), len(ruling.badges), 1)
    for first in range(0, most, ROWS):
        yield Judged(
            findings=ruling.findings[first : first + ROWS],
            badges=ruling.badges[first : first + ROWS],
            done=ruling.done,
            total=ruling.total,
            rate=rate,
        )


def _path(case: Case) -> str:
    """The file of the stream; empty text where there is none."""
    return case.stream.path if case.stream else ""


@contextmanager
def _text(case: Case) -> Iterator[StreamBytes | None]:
    """The stream of the case, mapped; only called in a process that may die of a truncated file."""
    if case.stream is None:
        yield None
        return
    with mapped(case.stream) as data:
        yield data


class Ledgers:
    """The ledgers in a cache; they speak of a stream by its sha256, and for the rules that wrote them."""

    def __init__(self, program: Callable[[], object] | None = None) -> None:
        """`program` returns a fingerprint of the code, which changes with every rule."""
        self._learned = Learned[Ledger](Ledger, program)

    def find(self, case: Case) -> Ledger | None:
        """The ledger of an earlier judgement of these bytes, under this profile and these limits."""
        return self._learned.find(case.options.cache, about) if (about := _about(case)) else None

    def keep(self, case: Case, ledger: Ledger) -> None:
        """Writes a ledger; where that fails, the stream is judged again next time."""
        if about := _about(case):
            self._learned.keep(case.options.cache, about, ledger)


def _about(case: Case) -> tuple[object, ...]:
    """What a ledger speaks of; empty where there is no cache, or nothing worth it."""
    stream = case.stream
    if not case.options.cache or stream is None or not stream.sha256 or stream.size < LEAST:
        return ()
    return (
        "ledger",
        stream.sha256,
        stream.size,
        case.format,
        case.profile,
        case.profiles.own,
        case.crossplane,
        case.options.limits,
        case.options.installed_as,
    )
