"""Applies the rules to a case, slice by slice, so that whoever asks may do something else in between."""

import mmap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeVar

from xpkgtui.documents.stream import Stream, split
from xpkgtui.package import Package
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import CATALOGUE, Catalogue
from xpkgtui.rules.examination import Examiner, object_name, place_of, seen
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place, Severity
from xpkgtui.rules.profile import Profile, profile_of
from xpkgtui.rules.rule import Problem, Rule
from xpkgtui.rules.silence import quieten
from xpkgtui.rules.subject import DocumentSubject, ImageSubject, PackageSubject
from xpkgtui.rules.verdict import conclude

__all__ = ["Ruling", "conclude", "judge"]

Subject = TypeVar("Subject", ImageSubject, PackageSubject, DocumentSubject)
_SLICE = 0.015
"""Seconds of work between two rulings; one document is never cut in two."""
_TAIL = 1 << 12
"""Bytes at the end of a stream in which its last line is looked for."""
_MOST = 1_000
"""Findings of one rule; the rest are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A part of the judgement."""

    findings: tuple[Finding, ...] = ()
    badges: tuple[tuple[int, Badge], ...] = ()
    """(number of a document, its badge); a later one counts."""
    done: int = 0
    total: int = 0
    """Documents judged so far, and in all."""


def judge(case: Case, data: bytes | mmap.mmap | None, catalogue: Catalogue = CATALOGUE) -> Iterator[Ruling]:
    """Yields after a little work each; the last ruling has what concerns the package as a whole."""
    yield from _Court(case, catalogue).sit(data)


class _Court:
    """One judgement under way."""

    def __init__(self, case: Case, catalogue: Catalogue) -> None:
        self._case = case
        self._catalogue = catalogue
        self._profile: Profile = profile_of(case.profile)
        self._told: list[Finding] = []
        self._counts: Counter[str] = Counter()
        self._worst: dict[int, Severity] = {}

    def sit(self, data: bytes | mmap.mmap | None) -> Iterator[Ruling]:
        image = ImageSubject(case=self._case, profile=self._profile)
        found = [self._of_image(rule, problem) for rule, problem in self._problems(self._catalogue.image, image)]
        yield Ruling(findings=self._record(quieten(one for one in found if one is not None)))
        if data is None:
            return
        stream = split(data)
        subject = PackageSubject(
            case=self._case,
            profile=self._profile,
            problem=stream.problem,
            empty=tuple(chunk for chunk in stream.chunks if chunk.empty),
            is_opened=data[:3] == b"---",
            is_closed=(b"\n" + data[-_TAIL:]).rstrip().endswith(b"\n---"),
        )
        named = Package.of(stream, self._case.reading or Reading(reader="stream"))
        examiner = Examiner(case=self._case, profile=self._profile, data=data, package=named.type)
        total, pending, started = len(stream.chunks), _Pending(), perf_counter()
        for done, chunk in enumerate(stream.chunks, 1):
            if not chunk.empty:
                pending.findings.extend(self._document(examiner, examiner.subject(chunk), subject))
            pending.badges.append((chunk.number, Badge.of(self._worst.get(chunk.number))))
            if perf_counter() - started > _SLICE:
                yield pending.ruling(done, total)
                pending, started = _Pending(), perf_counter()
        pending.findings.extend(self._package(subject, examiner, stream))
        marked = sorted({one.place.document for one in pending.findings if one.place.document})
        pending.badges.extend((number, Badge.of(self._worst.get(number))) for number in marked)
        yield pending.ruling(total, total)

    def _document(self, examiner: Examiner, subject: DocumentSubject, package: PackageSubject) -> Iterable[Finding]:
        package.seen.append(seen(subject))
        place = None
        told = []
        for rule, problem in self._problems(self._catalogue.documents, subject):
            place = place or place_of(self._case, document=subject.chunk.number)
            field = str(problem.path) if problem.path is not None else None
            finding = self._finding(rule, problem, replace(place, field=field), object_name(subject))
            if finding is not None:
                told.append((finding, problem))
        if not told:
            return ()
        loud = {id(one) for one in quieten(finding for finding, _ in told)}
        return self._record(examiner.located(subject, [pair for pair in told if id(pair[0]) in loud]))

    def _package(self, subject: PackageSubject, examiner: Examiner, stream: Stream) -> Iterable[Finding]:
        names = {one.number: one for one in subject.seen}
        found: list[Finding] = []
        to_locate: dict[int, list[tuple[Finding, Problem]]] = {}
        for rule, problem in self._problems(self._catalogue.package, subject):
            one = names.get(problem.document or 0)
            name = None
            if one is not None and one.named is not None:
                name = ObjectName(api_version=one.named.api_version, kind=one.named.kind, name=one.name)
            place = replace(place_of(self._case, document=problem.document, path=problem.path), line=problem.line)
            finding = self._finding(rule, problem, place, name)
            if finding is None:
                continue
            if one is not None and problem.path is not None:
                to_locate.setdefault(one.number, []).append((finding, problem))
            else:
                found.append(finding)
        for number, told in to_locate.items():
            found.extend(examiner.located(examiner.subject(stream.chunks[number - 1]), told))
        kept = self._record(quieten(found, self._told))
        return (*kept, *self._uncounted())

    def _of_image(self, rule: Rule[ImageSubject], problem: Problem) -> Finding | None:
        layers = self._case.image.layers if self._case.image else ()
        index = problem.layer
        digest = str(layers[index].descriptor.digest) if index is not None and index < len(layers) else None
        place = Place(layer=index, layer_digest=digest, path=problem.entry)
        return self._finding(rule, problem, place, None)

    def _problems(
        self, rules: tuple[Rule[Subject], ...], subject: Subject
    ) -> Iterator[tuple[Rule[Subject], Problem]]:
        """What the rules say; a rule that breaks down says so itself."""
        for rule in rules:
            if not rule.severities[self._profile]:
                continue
            try:
                yield from ((rule, problem) for problem in rule.check(subject))
            except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
                yield rule, _crash(rule.id, error)

    def _finding(
        self, rule: Rule[Subject], problem: Problem, place: Place, name: ObjectName | None
    ) -> Finding | None:
        severity = rule.severity(self._profile, problem.level)
        if severity is None:
            return None
        return Finding(
            rule=rule.id,
            severity=Severity.WARNING if problem.level == _CRASHED else severity,
            message=problem.message,
            fix=problem.fix or rule.fix,
            crossplane_says=problem.says,
            at_once=problem.at_once,
            readers=rule.affected(self._profile, problem),
            object=name,
            place=place,
        )

    def _record(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Keeps count and badges; beyond `_MOST` of one rule they are counted only."""
        kept = []
        for one in map(self._homed, findings):
            self._counts[one.rule] += 1
            number = one.place.document
            if number is not None:
                self._worst[number] = max(one.severity, self._worst.get(number, Severity.INFO))
            if self._counts[one.rule] <= _MOST:
                kept.append(one)
        self._told.extend(kept)
        return tuple(kept)

    def _homed(self, one: Finding) -> Finding:
        """With file and line of origin, where the stream was assembled: rules know of one stream only."""
        origins, line = self._case.origins, one.place.line
        origin = origins.at(line) if origins is not None and line is not None else None
        return replace(one, place=replace(one.place, file=origin.file, line=origin.line)) if origin else one

    def _uncounted(self) -> Iterator[Finding]:
        """One finding for all those of a rule that were not told."""
        for rule, count in sorted(self._counts.items()):
            if count > _MOST:
                last = next(one for one in reversed(self._told) if one.rule == rule)
                message = f"{count - _MOST:,} more findings of this rule are not listed"
                yield Finding(rule=rule, severity=last.severity, message=message, place=last.place)


class _Pending:
    """Findings and badges since the last ruling."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.badges: list[tuple[int, Badge]] = []

    def ruling(self, done: int, total: int) -> Ruling:
        return Ruling(findings=tuple(self.findings), badges=tuple(self.badges), done=done, total=total)


_CRASHED = 99
"""The level of a problem that a rule has with itself."""


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
