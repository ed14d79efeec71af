"""Of two faults the verdict names the one that the tool itself complains of first."""

from collections.abc import Mapping
from pathlib import Path

from builders.cases import each_row
from builders.packages.bundles import ANNOTATIONS, ANNOTATIONS_FILE, CRD_FILE, CSV, CSV_FILE, SOUND, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.tools.turns import BY_FILE
from xpkgtui.rules.finding import Severity

NO_PACKAGE = {ANNOTATIONS_FILE: ANNOTATIONS.replace("package.v1: tides", 'package.v1: ""')}
NO_TYPE = {ANNOTATIONS_FILE: ANNOTATIONS.replace("registry+v1", "helm")}
NAMELESS = {CSV_FILE: CSV.replace("  displayName: Tides\n", "")}
NUMBERED = {CSV_FILE: CSV.replace("supported: true", "supported: 'yes'")}
VERSIONED = {CSV_FILE: NUMBERED[CSV_FILE].replace("version: 1.2.0", "version: one")}
TWICE = {CSV_FILE: CSV.replace("deployments:\n", "deployments:\n      - {name: tides, spec: {}}\n")}
ODD = {CRD_FILE: "apiVersion: apiextensions.k8s.io/v1alpha1\nkind: CustomResourceDefinition\nmetadata: {name: a}\n"}
BROKEN_FIRST, BROKEN_LAST = {"manifests/a.yaml": "a: [\n"}, {"manifests/z.yaml": "a: [\n"}
HIDDEN = {"manifests/.a.yaml": ""}


@each_row(
    ("profile", "changes", "rule"),
    [
        ("opm", {**NO_TYPE, **BROKEN_FIRST}, "OLM006"),
        ("opm", {**NAMELESS, **BROKEN_FIRST}, "OLM014"),
        ("opm", {**NAMELESS, **BROKEN_LAST}, "OLM032"),
        ("opm", {**NUMBERED, **ODD}, "OLM044"),
        ("opm", {**VERSIONED}, "OLM035"),
        ("sdk", {**NO_TYPE, **BROKEN_LAST}, "OLM014"),
        ("sdk", {**NO_TYPE, **NAMELESS}, "OLM006"),
        ("sdk", {**HIDDEN, **NUMBERED}, "OLM044"),
        ("sdk", {**HIDDEN, **BROKEN_FIRST}, "OLM013"),
        ("sdk", {**NUMBERED, **ODD}, "OLM044"),
        ("sdk", {**VERSIONED}, "OLM035"),
        ("hub", {**SOUND, CRD_FILE: "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n"}, "OLM050"),
        ("hub", {**SOUND}, "OLM080"),
        ("olmv1", {**NUMBERED, **BROKEN_FIRST}, "OLM014"),
        ("olmv1", {**NUMBERED, **BROKEN_LAST}, "OLM044"),
        ("olmv1", {**NO_PACKAGE, **TWICE}, "OLM070"),
        ("olmv1", {**NO_PACKAGE, **BROKEN_LAST}, "OLM014"),
    ],
)
def test_the_verdict_names_the_first_complaint(
    profile: str, changes: Mapping[str, str], rule: str, tmp_path: Path
) -> None:
    culprit = judged(REGISTRY_V1, write(tmp_path, {**SOUND, **changes}), profile).verdict.culprit
    assert culprit is not None
    assert culprit.rule == rule


def test_a_rule_states_the_turn_of_every_tool_that_it_can_be_an_error_for() -> None:
    for rule in REGISTRY_V1.ruleset().rules:
        refusing = {tool for tool in BY_FILE if Severity.ERROR in rule.severities[tool]}
        stated = rule.met.keys() if isinstance(rule.met, Mapping) else set()
        assert refusing - stated == set(), rule.id


def test_each_tool_says_a_thing_once_in_its_own_words(tmp_path: Path) -> None:
    def said(profile: str) -> list[str | None]:
        return [one.says for one in judged(REGISTRY_V1, tmp_path, profile).of("OLM014")]

    write(tmp_path, {**SOUND, **BROKEN_LAST})
    words = "error converting YAML to JSON: yaml: line 1: did not find expected node content"
    assert said("opm") == [words]
    assert said("sdk") == [f"error loading objs in directory: unable to decode object: {words}"]
    assert said("olmv1") == [f'error parsing objects in "manifests/z.yaml": error parsing manifests/z.yaml: {words}']
    assert said("rukpak") == [f'read "z.yaml": {words}']


def test_operator_sdk_alone_prints_warnings(tmp_path: Path) -> None:
    write(tmp_path, {**SOUND, CSV_FILE: CSV.replace("  minKubeVersion: 1.27.0\n", "")})
    for profile in ("opm", "sdk", "hub", "olmv1", "rukpak", "spec"):
        (found,) = judged(REGISTRY_V1, tmp_path, profile).of("OLM036")
        assert (found.says or "").startswith("Warning: ") is (profile in ("sdk", "hub"))


def test_a_hidden_file_is_refused_unread_by_operator_sdk(tmp_path: Path) -> None:
    for name, text in (("empty", ""), ("broken", "a: [\n")):
        found = judged(REGISTRY_V1, write(tmp_path / name, {**SOUND, "manifests/.a.yaml": text}), "sdk")
        assert [one.rule for one in found.findings if one.severity.word == "error"] == ["OLM013"]
