"""The catalogue: every rule has its place, and severities for every profile."""

from collections.abc import Iterator

from builders.goldens import Golden

from xpkgtui.formats.xpkg.rules.catalogue import CATALOGUE
from xpkgtui.formats.xpkg.rules.rule import MANAGER
from xpkgtui.formats.xpkg.summary import PROFILES, SUMMARY, profile_of
from xpkgtui.rules.rule import AnyRule

RULES = CATALOGUE.rules


def test_every_rule_is_what_was_agreed(golden: Golden) -> None:
    lines = [line for rule in RULES for line in in_words(rule)]
    retired = [f"{rule} is retired: {why}" for rule, why in CATALOGUE.retired.items()]
    golden("catalogue", "\n".join([*lines, *retired]) + "\n")


def in_words(rule: AnyRule) -> Iterator[str]:
    """Everything that a rule declares, but its manual."""
    yield f"{rule.id} {rule.title}"
    letters = [f"{name} {''.join(rank.name[0] for rank in rule.severities[name])}" for name in rule.severities]
    yield f"  {rule.stage.name}: {', '.join(letters)}"
    if quiet := rule.silenced_by:
        spares = " but spares documents" if quiet.spares_documents else ""
        yield f"  silenced within a {quiet.within.name}{spares} by {' '.join(sorted(quiet.rules))}"
    rest = {
        "decoding": rule.is_decoding,
        "met": rule.met if rule.met != (0, 0) else None,
        "readers": ", ".join(rule.readers if rule.readers != MANAGER else ()),
        "readers by profile": {} if rule.readers == MANAGER else dict(rule.readers_under),
        "leaves open": rule.leaves_open,
        "once from": rule.once_from,
    }
    yield from (f"  {name}: {value}" for name, value in rest.items() if value not in (None, "", {}, False))


def test_rules_are_listed_in_order_for_every_profile() -> None:
    assert [rule.id for rule in RULES] == sorted(rule.id for rule in RULES)
    assert {name for rule in RULES for name in rule.severities} == set(PROFILES)


def test_unknown_profile_is_judged_as_the_default() -> None:
    assert profile_of("nobody") == "crossplane"


def test_ids_begin_as_the_format_says() -> None:
    assert {rule.id.rstrip("0123456789") for rule in RULES} == {SUMMARY.rule_prefix}
