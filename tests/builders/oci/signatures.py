"""Signatures, attestations and certificates made from code; nothing in them is truly signed.

certificate(subject="ci@example.org", issuer="https://accounts.example.org")    # DER, as Fulcio would make it
signature(digest), attestation(digest, kind), bundle(digest, kind)              # images that belong to another
"""

import base64
import json
from collections.abc import Mapping
from typing import Any

from builders.oci.images import OCI_MANIFEST, BuiltImage
from builders.oci.layers import BuiltLayer
from builders.oci.layers import digest as digest_of

from xpkgtui.oci.manifest import Manifest
from xpkgtui.referrers.layer import SignedLayer

SIMPLE, ENVELOPE = "application/vnd.dev.cosign.simplesigning.v1+json", "application/vnd.dsse.envelope.v1+json"
BUNDLE, STATEMENT = "application/vnd.dev.sigstore.bundle.v0.3+json", "application/vnd.in-toto+json"
SPDX = "https://spdx.dev/Document"
SIGNED = "https://sigstore.dev/cosign/sign/v1"
_FULCIO = "1.3.6.1.4.1.57264.1."


def element(tag: int, *parts: bytes) -> bytes:
    """A value in DER."""
    body = b"".join(parts)
    size = len(body)
    length = bytes([size]) if size < 128 else bytes([0x82]) + size.to_bytes(2, "big")
    return bytes([tag]) + length + body


def oid(name: str) -> bytes:
    """The name of an object in DER."""
    first, second, *rest = map(int, name.split("."))
    body = bytearray([first * 40 + second])
    for number in rest:
        parts = [number & 0x7F]
        while number := number >> 7:
            parts.append(number & 0x7F | 0x80)
        body += bytes(reversed(parts))
    return element(0x06, bytes(body))


def name(**attributes: str) -> bytes:
    """A distinguished name of `CN` and `O`."""
    kinds = {"CN": "2.5.4.3", "O": "2.5.4.10"}
    rows = (
        element(0x31, element(0x30, oid(kinds[key]), element(0x0C, text.encode())))
        for key, text in attributes.items()
    )
    return element(0x30, *rows)


def certificate(
    subject: str = "ci@example.org",
    issuer: str = "https://accounts.example.org",
    *,
    tag: int = 0x81,
    extensions: Mapping[int, str] | None = None,
) -> bytes:
    """A certificate as Fulcio makes them: a subject alternative name, and extensions by their number."""
    rows = [
        element(
            0x30,
            oid("2.5.29.17"),
            element(0x01, b"\xff"),
            element(0x04, element(0x30, element(tag, subject.encode()))),
        )
    ]
    for number, text in {8: issuer, **(extensions or {})}.items():
        value = element(0x0C, text.encode()) if number >= 8 else text.encode()
        rows.append(element(0x30, oid(f"{_FULCIO}{number}"), element(0x04, value)))
    validity = element(0x30, element(0x17, b"260901120000Z"), element(0x17, b"260901121000Z"))
    fields = (
        element(0xA0, element(0x02, b"\x02")),
        element(0x02, b"\x01"),
        element(0x30, oid("1.2.840.10045.4.3.3")),
        name(O="sigstore.dev", CN="sigstore-intermediate"),
        validity,
        name(),
        element(0x30),
        element(0xA3, element(0x30, *rows)),
    )
    return element(0x30, element(0x30, *fields), element(0x30, oid("1.2.840.10045.4.3.3")), element(0x03, b"\0"))


def pem(data: bytes, kind: str = "CERTIFICATE") -> str:
    """DER as PEM."""
    return f"-----BEGIN {kind}-----\n{base64.encodebytes(data).decode()}-----END {kind}-----\n"


def log(payload: bytes, key: str, signature: str = "c2ln", at: int = 1_788_264_000) -> str:
    """The annotation with an entry of the log for a signature."""
    spec = {
        "data": {"hash": {"algorithm": "sha256", "value": digest_of(payload).removeprefix("sha256:")}},
        "signature": {"content": signature, "publicKey": {"content": base64.b64encode(key.encode()).decode()}},
    }
    body = json.dumps({"apiVersion": "0.0.1", "kind": "hashedrekord", "spec": spec}).encode()
    entry = {"body": base64.b64encode(body).decode(), "integratedTime": at, "logIndex": 1, "logID": "0" * 64}
    return json.dumps({"SignedEntryTimestamp": "c2V0", "Payload": entry})


def claim(digest: str) -> bytes:
    """The payload of a signature as cosign 1 and 2 write it."""
    critical = {"identity": {"docker-reference": ""}, "image": {"docker-manifest-digest": digest}, "type": "cosign"}
    return json.dumps({"critical": critical, "optional": None}).encode()


def statement(digest: str, kind: str, predicate: object = None) -> bytes:
    """An in-toto statement about a digest."""
    subject = [{"name": "x", "digest": {"sha256": digest.removeprefix("sha256:")}}]
    return json.dumps({"predicateType": kind, "subject": subject, "predicate": predicate}).encode()


def enveloped(payload: bytes) -> dict[str, Any]:
    """A DSSE envelope."""
    return {"payload": base64.b64encode(payload).decode(), "payloadType": STATEMENT, "signatures": [{"sig": "c2ln"}]}


def holding(*blobs: tuple[str, bytes, Mapping[str, str]], **more: Any) -> BuiltImage:
    """An image whose layers are these blobs with their types and annotations."""
    config = b"{}"
    rows = [
        {"mediaType": kind, "digest": digest_of(data), "size": len(data), "annotations": dict(annotations)}
        for kind, data, annotations in blobs
    ]
    document = {
        "schemaVersion": 2,
        "mediaType": OCI_MANIFEST,
        "config": {
            "mediaType": "application/vnd.oci.empty.v1+json",
            "digest": digest_of(config),
            "size": len(config),
        },
        "layers": rows,
        **more,
    }
    layers = tuple(BuiltLayer(blob=data, media_type=kind) for kind, data, _ in blobs)
    return BuiltImage(manifest=json.dumps(document).encode(), config=config, layers=layers)


def read(built: BuiltImage) -> tuple[Manifest, SignedLayer]:
    """A manifest with one layer, and that layer, as xpkgtui reads them."""
    manifest = Manifest.parse(built.manifest)
    (row,) = manifest.layers
    data = built.layers[0].blob
    return manifest, SignedLayer(
        digest=digest_of(data), media_type=row.media_type, annotations=row.annotations, payload=data
    )


def signature(digest: str, **annotations: str) -> BuiltImage:
    """What lies under a `.sig` tag."""
    return holding((SIMPLE, claim(digest), {"dev.cosignproject.cosign/signature": "c2ln", **annotations}))


def attestation(digest: str, kind: str = SPDX, predicate: object = None) -> BuiltImage:
    """What lies under an `.att` tag."""
    return holding(
        (
            ENVELOPE,
            json.dumps(enveloped(statement(digest, kind, predicate))).encode(),
            {"dev.cosignproject.cosign/signature": ""},
        )
    )


def bundle(digest: str, kind: str = SIGNED, *, subject: Mapping[str, Any], material: object = None) -> BuiltImage:
    """What cosign 3 writes: a bundle whose manifest has a subject."""
    body = {
        "mediaType": BUNDLE,
        "verificationMaterial": material or {"publicKey": {"hint": "aGludA=="}},
        "dsseEnvelope": enveloped(statement(digest, kind)),
    }
    return holding((BUNDLE, json.dumps(body).encode(), {}), artifactType=BUNDLE, subject=dict(subject))
