"""The catalogue: every rule has its place, and severities for every profile."""

from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE
from xpkgtui.formats.xpkg.summary import PROFILES, profile_of

RULES = CATALOGUE.rules


def test_rules_are_listed_once_and_in_order() -> None:
    ids = [rule.id for rule in RULES]
    assert ids == sorted(set(ids))


def test_every_rule_has_severities_for_every_profile() -> None:
    assert {rule.id: set(rule.severities) for rule in RULES if set(rule.severities) != set(PROFILES)} == {}


def test_severities_are_worst_first() -> None:
    ranks = {(rule.id, profile): list(each) for rule in RULES for profile, each in rule.severities.items()}
    assert {place: each for place, each in ranks.items() if each != sorted(each, reverse=True)} == {}


def test_unknown_profile_is_judged_as_the_default() -> None:
    assert profile_of("nobody") == "crossplane"
