"""Which tools find a field whose key is in other letters: answers of opm 1.73, operator-sdk 1.42 and OLM v1 1.11."""

from pathlib import Path

from builders.cases import failing
from builders.packages.bundles import (
    ANNOTATIONS,
    ANNOTATIONS_FILE,
    CRD_FILE,
    CSV_FILE,
    DEPENDENCIES_FILE,
    SOUND,
    write,
)
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.registry_v1.layout import PACKAGE
from xpkgtui.formats.registry_v1.tools import OPM
from xpkgtui.rules.finding import Acceptance

_DEPENDENCY = "dependencies: [{type: olm.package, value: {packageName: a, version: '>=1.0.0'}}]"
_ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: a}\nrules: []\n"
_BUDGET = "apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 1}\n"


def _in(file: str, old: str, new: str) -> dict[str, str]:
    text = {DEPENDENCIES_FILE: _DEPENDENCY, **SOUND}[file]
    assert old in text, (old, text)
    return {file: text.replace(old, new, 1)}


CASES: dict[str, tuple[dict[str, str], str]] = {
    "the scope of a definition": (_in(CRD_FILE, "scope:", "SCOPE:"), "olmv1 rukpak"),
    "its metadata": (_in(CRD_FILE, "metadata:", "METADATA:"), "opm olmv1 rukpak"),
    "its scope twice": (_in(CRD_FILE, "scope:", "SCOPE: Odd\n  scope:"), ""),
    "a value of another type before the right one": (
        _in(CRD_FILE, "served: true", "SERVED: a\n    served: true"),
        "opm olmv0 sdk",
    ),
    "names that are owned": (_in(CSV_FILE, "owned:", "OWNED:"), "opm"),
    "a kind twice": (_in(CSV_FILE, "kind:", "KIND: 5\nkind:"), "opm olmv0 sdk"),
    "metadata of another type, and right ones": (
        _in(CSV_FILE, "metadata:", "METADATA: 5\nmetadata:"),
        "opm olmv0 sdk",
    ),
    "metadata of a role": ({"manifests/z.yaml": _ROLE.replace("metadata", "METADATA")}, "sdk olmv1 rukpak"),
    "its rules": ({"manifests/z.yaml": _ROLE.partition("rules")[0] + "RULES: [{verbs: [get]}]\n"}, "olmv0"),
    "a budget": ({"manifests/z.yaml": _BUDGET.replace("minAvailable: 1", "MINAVAILABLE: a")}, ""),
    "a dependency": ({DEPENDENCIES_FILE: _DEPENDENCY.replace("value", "VALUE").replace("type", "TYPE")}, "olmv1"),
    "a dependency without a version": (
        {DEPENDENCIES_FILE: _DEPENDENCY.replace("version:", "other:").upper()},
        "opm sdk",
    ),
    "a version of another type, and a right one": (
        _in(CSV_FILE, "  version:", "  VERSION: 5\n  version:"),
        "olmv0 sdk",
    ),
    "the spec of a definition": (_in(CRD_FILE, "spec:", "SPEC:"), "opm olmv1 rukpak"),
    "a name of a dependency of another type, and a right one": (
        {DEPENDENCIES_FILE: _DEPENDENCY.replace("packageName:", "PACKAGENAME: 5, packageName:")},
        "opm sdk",
    ),
    "annotations": (_in(ANNOTATIONS_FILE, "annotations:", "Annotations:"), ""),
    "the package": (_in(ANNOTATIONS_FILE, f"{PACKAGE}:", f"{PACKAGE.upper()}:"), "opm sdk"),
    "annotations twice": ({ANNOTATIONS_FILE: f"ANNOTATIONS: 5\n{ANNOTATIONS}"}, "opm sdk olmv1 rukpak"),
}
"""Files of a sound bundle, and the tools that refuse it then."""


def test_each_tool_finds_the_fields_that_it_finds(tmp_path: Path) -> None:
    def check(case: str) -> None:
        files, refusing = CASES[case]
        found = judged(REGISTRY_V1, write(tmp_path / case, {**SOUND, **files})).verdict
        told = {found.by or OPM: found.acceptance, **{one.profile: one.acceptance for one in found.others}}
        assert {tool for tool, one in told.items() if one is Acceptance.REFUSED} == set(refusing.split())

    assert failing(CASES, check) == {}
