"""A layer of a signature or an attestation, with the statement, the certificate and the log entry that it holds."""

import base64
import binascii
from collections.abc import Mapping
from dataclasses import field as default

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import read_value
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass

PREDICATES = {
    "custom": "https://cosign.sigstore.dev/attestation/v1",
    "slsaprovenance": "https://slsa.dev/provenance/v0.2",
    "slsaprovenance02": "https://slsa.dev/provenance/v0.2",
    "slsaprovenance1": "https://slsa.dev/provenance/v1",
    "spdx": "https://spdx.dev/Document",
    "spdxjson": "https://spdx.dev/Document",
    "cyclonedx": "https://cyclonedx.org/bom",
    "link": "https://in-toto.io/Link/v1",
    "vuln": "https://cosign.sigstore.dev/attestation/vuln/v1",
    "openvex": "https://openvex.dev/ns",
}
"""The short names that cosign and Crossplane know."""


def predicate_type(name: str) -> str:
    """The predicate type of a short name, or the URI itself; raises `Malformed` for what is neither."""
    found = PREDICATES.get(name, name)
    if ":" not in found:
        raise Malformed(f"neither a URI nor one of {', '.join(PREDICATES)}")
    return found


SIMPLE_SIGNING = "application/vnd.dev.cosign.simplesigning.v1+json"
ENVELOPE = "application/vnd.dsse.envelope.v1+json"
BUNDLE = "application/vnd.dev.sigstore.bundle"
"""The beginning of the types of bundles; the version follows."""
OF_TAGS = (SIMPLE_SIGNING, ENVELOPE)
"""What cosign writes under tags."""
STATEMENT = "application/vnd.in-toto+json"
IMAGE_SIGNED = "https://sigstore.dev/cosign/sign/v1"
"""The predicate type by which a bundle is the signature of an image."""
SIGNATURE, CERTIFICATE, LOG = (
    "dev.cosignproject.cosign/signature",
    "dev.sigstore.cosign/certificate",
    "dev.sigstore.cosign/bundle",
)
"""Annotations of the layers that cosign writes under tags."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedLayer:
    """One layer of the image under a `.sig` or `.att` tag."""

    digest: str
    media_type: str
    annotations: Mapping[str, str] = default(default_factory=dict)
    payload: bytes | None = None
    """The verified bytes; None where they were not read."""
    fault: str = ""
    """Why they were not."""

    @property
    def missing(self) -> str:
        """What cosign and Crossplane say where the annotation with the signature is not there; else empty.

        It is empty for an attestation, whose signature lies in the envelope, and must be there nevertheless.
        """
        is_there = SIGNATURE in self.annotations
        return "" if is_there else f'signature layer {self.digest} is missing "{SIGNATURE}" annotation'


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """An in-toto statement."""

    predicate_type: str
    subjects: tuple[str, ...]
    """The digests that it is about: `sha256:…`."""
    predicate: object = None


def read_json(data: bytes | str) -> object:
    """A value of JSON as Go reads it, without halves of surrogate pairs; raises `Malformed`."""
    return read_value(data.encode("utf-8", "replace") if isinstance(data, str) else data)


def unbase64(value: object, what: str) -> bytes:
    """The bytes of a text in base64; raises `Malformed`."""
    try:
        return base64.b64decode(text(value).encode("ascii"), validate=True)
    except (ValueError, binascii.Error) as error:
        raise Malformed(f"{what} is not base64") from error


def claimed_digest(payload: bytes) -> str:
    """The digest of the image that a simple signing payload is about; raises `Malformed`."""
    return text(field(read_json(payload), "critical", "image", "docker-manifest-digest"))


def statement_of(value: object) -> Statement:
    """The statement in a JSON value."""
    digests = (field(one, "digest", "sha256") for one in listing(field(value, "subject"))[:1_000])
    return Statement(
        predicate_type=text(field(value, "predicateType"))[:1_000],
        subjects=tuple(f"sha256:{digest}" for digest in digests if isinstance(digest, str)),
        predicate=field(value, "predicate"),
    )


def statement_in(envelope: object) -> Statement:
    """The statement in a DSSE envelope, whose type is part of what is signed; raises `Malformed`."""
    if (kind := text(field(envelope, "payloadType"))) != STATEMENT:
        raise Malformed(f"its envelope holds no in-toto statement but {kind[:100] or 'something else'}")
    return statement_of(read_json(unbase64(field(envelope, "payload"), "the payload of the envelope")))


def readable(payload: bytes) -> object:
    """A layer as JSON, in which the payload of an envelope is not base64; raises `Malformed`."""
    value = read_json(payload)
    envelope = field(value, "dsseEnvelope") or value
    if isinstance(envelope, dict) and "payloadType" in envelope:
        envelope["payload"] = read_json(unbase64(envelope.get("payload"), "the payload of the envelope"))
    return value
