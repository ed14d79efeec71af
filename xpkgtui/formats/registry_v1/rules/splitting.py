"""Splits a rule by tool: each reads documents in its own way, and a finding quotes the message of its own tool."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Any, TypeVar

from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.go_decoding.shapes import JsonForm, Shape, Struct
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, type_of
from xpkgtui.formats.registry_v1.subject import BundleFiles, BundleSubject, Item
from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import Problem, Rule

Subject = TypeVar("Subject", BundleFiles, Item, BundleSubject)
_ANY_LETTERS = (SDK, HUB)
"""Tools that find a field whatever its letters are."""
_TAKE_LAST = (OLMV1, RUKPAK)
"""Tools that take the last of several ClusterServiceVersions."""


def spoken(*rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """Returns the rules with one problem for each message, so that a finding quotes its own tool alone."""
    return tuple(_spoken(one) for group in rules for one in group)


def not_for_charts(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """Returns the rules without what opm skips: of a Helm chart it looks at the annotations alone."""
    return tuple(_spared(one) for one in rules)


def not_for_superseded(rules: Iterable[Rule[Item]]) -> tuple[Rule[Item], ...]:
    """Returns the rules without what tools skip that take the last of several ClusterServiceVersions."""
    return tuple(_unsuperseded(one) for one in rules)


def each_its_own(rules: Iterable[Rule[BundleSubject]]) -> tuple[Rule[BundleSubject], ...]:
    """Returns the rules as each tool applies them to the ClusterServiceVersion that it takes."""
    return tuple(_its_own(one) for one in rules)


def spelled_for_sdk(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """Returns the rules as operator-sdk applies them: it reads fields of a ClusterServiceVersion in any case."""
    return tuple(_meant_for_sdk(one) for one in rules)


def _meant_for_sdk(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        meant = in_any_letters(subject)
        return one.check(subject) if meant is subject else both(subject, meant)

    def both(subject: Subject, meant: Subject) -> Iterator[Problem]:
        for problem in one.check(subject):
            yield from _for(problem, lambda each: each not in _ANY_LETTERS)
        for problem in one.check(meant):
            yield from _for(problem, lambda each: each in _ANY_LETTERS)

    return replace(one, check=check)


def _unsuperseded(one: Rule[Item]) -> Rule[Item]:
    def check(subject: Item) -> Iterator[Problem]:
        if not subject.is_superseded:
            return one.check(subject)
        return chain.from_iterable(
            _for(problem, lambda each: each not in _TAKE_LAST) for problem in one.check(subject)
        )

    return replace(one, check=check)


def _its_own(one: Rule[BundleSubject]) -> Rule[BundleSubject]:
    def check(subject: BundleSubject) -> Iterator[Problem]:
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
    if problem.says is None and problem.profiles is None:
        yield problem
        return
    profiles: dict[str | None, list[str]] = {}
    speakers = problem.profiles or PROFILES
    if OPM in speakers and OLMV0 not in speakers:
        speakers = (*speakers, OLMV0)  # what opm refuses it is not given; the rule says whether it minds
    for each in speakers:
        if one.severities[each]:
            is_error = each != OLMV0 and one.severity(each, problem) is Severity.ERROR
            is_said = not isinstance(problem.says, str) or is_error
            # A finding that opm does not refuse by quotes OLM v0, which decides beside it.
            tool = OLMV0 if each == OPM and not is_error and one.severities[OLMV0] else each
            profiles.setdefault(problem.words(tool) if is_said else None, []).append(each)
    for words, speaking in profiles.items():
        yield replace(problem, says=words, profiles=tuple(speaking))


def _spared(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        if not subject.is_chart:
            return one.check(subject)
        return chain.from_iterable(_for(problem, lambda each: each != OPM) for problem in one.check(subject))

    return replace(one, check=check)


def in_any_letters(subject: Subject) -> Subject:
    """The subject with the fields of its ClusterServiceVersion as they are meant; itself where they are so."""
    if isinstance(subject, Item):
        return _item(subject) if subject.is_csv else subject
    if isinstance(subject, BundleSubject):
        if all(_item(one) is one for one in subject.csvs):
            return subject
        return replace(subject, items=tuple(_item(one) if one.is_csv else one for one in subject.items))
    return subject


@lru_cache(maxsize=4)
def _item(item: Item) -> Item:
    """Every rule asks for the same few."""
    if not isinstance(item.document, PackageDocument):
        return item
    value = _spelled(item.value, type_of(SERVICE_VERSION))
    return item if value is item.value else replace(item, document=replace(item.document, value=value))


def _spelled(value: Any, shape: Shape | Struct | None) -> Any:
    """The value, the same object where no key of a field in it is spelled otherwise."""
    struct = shape.struct if isinstance(shape, Shape) else shape
    if not isinstance(value, (dict, list)):
        return value
    if isinstance(value, list):
        element = shape.element if isinstance(shape, Shape) and shape.form is JsonForm.LIST else None
        if element is None:
            return value
        items = [_spelled(one, element) for one in value]
        return value if all(one is other for one, other in zip(items, value, strict=True)) else items
    if struct is None:
        return value
    found = {}
    for key, one in value.items():
        name = key if key in struct.fields else _meant(key, struct, value)
        found[name] = _spelled(one, struct.fields.get(name))
    is_same = all(key in value and value[key] is one for key, one in found.items())
    return value if is_same else found


def _meant(key: Any, struct: Struct, value: dict[Any, Any]) -> Any:
    """The field that a key means, unless it is there in its own letters, too."""
    name = struct.spelled(key) if isinstance(key, str) else None
    return key if name is None or name in value else name
