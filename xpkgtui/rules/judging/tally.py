"""The findings of a judgement: made of problems, counted, and listed up to a limit."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place, Severity
from xpkgtui.rules.judging.locating import layer_digest
from xpkgtui.rules.judging.precedence import Reported
from xpkgtui.rules.rule import Problem, Rule
from xpkgtui.visible import clip

CRASHED = 99
"""The level of the problem that a rule raised an exception."""
_LONGEST = 4_000
"""Characters of a sentence, which may quote a kind of 60,000."""
_MOST = 1_000
"""Findings of one rule; the rest are counted."""


class Tally:
    """The findings that are listed, and the number of all."""

    def __init__(self, case: Case, profile: str, others: Sequence[str] = ()) -> None:
        self.profile = profile
        self.listed: list[Finding] = []
        self._others = others
        self._case = case
        self._layers = {part.name: part.layer for part in case.reading.parts} if case.reading else {}
        """The layer of an image that supplies a file of origin."""
        self._counts: Counter[str] = Counter()
        self._worst: dict[int, Severity] = {}
        self._said: set[str] = set()
        """Rules whose one finding for the whole package was reported."""

    def badge(self, document: int) -> Badge:
        """The badge of a document, by what was reported so far."""
        return Badge.of(self._worst.get(document))

    def report(self, rule: Rule[Any], problem: Problem, place: Place, name: ObjectName | None) -> Reported | None:
        """The finding about a problem; None where the profile does not want it."""
        severity = rule.severity(self.profile, problem)
        if severity is None or (problem.is_once and rule.id in self._said):
            return None
        if problem.is_once:
            self._said.add(rule.id)
        finding = Finding(
            rule=rule.id,
            severity=_severity(severity, problem),
            message=clip(problem.message, _LONGEST),
            fix=_needed(clip(problem.fix, _LONGEST) or rule.fix),
            says=None if problem.says is None else clip(problem.says, _LONGEST),
            stage=rule.stage if problem.stage is None else problem.stage,
            walked=problem.walked,
            turn=_turn(problem) if rule.is_decoding or problem.at_once else (),
            met=rule.met if problem.met is None else problem.met,
            undecided=problem.undecided,
            readers=rule.affected(self.profile, problem),
            refused_by=self._refused_by(rule, problem) if self._others else (),
            object=name,
            place=place,
        )
        return Reported(rule=rule, problem=problem, finding=finding)

    def count(self, reported: Iterable[Reported]) -> list[Reported]:
        """Counts the findings; gives those to be listed, at most `_MOST` of a rule, which are worth being located."""
        kept = []
        for one in reported:
            rule, number = one.finding.rule, one.finding.place.document
            self._counts[rule] += 1
            if number is not None:
                self._worst[number] = max(one.finding.severity, self._worst.get(number, Severity.INFO))
            if self._counts[rule] <= _MOST:
                kept.append(one)
        return kept

    def list(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Lists counted findings."""
        listed = tuple(map(self._with_origin, findings))
        self.listed.extend(listed)
        return listed

    def _refused_by(self, rule: Rule[Any], problem: Problem) -> tuple[str, ...]:
        if problem.level == CRASHED or problem.undecided:
            return ()
        return tuple(one for one in self._others if rule.severity(one, problem) is Severity.ERROR)

    def overflow(self) -> Iterator[Finding]:
        """One finding for each rule whose other findings were only counted."""
        for rule, count in sorted(self._counts.items()):
            if count > _MOST:
                last = next(one for one in reversed(self.listed) if one.rule == rule)
                message = f"{count - _MOST:,} more findings of this rule are not listed"
                yield Finding(rule=rule, severity=last.severity, message=message, stage=last.stage, place=last.place)

    def _with_origin(self, one: Finding) -> Finding:
        """The finding with file and line of origin where the stream was assembled; rules see only the stream."""
        line, reading = one.place.line, self._case.reading
        origin = reading.origins.at(line) if reading is not None and line is not None else None
        if origin is None:
            return one
        place, layer = replace(one.place, file=origin.file, line=origin.line), self._layers.get(origin.file)
        if layer is not None:
            place = replace(place, layer=layer, layer_digest=layer_digest(self._case, layer), path=origin.file)
        return replace(one, place=place)


def _severity(severity: Severity, problem: Problem) -> Severity:
    """That of the rule; a warning where a rule crashed, and at most one where not everything was read."""
    if problem.level == CRASHED:
        return Severity.WARNING
    return min(severity, Severity.WARNING) if problem.undecided else severity


def _needed(fix: str) -> str:
    """The repair; none where it is one sentence that says that nothing need be done."""
    return "" if fix.startswith("No action") and ". " not in fix else fix


def _turn(problem: Problem) -> tuple[tuple[int, str], ...]:
    """The order in which a decoder meets the problem: it reads JSON with sorted keys, whatever their lines are."""
    parts = problem.path.parts if problem.path is not None else ()
    steps = ((part, "") if isinstance(part, int) else (0, part) for part in parts)
    return (int(not problem.at_once), ""), *steps
