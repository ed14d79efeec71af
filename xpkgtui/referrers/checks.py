"""The checks of signatures that another process makes, as plain values: key, message and signature."""

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence

from xpkgtui.errors import Malformed
from xpkgtui.referrers import layer as layers
from xpkgtui.referrers.certificate import der_of_pem
from xpkgtui.referrers.layer import SignedLayer
from xpkgtui.untyped import field, listing, text
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureCheck:
    """Whether a signature of a message is by a key."""

    key: str
    """The public key in PEM."""
    message: bytes
    signature: bytes
    hash: str = "sha256"


class CheckedSignatures:
    """What is known of checks; those that are not known yet are wanted."""

    def __init__(self, known: Mapping[SignatureCheck, bool] | None = None) -> None:
        self._known = known or {}
        self.wanted: dict[SignatureCheck, None] = {}

    def of(self, check: SignatureCheck) -> bool | None:
        """Whether a signature is good; None where that is not known yet."""
        found = self._known.get(check)
        if found is None:
            self.wanted[check] = None
        return found


def check_of(layer: SignedLayer, key: str, hash: str = "sha256") -> SignatureCheck | None:  # noqa: A002
    """The check of the signature in a layer by a key; None where there is none. Raises `Malformed`."""
    if layer.payload is None:
        return None
    if layer.media_type == layers.SIMPLE_SIGNING:
        signature = layers.unbase64(layer.annotations.get(layers.SIGNATURE), "the signature")
        return SignatureCheck(key=key, message=layer.payload, signature=signature, hash=hash)
    if layer.media_type == layers.ENVELOPE:
        return _of_envelope(layers.read_json(layer.payload), key, hash)
    if layer.media_type.startswith(layers.BUNDLE):
        envelope = field(layers.read_json(layer.payload), "dsseEnvelope")
        return _of_envelope(envelope, key, hash) if envelope is not None else None
    return None


def _of_envelope(envelope: object, key: str, hash: str) -> SignatureCheck | None:  # noqa: A002
    """The check of the first signature of a DSSE envelope, which signs type and payload with their lengths."""
    kind, payload = (
        text(field(envelope, "payloadType")).encode(),
        layers.unbase64(field(envelope, "payload"), "payload"),
    )
    message = b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)
    first = next(iter(listing(field(envelope, "signatures"))), None)
    if first is None:
        return None
    signature = layers.unbase64(field(first, "sig"), "the signature")
    return SignatureCheck(key=key, message=message, signature=signature, hash=hash)


def check_of_log(layer: SignedLayer, logs: Sequence[str]) -> SignatureCheck | None:
    """The check of the promise of the log, which lies in a layer; None where the key of that log is not given.

    Raises `Malformed`.
    """
    annotation = layers.read_json(layer.annotations.get(layers.LOG, "null"))
    payload = field(annotation, "Payload")
    log = text(field(payload, "logID"))
    key = next((one for one in logs if hashlib.sha256(der_of_pem(one)).hexdigest() == log), None)
    if key is None:
        return None
    # As JSON is canonicalized: these four fields hold ASCII and whole numbers.
    signed = {name: field(payload, name) for name in ("body", "integratedTime", "logID", "logIndex")}
    message = json.dumps(signed, sort_keys=True, separators=(",", ":")).encode()
    promise = layers.unbase64(field(annotation, "SignedEntryTimestamp"), "the promise of the log")
    return SignatureCheck(key=key, message=message, signature=promise)


def written(checks: Sequence[SignatureCheck]) -> str:
    """Checks as JSON, for the process that makes them."""
    return json.dumps([[one.key, one.hash, _text(one.message), _text(one.signature)] for one in checks])


def read(data: str) -> tuple[SignatureCheck, ...]:
    """Checks from JSON; raises `Malformed`."""
    rows = layers.read_json(data)
    return tuple(
        SignatureCheck(
            key=text(row[0]),
            hash=text(row[1]),
            message=layers.unbase64(row[2], "a message"),
            signature=layers.unbase64(row[3], "a signature"),
        )
        for row in listing(rows)
        if isinstance(row, list) and len(row) == 4
    )


def is_key(pem: str) -> bool:
    """Whether a text is PEM."""
    try:
        return bool(der_of_pem(pem))
    except Malformed:
        return False


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
