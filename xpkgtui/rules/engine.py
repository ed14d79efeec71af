"""The engine: applies a catalogue to a case in slices, so that the caller can do other work in between."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, TypeVar

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.stream import Stream, split
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import Reason
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue, DocumentSubject, Examination
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place
from xpkgtui.rules.locating import Locator, image_place, place_of
from xpkgtui.rules.precedence import Reported, without_silenced
from xpkgtui.rules.rule import Problem, Rule
from xpkgtui.rules.tally import CRASHED, Tally
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

Subject = TypeVar("Subject")
_SLICE = 0.015
"""Seconds of work between two rulings; one document is never cut in two."""
_LONGEST_NAME = 320
"""Characters of each name of an object."""
_Batch = Sequence[list[Reported]]
"""What was reported of one subject, for each profile whose verdict is told."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The findings and badges of one slice."""

    findings: tuple[Finding, ...] = ()
    badges: tuple[tuple[int, Badge], ...] = ()
    """(number of a document, its badge); a later badge of the same document replaces an earlier one."""
    done: int = 0
    total: int = 0
    """The number of documents; `done` of them are judged."""


class Judgement:
    """A judgement in progress."""

    def __init__(self, case: Case, data: StreamBytes | None, catalogue: Catalogue[Any, Any, Any]) -> None:
        self._case = case
        self._data = data
        self._catalogue = catalogue
        self._stream: Stream | None = None
        chosen, *others = catalogue.profiles_of(case.profile)
        self._tally = Tally(case, chosen, others)
        self._tallies = (self._tally, *(Tally(case, one) for one in others))
        self._document_rules = self._applied(catalogue.documents)
        self._apart: dict[str, Sequence[Finding]] = {}
        self._place = place_of(case)
        self._locating = Effort()

    @property
    def findings(self) -> Mapping[str, Sequence[Finding]]:
        """What was found so far under the chosen profile and, after it, under the others whose verdict is told."""
        return {tally.profile: tally.listed for tally in self._tallies} | self._apart

    def rulings(self) -> Iterator[Ruling]:
        """Slice by slice; the last one has the findings about the package as a whole."""
        yield Ruling(findings=self.image())
        if self._data is not None:
            yield from self._of_stream(self._data)
        yield from self._of_others()

    def _of_others(self) -> Iterator[Ruling]:
        """The slices of the profiles that are judged apart; what they find is told by their verdicts alone."""
        for profile in self._catalogue.apart(self._case):
            judgement = Judgement(replace(self._case, profile=profile, beside=()), self._data, self._catalogue)
            for ruling in judgement.rulings():
                yield Ruling(done=ruling.total, total=ruling.total)
            self._apart[profile] = judgement.findings[profile]

    def _of_stream(self, data: StreamBytes) -> Iterator[Ruling]:
        stream = self._split(data)
        self._locating = Effort.of_stream(len(data), self._case.limits)
        examination = self._catalogue.examine(self._case, data, stream)
        names: dict[int, ObjectName | None] = {}
        total, pending, started = len(stream.chunks), _Pending(), perf_counter()
        for done, chunk in enumerate(stream.chunks, 1):
            if not chunk.empty:
                subject = examination.document(chunk)
                names[chunk.number] = name = _short(subject.object_name)
                examination.remember(subject)
                pending.findings.extend(self._document(subject, name, data))
                if _is_spent(subject):
                    # What is said of the first unread document is said of all after it.
                    badge = self._tally.badge(chunk.number)
                    pending.badges.extend((unread.number, badge) for unread in stream.chunks[done - 1 :])
                    break
            pending.badges.append((chunk.number, self._tally.badge(chunk.number)))
            if perf_counter() - started > _SLICE:
                yield pending.ruling(done, total)
                pending, started = _Pending(), perf_counter()
        pending.findings.extend(self._package(examination, data, stream, names))
        marked = sorted({one.place.document for one in pending.findings if one.place.document})
        pending.badges.extend((number, self._tally.badge(number)) for number in marked)
        yield pending.ruling(total, total)

    def glance(self, number: int) -> Ruling:
        """What can be said of one document before its turn; nothing in it counts, and no later ruling is another."""
        if self._data is None:
            return Ruling()
        chunks = self._split(self._data).chunks
        if not 0 < number <= len(chunks) or chunks[number - 1].empty:
            return Ruling()
        return Judgement(self._case, self._data, self._catalogue)._alone(chunks[number - 1], self._split(self._data))

    def _alone(self, chunk: Chunk, stream: Stream) -> Ruling:
        """The findings and the badge of a document as if it were the only one."""
        if self._data is None:
            return Ruling()
        subject = self._catalogue.examine(self._case, self._data, stream).document(chunk)
        self._locating = Effort.of_stream(chunk.end - chunk.start, self._case.limits)
        findings = tuple(self._document(subject, _short(subject.object_name), self._data, is_alone=True))
        return Ruling(findings=findings, badges=((chunk.number, self._tally.badge(chunk.number)),))

    def _split(self, data: StreamBytes) -> Stream:
        if self._stream is None:
            self._stream = split(data, limits=self._case.limits)
        return self._stream

    def image(self) -> tuple[Finding, ...]:
        """What the rules about the image find."""
        subject = self._catalogue.image_subject(self._case)
        batch = self._batch()
        for rule, problem in _problems(self._applied(self._catalogue.image), subject):
            self._report(batch, rule, problem, image_place(self._case, problem), None)
        return self._listed(batch, lambda kept: (one.finding for one in kept))

    def _document(
        self, subject: DocumentSubject, name: ObjectName | None, data: StreamBytes, *, is_alone: bool = False
    ) -> Iterable[Finding]:
        place, batch = None, self._batch()
        for rule, problem in _problems(self._document_rules, subject):
            if is_alone and problem.is_once:  # which document says it is not known before all are read
                continue
            place = place or replace(self._place, document=subject.chunk.number)
            there = place if problem.path is None else replace(place, field=str(problem.path))
            self._report(batch, rule, problem, there, name)
        if place is None:
            return ()
        return self._listed(batch, Locator(subject.chunk, subject.document, data, self._locating).located)

    def _package(
        self,
        examination: Examination[Any, Any],
        data: StreamBytes,
        stream: Stream,
        names: dict[int, ObjectName | None],
    ) -> Iterable[Finding]:
        batch = self._batch()
        for rule, problem in _problems(self._applied(self._catalogue.package), examination.package()):
            place = replace(place_of(self._case, document=problem.document, path=problem.path), line=problem.line)
            place = image_place(self._case, problem) if problem.entry else place
            self._report(batch, rule, problem, place, names.get(problem.document or 0))
        plain: list[list[Finding]] = []
        by_document: dict[int, dict[int, list[Reported]]] = {}
        for turn, (tally, reported) in enumerate(zip(self._tallies, batch, strict=True)):
            plain.append([])
            for one in tally.count(without_silenced(reported, tally.listed)):
                number = one.problem.document or 0
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

    def _batch(self) -> _Batch:
        return tuple([] for _ in self._tallies)

    def _report(
        self, batch: _Batch, rule: Rule[Any], problem: Problem, place: Place, name: ObjectName | None
    ) -> None:
        for tally, reported in zip(self._tallies, batch, strict=True):
            if (one := tally.report(rule, problem, place, name)) is not None:
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
        return tuple(rule for rule in rules if any(rule.severities[tally.profile] for tally in self._tallies))


def _problems(rules: tuple[Rule[Subject], ...], subject: Subject) -> Iterator[tuple[Rule[Subject], Problem]]:
    """The problems that the rules find; a rule that raises an exception yields a problem about itself."""
    for rule in rules:
        try:
            for problem in rule.check(subject):
                yield rule, problem
        except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
            yield rule, _crash(rule.id, error)


def _is_spent(subject: DocumentSubject) -> bool:
    """Whether neither this document nor any after it is parsed."""
    return isinstance(subject.document, BrokenDocument) and subject.document.reason is Reason.SPENT


class _Pending:
    """Findings and badges since the last ruling."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.badges: list[tuple[int, Badge]] = []

    def ruling(self, done: int, total: int) -> Ruling:
        return Ruling(findings=tuple(self.findings), badges=tuple(self.badges), done=done, total=total)


def _short(name: ObjectName | None) -> ObjectName | None:
    """The name, cut where it is long: a finding is sent, sorted and drawn in lists."""
    if name is None:
        return None
    return ObjectName(
        api_version=clip(name.api_version, _LONGEST_NAME),
        kind=clip(name.kind, _LONGEST_NAME),
        name=clip(name.name, _LONGEST_NAME),
    )


def _crash(rule: str, error: Exception) -> Problem:
    where = error.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    place = f" in {where.tb_frame.f_globals.get('__name__')}, line {where.tb_lineno}" if where else ""
    return Problem(
        level=CRASHED,
        message=f"{rule} failed: {type(error).__name__}{place}: {str(error)[:200]}",
        fix="This is a bug in xpkgtui. Report it, with the package if you may share it.",
    )
