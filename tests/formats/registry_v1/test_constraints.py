"""Constraints among the dependencies of a bundle, and the CEL in them."""

from pathlib import Path

import pytest
from builders.packages.bundles import DEPENDENCIES_FILE, SOUND, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.decoding.cel import CelFault, TooDeep, names_in
from xpkgtui.formats.registry_v1.decoding.constraint import fault_of_expression
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Finding, Severity

_RULE = "properties.exists(p, p.type == 'olm.package' && semver_compare(p.value.version, '1.0.0') >= 0)"


def _found(tmp_path: Path, value: str, profile: str = "opm") -> list[Finding]:
    text = f"dependencies:\n- type: olm.constraint\n  value: {value}\n"
    return judged(REGISTRY_V1, write(tmp_path, {**SOUND, DEPENDENCIES_FILE: text}), profile).of("OLM024")


def test_a_rule_that_compiles_is_fine(tmp_path: Path) -> None:
    assert _found(tmp_path, f'{{failureMessage: no, cel: {{rule: "{_RULE}"}}}}') == []


def test_a_bracket_that_is_not_closed_is_an_error_at_the_rule(tmp_path: Path) -> None:
    (found,) = _found(tmp_path, "{cel: {rule: '(true'}}")
    assert (found.severity, found.place.line) == (Severity.ERROR, 3)
    assert found.message == (
        "The constraint of dependency 1 has a rule that is not CEL: "
        "the end stands where ')' belongs, behind 5 characters"
    )


def test_a_field_that_olm_does_not_know_is_a_warning_where_opm_passes(tmp_path: Path) -> None:
    (found,) = _found(tmp_path, "{cel: {rule: 'true', message: no}}")
    assert (found.severity, found.message) == (
        Severity.WARNING,
        "The constraint of dependency 1 has a field that OLM does not know: message",
    )


def test_a_rule_inside_of_all_is_looked_at_beside_what_opm_says(tmp_path: Path) -> None:
    found = _found(tmp_path, "{all: {constraints: [{cel: {rule: 'a'}}]}}")
    assert [(one.severity, one.says) for one in found] == [
        (Severity.ERROR, "The CEL field is missing"),
        (Severity.WARNING, None),
    ]
    assert found[1].message.endswith("has a rule that uses a variable that OLM does not have: a")


def test_keys_are_found_in_any_case(tmp_path: Path) -> None:
    assert _found(tmp_path, "{CEL: {Rule: 'true'}}") == []


def test_a_constraint_has_a_largest_size(tmp_path: Path) -> None:
    assert [one.message for one in _found(tmp_path, f"{{cel: {{rule: \"'{'a' * (1 << 17)}' == ''\"}}}}")] == [
        "The constraint of dependency 1 is larger than 128 KiB"
    ]


def test_names_are_those_that_the_expression_does_not_bind() -> None:
    used = {(one.name, one.is_function) for one in names_in(_RULE)}
    assert used == {("properties", False), ("exists", True), ("semver_compare", True)}


@pytest.mark.parametrize("rule", ["", "true false", "1 +", "{1}", "'a", '"""a"', "a[", "f(,)", "if", "[].all(x)"])
def test_what_does_not_follow_the_grammar_is_a_fault(rule: str) -> None:
    with pytest.raises(CelFault):
        names_in(rule)


def test_deep_nesting_is_not_judged() -> None:
    deep = "(" * 5000 + "true" + ")" * 5000
    with pytest.raises(TooDeep):
        names_in(deep)
    assert fault_of_expression(deep) == ""
