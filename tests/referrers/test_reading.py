"""What a manifest that belongs to an image is, read from its own bytes."""

import base64
import json
from collections.abc import Mapping
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci import signatures as made
from builders.oci.images import OCI_MANIFEST, BuiltImage, image
from builders.oci.layers import digest as digest_of
from builders.oci.layers import file, layer
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.referrers.reading import is_read, referrers_in, software_of
from xpkgtui.referrers.referrer import Referrer, ReferrerLayout, Signer, Software, Standing, What

IMAGE = image(layer(file("x")))
OTHER = "sha256:" + "1" * 64
OF_BUNDLE = "dev.sigstore.bundle.predicateType"
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
    payload = made.claim(IMAGE.digest)
    assert found == Referrer(
        subject=IMAGE.digest,
        layout=ReferrerLayout.TAGS,
        digest=made.signature(IMAGE.digest).digest,
        reference="x",
        what=What.SIGNATURE,
        media_type=made.SIMPLE,
        is_signed=True,
        is_logged=False,
        content=digest_of(payload),
        size=len(payload),
    )
    assert not one(made.holding((made.SIMPLE, payload, {}))).is_signed


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
    known = Referrer(subject=IMAGE.digest, layout=ReferrerLayout.REFERRERS, digest=OTHER, reference="x")

    def found(own: Mapping[str, str], of_layer: Mapping[str, str] = {}, kind: str = kind) -> tuple[Any, ...]:
        unread = SignedLayer(digest=OTHER, media_type=kind, annotations=of_layer, fault="not read: 50 MB")
        manifest = Manifest(media_type=OCI_MANIFEST, config=None, layers=(descriptor,), annotations=own)
        (one,) = referrers_in(known, manifest, (unread,))
        assert (one.says, one.content, one.size) == ("not read: 50 MB", "", 50_000_000)
        return one.what, one.predicate

    assert found({OF_BUNDLE: made.SPDX}) == (What.ATTESTATION, made.SPDX)
    assert found({OF_BUNDLE: "https://sigstore.dev/cosign/sign/v1"}) == (What.SIGNATURE, made.SIGNED)
    assert found({OF_BUNDLE: "x"}, {"predicateType": "y"}) == (What.ATTESTATION, "y")
    assert found({}, {"predicateType": "y", "in-toto.io/predicate-type": "z" * 1_001}) == (
        What.ATTESTATION,
        "z" * 1_000,
    )
    assert found({}) == (What.SIGNATURE, "")
    assert found({OF_BUNDLE: "x"}, kind="application/spdx+json") == (What.SBOM, "x")
    assert found({OF_BUNDLE: "x"}, kind=made.SIMPLE) == (What.SIGNATURE, "")


def test_a_signature_of_another_image_has_failed() -> None:
    found = one(made.signature(OTHER))
    assert (found.standing, found.says) == (Standing.FAILED, f"it is about another image, {OTHER[:19]}")
    assert one(made.signature("")).says == "it is about another image"


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
    assert found.software.licenses == (("MIT", 2), ("Apache-2.0", 1))
    assert one(made.attestation(IMAGE.digest, "https://slsa.dev/provenance/v1", SBOM)).software is None


def test_each_layer_is_one_signature() -> None:
    both = made.holding((made.SIMPLE, made.claim(IMAGE.digest), {}), (made.SIMPLE, made.claim(OTHER), {}))
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
    says = "its manifest says that it belongs to another image, sha256:111111111111"
    assert (found.standing, found.says) == (Standing.FAILED, says)


@each_row(
    ("kind", "is_it"),
    [
        (made.SIMPLE, True),
        (made.ENVELOPE, True),
        (made.BUNDLE, True),
        ("application/vnd.in-toto+JSON", True),
        ("application/jose+json", True),
        ("application/spdx+json", True),
        ("application/spdx+xml", False),
        ("application/json", False),
        ("application/vnd.openvex+json", False),
    ],
)
def test_layers_that_say_something_are_read(kind: str, is_it: bool) -> None:
    descriptor = Descriptor(media_type=kind, digest=Digest.parse(OTHER), size=1)
    assert is_read(descriptor) is is_it


@each_row(
    ("facts", "what", "media_type"),
    [
        ({"artifactType": "application/vnd.openvex"}, What.VEX, "application/vnd.openvex"),
        ({"artifactType": "x", "config": "application/spdx"}, What.SBOM, "application/spdx"),
        ({"artifactType": "x", "config": "y"}, What.OTHER, "x"),
        ({"config": "y"}, What.OTHER, "text/plain"),
        ({"config": "y", "media_type": "z"}, What.OTHER, "z"),
        ({"media_type": "application/vnd.openvex", "what": What.SBOM}, What.VEX, "application/vnd.openvex"),
        ({"what": What.SBOM}, What.SBOM, "text/plain"),
    ],
)
def test_types_of_layer_manifest_and_list_say_what_it_is(facts: dict[str, Any], what: What, media_type: str) -> None:
    own, of_list = {"artifactType": facts.pop("artifactType", "")}, dict(facts)
    config = {"mediaType": of_list.pop("config", ""), "digest": OTHER, "size": 2}
    found = one(made.holding(("text/plain", b"{}", {}), **own, config=config), **of_list)
    assert (found.what, found.media_type) == (what, media_type)
    known = Referrer(subject="", layout=ReferrerLayout.TAGS, digest="", reference="", **of_list)
    manifest = Manifest.parse(made.holding(**own, config=config).manifest)
    (found,) = referrers_in(known, manifest, ())
    assert (found.what, found.media_type) == (what, media_type.replace("text/plain", ""))


def test_a_bill_of_cyclonedx_is_counted() -> None:
    value = {"bomFormat": "CycloneDX", "specVersion": "1.6", "components": [5]}
    found = one(made.holding(("application/x+json", json.dumps(value).encode(), {})))
    assert (found.what, found.software) == (What.SBOM, Software(format="CycloneDX 1.6", components=1))


def test_a_statement_of_a_builder_says_what_it_is_about() -> None:
    for kind, software in ((made.SPDX, Software(format="SPDX", components=0)), ("https://slsa.dev", None)):
        data = made.statement(IMAGE.digest, kind, {"spdxVersion": ""})
        found = one(made.holding((made.STATEMENT, data, {})), ReferrerLayout.INDEX)
        assert (found.what, found.predicate, found.software, found.is_signed) == (
            What.ATTESTATION,
            kind,
            software,
            False,
        )
        assert (found.standing, found.says) == (Standing.UNVERIFIED, "")


def test_an_envelope_of_cosign_2_is_signed_and_logged() -> None:
    envelope = json.dumps(made.enveloped(made.statement(IMAGE.digest, "x"))).encode()
    annotations = {"dev.sigstore.cosign/bundle": made.log(b"", "")}
    found = one(made.holding((made.ENVELOPE, envelope, annotations)))
    assert (found.is_signed, found.is_logged, found.signer) == (True, True, Signer(at="2026-09-01T12:00:00Z"))


@each_row(
    ("kind", "data", "says"),
    [
        (made.SIMPLE, b"{", "it cannot be read: "),
        (made.ENVELOPE, b"{}", "it cannot be read: its envelope holds no in-toto statement but something else"),
        (
            made.ENVELOPE,
            json.dumps({"payloadType": "x" * 101}).encode(),
            f"it cannot be read: its envelope holds no in-toto statement but {'x' * 100}",
        ),
        (
            made.ENVELOPE,
            json.dumps({"payloadType": made.STATEMENT, "payload": "!"}).encode(),
            "it cannot be read: the payload of the envelope is not base64",
        ),
        (
            made.BUNDLE,
            b'{"messageSignature":{"messageDigest":{"digest":"!"}}}',
            "it cannot be read: the digest is not base64",
        ),
        (
            made.BUNDLE,
            b'{"verificationMaterial":{"certificate":{"rawBytes":"!"}}}',
            "it cannot be read: its certificate is not base64",
        ),
        ("application/jose+json", b'{"header":{"x5c":["!"]}}', "it cannot be read: its certificate is not base64"),
    ],
)
def test_a_layer_that_cannot_be_read_has_failed(kind: str, data: bytes, says: str) -> None:
    found = one(made.holding((kind, data, {})))
    assert found.standing is Standing.FAILED
    assert found.says == says if says[-1] != " " else found.says.startswith(says)


RAW = base64.b64encode(made.certificate("ci@example.org")).decode()
CERTIFIED = Signer(subject="ci@example.org", issuer="https://accounts.example.org", at="2026-09-01T12:00:00Z")
HASHED = {"algorithm": "SHA2_256", "digest": base64.b64encode(bytes.fromhex(IMAGE.digest[7:])).decode()}


@each_row(
    ("material", "signer", "is_logged"),
    [
        ({"certificate": {"rawBytes": RAW}}, CERTIFIED, False),
        ({"x509CertificateChain": {"certificates": [{"rawBytes": RAW}, {}]}}, CERTIFIED, False),
        ({"x509CertificateChain": {"certificates": []}}, None, False),
        ({"publicKey": {"hint": "a" * 101}}, Signer(key="a" * 100), False),
        ({"publicKey": {"hint": ""}}, Signer(key="(no hint)"), False),
        ({"publicKey": {}}, None, False),
        ({"tlogEntries": [{"integratedTime": "1"}]}, Signer(at="1970-01-01T00:00:01Z"), True),
        ({"tlogEntries": [{"integratedTime": "99999999999"}]}, Signer(at="5138-11-16T09:46:39Z"), True),
        ({"tlogEntries": [{"integratedTime": "100000000000"}]}, None, True),
        ({"tlogEntries": [{"integratedTime": "0"}]}, None, True),
        ({"tlogEntries": [{"integratedTime": "-1"}]}, None, True),
        ({"tlogEntries": [{"integratedTime": "²"}]}, None, True),
        ({"tlogEntries": [{"integratedTime": "x"}], "certificate": {"rawBytes": RAW}}, CERTIFIED, True),
    ],
)
def test_the_material_of_a_bundle_says_who_and_when(
    material: dict[str, Any], signer: Signer | None, is_logged: bool
) -> None:
    body = {"verificationMaterial": material, "messageSignature": {"messageDigest": HASHED}}
    found = one(made.holding((made.BUNDLE, json.dumps(body).encode(), {})))
    assert (found.signer, found.is_logged, found.is_signed, found.what) == (signer, is_logged, True, What.SIGNATURE)
    assert found.says == ""


def test_a_bundle_that_signs_a_hash_is_about_that() -> None:
    for hashed, says in (
        (HASHED, ""),
        ({"algorithm": "MD5", "digest": "eA=="}, ""),
        ({"algorithm": "SHA2_256", "digest": "eA=="}, "it is about another image, sha256:78"),
    ):
        body = {"messageSignature": {"messageDigest": hashed}}
        assert one(made.holding((made.BUNDLE, json.dumps(body).encode(), {}))).says == says


def test_a_time_of_the_log_has_a_year_of_four_digits() -> None:
    for at, expected in ((253_402_300_798, "9999-12-31T23:59:58Z"), (253_402_300_799, ""), (0, "")):
        annotations = {"dev.sigstore.cosign/bundle": made.log(b"", "", at=at)}
        found = one(made.signature(IMAGE.digest, **annotations))
        assert (found.signer or Signer()).at == expected


def test_the_certificates_of_notation_lie_in_the_header() -> None:
    for chain, signer in (([RAW], CERTIFIED), ([], None)):
        data = json.dumps({"header": {"x5c": chain}}).encode()
        found = one(made.holding(("application/jose+json", data, {})))
        assert (found.what, found.is_signed, found.signer) == (What.SIGNATURE, True, signer)


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


EACH = [{"licenseDeclared": f"L{n:02}"} for n in range(12)]


@each_row(
    ("value", "software"),
    [
        (None, None),
        ({"bomFormat": "Another"}, None),
        ({"spdxVersion": 2}, Software(format="SPDX", components=0)),
        ({"spdxVersion": "SPDX-" + "2" * 21, "packages": {}}, Software(format="SPDX " + "2" * 20, components=0)),
        ({"bomFormat": "CycloneDX"}, Software(format="CycloneDX", components=0)),
        ({"bomFormat": "CycloneDX", "specVersion": "1" * 21}, Software(format="CycloneDX " + "1" * 20, components=0)),
        (
            {
                "spdxVersion": "SPDX-2.3",
                "packages": [
                    {"licenseConcluded": "MIT", "licenseDeclared": "X"},
                    {"licenseConcluded": "NOASSERTION", "licenseDeclared": "MIT"},
                    {"licenseConcluded": "NONE", "licenseDeclared": "NONE"},
                    {"licenseConcluded": "", "licenseDeclared": "B" * 81},
                    5,
                ],
            },
            Software(format="SPDX 2.3", components=5, licenses=(("MIT", 2), ("B" * 80, 1))),
        ),
        (
            {"spdxVersion": "SPDX-2.3", "packages": EACH},
            Software(
                format="SPDX 2.3",
                components=12,
                licenses=tuple((one["licenseDeclared"], 1) for one in EACH[:10]),
                more_licenses=2,
            ),
        ),
        (
            {
                "bomFormat": "CycloneDX",
                "specVersion": "1.6",
                "components": [
                    {"licenses": [{"license": {"id": "MIT", "name": "X"}}, {"license": {"name": "Mine"}}]},
                    {"licenses": [{"expression": "A OR B", "license": {"id": "X"}}, {}]},
                    {"licenses": [{"license": {"id": "MIT"}}] * 101},
                ],
            },
            Software(format="CycloneDX 1.6", components=3, licenses=(("MIT", 102), ("Mine", 1), ("A OR B", 1))),
        ),
    ],
)
def test_components_and_licenses_are_counted(value: object, software: Software | None) -> None:
    assert software_of(value) == software
