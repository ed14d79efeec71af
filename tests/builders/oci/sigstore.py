"""A Sigstore of nobody: an authority, a certificate log and a transparency log, made with `cryptography`.

instance = Instance()
instance.trusted_root                                  # trusted_root.json
instance.certified(key, "ci@example.org", ISSUER)      # a certificate, good for ten minutes
signer = instance.signer("ci@example.org", ISSUER)     # a key with such a certificate
signer.bundle(digest), signer.annotated(digest)        # signatures as cosign 3 and cosign 2 write them
"""

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from types import MappingProxyType
from typing import Any

from builders.oci import signatures as made
from builders.oci.images import BuiltImage
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID, ObjectIdentifier

ISSUER = "https://accounts.example.org"
NOW = datetime(2026, 9, 1, 12, tzinfo=UTC)
LOG = "log.example"
_VALID = {"start": "2020-01-01T00:00:00Z"}
_SCT = ObjectIdentifier("1.3.6.1.4.1.11129.2.4.2")
_ISSUER, _OLD_ISSUER = (ObjectIdentifier(f"1.3.6.1.4.1.57264.1.{number}") for number in (8, 1))


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def _public(key: ec.EllipticCurvePrivateKey) -> bytes:
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.DER, form)


def public_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key."""
    form = serialization.PublicFormat.SubjectPublicKeyInfo
    return key.public_key().public_bytes(serialization.Encoding.PEM, form)


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()


def sign(key: ec.EllipticCurvePrivateKey, data: bytes) -> bytes:
    """A signature by ECDSA with SHA-256."""
    return key.sign(data, ec.ECDSA(hashes.SHA256()))


def canonical(value: object) -> bytes:
    """JSON as logs sign it: their values are ASCII and whole numbers."""
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\1" + left + right).digest()


def _tree(leaves: Sequence[bytes], index: int = 0) -> tuple[bytes, list[bytes]]:
    """The root of a tree of hashes, and the path to one of its leaves (RFC 6962)."""
    if len(leaves) == 1:
        return leaves[0], []
    half = 1 << (len(leaves) - 1).bit_length() - 1
    left, before = _tree(leaves[:half], min(index, half - 1))
    right, after = _tree(leaves[half:], max(index - half, 0))
    return _node(left, right), [*before, right] if index < half else [*after, left]


class Log:
    """A log with its key, and the tree of its entries."""

    def __init__(self) -> None:
        self.key = _key()
        self.id = hashlib.sha256(_public(self.key)).digest()
        self._leaves: list[bytes] = []

    @property
    def described(self) -> dict[str, Any]:
        """The log in a trusted root."""
        key = {"rawBytes": _text(_public(self.key)), "keyDetails": "PKIX_ECDSA_P256_SHA_256", "validFor": _VALID}
        return {
            "baseUrl": f"https://{LOG}",
            "hashAlgorithm": "SHA2_256",
            "publicKey": key,
            "logId": {"keyId": _text(self.id)},
        }

    def promise(self, body: bytes, at: int, index: int = 0) -> bytes:
        """The signature by which the log promises to take an entry."""
        entry = {"body": _text(body), "integratedTime": at, "logID": self.id.hex(), "logIndex": index}
        return sign(self.key, canonical(entry))

    def entry(self, body: bytes, at: int | None) -> dict[str, Any]:
        """An entry in a bundle, with its proof, and by Rekor 1 with a promise; by Rekor 2 it has no time.

        The origin of Rekor 1 ends with the number of a tree. Without one, sigstore-go takes any entry for one of
        Rekor 2, whose leaf it makes anew from the bundle, and finds another root.
        """
        kind = json.loads(body)
        self._leaves.append(hashlib.sha256(b"\0" + body).digest())
        size, index = len(self._leaves), len(self._leaves) - 1
        root, path = _tree(self._leaves, index)
        note = f"{LOG}{'' if at is None else ' - 1'}\n{size}\n{_text(root)}\n"
        signed = f"{note}\n\u2014 {LOG} {_text(self.id[:4] + sign(self.key, note.encode()))}\n"
        entry = {
            "logIndex": str(index),
            "logId": {"keyId": _text(self.id)},
            "kindVersion": {"kind": kind["kind"], "version": kind["apiVersion"]},
            "inclusionProof": {
                "logIndex": str(index),
                "rootHash": _text(root),
                "treeSize": str(size),
                "hashes": [_text(one) for one in path],
                "checkpoint": {"envelope": signed},
            },
            "canonicalizedBody": _text(body),
        }
        if at is None:
            return entry
        promise = {"signedEntryTimestamp": _text(self.promise(body, at, index))}
        return entry | {"integratedTime": str(at), "inclusionPromise": promise}


class Instance:
    """An authority and its logs; certificates are good from `now` on."""

    def __init__(self, now: datetime = NOW) -> None:
        self.now, self.key, self.log, self.certificate_log = now, _key(), Log(), Log()
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority of nobody")])
        usage = x509.KeyUsage(*[number == 5 for number in range(9)])
        self.certificate = (
            x509.CertificateBuilder(name, name, self.key.public_key(), x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(self.key.public_key()), critical=False)
            .sign(self.key, hashes.SHA256())
        )

    @property
    def trusted_root(self) -> str:
        """The root in JSON."""
        raw = self.certificate.public_bytes(serialization.Encoding.DER)
        authority = {
            "subject": {"organization": "nobody", "commonName": "nobody"},
            "uri": "https://ca.example",
            "certChain": {"certificates": [{"rawBytes": _text(raw)}]},
            "validFor": _VALID,
        }
        return json.dumps(
            {
                "mediaType": "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
                "tlogs": [self.log.described],
                "certificateAuthorities": [authority],
                "ctlogs": [self.certificate_log.described],
                "timestampAuthorities": [],
            }
        )

    def signer(self, subject: str = "ci@example.org", issuer: str = ISSUER, **how: Any) -> "KeylessSigner":
        """A key and its certificate, made as `certified` makes one."""
        key = _key()
        return KeylessSigner(self, key, self.certified(key.public_key(), subject, issuer, **how))

    def certified(
        self,
        key: ec.EllipticCurvePublicKey,
        subject: str,
        issuer: str = ISSUER,
        *,
        is_logged: bool = True,
        instead: Mapping[ObjectIdentifier, x509.ExtensionType | None] = MappingProxyType({}),
    ) -> x509.Certificate:
        """The certificate of a key, in the log of certificates; `instead` has other extensions, None for none."""
        authority_key = x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key())
        usual: tuple[x509.ExtensionType, ...] = (
            x509.SubjectAlternativeName([x509.RFC822Name(subject)]),
            x509.KeyUsage(*[number == 0 for number in range(9)]),
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CODE_SIGNING]),
            authority_key,
            x509.UnrecognizedExtension(_ISSUER, made.element(0x0C, issuer.encode())),
            x509.UnrecognizedExtension(_OLD_ISSUER, issuer.encode()),
        )
        plain = (
            x509.CertificateBuilder(self.certificate.subject, x509.Name([]), key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(self.now)
            .not_valid_after(self.now + timedelta(minutes=10))
        )
        for number, each in enumerate(usual):
            if (one := instead.get(each.oid, each)) is not None:
                plain = plain.add_extension(one, critical=number < 2)
        certificate = plain.sign(self.key, hashes.SHA256())
        if is_logged:
            listed = x509.UnrecognizedExtension(_SCT, self._timestamp(certificate.tbs_certificate_bytes))
            certificate = plain.add_extension(listed, critical=False).sign(self.key, hashes.SHA256())
        return certificate

    def _timestamp(self, body: bytes) -> bytes:
        """The extension by which the log of certificates promises to take one (RFC 6962)."""
        at = int(self.now.timestamp() * 1000)
        issuer = hashlib.sha256(_public(self.key)).digest()
        signed = struct.pack("!BBQH32s", 0, 0, at, 1, issuer) + len(body).to_bytes(3, "big") + body + b"\0\0"
        signature = sign(self.certificate_log.key, signed)
        one = struct.pack("!B32sQHBBH", 0, self.certificate_log.id, at, 0, 4, 3, len(signature)) + signature
        return made.element(0x04, struct.pack("!HH", len(one) + 2, len(one)) + one)


class KeylessSigner:
    """A key, its certificate, and what is signed with it."""

    def __init__(self, instance: Instance, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
        self.instance, self.key, self.certificate = instance, key, certificate
        self.pem = certificate.public_bytes(serialization.Encoding.PEM)

    def annotated(self, digest: str, *, minutes: int = 5) -> BuiltImage:
        """A signature under a tag, as cosign 2 writes it; `minutes` after the certificate began to count."""
        at = int((self.instance.now + timedelta(minutes=minutes)).timestamp())
        certified = {"dev.sigstore.cosign/certificate": self.pem.decode()}
        return annotated(self.instance.log, digest, partial(sign, self.key), self.pem, at, certified)

    def bundle(
        self, digest: str, subject: Mapping[str, Any], *, minutes: int = 5, kind: str = made.SIGNED
    ) -> BuiltImage:
        """A bundle about a digest, as cosign 3 writes it, which hangs on `subject`."""
        return attached(self.bundled(made.statement(digest, kind), minutes=minutes), subject)

    def bundled(self, payload: bytes, *, minutes: int = 5, type_: str = made.STATEMENT) -> dict[str, Any]:
        """A bundle around a payload of a type."""
        at = int((self.instance.now + timedelta(minutes=minutes)).timestamp())
        kind = type_.encode()
        signature = _text(sign(self.key, b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)))
        hashed = {"algorithm": "sha256", "value": hashlib.sha256(payload).hexdigest()}
        signed = [{"signature": signature, "verifier": _text(self.pem)}]
        spec = {"envelopeHash": hashed, "payloadHash": hashed, "signatures": signed}
        body = canonical({"apiVersion": "0.0.1", "kind": "dsse", "spec": spec})
        raw = self.certificate.public_bytes(serialization.Encoding.DER)
        return {
            "mediaType": made.BUNDLE,
            "verificationMaterial": {
                "certificate": {"rawBytes": _text(raw)},
                "tlogEntries": [self.instance.log.entry(body, at)],
            },
            "dsseEnvelope": {
                "payload": _text(payload),
                "payloadType": type_,
                "signatures": [{"sig": signature}],
            },
        }


def annotated(
    log: Log, digest: str, signing: Callable[[bytes], bytes], verifier: bytes, at: int, more: Mapping[str, str]
) -> BuiltImage:
    """A signature under a tag with its entry in a log; `verifier` is the key, or the certificate, in PEM."""
    payload = made.claim(digest)
    signature = _text(signing(payload))
    spec = {
        "data": {"hash": {"algorithm": "sha256", "value": hashlib.sha256(payload).hexdigest()}},
        "signature": {"content": signature, "publicKey": {"content": _text(verifier)}},
    }
    body = canonical({"apiVersion": "0.0.1", "kind": "hashedrekord", "spec": spec})
    entry = {"body": _text(body), "integratedTime": at, "logIndex": 0, "logID": log.id.hex()}
    bundle = json.dumps({"SignedEntryTimestamp": _text(log.promise(body, at)), "Payload": entry})
    annotations = {"dev.cosignproject.cosign/signature": signature, "dev.sigstore.cosign/bundle": bundle, **more}
    return made.holding((made.SIMPLE, payload, annotations))


def attached(bundle: dict[str, Any], subject: Mapping[str, Any]) -> BuiltImage:
    return made.holding(
        (made.BUNDLE, json.dumps(bundle).encode(), {}), artifactType=made.BUNDLE, subject=dict(subject)
    )


def changed(built: BuiltImage, old: bytes, new: bytes, **annotations: str) -> BuiltImage:
    """An image whose first layer has another text or other annotations, with digests that agree."""
    manifest = json.loads(built.manifest)
    (row,) = manifest["layers"]
    data = built.layers[0].blob.replace(old, new)
    assert annotations or data != built.layers[0].blob
    more = {key: manifest[key] for key in ("artifactType", "subject") if key in manifest}
    return made.holding((row["mediaType"], data, row["annotations"] | annotations), **more)
