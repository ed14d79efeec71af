"""The image that a cluster names, and answers whose values have other types and kinds than they should."""

import shlex
from typing import Any

import pytest
from builders.registry.clusters import RecordedCluster, condition, listed, package_object, revision_object
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.oci.digest import Digest
from xpkgtui.sources.cluster.installation import find, lock_and_configs, running, stored_versions
from xpkgtui.sources.cluster.naming import ClusterName, InstalledKind

_NOP = ClusterName(kind=InstalledKind.PROVIDER, name="nop")
_EXTENSION = ClusterName(kind=InstalledKind.CLUSTER_EXTENSION, name="nop", context="it's mine")
_IMAGE = "example.com/nop:v1"
_REVISIONS = "providerrevisions.pkg.crossplane.io --selector=pkg.crossplane.io/package=nop"
_DIGEST = Digest.of(b"image")
_JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["name", "kind"]) | st.text(), inner),
    max_leaves=8,
)


def cluster(*revisions: dict[str, Any]) -> RecordedCluster:
    found = RecordedCluster()
    found.answer("providers.pkg.crossplane.io nop", package_object("Provider", "nop", _IMAGE, "nop-1"))
    found.answer(_REVISIONS, listed(*revisions))
    return found


def test_active_revision_is_taken_and_not_the_newest() -> None:
    newer = revision_object("Provider", "nop-b", "example.com/nop:v2", number=2, state="Inactive")
    assert find(_NOP, cluster(revision_object("Provider", "nop-a", _IMAGE, number=1), newer)).reference == _IMAGE


def test_image_that_a_config_rewrote_is_taken() -> None:
    revision = revision_object("Provider", "nop-a", _IMAGE)
    revision["status"]["resolvedImage"] = "mirror.example.com/nop:v1"
    found = find(_NOP, cluster(revision))
    assert found.reference == "mirror.example.com/nop:v1"
    assert ("pulled as", "mirror.example.com/nop:v1") in found.state.objects[1].facts


def test_package_without_an_active_revision_says_why() -> None:
    with pytest.raises(NotFound) as caught:
        find(_NOP, cluster(revision_object("Provider", "nop-a", _IMAGE, state="Inactive")))
    assert any("cannot resolve" in one for one in caught.value.tried)


def extension(*, sets: tuple[str, ...] | None = (), revisions: tuple[str, ...] | None = None) -> RecordedCluster:
    """A cluster where OLM v1 has installed nop.v1; those names of images are of what has succeeded, of each kind."""
    found = RecordedCluster()
    installed = {"install": {"bundle": {"name": "nop.v1", "version": "1.0.0"}}}
    about = {"kind": "ClusterExtension", "metadata": {"name": "nop"}, "status": installed}
    found.answer("clusterextensions.olm.operatorframework.io nop", about)
    for kind, images in (("ClusterObjectSet", sets), ("ClusterExtensionRevision", revisions)):
        asked = f"{kind.lower()}s.olm.operatorframework.io --selector=olm.operatorframework.io/owner-name=nop"
        made = [
            {
                "kind": kind,
                "metadata": {"annotations": {"olm.operatorframework.io/bundle-reference": image}},
                "spec": {"revision": number},
                "status": {"conditions": [condition("Succeeded", "True", "Succeeded")]},
            }
            for number, image in enumerate(images or (), 1)
        ]
        found.answer(asked, listed(*made))
        if images is None:
            found.lacks(asked)
    return found


@pytest.mark.parametrize("sets", [(), None])
def test_extension_is_found_by_the_older_name_of_its_revisions(sets: tuple[str, ...] | None) -> None:
    found = find(_EXTENSION, extension(sets=sets, revisions=("example.com/old:v1", _IMAGE)))
    assert (found.reference, ("bundle", "nop.v1") in found.state.objects[0].facts) == (_IMAGE, True)


@pytest.mark.parametrize("revisions", [(), None])
def test_extension_of_helm_names_its_bundle_and_the_command_that_names_the_image(
    revisions: tuple[str, ...] | None,
) -> None:
    with pytest.raises(NotFound, match=r"has installed nop\.v1 1\.0\.0, ") as caught:
        find(_EXTENSION, extension(revisions=revisions))
    _, command = caught.value.hint.split(": ")
    labels = "owner=operator-controller,status=deployed,name=nop"
    words = ["kubectl", "get", "secrets", "-A", "--context=it's mine", "-l", labels, "-o", "jsonpath={..annotations}"]
    assert shlex.split(command) == words


def test_extension_that_installs_nothing_names_no_secret() -> None:
    found = extension()
    found.answer("clusterextensions.olm.operatorframework.io nop", {"kind": "ClusterExtension"})
    with pytest.raises(NotFound, match="installs nothing yet") as caught:
        find(_EXTENSION, found)
    assert "Secret" not in caught.value.hint


def test_another_kind_is_no_answer() -> None:
    found = cluster()
    found.answer("providers.pkg.crossplane.io nop", {"kind": "Secret\x1b", "data": {}})
    with pytest.raises(Unreachable, match="not Provider"):
        find(_NOP, found)


def test_revision_without_a_mark_is_made_of_no_digest() -> None:
    assert not find(_NOP, cluster(revision_object("Provider", "nop", _IMAGE))).is_made_of(_DIGEST)


def test_pod_that_runs_something_else_is_passed_over() -> None:
    found = cluster(revision_object("Provider", f"nop-{_DIGEST.hex[:12]}", _IMAGE))
    ids = ("", "no digest", f"example.com/x@{Digest.of(b'other')}", f"docker-pullable://example.com/nop@{_DIGEST}")
    pod = {"kind": "Pod", "status": {"containerStatuses": [{"imageID": one} for one in ids]}}
    selector = f"--selector=pkg.crossplane.io/revision=nop-{_DIGEST.hex[:12]}"
    found.answer(f"pods --all-namespaces {selector}", listed(pod, 7, {"status": []}))
    assert list(running(find(_NOP, found), found)) == [_DIGEST]


def test_names_of_definitions_that_are_none_are_not_asked_for() -> None:
    found = cluster(revision_object("Provider", "nop-a", _IMAGE, defines=("a.example.org", "--all", "", "A")))
    assert find(_NOP, found).state.definitions == ("a.example.org",)


def test_definitions_are_asked_for_ten_at_a_time() -> None:
    names = tuple(f"a{number}.example.org" for number in range(12))
    found = RecordedCluster()
    for some in (names[:10], names[10:]):
        found.answer(f"customresourcedefinitions.apiextensions.k8s.io {' '.join(some)} --ignore-not-found", listed())
    assert stored_versions(_NOP, names, found) == ()
    assert len(found.asked) == 2


def test_cluster_without_configs_gives_none() -> None:
    found = RecordedCluster()
    found.answer("locks.pkg.crossplane.io lock --ignore-not-found", {"kind": "List"})
    found.answer("imageconfigs.pkg.crossplane.io", listed())
    assert lock_and_configs(found) == ("", "")


@given(package=_JUNK, revision=_JUNK)
def test_values_of_any_type_end_in_an_image_or_an_error(package: Any, revision: Any) -> None:
    found = RecordedCluster()
    inner = package if isinstance(package, dict) else {"spec": package, "status": package, "metadata": package}
    found.answer("providers.pkg.crossplane.io nop", {**inner, "kind": "Provider"})
    odd = {"metadata": revision, "status": revision} | {"spec": {"desiredState": "Active", "image": revision}}
    found.answer(_REVISIONS, listed({**odd, "kind": "ProviderRevision"}, revision))
    try:
        image = find(_NOP, found)
    except XpkgError:
        return
    assert image.reference
