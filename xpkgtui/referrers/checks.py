"""The checks of signatures that another process makes, as plain values, and what it answers."""

from collections.abc import Mapping
from enum import StrEnum

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
    is_hashed: bool = False
    """Whether the message is the hash of what was signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleCheck:
    """Whether a bundle of Sigstore is by its certificate, which a trusted root vouches for."""

    bundle: bytes
    digest: str
    """The digest of the image that it is to be about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PromisedCheck:
    """Whether a signature with a certificate and the promise of a log is so, as cosign 1 and 2 write them."""

    certificate: str
    """In PEM."""
    entry: str
    """The annotation with the promise."""
    payload: bytes
    """The bytes of the layer, whose hash is in the log."""
    message: bytes
    signature: bytes
    ignores_sct: bool = False
    """Whether a certificate counts that no log of certificates has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCheck:
    """Whether an entry of a bundle, with its proof, is in a transparency log of the trusted root."""

    log: str
    """The hash of the log's key."""
    entry: bytes
    """The entry in JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogCheck:
    """Whether a promise is by a transparency log of the trusted root."""

    log: str
    """The hash of the log's key."""
    message: bytes
    signature: bytes


Check = SignatureCheck | BundleCheck | PromisedCheck | EntryCheck | LogCheck


class CheckOutcome(StrEnum):
    """What became of a check."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"
    """It cannot be made: the kind of the key or of the log entry is not known to the library."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckAnswer:
    """What the other process found."""

    outcome: CheckOutcome
    says: str = ""
    """Why it is not good, or what else was not proved."""
    subjects: tuple[str, ...] = ()
    """The identities in the certificate, where that is good."""
    issuer: str = ""
    """Who vouches for them."""

    @property
    def name(self) -> str:
        """The identity in a line."""
        return f"{', '.join(self.subjects) or 'a certificate without a name'} ({self.issuer})"


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRequest:
    """The checks of one call."""

    checks: tuple[Check, ...]
    root: str = ""
    """The trusted root in JSON; empty: that of the public Sigstore, as the library has it."""


CheckAnswers = tuple[CheckAnswer, ...]
"""One for each check, in their order."""


class CheckedSignatures:
    """What is known of checks; those that are not known yet are wanted."""

    def __init__(self, known: Mapping[Check, CheckAnswer] | None = None) -> None:
        self._known = known or {}
        self.wanted: dict[Check, None] = {}

    def answer(self, check: Check) -> CheckAnswer | None:
        """What was answered; None where that is not known yet."""
        found = self._known.get(check)
        if found is None:
            self.wanted[check] = None
        return found

    def of(self, check: Check) -> bool | None:
        """Whether a signature is good; None where that is not known."""
        found = self.answer(check)
        return None if found is None or found.outcome is CheckOutcome.UNKNOWN else found.outcome is CheckOutcome.GOOD


def check_of(layer: SignedLayer, key: str, hash: str = "sha256") -> SignatureCheck | None:  # noqa: A002
    """The check of the signature in a layer by a key; None where there is none. Raises `Malformed`."""
    if layer.payload is None:
        return None
    if layer.media_type == layers.SIMPLE_SIGNING:
        return SignatureCheck(key=key, message=layer.payload, signature=_signature(layer), hash=hash)
    if layer.media_type == layers.ENVELOPE:
        return _of_envelope(layers.read_json(layer.payload), key, hash)
    if layer.media_type.startswith(layers.BUNDLE):
        return _of_bundle(layers.read_json(layer.payload), key, hash)
    return None


def certificate_check_of(
    layer: SignedLayer, digest: str, *, ignores_sct: bool = False
) -> BundleCheck | PromisedCheck | None:
    """The check of a layer by its certificate; None where it has none, or no promise. Raises `Malformed`."""
    if layer.payload is None:
        return None
    if layer.media_type.startswith(layers.BUNDLE):
        material = field(layers.read_json(layer.payload), "verificationMaterial")
        is_keyed = field(material, "publicKey") is not None
        return None if is_keyed else BundleCheck(bundle=layer.payload, digest=digest)
    certificate, entry = layer.annotations.get(layers.CERTIFICATE), layer.annotations.get(layers.LOG)
    signed = check_of(layer, "")
    if not certificate or not entry or signed is None:
        return None
    return PromisedCheck(
        certificate=certificate,
        entry=entry,
        payload=layer.payload,
        message=signed.message,
        signature=signed.signature,
        ignores_sct=ignores_sct,
    )


def _signature(layer: SignedLayer) -> bytes:
    return layers.unbase64(layer.annotations.get(layers.SIGNATURE), "the signature")


def _of_bundle(bundle: object, key: str, hash: str) -> SignatureCheck | None:  # noqa: A002
    """The check of an envelope, or of a signature of the bytes whose hash stands beside it."""
    envelope, signed = field(bundle, "dsseEnvelope"), field(bundle, "messageSignature")
    if envelope is not None:
        return _of_envelope(envelope, key, hash)
    if text(field(signed, "messageDigest", "algorithm")) != "SHA2_256":
        return None
    digest = layers.unbase64(field(signed, "messageDigest", "digest"), "the digest")
    signature = layers.unbase64(field(signed, "signature"), "the signature")
    return SignatureCheck(key=key, message=digest, signature=signature, is_hashed=True)


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


def is_key(pem: str) -> bool:
    """Whether a text is PEM."""
    try:
        return bool(der_of_pem(pem))
    except Malformed:
        return False
