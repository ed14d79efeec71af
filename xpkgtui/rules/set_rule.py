"""A rule about a set of manifests: a name, severities, a manual (its docstring) and what it says of a set."""

import re
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import Manual, require_whole
from xpkgtui.rules.set_statement import SetStatement
from xpkgtui.values import dataclass

Case = TypeVar("Case")
_ID = re.compile(r"SET\d{3}\Z")
_SEVERITIES = {"E": Severity.ERROR, "W": Severity.WARNING, "I": Severity.INFO}


@dataclass(frozen=True, slots=True, kw_only=True)
class SetProblem(SetStatement):
    """What a rule says of one place."""

    rule: str = ""
    """The rule about packages that says the same of an object in one; empty where it is the rule's own."""
    level: int = 0
    """The index into the severities of the rule: 0 is the worst."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SetRule(Manual, Generic[Case]):
    """One row of the ruleset of sets."""

    severities: tuple[Severity, ...]
    """The worst first."""
    check: Callable[[Case], Iterator[SetProblem]]
    absent: tuple[str, ...] = ()
    """The kinds of which it says that an object is absent: not asked where one may be in what was not read."""


def set_rule(
    id: str,  # noqa: A002
    title: str,
    severities: str,
    absent: tuple[str, ...] = (),
) -> Callable[[Callable[[Case], Iterator[SetProblem]]], SetRule[Case]]:
    """A decorator that makes a rule of a function; severities as letters, the worst first.

    Raises `TypeError` where the rule is not whole: a title, a severity, and all sections of its manual.
    """

    def decorate(check: Callable[[Case], Iterator[SetProblem]]) -> SetRule[Case]:
        manual = check.__doc__ or ""
        require_whole(id, title, manual, bool(_ID.match(id) and severities))
        listed = tuple(_SEVERITIES[letter] for letter in severities)
        return SetRule(id=id, title=title, manual=manual, severities=listed, check=check, absent=absent)

    return decorate
