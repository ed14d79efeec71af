"""The ledger of a judgement: what rules said of documents by their text alone, so that a text is not judged twice."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from xpkgtui.documents.stream import Stream
from xpkgtui.rules.finding import Finding, ObjectName
from xpkgtui.rules.judging.locating import Locator, Reported
from xpkgtui.rules.rule import AnyRule, Problem
from xpkgtui.values import dataclass

MOST_PROBLEMS = 20_000
"""Problems in a ledger; a stream with more of them is judged again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One problem, with its place where it was looked for."""

    rule: str
    problem: Problem
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What was said of one document."""

    number: int
    name: ObjectName | None
    said: tuple[Said, ...]
    kept: str
    """What rules about the package need of it, as its format wrote it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """What was said of a stream. Documents that rules see together with their image are not in it."""

    stream: Stream
    accounts: tuple[Account, ...]


class Recorder:
    """Keeps accounts while a stream is judged."""

    def __init__(self) -> None:
        self._accounts: list[Account] = []
        self._left = MOST_PROBLEMS

    def record(self, account: Account) -> None:
        """Adds an account."""
        self._left -= len(account.said)
        if self._left >= 0:
            self._accounts.append(account)

    def ledger(self, stream: Stream) -> Ledger | None:
        """All accounts; None where there are too many."""
        return Ledger(stream=stream, accounts=tuple(self._accounts)) if self._left >= 0 else None


class DocumentProblems:
    """The problems of one document, and the places of those that were located."""

    def __init__(self, problems: list[tuple[AnyRule, Problem]], locator: Locator) -> None:
        self.problems = problems
        self.places: dict[int, tuple[int | None, int | None]] = {}
        """Line and column by `id()` of a problem."""
        self._locator = locator

    @classmethod
    def again(cls, account: Account, rules: Mapping[str, AnyRule], locator: Locator) -> "DocumentProblems":
        """What an account says."""
        problems = cls([(rules[one.rule], one.problem) for one in account.said], locator)
        problems.places = {id(one.problem): (one.line, one.column) for one in account.said if one.line is not None}
        return problems

    def account(self, number: int, name: ObjectName | None, kept: str) -> Account:
        """The account of these."""
        said = []
        for rule, problem in self.problems:
            line, column = self.places.get(id(problem), (None, None))
            said.append(Said(rule=rule.id, problem=problem, line=line, column=column))
        return Account(number=number, name=name, said=tuple(said), kept=kept)

    def locate(self, problems: Sequence[Problem]) -> None:
        """Looks for the places of those that have none yet."""
        if wanted := [problem for problem in problems if id(problem) not in self.places]:
            self.places |= zip(map(id, wanted), self._locator.lines(wanted), strict=True)

    def located(self, reported: list[Reported]) -> Iterator[Finding]:
        """The findings with their lines."""
        self.locate([one.problem for one in reported])
        for one in reported:
            line, column = self.places[id(one.problem)]
            yield replace(one.finding, place=replace(one.finding.place, line=line, column=column))
