"""The documents that commands write about the built-in packages, whole."""

import pytest
from builders.goldens import Golden
from builders.program.headless import run

OUTPUTS = {
    "deps_json": "deps demo --format json",
    "diff_json": "diff demo demo:disputed --format json",
    "examples_json": "examples demo --format json",
    "explain_kind_json": "explain demo providerconfigusage --format json",
    "images_json": "images demo:bundle --format json",
    "rbac_json": "rbac demo:plain --format json",
    "referrers_json": "referrers demo --format json",
    "upgrades_json": "upgrades demo:catalog --format json",
}


@pytest.mark.parametrize("name", OUTPUTS)
def test_an_output_is_what_was_agreed(name: str, golden: Golden) -> None:
    ended = run(*OUTPUTS[name].split(), XPKGTUI_NO_CACHE="1", COLUMNS="120")
    golden(name, f"{ended.stdout}{ended.stderr}ended with {ended.exit_code}\n")
