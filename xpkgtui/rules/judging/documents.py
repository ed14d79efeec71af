"""The documents of a stream: each is judged by its rules, or taken from an account of an earlier judgement."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from xpkgtui.documents.chunk import Chunk, StreamBytes
from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.yaml.effort import Effort
from xpkgtui.documents.yaml.refusals import Reason
from xpkgtui.rules.catalogue import Examination, Recalling
from xpkgtui.rules.finding import ObjectName
from xpkgtui.rules.judging.allowance import RulesAllowance
from xpkgtui.rules.judging.ledger import Account, DocumentProblems
from xpkgtui.rules.judging.locating import Locator
from xpkgtui.rules.rule import CRASHED, AnyRule, Problem, Rule
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

_LONGEST_NAME = 320
"""Characters of each name of an object."""


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
        if judged.account is not None or self._recalling is None:
            return judged.account
        kept = self._recalling.account_of(self._subject)
        return None if kept is None else judged.document_problems.account(chunk.number, judged.name, kept)

    def backwards(self, chunks: Sequence[Chunk], profiles: Sequence[str]) -> Iterator[Account]:
        """The accounts of documents from the last to the first, with the places of what the profiles want."""
        judgeable = [one for one in chunks if not one.empty][: self._allowance.documents]
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
            is_spent=isinstance(document, BrokenDocument) and document.reason is Reason.SPENT,
        )


def _short(name: ObjectName | None) -> ObjectName | None:
    """The name, cut where it is long: a finding is sent, sorted and drawn in lists."""
    if name is None:
        return None
    return ObjectName(
        api_version=clip(name.api_version, _LONGEST_NAME),
        kind=clip(name.kind, _LONGEST_NAME),
        name=clip(name.name, _LONGEST_NAME),
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
