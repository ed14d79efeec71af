"""The documents that the limit `rules` allows to judge, and the problem that says which ones are left."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Self

from xpkgtui.limits import Limits, ReachedLimit
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import AnyRule, Problem
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
        severities: Mapping[str, tuple[Severity, ...]] = dict.fromkeys(catalogue.profiles, (Severity.WARNING,))
        return cls(
            documents=limits.rules // catalogue.steps,
            last=last,
            reached=limits.reached("rules", last * catalogue.steps),
            rule=replace(catalogue.within_limits, severities=severities, silenced_by=None),
        )

    def beyond(self, number: int) -> tuple[AnyRule, Problem]:
        """The problem of the first document that is not judged; no profile can say more of the package."""
        these = f"Documents {number:,} to {self.last:,}" if number < self.last else f"Document {number:,}"
        message = f"{these} and the package as a whole were not checked: {self.reached.sentence}"
        return self.rule, Problem(message=message, fix=self.reached.advice, undecided=True, is_certain=True)
