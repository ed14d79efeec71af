"""The findings about the examples of a package, by the rules of its format."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from xpkgtui.formats.examples.example import Example, ExampleList
from xpkgtui.rules.case import Case
from xpkgtui.rules.catalogue import Catalogue
from xpkgtui.rules.finding import Finding, ObjectName, Place
from xpkgtui.rules.judging.documents import problems_of
from xpkgtui.rules.judging.locating import layer_digest
from xpkgtui.rules.judging.precedence import Reported
from xpkgtui.rules.judging.tally import Tally
from xpkgtui.rules.rule import Problem


def findings_of(found: ExampleList, catalogue: Catalogue[Any, Any, Any], case: Case) -> tuple[Finding, ...]:
    """What the rules about examples find, under the profile of the case."""
    chosen, *others = catalogue.profiles_of(case.profile)
    tally = Tally(case, chosen, others)
    tally.listed.extend(one.finding for one in tally.count(_reported(found, catalogue, case, tally)))
    return (*tally.listed, *tally.overflow())


def _reported(
    found: ExampleList, catalogue: Catalogue[Any, Any, Any], case: Case, tally: Tally
) -> Iterator[Reported]:
    about_each = tuple(one for one in catalogue.examples if one.subject is Example)
    about_all = tuple(one for one in catalogue.examples if one.subject is not Example)
    for example in found.examples:
        named = ObjectName(api_version=example.api_version, kind=example.kind, name=example.name)
        for rule, problem in problems_of(about_each, example):
            there = partial(_place, example, problem, case)
            one = tally.report(rule, problem, None, there, named if example.kind else None)
            if one is not None:
                yield one
    for rule, problem in problems_of(about_all, found):
        if (one := tally.report(rule, problem, None, Place, None)) is not None:
            yield one


def _place(example: Example, problem: Problem, case: Case) -> Place:
    field = example.field or (str(problem.path) if problem.path is not None else "")
    return Place(
        layer=example.layer,
        layer_digest=layer_digest(case, example.layer),
        path=example.file if example.layer is not None else None,
        file=example.file or None,
        document=example.document if example.field else None,
        field=field or None,
        line=problem.where.line or example.line,
    )
