"""What belongs to an image, as values."""

import json
from typing import Any

from builders.cases import each_row

from xpkgtui.referrers.referrer import Asked, Referrer, ReferrerLayout, ReferrerList, Signer, Standing, What, what_of
from xpkgtui.reporting.documents.schemas import schema_of


@each_row(
    ("media_type", "what"),
    [
        ("application/vnd.dev.cosign.simplesigning.v1+json", What.SIGNATURE),
        ("application/vnd.dev.cosign.artifact.sig.v1+json", What.SIGNATURE),
        ("application/vnd.example.simplesigning", What.SIGNATURE),
        ("application/vnd.cncf.Notary.signature", What.SIGNATURE),
        ("application/vnd.dev.sigstore.bundle.v0.3+json", What.SIGNATURE),
        ("application/vnd.dev.cosign.artifact.sbom.v1+json", What.SBOM),
        ("application/SPDX+json", What.SBOM),
        ("application/vnd.cyclonedx+json", What.SBOM),
        ("application/vnd.syft+json", What.SBOM),
        ("application/vnd.openvex+json", What.VEX),
        ("application/vnd.dsse.envelope.v1+json", What.ATTESTATION),
        ("application/vnd.in-toto+json", What.ATTESTATION),
        ("application/vnd.example.attestation", What.ATTESTATION),
        ("application/vnd.slsa.provenance", What.ATTESTATION),
        ("application/vnd.oci.empty.v1+json", What.OTHER),
        ("", What.OTHER),
    ],
)
def test_a_media_type_says_what_something_is(media_type: str, what: What) -> None:
    assert what_of(media_type) is what


@each_row(
    ("signer", "name"),
    [
        (Signer(subject="me", issuer="https://a"), "me (https://a)"),
        (Signer(subject="me"), "me"),
        (Signer(issuer="https://a"), "a certificate without a name (https://a)"),
        (Signer(key="hint"), "key hint"),
    ],
)
def test_a_signer_is_named_in_a_line(signer: Signer, name: str) -> None:
    assert signer.name == name


def referrer(what: What, layout: ReferrerLayout = ReferrerLayout.TAGS) -> Referrer:
    return Referrer(subject="", layout=layout, digest="", reference="", what=what)


def asked(*, is_known: bool = True) -> Asked:
    return Asked(layout=ReferrerLayout.TAGS, answer="", is_known=is_known)


@each_row(
    ("found", "is_signed"),
    [
        ({"referrers": (referrer(What.SBOM), referrer(What.SIGNATURE))}, True),
        ({"referrers": (referrer(What.ATTESTATION),), "unread": "so"}, True),
        ({"referrers": (referrer(What.ATTESTATION, ReferrerLayout.INDEX),)}, False),
        ({"referrers": (referrer(What.SBOM),), "asked": (asked(),)}, False),
        ({"asked": (asked(), asked(is_known=False))}, None),
        ({"unread": "so"}, None),
        ({}, False),
    ],
)
def test_an_image_is_signed_where_a_signature_or_an_attestation_was_found(
    found: dict[str, Any], is_signed: bool | None
) -> None:
    assert ReferrerList(**found).is_signed is is_signed


def test_values_are_spelled_as_the_schema_of_json_says() -> None:
    whole = json.dumps(schema_of("referrers"))
    for kind in (ReferrerLayout, What, Standing):
        assert json.dumps([str(one) for one in kind]) in whole
