"""Packages that are installed in a cluster, opened by the whole program with a recorded `kubectl`."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from builders.program.headless import headless, run
from builders.registry.clusters import RecordedCluster, condition, listed, stored
from builders.registry.dependent import Shelf, lock, locked
from builders.registry.registries import DebianRegistry

pytestmark = pytest.mark.registry

_CRD = "boats.sea.example.org"


@pytest.fixture
def shelf(registry: DebianRegistry, tmp_path: Path, request: pytest.FixtureRequest) -> Shelf:
    return Shelf(registry, request.node.name.replace("_", "-").lower()[:60], tmp_path / "shelf")


@pytest.fixture
def cluster() -> RecordedCluster:
    return RecordedCluster()


def mark_of(digest: str) -> str:
    """What Crossplane up to 2.3 puts at the end of the name of a revision."""
    return digest.partition(":")[2][:12]


def shown(cluster: RecordedCluster, folder: Path, source: str = "kube:provider/nop") -> dict[str, Any]:
    return headless("show", source, environment=cluster.install(folder / "bin")).document


def test_installed_image_is_opened_by_its_digest(shelf: Shelf, cluster: RecordedCluster, tmp_path: Path) -> None:
    digest = shelf.push("nop", "v1.0.0", kind="Provider")
    cluster.crossplane("nop", f"{shelf.name('nop')}:v1.0.0", mark_of(digest))
    found = shown(cluster, tmp_path)
    assert found["pinned"] == f"{shelf.name('nop')}@{digest}"
    assert found["reference"] == f"{shelf.name('nop')}:v1.0.0@{digest}"
    assert found["cluster"]["notes"] == []


def test_cluster_is_told_beside_the_package(shelf: Shelf, cluster: RecordedCluster, tmp_path: Path) -> None:
    digest = shelf.push("nop", "v1.0.0", kind="Provider")
    cluster.crossplane("nop", f"{shelf.name('nop')}:v1.0.0", mark_of(digest))
    package, revision = shown(cluster, tmp_path)["cluster"]["objects"]
    assert package["conditions"][0]["reason"] == "UnhealthyPackageRevision"
    assert revision["facts"][0] == {"label": "revision", "text": "3"}
    text = run("show", "kube:provider/nop", "--no-cache", **cluster.install(tmp_path / "bin")).stdout
    assert "In the cluster  the current context\n" in text
    assert "✗ Healthy is False  UnhealthyPackageRevision\n" in text
    assert "cannot resolve ␛[31mdependencies\n" in text


def test_revision_of_crossplane_2_4_is_found_by_its_generation(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    digest = shelf.push("nop", "v1.0.0", kind="Provider")
    mark = hashlib.sha256(f"{digest.partition(':')[2]}|2".encode()).hexdigest()[:12]
    cluster.crossplane("nop", f"{shelf.name('nop')}:v1.0.0", mark, generation=5)
    assert shown(cluster, tmp_path)["digest"] == digest


def test_image_that_the_tag_does_not_name_any_more_is_found_by_the_pods(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    digest = shelf.push("nop", "v1.0.0", kind="Provider")
    image = f"{shelf.name('nop')}:v1.0.0"
    cluster.crossplane("nop", image, mark_of(digest))
    moved = shelf.push("nop", "v1.0.0", kind="Provider", labels={"moved": "yes"})
    pod = {"kind": "Pod", "status": {"containerStatuses": [{"imageID": f"{shelf.name('nop')}@{digest}"}]}}
    cluster.answer(f"pods --all-namespaces --selector=pkg.crossplane.io/revision=nop-{mark_of(digest)}", listed(pod))
    found = shown(cluster, tmp_path)
    assert found["digest"] == digest
    assert found["cluster"]["notes"] == [
        f"The tag v1.0.0 names another image now ({moved}); this is the one that is installed."
    ]


def test_image_that_no_one_names_is_not_replaced_by_another(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    shelf.push("nop", "v1.0.0", kind="Provider")
    cluster.crossplane("nop", f"{shelf.name('nop')}:v1.0.0", "0123456789ab")
    answer = headless("show", "kube:provider/nop", environment=cluster.install(tmp_path / "bin"))
    assert answer.code == 3
    assert "the cluster keeps only a mark: 0123456789ab" in answer.document["error"]["title"]


def test_tag_that_is_all_that_a_cluster_names_is_said_to_be_unsure(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    shelf.push("nop", "v1.0.0", kind="Provider")
    service_version = {
        "kind": "ClusterServiceVersion",
        "metadata": {"name": "nop.v1"},
        "status": {"phase": "Succeeded"},
    }
    cluster.answer("clusterserviceversions.operators.coreos.com nop.v1 --namespace=sea", service_version)
    lookup = {"identifier": "nop.v1", "path": f"{shelf.name('nop')}:v1.0.0"}
    plan = {"kind": "InstallPlan", "metadata": {"name": "install-1"}, "status": {"bundleLookups": [lookup]}}
    cluster.answer("installplans.operators.coreos.com --namespace=sea", listed(plan))
    (note,) = shown(cluster, tmp_path, "kube:csv/sea/nop.v1")["cluster"]["notes"]
    assert note.startswith("The cluster names no digest:")


def test_extension_is_opened_at_the_bundle_that_has_succeeded(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    digest = shelf.push("nop", "v1.0.0", kind="Provider")
    extension = {
        "kind": "ClusterExtension",
        "metadata": {"name": "nop"},
        "status": {"install": {"bundle": {"name": "nop.v1", "version": "1.0.0"}}},
    }
    cluster.answer("clusterextensions.olm.operatorframework.io nop", extension)
    sets = [
        {
            "kind": "ClusterObjectSet",
            "metadata": {
                "name": f"nop-{number}",
                "annotations": {"olm.operatorframework.io/bundle-reference": f"{shelf.name('nop')}@{bundle}"},
            },
            "spec": {"revision": number, "lifecycleState": state},
            "status": {"conditions": [condition("Succeeded", status, "Succeeded")]},
        }
        for number, bundle, state, status in (
            (1, f"sha256:{1:064}", "Archived", "True"),
            (2, digest, "Active", "True"),
            (3, f"sha256:{3:064}", "Active", "False"),
        )
    ]
    selector = "--selector=olm.operatorframework.io/owner-name=nop"
    cluster.answer(f"clusterobjectsets.olm.operatorframework.io {selector}", listed(*sets))
    assert shown(cluster, tmp_path, "kube:clusterextension/nop")["digest"] == digest


def test_dependencies_are_resolved_with_the_lock_of_the_cluster(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    for tag in ("v0.1.0", "v0.2.0"):
        shelf.push("nop", tag, kind="Provider")
    digest = shelf.push("config", "v1.0.0", "Provider nop >=v0.1.0")
    cluster.crossplane("config", f"{shelf.name('config')}:v1.0.0", mark_of(digest), kind="Configuration")
    nop = locked(shelf.name("nop"), "v0.1.0", kind="Provider")
    config = locked(shelf.name("config"), "v1.0.0", (shelf.name("nop"), ">=v0.1.0"))
    cluster.answer("locks.pkg.crossplane.io lock --ignore-not-found", json.loads(lock(config, nop)))
    cluster.refuse("imageconfigs.pkg.crossplane.io", 'error: the server doesn\'t have a resource type "imageconfigs"')
    options = ("--no-cache", "--format", "json", "--verify")  # by the ImageConfigs of the cluster
    done = run("deps", "kube:configuration/config", *options, **cluster.install(tmp_path / "bin"))
    assert done.exit_code == 0, done.stderr
    packages = {one["package"].rpartition("/")[2]: one for one in json.loads(done.stdout)["packages"]}
    assert (packages["nop"]["version"], packages["nop"]["state"]) == ("v0.1.0", "installed")


def changes(cluster: RecordedCluster, shelf: Shelf, folder: Path, *, code: int = 0) -> dict[str, Any]:
    """The removal of v1alpha1 in the diff from what is installed to v2.0.0."""
    digest = shelf.push("nop", "v1.0.0", kind="Provider", definitions=(f"{_CRD} v1alpha1 v1",))
    new = shelf.push("nop", "v2.0.0", kind="Provider", definitions=(f"{_CRD} v1",))
    cluster.crossplane("nop", f"{shelf.name('nop')}:v1.0.0", mark_of(digest), defines=(_CRD,))
    options = ("--no-cache", "--format", "json", "--level", "stored")
    done = run("diff", "kube:provider/nop", f"{shelf.name('nop')}@{new}", *options, **cluster.install(folder / "bin"))
    assert done.exit_code == code, done.stderr
    found = {one["id"]: one for one in json.loads(done.stdout)["changes"]}
    assert isinstance(found["CHG101"], dict)
    return found["CHG101"]


_ASKED = f"customresourcedefinitions.apiextensions.k8s.io {_CRD} --ignore-not-found"


def test_version_that_is_stored_breaks(shelf: Shelf, cluster: RecordedCluster, tmp_path: Path) -> None:
    cluster.answer(_ASKED, stored(_CRD, "v1", "v1alpha1"))
    change = changes(cluster, shelf, tmp_path)
    assert (change["severity"], change["message"]) == (
        "breaks",
        "v1alpha1 is removed, and this cluster stores objects in it",
    )
    assert (
        "This cluster: the API server refuses the definition with status.storedVersions[1]: Invalid" in change["who"]
    )
    assert change["first"][0].startswith("See that v1 is stored")
    assert any(step.startswith("Write every object anew") for step in change["first"]), change["first"]


def test_version_that_is_not_stored_breaks_manifests_alone(
    shelf: Shelf, cluster: RecordedCluster, tmp_path: Path
) -> None:
    cluster.answer(_ASKED, stored(_CRD, "v1"))
    change = changes(cluster, shelf, tmp_path)
    assert (change["severity"], change["message"]) == (
        "addition",
        "v1alpha1 is removed; this cluster stores nothing in it",
    )


def test_what_the_cluster_does_not_say_stays_open(shelf: Shelf, cluster: RecordedCluster, tmp_path: Path) -> None:
    cluster.refuse(_ASKED, 'Error from server (Forbidden): customresourcedefinitions is forbidden: User "eve" cannot')
    change = changes(cluster, shelf, tmp_path, code=3)
    assert change["who"].startswith("Clusters in which an object was ever stored as v1alpha1")


@pytest.mark.parametrize(
    ("complaint", "code"),
    [
        ('Error from server (NotFound): providers.pkg.crossplane.io "nop" not found', 3),
        ('error: the server doesn\'t have a resource type "providers"', 3),
        ('error: context "prod" does not exist', 3),
        ('Error from server (Forbidden): providers.pkg.crossplane.io "nop" is forbidden', 4),
        ("error: You must be logged in to the server (Unauthorized)", 4),
        ("The connection to the server localhost:8080 was refused - did you specify the right host or port?", 5),
        ("Unable to connect to the server: net/http: TLS handshake timeout", 5),
        ("\x1b]0;owned\x07", 5),
        ("", 5),
    ],
)
def test_complaints_end_with_their_code(complaint: str, code: int, cluster: RecordedCluster, tmp_path: Path) -> None:
    cluster.refuse("providers.pkg.crossplane.io nop", complaint)
    answer = headless("show", "kube:provider/nop", environment=cluster.install(tmp_path / "bin"))
    assert answer.code == code
    assert "\x1b" not in answer.said + answer.printed


def test_without_kubectl_that_is_said(tmp_path: Path) -> None:
    answer = headless("show", "kube:provider/nop", environment={"PATH": str(tmp_path)})
    assert (answer.code, answer.document["error"]["kind"]) == (3, "not-found")
    assert "kubectl is not installed" in answer.said
