"""What commands write about the built-in packages, whole."""

import pytest
from builders.goldens import Golden
from builders.program.headless import run

OUTPUTS = {
    "check_bundle": "check demo:bundle --verbose",
    "deps": "deps demo",
    "deps_bundle": "deps demo:bundle",
    "deps_catalog": "deps demo:catalog",
    "deps_dot": "deps demo --format dot",
    "deps_mermaid": "deps demo --format mermaid",
    "diff": "diff demo demo:disputed",
    "diff_markdown": "diff demo demo:disputed --format markdown",
    "examples": "examples demo",
    "examples_bundle": "examples demo:bundle",
    "explain": "explain demo",
    "explain_field": "explain demo berth.spec.forProvider",
    "explain_kind": "explain demo berth",
    "explain_recursive": "explain demo berth --recursive",
    "explain_sample": "explain demo berth --format sample",
    "explain_search": "explain demo --search quay",
    "images_bundle": "images demo:bundle",
    "ls": "ls demo --view flattened",
    "rbac": "rbac demo",
    "rbac_bundle": "rbac demo:bundle",
    "referrers": "referrers demo",
    "rules": "rules CHG101",
    "show_bundle": "show demo:bundle --objects",
    "show_disputed": "show demo:disputed",
    "upgrades": "upgrades demo:catalog",
    "upgrades_dot": "upgrades demo:catalog --format dot",
    "why_disputed": "why demo:disputed",
    "why_markdown": "why demo:disputed --format markdown",
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_what_was_agreed(name: str, golden: Golden) -> None:
    ended = run(*OUTPUTS[name].split(), XPKGTUI_NO_CACHE="1", COLUMNS="120")
    golden(name, f"{ended.stdout}{ended.stderr}ended with {ended.exit_code}\n")
