"""A run of a subject: every case is asked of the oracle and of xpkgtui, and what differs is made small."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from differential.oracle import Oracle, OracleStopped
from differential.shrinking import smallest
from differential.subject import Answer, Case, Subject
from differential.tables import key

_SHOWN = 20
"""Kinds of disagreement that are made small."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A case whose two answers differ without an excuse."""

    case: Case
    ours: Answer
    theirs: Answer

    @property
    def kind(self) -> str:
        """What differs, without names and numbers: disagreements of one kind are printed once."""
        return difference(self.ours, self.theirs)


@dataclass(slots=True, kw_only=True)
class Outcome:
    """The counts of a run."""

    cases: int = 0
    questions: int = 0
    excuses: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    first: dict[str, Disagreement] = field(default_factory=dict)
    """The first disagreement of each kind, made small."""
    rows: list[tuple[Case, Answer]] = field(default_factory=list)
    """What the table keeps."""


def run(subject: Subject, oracle: Oracle, *, count: int, seed: int) -> Outcome:
    """Asks the traps and `count` generated cases."""
    outcome = Outcome()
    traps = {key(case) for case in subject.traps()}
    for case in _cases(subject, count, seed):
        outcome.cases += 1
        outcome.questions += subject.counted(case)
        theirs = subject.theirs(oracle, case)
        found = _compared(subject, case, theirs)
        has_room = len(outcome.rows) < len(traps) + subject.kept and len(key(case)) <= subject.largest
        if key(case) in traps or has_room:
            outcome.rows.append((case, theirs))
        if isinstance(found, str):
            outcome.excuses[found] += 1
        elif found is not None:
            outcome.kinds[found.kind] += 1
            outcome.first.setdefault(found.kind, found)
    for kind in list(outcome.first)[:_SHOWN]:
        outcome.first[kind] = _small(subject, oracle, outcome.first[kind])
    return outcome


def judged(subject: Subject, case: Case, theirs: Answer) -> str | Disagreement | None:
    """Nothing where the answers agree, the excuse where they may differ, else the disagreement."""
    ours = subject.ours(case)
    if subject.agrees(ours, theirs):
        return None
    return subject.excused(case, ours, theirs) or Disagreement(case=case, ours=ours, theirs=theirs)


def difference(ours: Any, theirs: Any, where: str = "") -> str:
    """The first place where two answers differ, and how."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in sorted(ours.keys() | theirs.keys(), key=str):
            if (name in ours) is not (name in theirs):
                return f"{where}.{name} is only {'ours' if name in ours else 'theirs'}"
            if ours[name] != theirs[name]:
                return difference(ours[name], theirs[name], f"{where}.{name}")
    if isinstance(ours, list) and isinstance(theirs, list):
        for mine, other in zip(ours, theirs, strict=False):
            if mine != other:
                return difference(mine, other, f"{where}[]")
        return f"{where}: {'more' if len(ours) > len(theirs) else 'fewer'} than theirs"
    return f"{where}: {_masked(ours)} for {_masked(theirs)}"


def _masked(answer: Any) -> str:
    text = str(answer) if isinstance(answer, str | bool | None) else type(answer).__name__
    return re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`|\[[^]]*\]|[0-9]+", "_", text)[:80]


def _cases(subject: Subject, count: int, seed: int) -> Iterator[Case]:
    """The traps, then different generated cases."""
    chance, seen = Random(seed), set()
    for case in subject.traps():
        if key(case) not in seen:
            seen.add(key(case))
            yield case
    for _ in range(count):
        case = subject.generated(chance)
        if key(case) not in seen:
            seen.add(key(case))
            yield case


def _compared(subject: Subject, case: Case, theirs: Answer) -> str | Disagreement | None:
    try:
        return judged(subject, case, theirs)
    except Exception as crash:
        return Disagreement(case=case, ours=f"crash: {crash!r}", theirs=theirs)


def _small(subject: Subject, oracle: Oracle, found: Disagreement) -> Disagreement:
    kept = found

    def fails(case: Case) -> bool:
        nonlocal kept
        try:
            theirs = subject.theirs(oracle, case)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OSError, OracleStopped):
            return False  # no longer a case at all
        again = _compared(subject, case, theirs)
        if not isinstance(again, Disagreement) or again.kind != found.kind:
            return False
        kept = again
        return True

    smallest(found.case, fails)
    return kept
