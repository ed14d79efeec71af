"""The bundles of the corpus: what they require, as `opm render` writes it into a catalog."""

from pathlib import Path

import pytest
from builders.program.headless import headless

REQUIRED = {
    "bpfman-operator-0.4.1": ["SelinuxProfile.v1alpha2.security-profiles-operator.x-k8s.io"],
    "cert-manager-1.16.0-beta.0": [],
    "etcd.0.9.2": [
        'CEL properties.exists(p, p.type == "certified")',
        "EtcdCluster.v1beta2.etcd.database.coreos.com",
        "testapi.v1.testapi.coreos.com",
    ],
    "kuadrant-operator-0.2.1": ["authorino-operator", "limitador-operator"],
    "prometheus.0.22.2": ["testtestprometheus.v1.testprometheus.coreos.com", "testoperator"],
    "vault-config-operator-0.8.49": [],
}


@pytest.mark.parametrize("name", REQUIRED)
def test_requirements_are_those_that_opm_writes(name: str, corpus: Path) -> None:
    found = headless("deps", str(corpus / "olm-registry-v1" / name))
    assert found.code == 0
    assert [one["package"] for one in found.document["packages"][1:]] == REQUIRED[name]


def test_every_bundle_has_an_answer(corpus: Path) -> None:
    folders = sorted({one.parent for one in (corpus / "olm-registry-v1").rglob("manifests") if one.is_dir()})
    assert {headless("deps", str(folder)).code for folder in folders} == {0}
