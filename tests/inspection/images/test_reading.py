"""Registries asked for images: digests, sizes, what is missing, what belongs to an image."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.oci.images import BuiltImage, image, index
from builders.oci.layers import digest, file, layer
from builders.packages.bundles import CSV, CSV_FILE, LABELS, SOUND, members, write
from builders.packages.folders import write_folder
from builders.packages.pairs.catalogs import GOOD
from builders.program.headless import Answer, headless
from builders.registry.faulty import FaultyRegistry, Reply, faulty
from builders.registry.packages import push
from builders.registry.registries import DebianRegistry

__all__ = ["faulty"]

AMD, ARM = image(layer(file("x", "x" * 500))), image(layer(file("x", "x" * 500)), platform="linux/arm64")
OCI_INDEX = "application/vnd.oci.image.index.v1+json"


def asked(folder: Path, *references: str, options: tuple[str, ...] = ("--sizes",)) -> Answer:
    """What is said of the images that a bundle lists."""
    rows = "".join(f"  - {{name: x, image: '{one}'}}\n" for one in references)
    text = CSV.replace("                image: registry.example.com/tides:1.2.0\n", "") + f"  relatedImages:\n{rows}"
    return headless("images", write(folder / "tides", {**SOUND, CSV_FILE: text}), *options)


def size(built: BuiltImage) -> int:
    return sum(map(len, built.blobs().values()))


@pytest.mark.registry
def test_an_index_is_weighed_for_one_platform_and_for_all(registry: DebianRegistry, tmp_path: Path) -> None:
    both = index((AMD, "linux/amd64"), (ARM, "linux/arm64"))
    wanted = push(registry, "images/both", "v1", both)
    (found,) = asked(tmp_path, f"{registry.host}/images/both:v1").document["images"]
    assert (found["digest"], found["platforms"]) == (wanted, ["linux/amd64", "linux/arm64"])
    assert (found["size"], found["size_all"]) == (size(AMD), sum(map(len, both.blobs().values())))


@pytest.mark.registry
def test_an_image_alone_says_its_platform_in_its_config(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "images/arm", "v1", ARM)
    (found,) = asked(tmp_path, f"{registry.host}/images/arm:v1").document["images"]
    assert (found["platforms"], found["size"], found["size_all"]) == (["linux/arm64"], size(ARM), size(ARM))


@pytest.mark.registry
def test_an_image_that_is_missing_is_a_finding(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "images/one", "v1", AMD)
    answer = asked(tmp_path, f"{registry.host}/images/one:v1", f"{registry.host}/images/one:v2")
    assert answer.code == 1
    assert [one["problem"] for one in answer.document["images"]] == [
        None,
        f"{registry.host} has images/one, but no tag v2.",
    ]


def test_a_host_that_is_silent_is_asked_once_and_leaves_the_list_undecided(
    faulty: FaultyRegistry, tmp_path: Path
) -> None:
    faulty.routes["/v2/a/b/manifests/v1"] = Reply(status=401, headers={"WWW-Authenticate": 'Basic realm="x"'})
    answer = asked(tmp_path, f"{faulty.host}/a/b:v1", f"{faulty.host}/a/b:v2", f"{faulty.host}/a/b:v3")
    assert {one.path for one in faulty.asked if "/manifests/" in one.path} == {"/v2/a/b/manifests/v1"}
    assert answer.code == 3
    assert answer.document["unread"][0]["why"].startswith(f"{faulty.host} does not answer: ")


@pytest.mark.parametrize("body", [b"", b"{}", b"[", b'{"schemaVersion": 2, "layers": 7}', b'{"manifests": [5]}'])
def test_a_manifest_that_cannot_be_read_says_so(faulty: FaultyRegistry, tmp_path: Path, body: bytes) -> None:
    faulty.routes["/v2/a/b/manifests/v1"] = Reply(body=body, headers={"Content-Type": OCI_INDEX})
    (found,) = asked(tmp_path, f"{faulty.host}/a/b:v1").document["images"]
    assert found["problem"]
    assert (found["size"], found["size_all"]) == (None, None)


def test_an_entry_that_is_missing_leaves_the_size_for_all_unknown(faulty: FaultyRegistry, tmp_path: Path) -> None:
    both = index((AMD, "linux/amd64"), (ARM, "linux/arm64"))
    faulty.routes["/v2/a/b/manifests/v1"] = Reply(body=both.manifest, headers={"Content-Type": OCI_INDEX})
    faulty.routes[f"/v2/a/b/manifests/{AMD.digest}"] = Reply(body=AMD.manifest)
    (found,) = asked(tmp_path, f"{faulty.host}/a/b:v1").document["images"]
    assert (found["size"], found["size_all"]) == (size(AMD), None)
    assert "does not have that manifest" in found["problem"]


@pytest.mark.registry
def test_signatures_are_found_by_their_tags(registry: DebianRegistry, tmp_path: Path) -> None:
    digest = push(registry, "images/signed", "v1", AMD)
    tag = f"{digest.replace(':', '-')}.sig"
    push(registry, "images/signed", tag, ARM)
    name = f"{registry.host}/images/signed"
    signed, signature = asked(tmp_path, f"{name}:v1", options=("--signatures",)).document["images"]
    assert (signed["signed"], signature["reference"], signature["role"]) == (True, f"{name}:{tag}", "signature")
    assert signature["asked_by"] == [{"package": f"{name}:v1", "place": "signature"}]


VARIABLE = "env: [{name: RELATED_IMAGE_X, value: HOST/extra:v2}]"
USED = CSV.replace("image: registry.example.com/tides:1.2.0", f"image: HOST/run:v1\n                {VARIABLE}")


def catalog_of(folder: Path, place: str) -> Path:
    """A catalog with the metadata of a ClusterServiceVersion, and with what opm lists of its images."""
    related = [{"name": "", "image": f"{place}/{name}"} for name in ("bundle:v1", "run:v1")]
    text = GOOD.partition("---\nschema: olm.bundle")[0]
    bundle = {
        "schema": "olm.bundle",
        "name": "tides.v1.2.0",
        "package": "tides",
        "image": f"{place}/bundle:v1",
        "relatedImages": related,
        "properties": [
            {"type": "olm.package", "value": {"packageName": "tides", "version": "1.2.0"}},
            {"type": "olm.csv.metadata", "value": {"displayName": "Tides"}},
        ],
    }
    return write_folder(folder / "catalog", {"catalog.yaml": f"{text}---\n{json.dumps(bundle)}\n"})


@pytest.mark.registry
def test_a_bundle_whose_catalog_has_no_more_than_lists_is_looked_into(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    text = USED.replace("HOST", f"{registry.host}/inside")
    for name, tag in (("run", "v1"), ("extra", "v2")):
        push(registry, f"inside/{name}", tag, AMD)
    built = image(layer(*members({**SOUND, CSV_FILE: text})), labels=LABELS)
    push(registry, "inside/bundle", "v1", built)
    catalog = catalog_of(tmp_path, f"{registry.host}/inside")
    extra = f"{registry.host}/inside/extra:v2"
    looked = headless("images", catalog, "--sizes")
    assert [one["listed"] for one in looked.document["images"] if one["reference"] == extra] == [False]
    assert (looked.code, looked.document["unread"]) == (0, [])
    listed = headless("images", catalog, "--sizes", "--listed")
    assert (listed.code, extra in str(listed.document)) == (0, False)
    closed = headless("images", catalog)
    (unread,) = closed.document["unread"]
    assert unread["why"].startswith("1 bundle was not looked into, for images that it uses unlisted")
    assert (closed.code, headless("images", catalog, "--listed").code) == (3, 0)


@pytest.mark.registry
def test_a_bundle_that_cannot_be_looked_into_leaves_the_list_undecided(
    registry: DebianRegistry, tmp_path: Path
) -> None:
    answer = headless("images", catalog_of(tmp_path, f"{registry.host}/gone"), "--sizes")
    (unread,) = answer.document["unread"]
    assert unread["why"].startswith(f"1 bundle was not looked into: {registry.host}/gone/bundle:v1: ")
    assert answer.code == 3


@pytest.mark.registry
def test_an_image_without_a_signature_is_not_signed(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "images/unsigned", "v1", AMD)
    (found,) = asked(tmp_path, f"{registry.host}/images/unsigned:v1", options=("--signatures",)).document["images"]
    assert found["signed"] is False


def referring(registry: FaultyRegistry, listed_as: str) -> str:
    """A registry with the referrers API, and a signature that its list calls `listed_as`; the image's reference."""
    signature = image(layer(file("x")), artifactType="application/vnd.dev.sigstore.bundle.v0.3+json")
    rows: list[dict[str, Any]] = [signature.descriptor(artifactType=listed_as)]
    listing = json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}).encode()
    registry.routes |= {
        "/v2/a/b/manifests/v1": Reply(body=AMD.manifest),
        f"/v2/a/b/blobs/{digest(AMD.config)}": Reply(body=AMD.config),
        "/v2/a/b/tags/list": Reply(body=b'{"tags": ["v1"]}'),
        f"/v2/a/b/referrers/{AMD.digest}": Reply(body=listing, headers={"Content-Type": OCI_INDEX}),
        f"/v2/a/b/manifests/{signature.digest}": Reply(body=signature.manifest),
    }
    return f"{registry.host}/a/b:v1"


@pytest.mark.parametrize(
    "listed_as", ["application/vnd.dev.sigstore.bundle.v0.3+json", "application/vnd.oci.empty.v1+json"]
)
def test_signatures_are_found_by_the_referrers_api(faulty: FaultyRegistry, tmp_path: Path, listed_as: str) -> None:
    signed, signature = asked(tmp_path, referring(faulty, listed_as), options=("--signatures",)).document["images"]
    assert (signed["signed"], signature["role"], signature["pinned"]) == (True, "signature", True)


@pytest.mark.parametrize("status", [400, 405])
def test_a_registry_that_knows_no_list_of_referrers_has_none(
    faulty: FaultyRegistry, tmp_path: Path, status: int
) -> None:
    reference = referring(faulty, "x")
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = Reply(status=status)
    answer = asked(tmp_path, reference, options=("--signatures",))
    assert (answer.code, [one["signed"] for one in answer.document["images"]]) == (0, [False])


def test_a_registry_that_fails_to_list_referrers_leaves_it_unknown(faulty: FaultyRegistry, tmp_path: Path) -> None:
    reference = referring(faulty, "x")
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = Reply(status=500)
    answer = asked(tmp_path, reference, options=("--signatures",))
    (found,) = answer.document["images"]
    assert (found["signed"], found["problem"], found["digest"]) == (None, None, AMD.digest)
    (unread,) = answer.document["unread"]
    assert unread["why"].startswith(f"what belongs to {reference} is not known whole: it does not say: ")
    assert answer.code == 3


def test_a_list_of_referrers_that_cannot_be_read_is_a_problem(faulty: FaultyRegistry, tmp_path: Path) -> None:
    reference = referring(faulty, "x")
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = Reply(body=b"[")
    document = asked(tmp_path, reference, options=("--signatures",)).document
    assert [one["signed"] for one in document["images"]] == [None]
    assert f"{faulty.host} sent a list of referrers that cannot be read: " in document["unread"][0]["why"]
