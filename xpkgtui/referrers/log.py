"""Entries of transparency logs that come with signatures: what each records, and which check proves it."""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.errors import Malformed
from xpkgtui.referrers.certificate import der_of_pem
from xpkgtui.referrers.checks import Check, EntryCheck, LogCheck, SignatureCheck
from xpkgtui.referrers.layer import BUNDLE, LOG, SignedLayer, read_json, unbase64
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

ONLY_A_PROMISE = "its entry in the log is promised, and not proved"
_MOST = 32
"""Entries of one bundle, as for sigstore-go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogRecord:
    """What an entry says of a signature."""

    kind: str
    algorithm: str
    hash: str
    """The hash of what was signed; of an envelope that is recorded as such, of all its bytes."""
    payload_hash: str
    """The SHA-256 of the payload of an envelope, where the entry has it."""
    signature: str
    """The signature in base64, where the entry has one."""
    key: str
    """The key or certificate in PEM."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """The entry of a transparency log that lies in a signature."""

    log: str
    """The hash of the log's key."""
    at: int
    """Seconds since 1970; 0 where the log does not say it."""
    body: bytes
    message: bytes = b""
    """What the log signs to promise the entry."""
    promise: bytes = b""
    """That signature; empty where there is none."""
    proof: bytes = b""
    """The entry as JSON, where it has a proof of inclusion."""

    def check(self, logs: Sequence[str]) -> Check | None:
        """The check that proves it, by the key of its log in PEM or else by the trusted root; raises `Malformed`."""
        key = next((log for log in logs if hashlib.sha256(der_of_pem(log)).hexdigest() == self.log), None)
        if key is not None and self.promise:
            return SignatureCheck(key=key, message=self.message, signature=self.promise)
        if self.proof:
            return EntryCheck(log=self.log, entry=self.proof)
        return LogCheck(log=self.log, message=self.message, signature=self.promise) if self.promise else None

    def record(self) -> LogRecord:
        """What it says, by any of the kinds of Rekor 1 and 2; raises `Malformed`."""
        entry = read_json(self.body)
        kind, spec = text(field(entry, "kind")), mapping(field(entry, "spec"))
        for name, one in spec.items():
            if name in ("hashedRekordV002", "dsseV002"):
                return _newer(kind, mapping(one))
        return _older(kind, spec)

    def contradiction(self, check: SignatureCheck) -> str:
        """Why it is not about a signature; empty where it is. Raises `Malformed`."""
        record = self.record()
        # The first kind of entries for statements has key and payload alone.
        if record.signature and unbase64(record.signature, "the signature of the entry") != check.signature:
            return "the entry of the log is about another signature"
        if der_of_pem(record.key) != der_of_pem(check.key):
            return "the entry of the log is about another key"
        if record.kind in ("hashedrekord", "rekord"):
            expected, found = record.hash, check.message.hex() if check.is_hashed else _hash(record, check.message)
        else:
            # The message of an envelope: its version, two lengths, the type, and the payload.
            payload = check.message.split(b" ", 4)[-1]
            expected, found = record.payload_hash, hashlib.sha256(payload).hexdigest()
        if not expected:
            raise Malformed("the entry of the log has no hash of what was signed")
        return "" if expected == found else "the entry of the log is about another payload"


def log_entry(annotation: str) -> LogEntry:
    """The entry in cosign's annotation; raises `Malformed`."""
    value = read_json(annotation)
    payload = field(value, "Payload")
    at, log, body = (field(payload, name) for name in ("integratedTime", "logID", "body"))
    return LogEntry(
        log=text(log),
        at=at if isinstance(at, int) else 0,
        body=unbase64(body, "the entry of the log"),
        message=_promised(body, at, log, field(payload, "logIndex")),
        promise=unbase64(field(value, "SignedEntryTimestamp"), "the promise of the log"),
    )


def entries_of(layer: SignedLayer) -> Iterator[LogEntry]:
    """The entries that come with a layer; raises `Malformed`."""
    if layer.annotations.get(LOG):
        yield log_entry(layer.annotations[LOG])
    elif layer.payload is not None and layer.media_type.startswith(BUNDLE):
        entries = listing(field(read_json(layer.payload), "verificationMaterial", "tlogEntries"))
        if len(entries) > _MOST:
            raise Malformed(f"it has more than {_MOST} entries in transparency logs")
        yield from map(_bundled, entries)


def _bundled(value: object) -> LogEntry:
    """An entry of a bundle, whose numbers are texts."""
    log = unbase64(field(value, "logId", "keyId"), "the log of the entry").hex()
    at, index = (_number(field(value, name)) for name in ("integratedTime", "logIndex"))
    body = field(value, "canonicalizedBody")
    promise = unbase64(field(value, "inclusionPromise", "signedEntryTimestamp"), "the promise of the log")
    return LogEntry(
        log=log,
        at=at,
        body=unbase64(body, "the entry of the log"),
        message=_promised(body, at, log, index),
        promise=promise,
        proof=json.dumps(value).encode() if field(value, "inclusionProof") is not None else b"",
    )


def _promised(body: object, at: object, log: object, index: object) -> bytes:
    """What a log signs, as JSON is canonicalized: these four fields hold ASCII and whole numbers."""
    signed = {"body": body, "integratedTime": at, "logID": log, "logIndex": index}
    return json.dumps(signed, sort_keys=True, separators=(",", ":")).encode()


def _number(value: object) -> int:
    digits = text(value)
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else 0


def _hash(record: LogRecord, message: bytes) -> str:
    try:
        return hashlib.new(record.algorithm, message).hexdigest()
    except ValueError as error:
        raise Malformed(f"the entry of the log has an unknown hash, {record.algorithm[:40]}") from error


def _older(kind: str, spec: Mapping[str, Any]) -> LogRecord:
    """What an entry of Rekor 1 says."""
    hashed: object = field(spec, "data", "hash")
    signature, key = field(spec, "signature", "content"), field(spec, "signature", "publicKey", "content")
    payload = spec.get("payloadHash")
    if kind == "dsse":
        first = next(iter(listing(spec.get("signatures"))), None)
        hashed, signature, key = spec.get("envelopeHash"), field(first, "signature"), field(first, "verifier")
    elif kind == "intoto":
        content = field(spec, "content")
        first = next(iter(listing(field(content, "envelope", "signatures"))), None)
        # It is in base64 twice.
        signature = unbase64(field(first, "sig"), "the signature of the entry").decode("ascii", "replace")
        hashed, payload = field(content, "hash"), field(content, "payloadHash")
        key = spec.get("publicKey") or field(first, "publicKey")
    elif kind not in ("hashedrekord", "rekord"):
        raise Malformed(f"it has a log entry of a kind that is not known: {kind[:40]}")
    return LogRecord(
        kind=kind,
        algorithm=text(field(hashed, "algorithm")),
        hash=text(field(hashed, "value")),
        payload_hash=text(field(payload, "value")),
        signature=text(signature),
        key=unbase64(key, "the key of the entry").decode("utf-8", "replace"),
    )


def _newer(kind: str, spec: Mapping[str, Any]) -> LogRecord:
    """What an entry of Rekor 2 says."""
    hashed = spec.get("data") or spec.get("payloadHash")
    signature = spec.get("signature") or next(iter(listing(spec.get("signatures"))), None)
    verifier = field(signature, "verifier")
    raw = field(verifier, "publicKey", "rawBytes") or field(verifier, "x509Certificate", "rawBytes")
    key = base64.b64encode(unbase64(raw, "the key of the entry")).decode()
    found = unbase64(field(hashed, "digest"), "the hash of the entry").hex()
    return LogRecord(
        kind=kind,
        algorithm=text(field(hashed, "algorithm")).replace("SHA2_", "sha").lower(),
        hash=found,
        payload_hash=found,
        signature=text(field(signature, "content")),
        key=f"-----BEGIN KEY-----\n{key}\n-----END KEY-----",
    )
