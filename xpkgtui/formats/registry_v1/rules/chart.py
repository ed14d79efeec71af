"""Rules that opm does not apply to a Helm chart: of one it looks at the annotations alone."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from xpkgtui.formats.registry_v1.rules.subjects import Bundle, Files, Item
from xpkgtui.formats.registry_v1.summary import OPM, PROFILES
from xpkgtui.rules.rule import Problem, Rule

Subject = TypeVar("Subject", Files, Item, Bundle)


def not_for_charts(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """The same rules, which say nothing for opm where manifests/ is a Helm chart."""
    return tuple(_spared(one) for one in rules)


def _spared(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        for problem in one.check(subject):
            if not subject.is_chart:
                yield problem
            elif others := tuple(each for each in problem.profiles or PROFILES if each != OPM):
                yield replace(problem, profiles=others)

    return replace(one, check=check)
