"""Who says what: the words of a tool stand in findings about what this tool itself reports."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item
from xpkgtui.formats.registry_v1.summary import HUB, OPM, PROFILES, SDK
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import Problem, Rule

Subject = TypeVar("Subject", Files, Item, Bundle)
_WARNS = (SDK, HUB)
"""Tools that print warnings, too."""
_WARNING = "Warning: "


def spoken(*rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """The same rules, whose problems have the words of a tool for this tool alone."""
    return tuple(_spoken(one) for group in rules for one in group)


def not_for_charts(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """The same rules, which say nothing for opm of a Helm chart: there it looks at the annotations alone."""
    return tuple(_spared(one) for one in rules)


def _spoken(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        for problem in one.check(subject):
            yield from _divided(one, problem)

    return replace(one, check=check)


def _divided(one: Rule[Any], problem: Problem) -> Iterator[Problem]:
    if problem.says is None:
        yield problem
        return
    profiles = tuple(each for each in problem.profiles or PROFILES if one.severities[each])
    speaking = tuple(each for each in profiles if _says(one, problem, each))
    if speaking:
        yield replace(problem, profiles=speaking)
    if silent := tuple(each for each in profiles if each not in speaking):
        yield replace(problem, says=None, profiles=silent)


def _says(one: Rule[Any], problem: Problem, profile: str) -> bool:
    says = problem.says or ""
    if one.severity(profile, problem) is Severity.ERROR:
        return True
    return profile in _WARNS and says.startswith(_WARNING)


def _spared(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        for problem in one.check(subject):
            if not subject.is_chart:
                yield problem
            elif others := tuple(each for each in problem.profiles or PROFILES if each != OPM):
                yield replace(problem, profiles=others)

    return replace(one, check=check)
