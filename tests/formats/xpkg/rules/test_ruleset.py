"""The ruleset: every rule has its place, and severities for every profile."""

from xpkgtui.formats.xpkg.rules.ruleset import RULESET
from xpkgtui.formats.xpkg.summary import PROFILES, SUMMARY, profile_of

RULES = RULESET.rules


def test_rules_are_listed_in_order_for_every_profile() -> None:
    assert [rule.id for rule in RULES] == sorted(rule.id for rule in RULES)
    assert {name for rule in RULES for name in rule.severities} == set(PROFILES)


def test_unknown_profile_is_judged_as_the_default() -> None:
    assert profile_of("nobody") == "crossplane"


def test_ids_begin_as_the_format_says() -> None:
    assert {rule.id.rstrip("0123456789") for rule in RULES} == {SUMMARY.rule_prefix}
