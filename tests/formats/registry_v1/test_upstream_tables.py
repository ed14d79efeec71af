"""The tables of tests of operator-registry and operator-framework/api about bundles, as facts."""

from pathlib import Path

import pytest
from builders.packages.bundles import CRD, CRD_FILE, CSV, CSV_FILE, DEPENDENCIES_FILE, SERVICE, SOUND, changed, write
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Finding, Severity

_VERSION = CRD[CRD.index("  - name: v1\n") :]
_MODES = CSV[CSV.index("  installModes") : CSV.index("  customresourcedefinitions")]


def _dependencies(*values: str) -> dict[str, str]:
    return {**SOUND, DEPENDENCIES_FILE: "dependencies:\n" + "".join(f"- {value}\n" for value in values)}


def _csv(old: str, new: str) -> dict[str, str]:
    assert old in CSV
    return {**SOUND, CSV_FILE: CSV.replace(old, new)}


OPM = {
    "a sound bundle": (SOUND, []),
    "a gvk that is a text": (_dependencies("{type: olm.gvk, value: a}"), ["OLM020"]),
    "three faults of packages": (
        _dependencies(
            "{type: olm.package, value: {packageName: a, version: a.b}}",
            "{type: olm.package, value: {packageName: a, version: ''}}",
            "{type: olm.package, value: {packageName: '', version: 1.0.0}}",
        ),
        ["OLM022", "OLM022", "OLM022"],
    ),
    "a type that is not known": (_dependencies("{type: olm.crd, value: {a: b}}"), ["OLM020"]),
    "a label that is missing": (_dependencies("{type: olm.label, value: {label: ''}}"), ["OLM023"]),
    "another media type": (changed(annotations=("registry+v1", "registry+v2")), ["OLM006"]),
    "no install modes": (_csv(_MODES, ""), ["OLM033"]),
    "a version of a definition twice": (
        {**SOUND, CRD_FILE: CRD + _VERSION.replace("storage: true", "storage: false")},
        ["OLM054"],
    ),
    "a namespace that is a number": (
        {
            **SOUND,
            "manifests/a-service.yaml": SERVICE.replace("name: tides-metrics", "name: a, namespace: 5"),
        },
        ["OLM061"],
    ),
    "a ResourceQuota": (
        {**SOUND, "manifests/c.yaml": "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\n"},
        ["OLM060"],
    ),
    "an owned version that is not there": (_csv("version: v1, kind", "version: v2, kind"), ["OLM038", "OLM050"]),
    "a definition that is not owned": (
        {**SOUND, "manifests/m.yaml": CRD.replace("berth", "mooring").replace("Berth", "Mooring")},
        [],
    ),
    "three annotations in the wrong case": (
        _csv(
            "    alm-examples",
            "    olm.skiprange: <1.0.0\n    olm.operatorgroup: a\n    Olm.TargetNamespaces: b\n    alm-examples",
        ),
        ["OLM039", "OLM039", "OLM039"],
    ),
}
"""By what is wrong: the files, and the rules of the errors that opm reports."""

IMAGES = {
    "registry.example.com/a/b": True,
    "registry.example.com/a/b:v1": True,
    f"registry.example.com/a/b@sha256:{'a' * 64}": True,
    f"registry.example.com/a/b:v1@sha256:{'a' * 64}": True,
    "a": True,
    "": False,
    "registry.example.com/a b": False,
    "registry.example.com/A/b": False,
    "registry.example.com/a/b:!": False,
    f"registry.example.com/a/b@sha257:{'a' * 64}": False,
}
"""Related images, and whether they are references."""


def _errors(findings: tuple[Finding, ...]) -> list[str]:
    return sorted(one.rule for one in findings if one.severity is Severity.ERROR)


@pytest.mark.parametrize("case", OPM)
def test_opm_reports_as_many_errors(case: str, tmp_path: Path) -> None:
    files, rules = OPM[case]
    assert _errors(judged(REGISTRY_V1, write(tmp_path, files), "opm").findings) == rules


@pytest.mark.parametrize("image", IMAGES)
def test_related_images(image: str, tmp_path: Path) -> None:
    files = _csv("  install:", f"  relatedImages:\n  - {{name: a, image: '{image}'}}\n  install:")
    assert bool(judged(REGISTRY_V1, write(tmp_path, files), "sdk").of("OLM043")) is not IMAGES[image]
