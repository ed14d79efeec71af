"""The documents of a stream: each is judged, or taken from the ledger of a judgement, as far as limits allow."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self, TypeVar

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.stream import Stream
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import RefusalReason
from xpkgtui.limits import Limits, ReachedLimit
from xpkgtui.rules.finding import Finding, ObjectName, Severity
from xpkgtui.rules.judging.locating import Locator, Reported
from xpkgtui.rules.rule import CRASHED, AnyRule, Problem, Rule, Where
from xpkgtui.rules.ruleset import Examination, Recalling, Ruleset
from xpkgtui.values import dataclass
from xpkgtui.visible import LONGEST_NAME, clip

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesAllowance:
    """What one judgement of a stream may take of the limit `rules`."""

    documents: int
    """Documents that are judged."""
    last: int
    """The number of the last document of the stream."""
    reached: ReachedLimit
    rule: AnyRule

    @classmethod
    def of(cls, ruleset: Ruleset[Any, Any, Any], limits: Limits, last: int) -> Self:
        """The allowance for a stream of `last` documents."""
        return cls(
            documents=limits.rules // ruleset.steps,
            last=last,
            reached=limits.reached("rules", last * ruleset.steps),
            rule=_warning_of(ruleset),
        )

    def beyond(self, number: int) -> tuple[AnyRule, Problem]:
        """The problem of the first document that is not judged; no profile can say more of the package."""
        these = f"Documents {number:,} to {self.last:,}" if number < self.last else f"Document {number:,}"
        return self.rule, _problem(f"{these} and the package as a whole were not checked", self.reached)


class LimitReport:
    """Says of each limit that kept something of a package unread that it did, unless a rule of the format says so."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        self._rule = _warning_of(ruleset)
        self._said: list[str] = []

    def hear(self, problem: Problem) -> None:
        """Takes what a rule said."""
        if problem.undecided:
            self._said.append(problem.sentence)

    def problems(self, limits: Iterable[ReachedLimit], line: int | None = None) -> Iterator[tuple[AnyRule, Problem]]:
        """The problem of each limit that was not said yet; `line` is where reading the stream stopped."""
        lead = "A limit was reached" if line is None else "The documents from here on were not read"
        for reached in limits:
            if not any(reached.sentence in message for message in self._said):
                problem = replace(_problem(lead, reached), where=Where(line=line))
                self.hear(problem)
                yield self._rule, problem


def _warning_of(ruleset: Ruleset[Any, Any, Any]) -> AnyRule:
    severities: Mapping[str, tuple[Severity, ...]] = dict.fromkeys(ruleset.profiles, (Severity.WARNING,))
    return replace(ruleset.within_limits, severities=severities, silenced_by=None)


def _problem(lead: str, reached: ReachedLimit) -> Problem:
    return Problem(message=f"{lead}: {reached.sentence}", fix=reached.advice, undecided=True)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedDocument:
    """What was said of one document."""

    name: ObjectName | None
    document_problems: DocumentProblems
    is_spent: bool = False
    """Whether neither this document nor any after it is judged."""
    is_last: bool = False
    """Whether the package as a whole is not judged either, because too much is left out."""
    account: Account | None = None
    """The account that it was taken from."""


class Documents:
    """Call `judge` for each document that is not empty, in their order."""

    def __init__(
        self,
        examination: Examination[Any, Any],
        rules: Mapping[str, AnyRule],
        data: StreamBytes,
        locating: Effort,
        accounts: Mapping[int, Account],
        allowance: RulesAllowance,
    ) -> None:
        """`locating` is the effort for the lines of problems; more `accounts` may come meanwhile."""
        self._allowance = allowance
        self._left = allowance.documents
        self._examination = examination
        self._recalling = examination if isinstance(examination, Recalling) else None
        self._rules = rules
        self._data = data
        self._locating = locating
        self._accounts = accounts
        self._subject: Any = None
        """The document that was judged last."""

    def judge(self, chunk: Chunk) -> JudgedDocument:
        """What is said of a document."""
        self._left -= 1
        if self._left < 0:
            located = Locator(chunk, None, self._data, self._locating)
            found = DocumentProblems([self._allowance.beyond(chunk.number)], located)
            return JudgedDocument(name=None, document_problems=found, is_spent=True, is_last=True)
        account = self._accounts.get(chunk.number)
        if account is None or self._recalling is None or not self._recalling.recall(account.kept):
            return self._judge(chunk)
        found = DocumentProblems.again(account, self._rules, Locator(chunk, None, self._data, self._locating))
        return JudgedDocument(name=account.name, document_problems=found, account=account)

    def account(self, chunk: Chunk, judged: JudgedDocument) -> Account | None:
        """The account of the document that was judged last; None where it holds for this judgement alone."""
        if judged.account is not None or judged.is_spent or self._recalling is None:
            return judged.account
        kept = self._recalling.account_of(self._subject)
        return None if kept is None else judged.document_problems.account(chunk.number, judged.name, kept)

    def backwards(self, chunks: Sequence[Chunk], profiles: Sequence[str]) -> Iterator[Account]:
        """The accounts of documents from the last to the first, with the places of what the profiles want."""
        judgeable = [chunk for chunk in chunks if not chunk.empty][: self._allowance.documents]
        for chunk in reversed(judgeable) if self._recalling else ():
            judged = self._judge(chunk)
            if judged.is_spent:
                return
            wanted = [
                problem
                for rule, problem in judged.document_problems.problems
                if any(rule.severity(each, problem) is not None for each in profiles)
            ]
            judged.document_problems.locate(wanted)
            if account := self.account(chunk, judged):
                yield account

    def _judge(self, chunk: Chunk) -> JudgedDocument:
        self._subject = subject = self._examination.document(chunk)
        self._examination.remember(subject)
        problems = list(problems_of(self._rules.values(), subject))
        document = subject.document
        return JudgedDocument(
            name=_short(subject.object_name),
            document_problems=DocumentProblems(problems, Locator(chunk, document, self._data, self._locating)),
            is_spent=isinstance(document, BrokenDocument) and document.reason is RefusalReason.SPENT,
        )


def _short(name: ObjectName | None) -> ObjectName | None:
    """The name, cut where it is long: a finding is sent, sorted and drawn in lists."""
    if name is None:
        return None
    return ObjectName(
        api_version=clip(name.api_version, LONGEST_NAME),
        kind=clip(name.kind, LONGEST_NAME),
        name=clip(name.name, LONGEST_NAME),
    )


Subject = TypeVar("Subject")


def problems_of(rules: Iterable[Rule[Subject]], subject: Subject) -> Iterator[tuple[Rule[Subject], Problem]]:
    """The problems that the rules find; a rule that raises an exception yields a problem about itself."""
    for rule in rules:
        try:
            for problem in rule.check(subject):
                yield rule, problem
        except MemoryError:
            raise  # not the fault of a rule
        except Exception as error:  # noqa: BLE001 - one broken rule must not take the others with it
            yield rule, _crash(rule.id, error)


def _crash(rule: str, error: Exception) -> Problem:
    where = error.__traceback__
    while where and where.tb_next:
        where = where.tb_next
    place = f" in {where.tb_frame.f_globals.get('__name__')}, line {where.tb_lineno}" if where else ""
    return Problem(
        level=CRASHED,
        message=f"Rule {rule} failed: {type(error).__name__}{place}: {str(error)[:200]}",
        fix="This is a bug in xpkgtui. Report it, with the package if you may share it.",
    )
