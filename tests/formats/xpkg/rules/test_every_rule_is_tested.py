"""Each rule of the ruleset is tripped by one package, and spares another that is near to it."""

from functools import partial

from builders.goldens import Golden, headed, once
from formats.xpkg.rules.in_words import as_judged, in_words
from formats.xpkg.rules.rule_cases import SPARED, TRIPPED

from xpkgtui.formats.xpkg.rules.ruleset import RULESET

IDS = [rule.id for rule in RULESET.rules if rule not in RULESET.examples]
"""All rules but those about examples, which have their cases in tests/formats/examples/test_findings.py."""


def test_every_rule_has_both_cases_in_rule_cases() -> None:
    assert [rule for rule in IDS if rule not in TRIPPED] == []
    assert [rule for rule in IDS if rule not in SPARED] == []


def test_no_case_is_of_a_rule_that_is_not_there() -> None:
    assert {*TRIPPED, *SPARED} <= set(IDS)


def test_every_rule_is_tripped(golden: Golden) -> None:
    judged = {rule: judge() for rule, judge in TRIPPED.items()}
    golden("findings_tripped", in_words({rule: partial(as_judged, one) for rule, one in judged.items()}, ["its own"]))
    assert [rule for rule, one in judged.items() if not one.of(rule)] == []


def test_every_rule_spares_what_is_in_order_and_has_judged_it(golden: Golden) -> None:
    judged = {rule: judge() for rule, judge in SPARED.items()}
    golden(
        "findings_spared",
        headed(once(in_words({rule: partial(as_judged, one) for rule, one in judged.items()}, ["its own"]))),
    )
    assert [rule for rule, one in judged.items() if one.of(rule) or not one.rulings] == []
    assert [one.message for each in judged.values() for one in each.findings if "not be judged" in one.message] == []
