"""The findings of a judgement: made of problems, counted, and listed up to a limit."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from xpkgtui.patterns import late
from xpkgtui.rules.case import Case
from xpkgtui.rules.finding import Badge, Finding, ObjectName, Place, Severity, Stage
from xpkgtui.rules.judging.locating import Reported, layer_digest
from xpkgtui.rules.rule import CRASHED, Problem, Rule
from xpkgtui.visible import are

_LONGEST = 4_000
"""Characters of a sentence that is always whole; it may quote a kind of 60,000, or what a tool prints."""
_LONG_IN_ALL = 8 << 20
"""Characters of the sentences that are longer; those that come after are cut, and say so."""
_MOST = 1_000
"""Findings of one rule that are alike for the verdict; the rest are counted."""
_PATTERN = late(r" \(e\.g\. .*regex used for validation is '.*'\)")
"""The end of what Kubernetes says of a name."""
_Kind = tuple[str, Severity, bool, bool]
"""What findings have in common: rule, severity, and whether they leave the verdict undecided, or speak of running."""


class Tally:
    """The findings that are listed, and the number of all."""

    def __init__(
        self,
        case: Case,
        profile: str,
        others: Sequence[str] = (),
        heard: AbstractSet[str] = frozenset(),
        beside: str = "",
    ) -> None:
        """`heard` are the rules of which every finding is made, because it may silence others.

        What is an error for the profile `beside` is listed too.
        """
        self.profile = profile
        self._beside = beside
        self.listed: list[Finding] = []
        self._others = others
        self._case = case
        self._layers = {part.name: part.layer for part in case.reading.parts} if case.reading else {}
        """The layer of an image that supplies a file of origin."""
        self._heard = heard
        self._counts: Counter[_Kind] = Counter()
        self._made: Counter[_Kind] = Counter()
        """Findings that were made and may yet be silenced; only rules that nothing silences pass over others."""
        self._passed: Counter[_Kind] = Counter()
        """Problems of which no finding was made."""
        self._worst: dict[int, Severity] = {}
        self._once: dict[str, str] = {}
        """The message of the one finding for the whole package, by its rule."""
        self._more: Counter[str] = Counter()
        """Problems that this finding stands for as well, by its rule."""
        self._left = _LONG_IN_ALL
        self._held: list[Finding] = []
        """These findings, until it is known for how many problems they stand."""

    def badge(self, document: int) -> Badge:
        """The badge of a document, by what was reported so far."""
        return Badge.of(self._worst.get(document))

    def report(
        self,
        rule: Rule[Any],
        problem: Problem,
        document: int | None,
        place: Callable[[], Place],
        name: ObjectName | None,
    ) -> Reported | None:
        """The finding about a problem; None where the profile does not want it, or has enough of its kind."""
        severity, profile = rule.severity(self.profile, problem), self.profile
        if self._beside and severity is not Severity.ERROR and self._decides_too(rule, problem):
            severity, profile = Severity.ERROR, self._beside
        if severity is None:
            return None
        if rule.is_once(problem) and rule.id in self._once:
            self._more[rule.id] += 1
            self._mark(document, severity)
            return None
        severity = _severity(severity, problem)
        is_failure = problem.level == CRASHED
        undecided = problem.undecided or (is_failure and rule.decides(profile))
        stage = rule.stage if problem.stage is None else problem.stage
        kind = (rule.id, severity, undecided, stage is Stage.RUN)
        if self._made[kind] >= _MOST and rule.silenced_by is None and rule.id not in self._heard:
            self._passed[kind] += 1
            self._mark(document, severity)
            return None
        self._made[kind] += 1
        says = problem.words(profile)
        message = self._whole(_without_pattern(problem.sentence, says))
        if rule.is_once(problem):
            self._once[rule.id] = message
        finding = Finding(
            rule=rule.id,
            severity=severity,
            message=message,
            cause=self._whole(problem.message) if problem.more else "",
            fix=_needed(self._whole(problem.fix) or rule.fix),
            says=None if says is None else self._whole(says),
            stage=stage,
            walked=problem.walked,
            turn=_turn(problem) if rule.is_decoding or problem.at_once else (),
            met=rule.met_by(profile, problem),
            undecided=undecided,
            is_failure=is_failure,
            by="" if profile == self.profile else profile,
            readers=rule.affected(profile, problem),
            refused_by=self._refused_by(rule, problem) if self._others else (),
            object=name,
            place=place(),
        )
        return Reported(rule=rule, problem=problem, finding=finding)

    def _whole(self, text: str) -> str:
        """The text whole, so that JSON has it; cut where a package has megabytes of them."""
        if len(text) <= _LONGEST:
            return text
        self._left -= len(text)
        return text if self._left >= 0 else f"{text[:_LONGEST]}… ({len(text) - _LONGEST:,} more characters)"

    def count(self, reported: Iterable[Reported]) -> list[Reported]:
        """Counts the findings; gives those to be listed, at most `_MOST` of a kind, which are worth being located."""
        kept = []
        for one in reported:
            kind = one.finding.rule, one.finding.severity, one.finding.undecided, one.finding.stage is Stage.RUN
            self._counts[kind] += 1
            self._mark(one.finding.place.document, one.finding.severity)
            if self._counts[kind] <= _MOST:
                kept.append(one)
        return kept

    def _mark(self, document: int | None, severity: Severity) -> None:
        if document is not None:
            self._worst[document] = max(severity, self._worst.get(document, Severity.INFO))

    def list(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Lists counted findings, but for those of which one is made for a package."""
        listed: list[Finding] = []
        for one in map(self._with_origin, findings):
            (self._held if self._once.get(one.rule) == one.message else listed).append(one)
        self.listed.extend(listed)
        return tuple(listed)

    def list_held(self) -> tuple[Finding, ...]:
        """Lists the findings that stand for a whole package, each with the number of problems that are like it."""
        held = [
            replace(one, message=f"{one.message} ({more:,} more like it)") if (more := self._more[one.rule]) else one
            for one in self._held
        ]
        self.listed.extend(held)
        return tuple(held)

    def _decides_too(self, rule: Rule[Any], problem: Problem) -> bool:
        """Whether it is an error for the profile beside this one, and no words of an error that this one has."""
        is_told = problem.profiles is not None and self.profile not in problem.profiles
        if is_told and Severity.ERROR in rule.severities[self.profile]:
            return False
        return rule.severity(self._beside, problem) is Severity.ERROR

    def _refused_by(self, rule: Rule[Any], problem: Problem) -> tuple[str, ...]:
        if problem.level == CRASHED or problem.undecided:
            return ()
        return tuple(other for other in self._others if rule.severity(other, problem) is Severity.ERROR)

    def overflow(self) -> Iterator[Finding]:
        """One finding for each rule whose other findings were only counted."""
        more: Counter[str] = Counter()
        worst: dict[str, Severity] = {}
        for (rule, severity, *_), count in (self._counts + self._passed).items():
            if count > _MOST:
                more[rule] += count - _MOST
                worst[rule] = max(severity, worst.get(rule, severity))
        for rule, count in sorted(more.items()):
            last = next(one for one in reversed(self.listed) if (one.rule, one.severity) == (rule, worst[rule]))
            message = f"{are(count, 'more finding of this rule', 'more findings of this rule')} not listed"
            yield Finding(rule=rule, severity=last.severity, message=message, stage=last.stage, place=last.place)

    def _with_origin(self, finding: Finding) -> Finding:
        """The finding with file and line of origin where the stream was assembled; rules see only the stream."""
        line, reading = finding.place.line, self._case.reading
        origin = reading.origins.at(line) if reading is not None and line is not None else None
        if origin is None:
            return finding
        place, layer = replace(finding.place, file=origin.file, line=origin.line), self._layers.get(origin.file)
        if layer is not None:
            place = replace(place, layer=layer, layer_digest=layer_digest(self._case, layer), path=origin.file)
        return replace(finding, place=place)


def _severity(severity: Severity, problem: Problem) -> Severity:
    """That of the rule; a warning where a rule crashed, and at most one where not everything was read."""
    if problem.level == CRASHED:
        return Severity.WARNING
    return min(severity, Severity.WARNING) if problem.undecided else severity


def _without_pattern(sentence: str, says: str | None) -> str:
    """The sentence without the pattern that the message of the program has too."""
    found = _PATTERN.search(sentence) if says else None
    return sentence.replace(found[0], "") if found and found[0] in (says or "") else sentence


def _needed(fix: str) -> str:
    """The repair; none where it is one sentence that says that nothing need be done."""
    return "" if fix.startswith("No action") and ". " not in fix else fix


def _turn(problem: Problem) -> tuple[tuple[int, str], ...]:
    """The order in which a decoder meets the problem: it reads JSON with sorted keys, whatever their lines are."""
    parts = problem.path.parts if problem.path is not None else ()
    steps = ((part, "") if isinstance(part, int) else (0, part) for part in parts)
    return (int(not problem.at_once), ""), *steps
