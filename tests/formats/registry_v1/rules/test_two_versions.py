"""Two ClusterServiceVersions in one bundle: OLM v1 1.11 and RukPak 0.12 take the last, and say nothing of the other.

What is expected here is what these programs answered.
"""

from pathlib import Path

import pytest
from builders.cases import each_row
from builders.packages.bundles import CSV, CSV_FILE, SOUND, write
from builders.packages.judged_folders import is_applied, judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Acceptance, Severity

_HOOK = "  webhookdefinitions:\n  - {{type: {}, generateName: v.tides.example.com, deploymentName: {}{}}}\n"
_VALIDATING, _CONVERTING = "ValidatingAdmissionWebhook", "ConversionWebhook"
_TWICE = """\
      - name: tides
        spec: {selector: {matchLabels: {app: tides}}, template: {metadata: {labels: {app: tides}}}}
"""
_EVERY_GROUP = ", rules: [{apiGroups: ['*'], apiVersions: ['*'], resources: ['*'], operations: [CREATE]}]"
FAULTS = {
    "two deployments": (CSV + _TWICE, {"OLM070"}, set()),
    "no deployment": (CSV + _HOOK.format(_VALIDATING, "gone", ""), {"OLM071"}, {"OLM076"}),
    "two webhooks": (
        CSV + _HOOK.format(_VALIDATING, "tides", "") + _HOOK.format(_VALIDATING, "tides", "").partition("\n")[2],
        {"OLM072"},
        {"OLM076"},
    ),
    "not owned": (
        CSV + _HOOK.format(_CONVERTING, "tides", ", conversionCRDs: [gone.tides.example.com]"),
        {"OLM074"},
        {"OLM076"},
    ),
    "every group": (CSV + _HOOK.format(_VALIDATING, "tides", _EVERY_GROUP), {"OLM075"}, {"OLM076"}),
    "one namespace": (
        CSV.replace("AllNamespaces, supported: true", "AllNamespaces, supported: false").replace(
            "OwnNamespace, supported: false", "OwnNamespace, supported: true"
        ),
        {"OLM034"},
        {"OLM034"},
    ),
    "owned and not there": (CSV.replace("berths.tides", "gone.tides"), {"OLM050"}, set()),
    "properties": (CSV.replace("annotations:\n", "annotations:\n    olm.properties: '{}'\n"), {"OLM040"}, set()),
}
"""The faults of one of the two, with the rules by which OLM v1 and RukPak refuse it where it is the last."""


def errors(folder: Path, files: dict[str, str], profile: str) -> set[str]:
    """The rules by which a program refuses a bundle."""
    found = judged(REGISTRY_V1, write(folder / profile, files), profile)
    refused = [one for one in found.findings if one.severity is Severity.ERROR]
    assert (found.verdict.acceptance is Acceptance.REFUSED) == bool(refused)
    return {one.rule for one in refused if not is_applied(profile, one)}


def pair(first: str, last: str) -> dict[str, str]:
    """A bundle with two versions."""
    files = {name: text for name, text in SOUND.items() if name != CSV_FILE}
    return {**files, "manifests/a.csv.yaml": first, "manifests/z.csv.yaml": last}


@each_row("fault", FAULTS)
def test_the_last_one_is_judged(fault: str, tmp_path: Path) -> None:
    text, by_olm_v1, by_rukpak = FAULTS[fault]
    assert errors(tmp_path, pair(CSV, text), "olmv1") == by_olm_v1
    assert errors(tmp_path, pair(CSV, text), "rukpak") == by_rukpak


@each_row("fault", FAULTS)
def test_the_first_one_is_passed_over(fault: str, tmp_path: Path) -> None:
    assert errors(tmp_path, pair(FAULTS[fault][0], CSV), "olmv1") == set()
    assert errors(tmp_path, pair(FAULTS[fault][0], CSV), "rukpak") == set()


@pytest.mark.parametrize("fault", ["two deployments", "one namespace"])
def test_a_linter_of_both_says_so_of_both(fault: str, tmp_path: Path) -> None:
    text, by_olm_v1, by_rukpak = FAULTS[fault]
    found = judged(REGISTRY_V1, write(tmp_path, pair(text, CSV)), "sdk")
    assert (by_olm_v1 | by_rukpak) <= {one.rule for one in found.findings}


def test_both_are_decoded_wherever_they_stand(tmp_path: Path) -> None:
    odd = CSV.replace("  version: 1.2.0\n", "  version: 1.2.0\n  release: no_release\n")
    assert errors(tmp_path / "one", pair(odd, CSV), "olmv1") == {"OLM042"}
    assert errors(tmp_path / "two", pair(CSV, odd), "olmv1") == {"OLM042"}
    wrong = CSV.replace("displayName: Tides", "displayName: [Tides]")
    assert errors(tmp_path / "three", pair(wrong, CSV), "rukpak") == {"OLM044"}


_LEAD = "failed to unmarshal csv.metadata.annotations['olm.properties']: "


@each_row(
    ("written", "says"),
    [
        ("''", f"{_LEAD}unexpected end of JSON input"),
        ("'{}'", f"{_LEAD}json: cannot unmarshal object into Go value of type []property.Property"),
        ("'[1]'", f"{_LEAD}json: cannot unmarshal number into Go value of type property.Property"),
        (
            "'[{\"type\": 5}]'",
            f"{_LEAD}json: cannot unmarshal number into Go struct field Property.type of type string",
        ),
        ("'no json'", f"{_LEAD}invalid character 'o' in literal null (expecting 'u')"),
        ("'[] x'", f"{_LEAD}invalid character 'x' after top-level value"),
    ],
)
def test_properties_in_an_annotation_that_olm_v1_cannot_read(written: str, says: str, tmp_path: Path) -> None:
    text = CSV.replace("annotations:\n", f"annotations:\n    olm.properties: {written}\n")
    found = judged(REGISTRY_V1, write(tmp_path, dict(SOUND) | {CSV_FILE: text}), "olmv1")
    assert [one.says for one in found.of("OLM040") if one.severity is Severity.ERROR] == [says]


@each_row("written", ["'[]'", "'null'", "'[{}]'", "'[null]'", '\'[{"type": "a", "value": 1}]\''])
def test_properties_in_an_annotation_that_it_reads(written: str, tmp_path: Path) -> None:
    text = CSV.replace("annotations:\n", f"annotations:\n    olm.properties: {written}\n")
    found = judged(REGISTRY_V1, write(tmp_path, dict(SOUND) | {CSV_FILE: text}), "olmv1")
    assert [one.severity for one in found.of("OLM040")] == [Severity.WARNING]


def test_of_annotation_and_file_the_annotation_stops_olm_v1_first(tmp_path: Path) -> None:
    text = CSV.replace("annotations:\n", "annotations:\n    olm.properties: '{}'\n")
    files = dict(SOUND) | {CSV_FILE: text, "metadata/properties.yaml": "properties: 5\n"}
    found = judged(REGISTRY_V1, write(tmp_path, files), "olmv1")
    assert found.verdict.culprit is not None
    assert found.verdict.culprit.rule == "OLM040"
