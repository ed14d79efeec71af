"""What limits leave out of a judgement: documents beyond the limit `rules`, and what the findings say of limits."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

from xpkgtui.limits import Limits, ReachedLimit
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import AnyRule, Problem, Where
from xpkgtui.values import dataclass


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
    def of(cls, catalogue: Catalogue[Any, Any, Any], limits: Limits, last: int) -> Self:
        """The allowance for a stream of `last` documents."""
        return cls(
            documents=limits.rules // catalogue.steps,
            last=last,
            reached=limits.reached("rules", last * catalogue.steps),
            rule=_warning_of(catalogue),
        )

    def beyond(self, number: int) -> tuple[AnyRule, Problem]:
        """The problem of the first document that is not judged; no profile can say more of the package."""
        these = f"Documents {number:,} to {self.last:,}" if number < self.last else f"Document {number:,}"
        return self.rule, _problem(f"{these} and the package as a whole were not checked", self.reached)


class LimitReport:
    """Says of each limit that kept something of a package unread that it did, unless a rule of the format says so."""

    def __init__(self, catalogue: Catalogue[Any, Any, Any]) -> None:
        self._rule = _warning_of(catalogue)
        self._said: list[str] = []

    def hear(self, problem: Problem) -> None:
        """Takes what a rule said."""
        if problem.undecided:
            self._said.append(problem.message)

    def problems(self, limits: Iterable[ReachedLimit], line: int | None = None) -> Iterator[tuple[AnyRule, Problem]]:
        """The problem of each limit that was not said yet; `line` is where reading the stream stopped."""
        lead = "A limit was reached" if line is None else "The documents from here on were not read"
        for reached in limits:
            if not any(reached.sentence in message for message in self._said):
                problem = replace(_problem(lead, reached), where=Where(line=line))
                self.hear(problem)
                yield self._rule, problem


def _warning_of(catalogue: Catalogue[Any, Any, Any]) -> AnyRule:
    severities: Mapping[str, tuple[Severity, ...]] = dict.fromkeys(catalogue.profiles, (Severity.WARNING,))
    return replace(catalogue.within_limits, severities=severities, silenced_by=None)


def _problem(lead: str, reached: ReachedLimit) -> Problem:
    return Problem(message=f"{lead}: {reached.sentence}", fix=reached.advice, undecided=True)
