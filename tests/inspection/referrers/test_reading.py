"""What belongs to images of layouts and registries: what is found where, and what policies make of it."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders.oci import signatures as made
from builders.oci.images import OCI_MANIFEST, BuiltImage, image, index, oci_archive, write_layout
from builders.oci.layers import file, layer
from builders.packages.judgements import PROVIDER
from builders.program.headless import Answer, headless
from builders.registry.faulty import FaultyRegistry, Reply, faulty
from builders.registry.packages import push
from builders.registry.registries import DebianRegistry

__all__ = ["faulty"]

AMD = image(layer(file("package.yaml", "x")))
BOTH = index((AMD, "linux/amd64"), (image(layer(file("y")), platform="linux/arm64"), "linux/arm64"))
OCI_INDEX = "application/vnd.oci.image.index.v1+json"


def tag(digest: str, ending: str = "") -> str:
    return digest.replace(":", "-") + ending


def kinds(answer: Answer) -> list[tuple[str, str]]:
    return [(one["what"], one["layout"]) for one in answer.document["referrers"]]


def policy(folder: Path, prefix: str, authorities: Any, **spec: Any) -> str:
    verification = {"provider": "Cosign", "cosign": {"authorities": authorities}}
    value = {
        "kind": "ImageConfig",
        "metadata": {"name": "verify"},
        "spec": {"matchImages": [{"prefix": prefix}], "verification": verification, **spec},
    }
    (folder / "policy.json").write_text(json.dumps(value))
    return str(folder / "policy.json")


def keyed(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "us", "key": {"secretRef": {"name": "keys", "key": "a"}, "hashAlgorithm": "sha256"}, **more}]


def test_a_layout_lists_tags_and_manifests_with_a_subject(tmp_path: Path) -> None:
    found = made.bundle(AMD.digest, subject=AMD.descriptor())
    write_layout(tmp_path / "x", AMD, made.signature(AMD.digest), found, tags=("v1", tag(AMD.digest, ".sig")))
    answer = headless("referrers", f"{tmp_path / 'x'}:v1")
    assert kinds(answer) == [("signature", "tags"), ("signature", "referrers")]
    assert (answer.code, answer.document["state"]) == (0, "found")


def test_an_archive_lists_them_too(tmp_path: Path) -> None:
    data = oci_archive(AMD, made.attestation(AMD.digest), tags=("v1", tag(AMD.digest, ".att")))
    (tmp_path / "x.tar").write_bytes(data)
    answer = headless("referrers", f"{tmp_path / 'x.tar'}#v1")
    assert kinds(answer) == [("attestation", "tags")]


@pytest.mark.registry
def test_a_registry_is_asked_for_the_index_and_each_platform(registry: DebianRegistry) -> None:
    digest = push(registry, "referrers/both", "v1", BOTH)
    push(registry, "referrers/both", tag(digest, ".sig"), made.signature(digest))
    push(registry, "referrers/both", tag(AMD.digest, ".att"), made.attestation(AMD.digest))
    answer = headless("referrers", f"{registry.host}/referrers/both:v1")
    assert [(one["subject"], one["what"]) for one in answer.document["referrers"]] == [
        (digest, "signature"),
        (AMD.digest, "attestation"),
    ]
    assert [one["layout"] for one in answer.document["asked"]] == ["tags", "referrers", "fallback"]


@pytest.mark.registry
def test_the_fallback_tag_is_followed(registry: DebianRegistry) -> None:
    digest = push(registry, "referrers/fallback", "v1", AMD)
    bundle = made.bundle(digest, subject=AMD.descriptor())
    push(registry, "referrers/fallback", bundle.digest, bundle)
    rows = [bundle.descriptor(artifactType=made.BUNDLE)]
    listing = json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}).encode()
    registry.push_manifest("referrers/fallback", tag(digest), listing, OCI_INDEX)
    answer = headless("referrers", f"{registry.host}/referrers/fallback:v1")
    assert kinds(answer) == [("signature", "fallback")]


@pytest.mark.registry
def test_an_unsigned_image_is_refused_with_crossplanes_message(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "referrers/unsigned", "v1", AMD)
    wanted = policy(tmp_path, f"{registry.host}/", keyed())
    answer = headless("referrers", f"{registry.host}/referrers/unsigned:v1", "--policy", wanted)
    assert (answer.code, answer.document["state"], answer.document["policy"]["accepted"]) == (1, "refused", False)
    assert answer.document["policy"]["says"] == (
        'signature verification failed: authority "us": signature verification failed with no signatures found'
    )
    commands = {one["program"]: one["command"] for one in answer.document["policy"]["voices"]}
    assert "--new-bundle-format=false --use-signing-config=false" in commands["Crossplane"]


@pytest.mark.registry
def test_a_signature_that_may_verify_is_undecided(registry: DebianRegistry, tmp_path: Path) -> None:
    digest = push(registry, "referrers/signed", "v1", AMD)
    log = made.log(made.claim(digest), made.pem(b"a key", "PUBLIC KEY"))
    signed = made.signature(digest, **{"dev.sigstore.cosign/bundle": log})
    push(registry, "referrers/signed", tag(digest, ".sig"), signed)
    wanted = policy(tmp_path, f"{registry.host}/", keyed())
    answer = headless("referrers", f"{registry.host}/referrers/signed:v1", "--policy", wanted)
    assert (answer.code, answer.document["policy"]["accepted"], answer.document["state"]) == (3, None, "found")


@pytest.mark.registry
def test_no_authorities_accept_everything_and_are_a_fault(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "referrers/any", "v1", AMD)
    wanted = policy(tmp_path, f"{registry.host}/", [])
    answer = headless("referrers", f"{registry.host}/referrers/any:v1", "--policy", wanted)
    assert (answer.code, answer.document["policy"]["accepted"]) == (0, True)
    assert [one["rule"] for one in answer.document["policy"]["faults"]] == ["XPKG220"]
    assert "accepts every image" in answer.document["sentence"]


@pytest.mark.registry
def test_a_rewritten_image_is_looked_for_where_it_is_pulled(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "asked/x", "v1", AMD)
    digest = push(registry, "mirror/x", "v1", AMD)
    push(registry, "asked/x", tag(digest, ".sig"), made.signature(digest))
    host = registry.host
    wanted = policy(tmp_path, f"{host}/", keyed())
    rewrite = {
        "kind": "ImageConfig",
        "metadata": {"name": "mirror"},
        "spec": {"matchImages": [{"prefix": f"{host}/asked/"}], "rewriteImage": {"prefix": f"{host}/mirror/"}},
    }
    (tmp_path / "rewrite.json").write_text(json.dumps(rewrite))
    options = ("--policy", wanted, "--policy", str(tmp_path / "rewrite.json"))
    found = headless("referrers", f"{host}/asked/x:v1", *options).document["policy"]
    assert (found["path"], found["accepted"]) == (f"{host}/mirror/x:v1", False)
    assert found["says"].endswith("no signatures found")


@pytest.mark.registry
def test_check_makes_the_refusal_and_odd_policies_findings(registry: DebianRegistry, tmp_path: Path) -> None:
    push(registry, "referrers/checked", "v1", AMD)
    wanted = policy(tmp_path, f"{registry.host}/referrers", keyed())
    answer = headless("check", f"{registry.host}/referrers/checked:v1", "--policy", wanted)
    assert {"XPKG218", "XPKG222"} <= {one["rule"] for one in answer.result["findings"]}
    assert answer.result["verdict"] == "refused"


def served(registry: FaultyRegistry, *referrers: BuiltImage, **more: Reply) -> str:
    """A registry with the referrers API; the reference of an image in it."""
    rows = [one.descriptor(artifactType="application/vnd.oci.empty.v1+json") for one in referrers]
    listing = json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}).encode()
    registry.add_manifest("a/b", "v1", AMD.manifest)
    registry.routes |= {
        "/v2/a/b/tags/list": Reply(body=b'{"tags": ["v1"]}'),
        f"/v2/a/b/referrers/{AMD.digest}": Reply(body=listing, headers={"Content-Type": OCI_INDEX}),
    }
    for built in (AMD, *referrers):
        for digest, data in built.blobs().items():
            registry.routes[f"/v2/a/b/blobs/{digest}"] = Reply(body=data)
        registry.routes[f"/v2/a/b/manifests/{built.digest}"] = Reply(body=built.manifest)
    return f"{registry.host}/a/b:v1"


def test_the_api_is_asked_and_its_manifests_are_read(faulty: FaultyRegistry) -> None:
    answer = headless("referrers", served(faulty, made.bundle(AMD.digest, subject=AMD.descriptor())))
    assert kinds(answer) == [("signature", "referrers")]


@pytest.mark.parametrize(
    "reply",
    [
        *(Reply(status=one) for one in (204, 400, 401, 403, 404, 405, 406, 501)),
        Reply(body=b""),
        *(Reply(status=one, body=b"<html></html>", headers={"Content-Type": "text/html"}) for one in (200, 403)),
    ],
)
def test_a_registry_that_refuses_what_it_does_not_know_has_no_such_list(faulty: FaultyRegistry, reply: Reply) -> None:
    reference = served(faulty)
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = reply
    answer = headless("referrers", reference)
    assert (answer.code, answer.document["state"]) == (0, "none")
    status = "a web page" if reply.status == 200 and reply.body else reply.status
    assert answer.document["asked"][1]["answer"] == f"no such API ({status}): its fallback tag counts"


def test_a_registry_that_fails_leaves_the_list_open(faulty: FaultyRegistry) -> None:
    reference = served(faulty)
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = Reply(status=500)
    answer = headless("referrers", reference)
    assert (answer.code, answer.document["state"]) == (3, "unknown")
    assert [one["known"] for one in answer.document["asked"]] == [True, False, True]


def test_a_list_that_is_refused_beside_a_fallback_tag_that_is_refused_too_is_open(faulty: FaultyRegistry) -> None:
    reference = served(faulty)
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = Reply(status=403)
    faulty.routes[f"/v2/a/b/manifests/{tag(AMD.digest)}"] = Reply(status=403)
    assert headless("referrers", reference).code == 3


@pytest.mark.parametrize("status", [403, 404, 405])
def test_a_tag_that_is_read_as_the_digest_lists_nothing(faulty: FaultyRegistry, status: int) -> None:
    reference = served(faulty)
    faulty.routes["/v2/a/b/tags/list"] = Reply(status=status)
    faulty.add_manifest("a/b", tag(AMD.digest), AMD.manifest)
    answer = headless("referrers", reference)
    assert (answer.code, answer.document["referrers"]) == (0, [])


def test_a_registry_that_lists_no_tags_is_asked_for_each(faulty: FaultyRegistry) -> None:
    reference = served(faulty)
    del faulty.routes["/v2/a/b/tags/list"]
    signed = made.signature(AMD.digest)
    faulty.add_manifest("a/b", tag(AMD.digest, ".sig"), signed.manifest)
    for digest, data in signed.blobs().items():
        faulty.routes[f"/v2/a/b/blobs/{digest}"] = Reply(body=data)
    answer = headless("referrers", reference)
    assert kinds(answer) == [("signature", "tags")]


def test_more_referrers_than_are_listed_are_said(faulty: FaultyRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xpkgtui.inspection.referrers.contents.MOST_READ", 20)
    reference = served(faulty)
    rows = [{"mediaType": OCI_MANIFEST, "digest": f"sha256:{number:064x}", "size": 3} for number in range(10_000)]
    listing = json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}).encode()
    faulty.routes[f"/v2/a/b/referrers/{AMD.digest}"] = Reply(body=listing, headers={"Content-Type": OCI_INDEX})
    answer = headless("referrers", reference)
    assert len(answer.document["referrers"]) <= 1_000
    assert answer.document["unread"]
    assert answer.code == 3
    assert len([one for one in faulty.asked if "/manifests/" in one.path]) < 120


def test_a_registry_that_fails_is_not_asked_for_each_platform(faulty: FaultyRegistry) -> None:
    served(faulty)
    both = Reply(body=BOTH.manifest, headers={"Content-Type": OCI_INDEX})
    faulty.routes["/v2/a/b/manifests/v1"] = faulty.routes[f"/v2/a/b/manifests/{BOTH.digest}"] = both
    for name in BOTH.blobs():
        faulty.routes[f"/v2/a/b/referrers/{name}"] = Reply(status=500)
    headless("referrers", f"{faulty.host}/a/b:v1")
    assert len({one.path for one in faulty.asked if "/referrers/" in one.path}) == 1


def test_tags_that_cannot_be_listed_are_asked_for_once(faulty: FaultyRegistry) -> None:
    reference = served(faulty)
    faulty.routes["/v2/a/b/tags/list"] = Reply(status=405)
    headless("referrers", reference)
    assert faulty.paths().count("GET /v2/a/b/tags/list?n=1000") == 1


def test_a_signature_is_found_right_after_it_was_made(faulty: FaultyRegistry, tmp_path: Path) -> None:
    options = (served(faulty), "--cache-dir", str(tmp_path))
    assert headless("referrers", *options).document["referrers"] == []
    name, signed = tag(AMD.digest, ".sig"), made.signature(AMD.digest)
    faulty.routes["/v2/a/b/tags/list"] = Reply(body=json.dumps({"tags": ["v1", name]}).encode())
    faulty.add_manifest("a/b", name, signed.manifest)
    for digest, data in signed.blobs().items():
        faulty.routes[f"/v2/a/b/blobs/{digest}"] = Reply(body=data)
    assert kinds(headless("referrers", *options)) == [("signature", "tags")]


def test_changed_bytes_are_not_believed(faulty: FaultyRegistry) -> None:
    bundle = made.bundle(AMD.digest, subject=AMD.descriptor())
    reference = served(faulty, bundle)
    faulty.routes[f"/v2/a/b/manifests/{bundle.digest}"] = Reply(body=bundle.manifest.replace(b"bundle", b"bandle"))
    (found,) = headless("referrers", reference).document["referrers"]
    assert found["says"].startswith("it cannot be read: ")
    assert found["what"] == "other"


def test_pages_of_the_api_are_followed(faulty: FaultyRegistry) -> None:
    first, second = (made.bundle(AMD.digest, kind, subject=AMD.descriptor()) for kind in (made.SIGNED, made.SPDX))
    reference = served(faulty, first, second)

    def page(built: BuiltImage, **headers: str) -> Reply:
        rows = [built.descriptor()]
        body = json.dumps({"schemaVersion": 2, "mediaType": OCI_INDEX, "manifests": rows}).encode()
        return Reply(body=body, headers={"Content-Type": OCI_INDEX, **headers})

    path = f"/v2/a/b/referrers/{AMD.digest}"
    link = f'<{path}?n=2>; rel="next"'
    faulty.routes[path] = lambda asked: page(second) if "n=2" in asked.path else page(first, Link=link)
    assert len(headless("referrers", reference).document["referrers"]) == 2


@pytest.mark.registry
def test_check_is_undecided_where_a_signature_decides(registry: DebianRegistry, tmp_path: Path) -> None:
    digest = push(registry, "referrers/good", "v1", PROVIDER)
    log = made.log(made.claim(digest), made.pem(b"a key", "PUBLIC KEY"))
    signed = made.signature(digest, **{"dev.sigstore.cosign/bundle": log})
    push(registry, "referrers/good", tag(digest, ".sig"), signed)
    wanted = policy(tmp_path, f"{registry.host}/", keyed())
    answer = headless("check", f"{registry.host}/referrers/good:v1", "--policy", wanted)
    assert answer.result["verdict"] is None
    assert "XPKG219" in {one["rule"] for one in answer.result["findings"]}
    assert headless("check", f"{registry.host}/referrers/good:v1").result["verdict"] == "accepted"


def test_check_is_undecided_where_policies_cannot_choose(tmp_path: Path) -> None:
    wanted = policy(tmp_path, "registry.example.org/", keyed())
    answer = headless("check", "demo", "--policy", wanted)
    assert answer.result["verdict"] is None
    (undecided,) = [one for one in answer.result["findings"] if one["rule"] == "XPKG219"]
    assert undecided["fix"] == "Push the package, and check its reference."


def test_an_image_that_refers_to_itself_is_not_followed(faulty: FaultyRegistry) -> None:
    reference = served(faulty, AMD)
    (found,) = headless("referrers", reference).document["referrers"]
    assert (found["digest"], found["what"], found["signed"]) == (AMD.digest, "other", False)
    assert len([one for one in faulty.asked if "/referrers/" in one.path]) == 1


@pytest.mark.parametrize(("kind", "what"), [("application/spdx+json", "sbom"), (made.BUNDLE, "signature")])
def test_what_is_large_is_named_and_not_fetched(faulty: FaultyRegistry, kind: str, what: str) -> None:
    large = made.holding((kind, b"{}", {}), subject=AMD.descriptor())
    manifest = json.loads(large.manifest)
    manifest["layers"][0]["size"] = 50_000_000
    reference = served(faulty, replace(large, manifest=json.dumps(manifest).encode()))
    (found,) = headless("referrers", reference).document["referrers"]
    assert (found["what"], found["sbom"], found["size"]) == (what, None, 50_000_000)
    assert "not read" in found["says"]
    assert not [one for one in faulty.asked if manifest["layers"][0]["digest"] in one.path]
