"""The engine: applies a ruleset to a case in slices, so that the caller can do other work in between."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from time import perf_counter
from typing import Any, TypeVar

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place
from xpkgtui.rules.judging.documents import (
    Account,
    Documents,
    JudgedDocument,
    Ledger,
    LimitReport,
    Recorder,
    RulesAllowance,
    problems_of,
)
from xpkgtui.rules.judging.locating import Locator, Reported, image_place, package_place, place_of, without_silenced
from xpkgtui.rules.judging.tally import Tally
from xpkgtui.rules.rule import AnyRule, Problem, Rule
from xpkgtui.rules.ruleset import Examination, Ruleset
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The findings and badges of one slice."""

    findings: tuple[Finding, ...] = ()
    badges: tuple[tuple[int, Badge], ...] = ()
    """(number of a document, its badge); a later badge of the same document replaces an earlier one."""
    done: int = 0
    total: int = 0
    """The number of documents; `done` of them are judged."""


class Pending:
    """Findings and badges since the last ruling."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.badges: list[tuple[int, Badge]] = []

    def ruling(self, done: int, total: int) -> Ruling:
        """These as a ruling."""
        return Ruling(findings=tuple(self.findings), badges=tuple(self.badges), done=done, total=total)


Subject = TypeVar("Subject")
_SLICE = 0.015
"""Seconds of work between two rulings; one document is never cut in two."""
_Batch = Sequence[list[Reported]]
"""What was reported of one subject, for each profile whose verdict is shown."""


class Judgement:
    """A judgement in progress."""

    def __init__(
        self,
        case: Case,
        data: StreamBytes | None,
        ruleset: Ruleset[Any, Any, Any],
        known: Ledger | None = None,
        stream: Stream | None = None,
    ) -> None:
        """`known` is the ledger of an earlier judgement of the same bytes, `stream` what they were split into."""
        self._case = case
        self._accounts = {account.number: account for account in known.accounts} if known else {}
        self._recorder = None if known else Recorder()
        self.ledger: Ledger | None = None
        """What may be kept of this judgement, once it is at its end."""
        self._data = data
        self._ruleset = ruleset
        self._stream = known.stream if known else None
        self._known_stream = stream
        chosen, *others = ruleset.profiles_of(case.profile)
        heard = ruleset.silencers
        self._tally = Tally(case, chosen, others, heard, ruleset.beside.get(chosen, ""))
        self._tallies = (self._tally, *(Tally(case, other, heard=heard) for other in others))
        self._document_rules = {rule.id: rule for rule in self._applied(ruleset.documents)}
        self._separate: dict[str, Sequence[Finding]] = {}
        self._place = place_of(case)
        self._locating = Effort()
        reading = case.reading
        self._left_out = (*case.reached, *((reading.limit,) if reading and reading.limit else ()))
        """Limits that kept files from being read."""
        self._limit_report = LimitReport(ruleset)
        self._is_whole = not self._left_out
        """Whether no limit kept a document from being read, so far."""

    @property
    def is_known(self) -> bool:
        """Whether the judgement is read from a ledger."""
        return self._recorder is None

    @property
    def findings(self) -> Mapping[str, Sequence[Finding]]:
        """What was found so far under the chosen profile and, after it, under the others whose verdict is shown."""
        return {tally.profile: tally.listed for tally in self._tallies} | self._separate

    def rulings(self) -> Iterator[Ruling]:
        """Slice by slice; the last one has the findings about the package as a whole."""
        yield Ruling(findings=self.image())
        if self._data is not None:
            yield from self._of_stream(self._data)
        yield from self._of_others()

    def _of_others(self) -> Iterator[Ruling]:
        """The slices of the profiles that are judged apart; only their verdicts are kept."""
        for profile in self._ruleset.judged_separately(self._case):
            judgement = Judgement(self._case.only_for(profile), self._data, self._ruleset)
            for ruling in judgement.rulings():
                yield Ruling(done=ruling.total, total=ruling.total)
            self._separate[profile] = judgement.findings[profile]

    def _of_stream(self, data: StreamBytes) -> Iterator[Ruling]:
        stream = self._split(data)
        self._is_whole &= stream.problem is None or stream.problem.limit is None
        self._locating = Effort.of_stream(len(data), self._case.options.limits)
        examination = self._ruleset.examine(self._case, data, stream)
        documents = self._documents(examination, data, self._accounts, stream)
        is_spent = is_last = False
        names: dict[int, ObjectName | None] = {}
        total, pending, started = len(stream.chunks), Pending(), perf_counter()
        for done, chunk in enumerate(stream.chunks, 1):
            if not chunk.empty:
                judged = documents.judge(chunk)
                names[chunk.number] = judged.name
                pending.findings.extend(self._document(chunk.number, judged))
                if self._recorder and (account := documents.account(chunk, judged)):
                    self._recorder.record(account)
                if judged.is_spent:
                    # What is said of the first unread document is said of all after it.
                    badge = self._tally.badge(chunk.number)
                    pending.badges.extend((unread.number, badge) for unread in stream.chunks[done - 1 :])
                    self._recorder, is_spent, is_last = None, True, judged.is_last
                    break
            pending.badges.append((chunk.number, self._tally.badge(chunk.number)))
            if perf_counter() - started > _SLICE:
                yield pending.ruling(done, total)
                pending, started = Pending(), perf_counter()
        if not is_spent:
            pending.findings.extend(self._beyond(stream))
        if not is_last:
            pending.findings.extend(self._package(examination, data, stream, names))
        of_package, *_ = [tally.list_held() for tally in self._tallies]
        pending.findings.extend(of_package)
        marked = sorted({finding.place.document for finding in pending.findings if finding.place.document})
        pending.badges.extend((number, self._tally.badge(number)) for number in marked)
        self.ledger = self._recorder.ledger(stream) if self._recorder else None
        yield pending.ruling(total, total)

    def preview(self, number: int) -> Ruling:
        """What can be said of one document before its turn; nothing in it counts, and no later ruling is another."""
        if self._data is None:
            return Ruling()
        chunks = self._split(self._data).chunks
        if not 0 < number <= len(chunks) or chunks[number - 1].empty:
            return Ruling()
        alone = Judgement(self._case, self._data, self._ruleset)
        return alone._alone(chunks[number - 1], self._data, self._split(self._data))

    def _alone(self, chunk: Chunk, data: StreamBytes, stream: Stream) -> Ruling:
        """The findings and the badge of a document as if it were the only one."""
        self._locating = Effort.of_stream(chunk.end - chunk.start, self._case.options.limits)
        examination = self._ruleset.examine(self._case, data, stream)
        judged = self._documents(examination, data, {}, stream).judge(chunk)
        # Which document says what is said once is not known before all are read.
        judged.document_problems.problems = [
            problem for problem in judged.document_problems.problems if not problem[0].is_once(problem[1])
        ]
        findings = self._document(chunk.number, judged)
        return Ruling(findings=findings, badges=((chunk.number, self._tally.badge(chunk.number)),))

    def _split(self, data: StreamBytes) -> Stream:
        if self._stream is None:
            self._stream = self._ruleset.split(self._case, data, self._known_stream)
        return self._stream

    def image(self) -> tuple[Finding, ...]:
        """What the rules about the image find."""
        subject = self._ruleset.image_subject(self._case)
        batch = self._batch()
        for rule, problem in problems_of(self._applied(self._ruleset.image), subject):
            problem = self._weighed(rule, problem)
            self._report(batch, rule, problem, None, partial(image_place, self._case, problem), None)
        for rule, problem in self._limit_report.problems(self._left_out):
            self._report(batch, rule, problem, None, lambda: self._place, None)
        return self._listed(batch, lambda kept: (one.finding for one in kept))

    def accounts(self) -> Iterator[Account]:
        """The accounts of documents, from the last to the first, for another judgement of the same bytes."""
        if self._data is not None:
            stream = self._split(self._data)
            self._locating = Effort.of_stream(len(self._data), self._case.options.limits)
            examination = self._ruleset.examine(self._case, self._data, stream)
            documents = self._documents(examination, self._data, {}, stream)
            yield from documents.backwards(stream.chunks, [tally.profile for tally in self._tallies])

    def learn(self, accounts: Iterable[Account]) -> None:
        """Takes accounts of documents; those whose turn has passed are not needed."""
        self._accounts.update((account.number, account) for account in accounts)

    def _documents(
        self, examination: Examination[Any, Any], data: StreamBytes, accounts: Mapping[int, Account], stream: Stream
    ) -> Documents:
        last = stream.chunks[-1].number if stream.chunks else 0
        allowance = RulesAllowance.of(self._ruleset, self._case.options.limits, last)
        return Documents(examination, self._document_rules, data, self._locating, accounts, allowance)

    def _document(self, number: int, judged: JudgedDocument) -> tuple[Finding, ...]:
        """The findings that are made of the problems of a document."""
        if not judged.document_problems.problems:
            return ()
        place, batch = replace(self._place, document=number), self._batch()
        for rule, problem in judged.document_problems.problems:
            self._is_whole &= not problem.undecided
            self._report(batch, rule, problem, number, partial(_inside, place, problem), judged.name)
        return self._listed(batch, judged.document_problems.located)

    def _package(
        self,
        examination: Examination[Any, Any],
        data: StreamBytes,
        stream: Stream,
        names: dict[int, ObjectName | None],
    ) -> Iterable[Finding]:
        batch = self._batch()
        for rule, problem in problems_of(self._applied(self._ruleset.package), examination.package()):
            problem = self._weighed(rule, problem)
            number = None if problem.where.entry else problem.where.document
            there = partial(package_place, self._case, problem)
            self._report(batch, rule, problem, number, there, names.get(problem.where.document or 0))
        plain: list[list[Finding]] = []
        by_document: dict[int, dict[int, list[Reported]]] = {}
        for turn, (tally, reported) in enumerate(zip(self._tallies, batch, strict=True)):
            plain.append([])
            for one in tally.count(without_silenced(reported, tally.listed)):
                number = one.problem.where.document or 0
                if one.problem.path is not None and number in names:
                    by_document.setdefault(number, {}).setdefault(turn, []).append(one)
                else:
                    plain[turn].append(one.finding)
        for number, turns in by_document.items():
            locator = Locator(stream.chunks[number - 1], None, data, self._locating)
            for turn, reported in turns.items():
                plain[turn].extend(locator.located(reported))
        listed = [tally.list(found) for tally, found in zip(self._tallies, plain, strict=True)]
        return (*listed[0], *self._tally.overflow())

    def _weighed(self, rule: AnyRule, problem: Problem) -> Problem:
        """A problem of an image or a package; undecided where it may be only that a limit kept something unread."""
        if not self._is_whole and rule.id in self._ruleset.about_missing:
            problem = replace(problem, undecided=True)
        self._limit_report.hear(problem)
        return problem

    def _beyond(self, stream: Stream) -> tuple[Finding, ...]:
        """The finding that documents were not read because of a limit."""
        stop, batch = stream.problem, self._batch()
        for rule, problem in self._limit_report.problems([stop.limit], stop.line) if stop and stop.limit else ():
            self._report(batch, rule, problem, None, partial(package_place, self._case, problem), None)
        return self._listed(batch, lambda kept: (one.finding for one in kept))

    def _batch(self) -> _Batch:
        return tuple([] for _ in self._tallies)

    def _report(
        self,
        batch: _Batch,
        rule: Rule[Any],
        problem: Problem,
        document: int | None,
        place: Callable[[], Place],
        name: ObjectName | None,
    ) -> None:
        for tally, reported in zip(self._tallies, batch, strict=True):
            if (one := tally.report(rule, problem, document, place, name)) is not None:
                reported.append(one)

    def _listed(self, batch: _Batch, locate: Callable[[list[Reported]], Iterable[Finding]]) -> tuple[Finding, ...]:
        """Counts and lists what was reported of a subject; gives what the chosen profile lists."""
        listed = [
            tally.list(locate(tally.count(without_silenced(reported))))
            for tally, reported in zip(self._tallies, batch, strict=True)
        ]
        return listed[0]

    def _applied(self, rules: tuple[Rule[Subject], ...]) -> tuple[Rule[Subject], ...]:
        """The rules that one of the profiles knows."""
        return _known_to(rules, tuple(tally.profile for tally in self._tallies))


def _inside(document: Place, problem: Problem) -> Place:
    return document if problem.path is None else replace(document, field=str(problem.path))


@cache
def _known_to(rules: tuple[AnyRule, ...], profiles: tuple[str, ...]) -> tuple[AnyRule, ...]:
    return tuple(rule for rule in rules if any(rule.severities[profile] for profile in profiles))
