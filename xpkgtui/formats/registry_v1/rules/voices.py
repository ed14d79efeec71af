"""Who says what: the words of a tool stand in findings about what this tool itself reports."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from xpkgtui.formats.registry_v1.rules.reading.spelling import in_any_letters
from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item
from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools.profiles import HUB, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import Problem, Rule

Subject = TypeVar("Subject", Files, Item, Bundle)
_ANY_LETTERS = (SDK, HUB)
"""Tools that find a field whatever its letters are."""
_TAKE_LAST = (OLMV1, RUKPAK)
"""Tools that take the last of several ClusterServiceVersions."""


def spoken(*rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """The same rules, whose problems have the words of a tool for this tool alone."""
    return tuple(_spoken(one) for group in rules for one in group)


def not_for_charts(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """The same rules, which say nothing for opm of a Helm chart: there it looks at the annotations alone."""
    return tuple(_spared(one) for one in rules)


def not_for_superseded(rules: Iterable[Rule[Item]]) -> tuple[Rule[Item], ...]:
    """The same rules, which say nothing of a ClusterServiceVersion for tools that take a later one."""
    return tuple(_unsuperseded(one) for one in rules)


def each_its_own(rules: Iterable[Rule[Bundle]]) -> tuple[Rule[Bundle], ...]:
    """The same rules, which look for each tool at the ClusterServiceVersion that it takes."""
    return tuple(_its_own(one) for one in rules)


def spelled_for_sdk(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """The same rules, which look for operator-sdk at the fields of a ClusterServiceVersion in any letters."""
    return tuple(_spelled(one) for one in rules)


def _spelled(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        meant = in_any_letters(subject)
        if meant is subject:
            yield from one.check(subject)
            return
        for problem in one.check(subject):
            yield from _for(problem, lambda each: each not in _ANY_LETTERS)
        for problem in one.check(meant):
            yield from _for(problem, lambda each: each in _ANY_LETTERS)

    return replace(one, check=check)


def _unsuperseded(one: Rule[Item]) -> Rule[Item]:
    def check(subject: Item) -> Iterator[Problem]:
        for problem in one.check(subject):
            if not subject.is_superseded:
                yield problem
            else:
                yield from _for(problem, lambda each: each not in _TAKE_LAST)

    return replace(one, check=check)


def _its_own(one: Rule[Bundle]) -> Rule[Bundle]:
    def check(subject: Bundle) -> Iterator[Problem]:
        if subject.csv is subject.last_csv:
            yield from one.check(subject)
            return
        for problem in one.check(subject):
            yield from _for(problem, lambda each: each not in _TAKE_LAST)
        for problem in one.check(replace(subject, takes_last=True)):
            yield from _for(problem, lambda each: each in _TAKE_LAST)

    return replace(one, check=check)


def _for(problem: Problem, is_one: Callable[[str], bool]) -> Iterator[Problem]:
    """The problem for some of its profiles."""
    if profiles := tuple(
        each for each in (PROFILES if problem.profiles is None else problem.profiles) if is_one(each)
    ):
        yield replace(problem, profiles=profiles)


def _spoken(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        for problem in one.check(subject):
            yield from _divided(one, problem)

    return replace(one, check=check)


def _divided(one: Rule[Any], problem: Problem) -> Iterator[Problem]:
    if problem.says is None:
        yield problem
        return
    profiles: dict[str | None, list[str]] = {}
    for each in problem.profiles or PROFILES:
        if one.severities[each]:
            profiles.setdefault(_words(one, problem, each), []).append(each)
    for words, speaking in profiles.items():
        yield replace(problem, says=words, profiles=tuple(speaking))


def _words(one: Rule[Any], problem: Problem, profile: str) -> str | None:
    """Returns what a tool prints: words that are given for all tools are those of an error."""
    is_said = not isinstance(problem.says, str) or one.severity(profile, problem) is Severity.ERROR
    return problem.words(profile) if is_said else None


def _spared(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        for problem in one.check(subject):
            if not subject.is_chart:
                yield problem
            else:
                yield from _for(problem, lambda each: each != OPM)

    return replace(one, check=check)
