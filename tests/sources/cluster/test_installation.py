"""The image that a cluster names, and answers whose values have other types and kinds than they should."""

import hashlib
import json
import shlex
from typing import Any

import pytest
from builders.registry.clusters import RecordedCluster, condition, listed, package_object, revision_object
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.errors import NotFound, Unreachable, XpkgError
from xpkgtui.limits import OverLimit
from xpkgtui.oci.descriptor import Digest
from xpkgtui.sources.cluster.installation import (
    InstalledImage,
    find,
    lock_and_configs,
    running,
    stored_versions,
    told,
)
from xpkgtui.sources.cluster.naming import ClusterName, InstalledKind
from xpkgtui.sources.installed import ClusterCondition, ClusterObject, ClusterState

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
    error = caught.value
    assert (error.title, error.hint) == (
        "provider/nop has no active revision",
        "Open what it asks for by its reference.",
    )
    assert error.tried == ("1 revision", "Healthy is False: cannot resolve \x1b[31mdependencies")


def test_all_that_the_cluster_says_of_a_provider_is_kept() -> None:
    old, new = (revision_object("Provider", f"nop-{n}", _IMAGE, number=n, defines=("a.example.org",)) for n in (2, 3))
    new["metadata"] = {"name": "nop-0123456789ab", "namespace": "n" * 301}
    new["status"]["objectRefs"] += [
        {"kind": "Deployment", "name": "b.example.org"},
        {"kind": "", "name": "c.example.org"},
    ]
    new["status"]["conditions"] += [{"status": "True"}, *[condition("A", "True", "B", "c" * 5_000)] * 32]
    found = cluster(new, old)
    found.answer("providers.pkg.crossplane.io nop", package_object("Provider", "nop", _IMAGE, "nop-1", generation=4))
    image = find(_NOP, found)
    assert (image.reference, image.mark, image.generation, image.revision) == (
        _IMAGE,
        "0123456789ab",
        4,
        "nop-0123456789ab",
    )
    healthy = ("Healthy", "False", "UnhealthyPackageRevision", "cannot resolve \x1b[31mdependencies")
    package, revision = image.state.objects
    assert package == ClusterObject(
        kind="Provider",
        name="nop",
        facts=(("package", _IMAGE), ("current", "nop-1")),
        conditions=tuple(
            ClusterCondition(type=one[0], status=one[1], reason=one[2], message=one[3])
            for one in (healthy, ("Installed", "True", "ActivePackageRevision", ""))
        ),
    )
    assert (revision.kind, revision.name, len(revision.namespace)) == ("ProviderRevision", "nop-0123456789ab", 300)
    assert revision.facts == (("revision", "3"), ("image", _IMAGE))
    assert (len(revision.conditions), len(revision.conditions[-1].message)) == (33, 4_096)
    assert image.state.definitions == ("a.example.org", "c.example.org")


def test_mark_is_of_the_digest_or_of_it_and_how_often_the_package_changed() -> None:
    mixed = [hashlib.sha256(f"{_DIGEST.hex}|{number}".encode()).hexdigest()[:12] for number in (1, 2, 3)]
    for mark, generation, is_it in (
        (_DIGEST.hex[:12], 0, True),
        (mixed[0], 1, True),
        (mixed[1], 2, True),
        (mixed[2], 2, False),
        ("", 2, False),
    ):
        image = InstalledImage(reference="", state=ClusterState(objects=()), mark=mark, generation=generation)
        assert image.is_made_of(_DIGEST) is is_it


def test_facts_are_texts_and_numbers_that_are_not_empty() -> None:
    facts = {"a": 5, "b": True, "c": 1 << 63, "d": -(1 << 63), "e": [1], "f": "x" * 301, "g": "", "h": 0}
    assert told({}, facts).facts == (("a", "5"), ("f", "x" * 299 + "…"), ("h", "0"))


_CSV = ClusterName(kind=InstalledKind.SERVICE_VERSION, name="nop.v1", namespace="apps", context="there")


def test_service_version_is_found_by_the_newest_plan_that_brought_it() -> None:
    found = RecordedCluster()
    version = {
        "kind": "ClusterServiceVersion",
        "metadata": {"name": "nop.v1", "namespace": "apps", "labels": {"olm.copiedFrom": "home"}},
        "spec": {
            "version": "1.0.0",
            "customresourcedefinitions": {
                "owned": [{"name": "a.example.org"}, {"name": "a.example.org"}, {"name": "-"}]
            },
        },
        "status": {"phase": "Failed", "reason": "InstallCheckFailed", "message": "no", "conditions": [{"type": "x"}]},
    }
    found.answer("clusterserviceversions.operators.coreos.com nop.v1 --namespace=apps", version)

    def plan(at: str, *bundles: dict[str, str]) -> dict[str, Any]:
        status = {"phase": "Complete", "bundleLookups": list(bundles)}
        return {"kind": "InstallPlan", "metadata": {"name": at, "creationTimestamp": at}, "status": status}

    other = {"identifier": "other", "path": "example.com/other"}
    plans = (
        plan("2024", {"identifier": "nop.v1", "path": "example.com/old"}),
        plan("2026", other, {"identifier": "nop.v1", "path": _IMAGE}),
        plan("2027", other, {"identifier": "nop.v1", "path": ""}),
    )
    found.answer("installplans.operators.coreos.com --namespace=home", listed(*plans))
    facts = ("version", "1.0.0"), ("phase", "Failed"), ("reason", "InstallCheckFailed"), ("message", "no")
    about = ClusterObject(kind="ClusterServiceVersion", name="nop.v1", namespace="apps", facts=facts)
    brought = ClusterObject(kind="InstallPlan", name="2026", facts=(("phase", "Complete"), ("bundle", _IMAGE)))
    assert find(_CSV, found) == InstalledImage(
        reference=_IMAGE,
        state=ClusterState(context="there", objects=(about, brought), definitions=("a.example.org",)),
    )
    found.answer("installplans.operators.coreos.com --namespace=home", listed(plans[2]))
    with pytest.raises(NotFound) as caught:
        find(_CSV, found)
    assert (caught.value.title, caught.value.hint) == (
        "the cluster names no image of csv/apps/nop.v1",
        "Open it by its reference.",
    )


def test_extension_is_told_with_its_package_and_its_newest_revision() -> None:
    found = extension(sets=("example.com/old:v1", _IMAGE))
    about = {
        "kind": "ClusterExtension",
        "metadata": {"name": "nop"},
        "spec": {"source": {"catalog": {"packageName": "nop-package"}}},
        "status": {"install": {"bundle": {"name": "nop.v1", "version": "1.0.0"}}},
    }
    found.answer("clusterextensions.olm.operatorframework.io nop", about)
    image = find(_EXTENSION, found)
    assert image.state.objects[0].facts == (("package", "nop-package"), ("bundle", "nop.v1"), ("version", "1.0.0"))
    assert image.state.objects[1].facts == (("revision", "2"), ("image", _IMAGE))
    assert (image.reference, image.state.context) == (_IMAGE, "it's mine")


def test_revision_of_an_extension_that_is_archived_is_passed_over() -> None:
    new = "example.com/new:v2"
    assert find(_EXTENSION, extension(sets=(_IMAGE, new), archived=new)).reference == _IMAGE


def test_versions_that_are_stored_are_those_of_the_definitions() -> None:
    crds = "customresourcedefinitions.apiextensions.k8s.io"
    definition = {
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "a.example.org"},
        "status": {"storedVersions": ["v1", "", 5, *["v2"] * 100]},
    }
    found = RecordedCluster()
    found.answer(f"{crds} --selector=olm.operatorframework.io/owner-name=nop", listed(definition))
    found.answer(f"{crds} a.example.org --ignore-not-found", definition)
    expected = (("a.example.org", ("v1", *["v2"] * 100)),)
    assert stored_versions(_EXTENSION, (), found) == stored_versions(_NOP, ("a.example.org", "A"), found) == expected


def test_lock_and_configs_are_given_as_json() -> None:
    found = RecordedCluster()
    lock, configs = {"kind": "Lock", "packages": []}, listed({"kind": "ImageConfig"})
    found.answer("locks.pkg.crossplane.io lock --ignore-not-found", lock)
    found.answer("imageconfigs.pkg.crossplane.io", configs)
    assert [json.loads(one) for one in lock_and_configs(found)] == [lock, configs]
    found.lacks("imageconfigs.pkg.crossplane.io")
    assert lock_and_configs(found)[1] == ""


def extension(
    *, sets: tuple[str, ...] | None = (), revisions: tuple[str, ...] | None = None, archived: str = ""
) -> RecordedCluster:
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
                "spec": {"revision": number, "lifecycleState": "Archived" if image == archived else "Active"},
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
    with pytest.raises(Unreachable) as caught:
        find(_NOP, found)
    assert caught.value.title == "kubectl answered with something else: Secret\x1b, not Provider"
    found.answer("providers.pkg.crossplane.io nop", {})
    with pytest.raises(Unreachable, match=r"^kubectl answered with something else: no kind, not Provider$"):
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


def test_more_definitions_than_are_asked_for_are_undecided() -> None:
    names = tuple(f"a{number}.example.org" for number in range(5_001))
    most = cluster(revision_object("Provider", "nop-a", _IMAGE, defines=names[1:]))
    assert len(find(_NOP, most).state.definitions) == 5_000
    with pytest.raises(OverLimit) as caught:
        find(_NOP, cluster(revision_object("Provider", "nop-a", _IMAGE, defines=names)))
    assert caught.value.failure().limit == "definitions"


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
