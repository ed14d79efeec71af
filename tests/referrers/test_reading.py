"""What a manifest that belongs to an image is, read from its own bytes."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest
from builders.oci import signatures as made
from builders.oci.images import OCI_MANIFEST, BuiltImage, image
from builders.oci.layers import file, layer
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.reading import referrers_in
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, Standing, What

IMAGE = image(layer(file("x")))
OTHER = "sha256:" + "1" * 64
SBOM = {
    "spdxVersion": "SPDX-2.3",
    "packages": [
        {"licenseConcluded": "MIT"},
        {"licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT"},
        {"licenseDeclared": "Apache-2.0"},
        {},
    ],
}


def read(built: BuiltImage, layout: ReferrerLayout = ReferrerLayout.TAGS, **more: Any) -> list[Referrer]:
    """What is said of an image that belongs to `IMAGE`."""
    manifest = Manifest.parse(built.manifest)
    layers = [
        SignedLayer(digest=str(one.digest), media_type=one.media_type, annotations=one.annotations, payload=blob.blob)
        for one, blob in zip(manifest.layers, built.layers, strict=True)
    ]
    known = Referrer(subject=IMAGE.digest, layout=layout, digest=built.digest, reference="x", **more)
    return list(referrers_in(known, manifest, layers))


def one(built: BuiltImage, layout: ReferrerLayout = ReferrerLayout.TAGS, **more: Any) -> Referrer:
    (found,) = read(built, layout, **more)
    return found


def test_a_signature_of_cosign_2_names_the_digest() -> None:
    found = one(made.signature(IMAGE.digest))
    assert (found.what, found.is_signed, found.is_logged, found.standing) == (
        What.SIGNATURE,
        True,
        False,
        Standing.UNVERIFIED,
    )


def test_a_signed_statement_about_nothing_is_about_no_image() -> None:
    nothing = json.dumps({"predicateType": "x", "subject": []}).encode()
    envelope = json.dumps(made.enveloped(nothing)).encode()
    for kind, data, standing in (
        (made.STATEMENT, nothing, Standing.UNVERIFIED),
        (made.ENVELOPE, envelope, Standing.FAILED),
    ):
        assert one(made.holding((kind, data, {})), ReferrerLayout.INDEX).standing is standing


def test_a_bundle_that_is_too_large_is_what_its_manifest_says() -> None:
    kind = "application/vnd.dev.sigstore.bundle.v0.3+json"
    descriptor = Descriptor(media_type=kind, digest=Digest.parse(OTHER), size=50_000_000)
    unread = SignedLayer(digest=OTHER, media_type=kind, fault="not read: 50 MB")
    known = Referrer(subject=IMAGE.digest, layout=ReferrerLayout.REFERRERS, digest=OTHER, reference="x")

    def found(predicate: str) -> What:
        said = {"dev.sigstore.bundle.predicateType": predicate}
        manifest = Manifest(media_type=OCI_MANIFEST, config=None, layers=(descriptor,), annotations=said)
        return next(referrers_in(known, manifest, (unread,))).what

    assert found("https://spdx.dev/Document") is What.ATTESTATION
    assert found("https://sigstore.dev/cosign/sign/v1") is What.SIGNATURE


def test_a_signature_of_another_image_has_failed() -> None:
    found = one(made.signature(OTHER))
    assert (found.standing, found.says) == (Standing.FAILED, f"it is about another image, {OTHER[:19]}")


def test_the_certificate_says_who_and_the_log_when() -> None:
    payload, pem = made.claim(IMAGE.digest), made.pem(made.certificate("ci@example.org"))
    annotations = {
        "dev.sigstore.cosign/certificate": pem,
        "dev.sigstore.cosign/bundle": made.log(payload, pem),
    }
    found = one(made.signature(IMAGE.digest, **annotations))
    assert found.signer is not None
    assert (found.signer.subject, found.signer.at, found.is_logged) == (
        "ci@example.org",
        "2026-09-01T12:00:00Z",
        True,
    )


def test_an_attestation_says_its_predicate_type_and_what_its_sbom_lists() -> None:
    found = one(made.attestation(IMAGE.digest, made.SPDX, SBOM))
    assert (found.what, found.predicate) == (What.ATTESTATION, made.SPDX)
    assert found.software is not None
    assert (found.software.format, found.software.components) == ("SPDX 2.3", 4)
    assert found.software.licences == (("MIT", 2), ("Apache-2.0", 1))
    assert one(made.attestation(IMAGE.digest, "https://slsa.dev/provenance/v1", SBOM)).software is None


def test_each_layer_is_one_signature() -> None:
    both = made.holding(
        (made.SIMPLE, made.claim(IMAGE.digest), {}),
        (made.SIMPLE, made.claim(OTHER), {}),
    )
    assert [found.standing for found in read(both)] == [Standing.UNVERIFIED, Standing.FAILED]


@pytest.mark.parametrize(
    ("kind", "what"), [(made.SIGNED, What.SIGNATURE), ("https://slsa.dev/provenance/v1", What.ATTESTATION)]
)
def test_a_bundle_is_what_its_statement_says(kind: str, what: What) -> None:
    found = one(made.bundle(IMAGE.digest, kind, subject=IMAGE.descriptor()), ReferrerLayout.REFERRERS)
    assert (found.what, found.predicate, found.standing) == (what, kind, Standing.UNVERIFIED)


def test_a_bundle_with_a_certificate_says_who_signed() -> None:
    raw = base64.b64encode(made.certificate("ci@example.org")).decode()
    material = {"certificate": {"rawBytes": raw}, "tlogEntries": [{"integratedTime": "1788264000"}]}
    found = one(made.bundle(IMAGE.digest, subject=IMAGE.descriptor(), material=material), ReferrerLayout.REFERRERS)
    assert found.signer is not None
    assert (found.signer.subject, found.signer.at) == ("ci@example.org", "2026-09-01T12:00:00Z")


def test_the_manifest_counts_and_not_what_its_list_says() -> None:
    built = made.holding(
        ("application/spdx+json", json.dumps(SBOM).encode(), {}), artifactType="application/spdx+json"
    )
    found = one(built, ReferrerLayout.REFERRERS, media_type="application/vnd.oci.empty.v1+json", what=What.OTHER)
    assert (found.what, found.media_type) == (What.SBOM, "application/spdx+json")


def test_a_subject_that_is_another_image_has_failed() -> None:
    other = {"mediaType": OCI_MANIFEST, "digest": OTHER, "size": 2}
    found = one(made.bundle(IMAGE.digest, subject=other), ReferrerLayout.REFERRERS)
    assert found.standing is Standing.FAILED
    assert "belongs to another image" in found.says


def test_a_bill_of_cyclonedx_is_counted() -> None:
    value = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "components": [{"licenses": [{"license": {"id": "MIT"}}]}, {"licenses": [{"expression": "A OR B"}]}, 5],
    }
    found = one(made.holding(("application/vnd.cyclonedx+json", json.dumps(value).encode(), {}))).software
    assert found is not None
    assert (found.format, found.components, dict(found.licences)) == ("CycloneDX 1.6", 3, {"MIT": 1, "A OR B": 1})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=10,
)
KINDS = (made.SIMPLE, made.ENVELOPE, made.BUNDLE, made.STATEMENT, "application/jose+json", "application/spdx+json")


@given(st.sampled_from(KINDS), st.binary(max_size=60) | JSON.map(lambda value: json.dumps(value).encode()))
def test_no_content_breaks_the_reader(kind: str, data: bytes) -> None:
    assert read(made.holding((kind, data, {})))


@given(
    st.dictionaries(
        st.sampled_from(
            ["dev.sigstore.cosign/bundle", "dev.sigstore.cosign/certificate", "dev.cosignproject.cosign/signature"]
        ),
        st.text(max_size=60) | JSON.map(json.dumps) | JSON.map(lambda value: json.dumps({"Payload": value})),
    )
)
def test_no_annotation_breaks_the_reader(annotations: Mapping[str, str]) -> None:
    assert read(made.holding((made.SIMPLE, made.claim(IMAGE.digest), annotations)))
