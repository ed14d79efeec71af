"""The table of operator-controller's own tests of bundles: each of its 13 checks, and what its loader refuses."""

from pathlib import Path

import pytest
from builders.oracle import answers
from builders.packages.bundles import write
from builders.packages.faulty_bundles import faulty_bundles
from builders.packages.judged_folders import judged

from xpkgtui.formats.registry_v1.format import REGISTRY_V1
from xpkgtui.rules.finding import Acceptance

TOLD = answers("bundles")
CHECKS = {
    "deployment names are unique": ("deployments-twice", "OLM070"),
    "deployment names are names": ("deployment-odd-name", "OLM070"),
    "owned definitions are there": ("owned-name-without-group", "OLM050"),
    "definitions are unique": ("crd-twice", "OLM052"),
    "the package has a name": ("package-empty", "OLM007"),
    "conversion is for all namespaces": ("conversion-modes", "OLM073"),
    "a webhook has its deployment": ("webhook-other-deployment", "OLM071"),
    "webhook names are unique": ("webhook-twice", "OLM072"),
    "webhook names are names": ("webhook-odd-name", "OLM072"),
    "what is converted is owned": ("conversion-not-owned", "OLM074"),
    "it is converted once": ("conversion-twice", "OLM074"),
    "rules leave OLM alone": ("webhook-olm", "OLM075"),
    "rules leave admission alone": ("webhook-admission", "OLM075"),
    "kinds are allowed": ("kind-not-allowed", "OLM060"),
    "no ClusterServiceVersion": ("no-csv", "OLM030"),
    "no annotations.yaml": ("no-annotations", "OLM003"),
    "a folder in manifests": ("folder-in-manifests", "OLM012"),
}


@pytest.mark.parametrize("name", CHECKS)
def test_a_bundle_is_refused_in_its_words(name: str, tmp_path: Path) -> None:
    case, rule = CHECKS[name]
    found = judged(REGISTRY_V1, write(tmp_path, faulty_bundles()[case]), "olmv1")
    assert found.verdict.acceptance is Acceptance.REFUSED
    assert {one.says for one in found.of(rule)} & set(TOLD[case]["olmv1"])
