"""The table of RukPak 0.12's own end-to-end tests: bundles, objects, and updates of them."""

from pathlib import Path

import pytest
from builders.packages import plain_bundles
from builders.packages.bundles import write as write_bundle
from builders.packages.faulty_bundles import faulty_bundles
from builders.packages.judged_folders import judged, judged_text
from builders.packages.rukpak_objects import CASES, CLASS, IMAGE, bundle, deployment

from xpkgtui.formats.plain.format import PLAIN
from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.formats.rukpak.format import RUKPAK_OBJECTS
from xpkgtui.rules.finding import Acceptance

OTHER_CLASS = "provisionerClassName: Not_One"
OBJECTS: dict[str, tuple[str, str]] = {
    "Bundle name too long": (CASES["a long name"], "RPK002"),
    "BundleDeployment name too long": (CASES["a deployment with a long name"], "RPK002"),
    "two sources": (CASES["two sources"], "RPK003"),
    "no source": (CASES["no source"], "RPK003"),
    "git with two refs": (CASES["two refs"], "RPK004"),
    "git with none": (CASES["no refs"], "RPK004"),
    "invalid class of a Bundle": (bundle(IMAGE).replace(CLASS, OTHER_CLASS), "RPK001"),
    "invalid class of a BundleDeployment": (CASES["a deployment"].replace(CLASS, OTHER_CLASS, 1), "RPK001"),
    "invalid class of a template": (deployment(f"{{spec: {{{OTHER_CLASS}, source: {{{IMAGE}}}}}}}"), "RPK001"),
    "update of the source": (f"{bundle(IMAGE)}---\n{CASES['an upload']}", "RPK009"),
    "update of the class": (f"{bundle(IMAGE)}---\n{bundle(IMAGE).replace(CLASS, CLASS + '-2')}", "RPK009"),
}
BUNDLES: dict[str, tuple[str, str | None]] = {
    "empty manifests": ("empty manifests", "PLN004"),
    "nested directory": ("a folder", "PLN002"),
    "good bundle": ("two files", None),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_is_refused(name: str) -> None:
    text, rule = OBJECTS[name]
    found = judged_text(RUKPAK_OBJECTS, text).verdict
    assert found.acceptance is Acceptance.REFUSED
    assert found.culprit is not None
    assert found.culprit.rule == rule


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_taken_or_refused(name: str, tmp_path: Path) -> None:
    case, rule = BUNDLES[name]
    found = judged(PLAIN, plain_bundles.write(tmp_path, plain_bundles.CASES[case])).verdict
    assert (found.culprit.rule if found.culprit else None) == rule


def test_an_object_without_its_definition_is_told_before_its_installation_fails(tmp_path: Path) -> None:
    found = judged(PLAIN, plain_bundles.write(tmp_path, {"manifests/a.yaml": plain_bundles.BOAT}))
    assert found.verdict.acceptance is Acceptance.ACCEPTED
    assert [one.place.document for one in found.of("PLN006")] == [1]


def test_an_operator_bundle_for_some_namespaces_is_refused(tmp_path: Path) -> None:
    found = judged(REGISTRY_V1, write_bundle(tmp_path, faulty_bundles()["csv-own-namespace"]), "rukpak").verdict
    assert found.acceptance is Acceptance.REFUSED
    assert found.culprit is not None
    assert (found.culprit.rule, found.culprit.says) == ("OLM034", "AllNamespace install mode must be enabled")
