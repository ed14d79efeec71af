"""What commands write about the built-in packages, whole: texts and documents."""

import pytest
from builders.goldens import Golden
from builders.program.headless import run

OUTPUTS = {
    "check_bundle": "check demo:bundle --verbose",
    "check_refused_markdown": "check demo:refused --format markdown",
    "deps": "deps demo",
    "deps_bundle": "deps demo:bundle",
    "deps_catalog": "deps demo:catalog",
    "deps_dot": "deps demo --format dot",
    "deps_json": "deps demo --format json",
    "deps_mermaid": "deps demo --format mermaid",
    "diff": "diff demo demo:disputed",
    "diff_json": "diff demo demo:disputed --format json",
    "diff_markdown": "diff demo demo:disputed --format markdown",
    "examples": "examples demo",
    "examples_bundle": "examples demo:bundle",
    "examples_json": "examples demo --format json",
    "explain": "explain demo",
    "explain_field": "explain demo berth.spec.forProvider",
    "explain_kind": "explain demo berth",
    "explain_kind_json": "explain demo providerconfigusage --format json",
    "explain_recursive": "explain demo berth --recursive",
    "explain_sample": "explain demo berth --format sample",
    "explain_search": "explain demo --search quay",
    "images_bundle": "images demo:bundle",
    "images_json": "images demo:bundle --format json",
    "ls": "ls demo --view flattened",
    "rbac": "rbac demo",
    "rbac_bundle": "rbac demo:bundle",
    "rbac_json": "rbac demo:plain --format json",
    "referrers": "referrers demo",
    "referrers_json": "referrers demo --format json",
    "rules": "rules CHG101",
    "show_bundle": "show demo:bundle --objects",
    "show_disputed": "show demo:disputed",
    "upgrades": "upgrades demo:catalog",
    "upgrades_dot": "upgrades demo:catalog --format dot",
    "upgrades_json": "upgrades demo:catalog --format json",
    "why_disputed": "why demo:disputed",
    "why_markdown": "why demo:disputed --format markdown",
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_what_was_agreed(name: str, golden: Golden) -> None:
    ended = run(*OUTPUTS[name].split(), XPKGTUI_NO_CACHE="1", COLUMNS="120")
    golden(name, f"{ended.stdout}{ended.stderr}ended with {ended.exit_code}\n")
