"""Every rule about changes of Crossplane's packages is tripped by one pair of packages and spares another."""

from builders.cases import failing
from builders.goldens import Golden, once
from formats.xpkg.changes.change_pairs import SPARED, TRIPPED
from formats.xpkg.changes.packages import ids, in_words

from xpkgtui.formats.xpkg.changes import CHANGES

RULES = [one.id for one in CHANGES.rules if one.id.startswith("CHG2")]


def test_every_rule_has_both_pairs() -> None:
    assert list(TRIPPED) == RULES
    assert list(SPARED) == RULES


def test_every_rule_is_tripped() -> None:
    def trips(rule: str) -> None:
        found = ids(*TRIPPED[rule])
        assert rule in found, found

    assert failing(RULES, trips) == {}


def test_every_change_is_described_as_was_agreed(golden: Golden) -> None:
    golden("changes", once(in_words("01458", TRIPPED, SPARED)))


def test_every_rule_spares_what_is_near() -> None:
    def spares(rule: str) -> None:
        old, new = SPARED[rule]
        found = ids(old, new)
        assert old != new
        assert rule not in found, found

    assert failing(RULES, spares) == {}


def test_equal_packages_do_not_differ() -> None:
    def is_equal(rule: str) -> None:
        for text in TRIPPED[rule]:
            assert ids(text, f"{text}# a comment\n") == []

    assert failing(RULES, is_equal) == {}
