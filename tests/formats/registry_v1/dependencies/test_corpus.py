"""The bundles of the corpus: what they require, as `opm render` writes it into a catalog."""

from pathlib import Path

from builders.gate import few
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


def test_every_bundle_has_an_answer_and_requirements_are_those_that_opm_writes(corpus: Path) -> None:
    bundles = corpus / "olm-registry-v1"
    folders = sorted({one.parent for one in bundles.rglob("manifests") if one.is_dir()})
    asked = {one.relative_to(bundles).as_posix(): one for one in folders}
    found = {name: headless("deps", asked[name]) for name in few(asked, 5, *list(REQUIRED)[:1])}
    assert {one.code for one in found.values()} == {0}
    packages = {
        name: [one["package"] for one in found[name].document["packages"][1:]] for name in REQUIRED if name in found
    }
    assert packages == {name: REQUIRED[name] for name in packages}
