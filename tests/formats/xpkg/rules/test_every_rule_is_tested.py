"""Each rule of the catalogue is tripped by one package, and spares another that is near to it."""

import pytest
from formats.xpkg.rules.rule_cases import SPARED, TRIPPED

from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE

IDS = [rule.id for rule in CATALOGUE.rules]


def test_every_rule_has_both_cases_in_rule_cases() -> None:
    assert [rule for rule in IDS if rule not in TRIPPED] == []
    assert [rule for rule in IDS if rule not in SPARED] == []


def test_no_case_is_of_a_rule_that_is_not_there() -> None:
    assert {*TRIPPED, *SPARED} <= set(IDS)


@pytest.mark.parametrize("rule", TRIPPED)
def test_rule_is_tripped(rule: str) -> None:
    assert TRIPPED[rule]().of(rule)


@pytest.mark.parametrize("rule", SPARED)
def test_rule_spares_what_is_in_order(rule: str) -> None:
    assert SPARED[rule]().of(rule) == []


@pytest.mark.parametrize("rule", SPARED)
def test_what_is_spared_was_judged(rule: str) -> None:
    judged = SPARED[rule]()
    assert judged.rulings
    assert not any("could not be judged" in finding.message for finding in judged.findings)
