"""Constraints among the dependencies of a bundle, and the CEL in them."""

from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import DEPENDENCIES_FILE, PROPERTIES_FILE, SOUND, write
from builders.packages.judged_folders import judged
from builders.upstream.bundles import CONSTRAINTS
from builders.upstream.tables import differs, told

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


def test_a_constraint_among_the_properties_is_looked_at_too(tmp_path: Path) -> None:
    """opm looks at none there; OLM v0 then resolves nothing in the namespace."""
    text = "properties:\n- {type: olm.constraint, value: {cel: {rule: '1'}}}\n- {type: olm.gvk, value: {cel: 1}}\n"
    folder = write(tmp_path, {**SOUND, PROPERTIES_FILE: text})
    (found,) = judged(REGISTRY_V1, folder, "opm").of("OLM024")
    assert (found.severity, found.place.line) == (Severity.WARNING, 2)
    assert found.message.startswith("The constraint of property 1 has a rule that is neither true nor false")


def test_keys_are_found_in_any_case(tmp_path: Path) -> None:
    assert _found(tmp_path, "{CEL: {Rule: 'true'}}") == []


def test_a_constraint_has_a_largest_size(tmp_path: Path) -> None:
    assert [one.message for one in _found(tmp_path, f"{{cel: {{rule: \"'{'a' * (1 << 17)}' == ''\"}}}}")] == [
        "The constraint of dependency 1 is larger than 128 KiB"
    ]


def test_types_that_do_not_fit_are_told_in_the_words_of_opm(tmp_path: Path) -> None:
    (found,) = _found(tmp_path, "{cel: {rule: 'true && 1 == \"a\"'}}")
    assert found.message == (
        "The constraint of dependency 1 has a rule that has types that do not fit: "
        "found no matching overload for '_==_' applied to '(int, string)', behind 10 characters"
    )
    assert found.says == (
        "Invalid CEL expression: ERROR: <input>:1:11: found no matching overload for '_==_' applied to "
        "'(int, string)'\n | true && 1 == \"a\"\n | ..........^"
    )


def test_a_rule_that_is_no_boolean_is_told(tmp_path: Path) -> None:
    (found,) = _found(tmp_path, "{cel: {rule: 'properties[0].value'}}")
    assert found.says == "Invalid CEL expression: cel expressions must have type Bool"
    assert found.message.endswith("is neither true nor false: its type is a value that only shows at run time")


@each_row("name", CONSTRAINTS)
def test_a_case_of_upstreams_own_table(name: str) -> None:
    wanted = told("constraints", name)
    is_taken = wanted["is decoded"] and not any(wanted["rules"].values())
    assert is_taken is CONSTRAINTS[name][1]
    assert differs("constraints", name) is None
