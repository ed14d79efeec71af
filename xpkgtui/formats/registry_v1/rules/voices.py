"""Who says what: the words of a tool stand in findings about what this tool itself reports."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item
from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools.profiles import HUB, OPM, RUKPAK, SDK
from xpkgtui.patterns import late
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import Problem, Rule

Subject = TypeVar("Subject", Files, Item, Bundle)
_WARNS = (SDK, HUB)
"""Tools that print warnings, too."""
_WARNING = "Warning: "
_DECODING = "error unmarshaling JSON: while decoding JSON: "
_OBJECTS = late(r'error parsing objects in "(?P<path>[^"]*)": (?P<words>.*)', re.DOTALL)


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
    if RUKPAK in speaking:
        said = of_rukpak(problem.says)
        if said != problem.says:
            yield replace(problem, says=said, profiles=(RUKPAK,))
            speaking = tuple(each for each in speaking if each != RUKPAK)
    if speaking:
        yield replace(problem, profiles=speaking)
    if silent := tuple(each for each in profiles if each not in speaking):
        yield replace(problem, says=None, profiles=silent)


def of_rukpak(says: str) -> str:
    """What RukPak says of an object where OLM v1 says this: it decodes alike, and names files otherwise."""
    found = _OBJECTS.fullmatch(says)
    if found is None:
        return says
    path, words = found["path"], found["words"]
    lead = f'read "{path.rpartition("/")[2]}": '
    if words.startswith(unread := f"error parsing {path}: "):
        return lead + words.removeprefix(unread)
    if words.startswith(undecoded := f'unable to decode "{path}": '):
        said = words.removeprefix(undecoded).replace("unstructured.detector", "map[string]interface {}")
        return lead + _DECODING + said
    return words


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
