"""The engine: applies a catalogue to a case in slices, so that the caller can do other work in between."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, TypeVar

from xpkgtui.documents.chunk import StreamBytes
from xpkgtui.documents.stream import Stream, split
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue, DocumentSubject, Examination
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place, Severity
from xpkgtui.rules.locating import Reread, image_place, located, place_of
from xpkgtui.rules.precedence import Reported, without_silenced
from xpkgtui.rules.rule import Problem, Rule
from xpkgtui.visible import clip

Subject = TypeVar("Subject")
_SLICE = 0.015
"""Seconds of work between two rulings; one document is never cut in two."""
_LONGEST = 4_000
"""Characters of a sentence, which may quote a kind of 60,000."""
_LONGEST_NAME = 320
"""Characters of each name of an object."""
_MOST = 1_000
"""Findings of one rule; the rest are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The findings and badges of one slice."""

    findings: tuple[Finding, ...] = ()
    badges: tuple[tuple[int, Badge], ...] = ()
    """(number of a document, its badge); a later badge of the same document replaces an earlier one."""
    done: int = 0
    total: int = 0
    """The number of documents; `done` of them are judged."""


def judge(case: Case, data: StreamBytes | None, catalogue: Catalogue[Any, Any, Any]) -> Iterator[Ruling]:
    """Rulings, slice by slice; the last one has the findings about the package as a whole."""
    yield from _Judgement(case, catalogue).run(data)


class _Judgement:
    """A judgement in progress."""

    def __init__(self, case: Case, catalogue: Catalogue[Any, Any, Any]) -> None:
        self._case = case
        self._catalogue = catalogue
        self._profile = catalogue.profile_of(case.profile)
        self._reported: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._worst: dict[int, Severity] = {}
        self._said: set[str] = set()
        """Rules whose one finding for the whole package was reported."""

    def run(self, data: StreamBytes | None) -> Iterator[Ruling]:
        yield Ruling(findings=self._image())
        if data is None:
            return
        stream = split(data)
        examination = self._catalogue.examine(self._case, data, stream)
        names: dict[int, ObjectName | None] = {}
        total, pending, started = len(stream.chunks), _Pending(), perf_counter()
        for done, chunk in enumerate(stream.chunks, 1):
            if not chunk.empty:
                subject = examination.document(chunk)
                names[chunk.number] = _short(subject.object_name)
                examination.remember(subject)
                pending.findings.extend(self._document(subject, data))
            pending.badges.append((chunk.number, Badge.of(self._worst.get(chunk.number))))
            if perf_counter() - started > _SLICE:
                yield pending.ruling(done, total)
                pending, started = _Pending(), perf_counter()
        pending.findings.extend(self._package(examination, data, stream, names))
        marked = sorted({one.place.document for one in pending.findings if one.place.document})
        pending.badges.extend((number, Badge.of(self._worst.get(number))) for number in marked)
        yield pending.ruling(total, total)

    def _image(self) -> tuple[Finding, ...]:
        subject = self._catalogue.image_subject(self._case)
        reported = []
        for rule, problem in self._problems(self._catalogue.image, subject):
            if (one := self._report(rule, problem, image_place(self._case, problem), None)) is not None:
                reported.append(one)
        return self._record(one.finding for one in without_silenced(reported))

    def _document(self, subject: DocumentSubject, data: StreamBytes) -> Iterable[Finding]:
        place, reported = None, []
        for rule, problem in self._problems(self._catalogue.documents, subject):
            place = place or place_of(self._case, document=subject.chunk.number)
            field = str(problem.path) if problem.path is not None else None
            one = self._report(rule, problem, replace(place, field=field), _short(subject.object_name))
            if one is not None:
                reported.append(one)
        return self._record(located(subject, without_silenced(reported), data)) if reported else ()

    def _package(
        self,
        examination: Examination[Any, Any],
        data: StreamBytes,
        stream: Stream,
        names: dict[int, ObjectName | None],
    ) -> Iterable[Finding]:
        found: list[Reported] = []
        for rule, problem in self._problems(self._catalogue.package, examination.package()):
            place = replace(place_of(self._case, document=problem.document, path=problem.path), line=problem.line)
            one = self._report(rule, problem, place, names.get(problem.document or 0))
            if one is not None:
                found.append(one)
        by_document: dict[int, list[Reported]] = {}
        plain: list[Finding] = []
        for one in without_silenced(found, self._reported):
            number = one.problem.document or 0
            if one.problem.path is not None and number in names:
                by_document.setdefault(number, []).append(one)
            else:
                plain.append(one.finding)
        for number, reported in by_document.items():
            plain.extend(located(Reread(data, stream.chunks[number - 1]), reported, data))
        return (*self._record(plain), *self._overflow())

    def _problems(
        self, rules: tuple[Rule[Subject], ...], subject: Subject
    ) -> Iterator[tuple[Rule[Subject], Problem]]:
        """The problems that the rules find; a rule that raises an exception yields a problem about itself."""
        for rule in rules:
            if not rule.severities[self._profile]:
                continue
            try:
                yield from ((rule, problem) for problem in rule.check(subject))
            except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
                yield rule, _crash(rule.id, error)

    def _report(self, rule: Rule[Any], problem: Problem, place: Place, name: ObjectName | None) -> Reported | None:
        severity = rule.severity(self._profile, problem.level)
        if severity is None or (problem.is_once and rule.id in self._said):
            return None
        if problem.is_once:
            self._said.add(rule.id)
        finding = Finding(
            rule=rule.id,
            severity=Severity.WARNING if problem.level == _CRASHED else severity,
            message=clip(problem.message, _LONGEST),
            fix=clip(problem.fix, _LONGEST) or rule.fix,
            says=None if problem.says is None else clip(problem.says, _LONGEST),
            stage=rule.stage if problem.stage is None else problem.stage,
            turn=_turn(problem) if rule.is_decoding else (),
            undecided=problem.undecided,
            readers=rule.affected(self._profile, problem),
            object=name,
            place=place,
        )
        return Reported(rule=rule, problem=problem, finding=finding)

    def _record(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """The findings to report: at most `_MOST` of one rule. Updates counts and badges."""
        kept = []
        for one in map(self._with_origin, findings):
            self._counts[one.rule] += 1
            number = one.place.document
            if number is not None:
                self._worst[number] = max(one.severity, self._worst.get(number, Severity.INFO))
            if self._counts[one.rule] <= _MOST:
                kept.append(one)
        self._reported.extend(kept)
        return tuple(kept)

    def _with_origin(self, one: Finding) -> Finding:
        """The finding with file and line of origin where the stream was assembled; rules see only the stream."""
        reading, line = self._case.reading, one.place.line
        origin = reading.origins.at(line) if reading is not None and line is not None else None
        return replace(one, place=replace(one.place, file=origin.file, line=origin.line)) if origin else one

    def _overflow(self) -> Iterator[Finding]:
        """One finding for each rule whose other findings were only counted."""
        for rule, count in sorted(self._counts.items()):
            if count > _MOST:
                last = next(one for one in reversed(self._reported) if one.rule == rule)
                message = f"{count - _MOST:,} more findings of this rule are not listed"
                yield Finding(rule=rule, severity=last.severity, message=message, stage=last.stage, place=last.place)


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


def _turn(problem: Problem) -> tuple[tuple[int, str], ...]:
    """The order in which a decoder meets the problem: it reads JSON with sorted keys, whatever their lines are."""
    parts = problem.path.parts if problem.path is not None else ()
    steps = ((part, "") if isinstance(part, int) else (0, part) for part in parts)
    return (int(not problem.at_once), ""), *steps


_CRASHED = 99
"""The level of the problem that a rule raised an exception."""


def _crash(rule: str, error: Exception) -> Problem:
    where = error.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    place = f" in {where.tb_frame.f_globals.get('__name__')}, line {where.tb_lineno}" if where else ""
    return Problem(
        level=_CRASHED,
        message=f"{rule} could not be judged: {type(error).__name__}{place}: {str(error)[:200]}",
        fix="This is a mistake of xpkgtui. Please report it with the package, if you may share it.",
    )
