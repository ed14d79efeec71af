"""Splits a rule by tool: each reads documents in its own way, and a finding quotes the message of its own tool."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from operator import is_
from typing import Any, TypeVar

from xpkgtui.documents.document import PackageDocument
from xpkgtui.formats.go_decoding.letters import as_meant
from xpkgtui.formats.go_decoding.shapes import Struct
from xpkgtui.formats.registry_v1.decoding.types import metadata_of, type_of
from xpkgtui.formats.registry_v1.layout import KINDS
from xpkgtui.formats.registry_v1.server.beside import BY_KIND
from xpkgtui.formats.registry_v1.subject import BundleFiles, BundleSubject, Item
from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.rules.finding import Severity
from xpkgtui.rules.rule import Problem, Rule

Subject = TypeVar("Subject", BundleFiles, Item, BundleSubject)
_ANY_LETTERS = (SDK, HUB)
"""Tools that find any field of a ClusterServiceVersion or a definition whatever its letters are."""
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


def as_spelled(rules: Iterable[Rule[Subject]]) -> tuple[Rule[Subject], ...]:
    """Returns the rules as each tool applies them, to objects as they stand or in the letters that are meant."""
    return tuple(_as_spelled(one) for one in rules)


def _as_spelled(one: Rule[Subject]) -> Rule[Subject]:
    def check(subject: Subject) -> Iterator[Problem]:
        meant = in_any_letters(subject)
        return one.check(subject) if meant is subject else both(subject, meant)

    def both(subject: Subject, meant: Subject) -> Iterator[Problem]:
        readers = _readers(subject)
        for problem in one.check(subject):
            yield from _for(problem, lambda each: each not in readers)
        for problem in one.check(meant):
            yield from _for(problem, lambda each: each in readers)

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
    """The subject with the fields of its objects as they are meant; itself where they are so."""
    if isinstance(subject, Item):
        return _item(subject)
    return _bundle(subject) if isinstance(subject, BundleSubject) else subject


@lru_cache(maxsize=2)
def _bundle(subject: BundleSubject) -> BundleSubject:
    items = tuple(_item(one) if one.is_csv or one.is_crd else one for one in subject.items)
    return subject if all(map(is_, items, subject.items)) else replace(subject, items=items)


def _readers(subject: Subject) -> tuple[str, ...]:
    """The tools that find the fields of a subject in any letters."""
    if not isinstance(subject, Item) or subject.is_csv:
        return _ANY_LETTERS
    if subject.is_crd:
        return OPM, OLMV0, *_ANY_LETTERS
    return (OPM, OLMV0) if subject.kind in BY_KIND else (OPM,)


@lru_cache(maxsize=4)
def _item(item: Item) -> Item:
    """Every rule asks for the same few."""
    struct = _decoded(item) if item.is_manifest and item.kind in KINDS else None
    if struct is None or not isinstance(item.document, PackageDocument):
        return item
    value = as_meant(item.value, struct, converts=item.is_csv or item.is_crd)
    return item if value is item.value else replace(item, document=replace(item.document, value=value))


def _decoded(item: Item) -> Struct | None:
    """What tools decode an object into that find its fields in any letters; of most objects that is the metadata."""
    if item.is_crd:
        return type_of(f"{item.api_version} {item.kind}")
    return type_of(item.kind) if item.is_csv or item.kind in BY_KIND else metadata_of("Meta")
