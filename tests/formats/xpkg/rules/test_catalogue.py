"""The catalogue: every rule has its manual and its place."""

import pytest

from xpkgtui.formats.xpkg.profiles import PROFILES, profile_of
from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE
from xpkgtui.rules.rule import AnyRule


def _names(rule: AnyRule) -> str:
    return rule.id


def test_rules_are_listed_once_and_in_order() -> None:
    ids = [rule.id for rule in CATALOGUE.rules]
    assert ids == sorted(set(ids))


@pytest.mark.parametrize("rule", CATALOGUE.rules, ids=_names)
def test_rule_has_a_whole_manual(rule: AnyRule) -> None:
    assert all((rule.title, rule.what, rule.why, rule.bites, rule.fix, rule.source))


@pytest.mark.parametrize("rule", CATALOGUE.rules, ids=_names)
def test_rule_has_severities_for_every_profile(rule: AnyRule) -> None:
    assert set(rule.severities) == set(PROFILES)


@pytest.mark.parametrize("rule", CATALOGUE.rules, ids=_names)
def test_severities_are_worst_first(rule: AnyRule) -> None:
    assert all(list(ranks) == sorted(ranks, reverse=True) for ranks in rule.severities.values())


@pytest.mark.parametrize("rule", CATALOGUE.rules, ids=_names)
def test_rule_speaks_under_some_profile(rule: AnyRule) -> None:
    assert any(rule.severities.values())


def test_unknown_profile_is_judged_as_the_default() -> None:
    assert profile_of("nobody") == "crossplane"
