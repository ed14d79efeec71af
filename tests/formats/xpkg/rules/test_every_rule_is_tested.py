"""Each rule of the catalogue is tripped by one package, and spares another that is near to it."""

from builders.cases import failing
from formats.xpkg.rules.rule_cases import SPARED, TRIPPED

from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE

IDS = [rule.id for rule in CATALOGUE.rules if rule not in CATALOGUE.examples]
"""All rules but those about examples, which have their cases in tests/formats/examples/test_findings.py."""


def test_every_rule_has_both_cases_in_rule_cases() -> None:
    assert [rule for rule in IDS if rule not in TRIPPED] == []
    assert [rule for rule in IDS if rule not in SPARED] == []


def test_no_case_is_of_a_rule_that_is_not_there() -> None:
    assert {*TRIPPED, *SPARED} <= set(IDS)


def test_every_rule_is_tripped() -> None:
    assert [rule for rule, judgement in TRIPPED.items() if not judgement().of(rule)] == []


def test_every_rule_spares_what_is_in_order_and_has_judged_it() -> None:
    assert failing(SPARED, is_spared) == {}


def is_spared(rule: str) -> None:
    judged = SPARED[rule]()
    assert judged.of(rule) == []
    assert judged.rulings
    assert [one.message for one in judged.findings if "could not be judged" in one.message] == []
