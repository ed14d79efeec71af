"""What cosign says of one layer under a `.sig` or `.att` tag, as far as that needs no verification of a signature.

cosign pkg/cosign/verify.go, verifyInternal: the log first, then certificate or key, the signature, at last the claim.
"""

import hashlib

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.signatures.authorities import Authority
from xpkgtui.referrers.certificate import der_of_pem, signer_of
from xpkgtui.referrers.layer import (
    CERTIFICATE,
    LOG,
    SIGNATURE,
    STATEMENT,
    SignedLayer,
    claimed_digest,
    log_entry,
    read_json,
    statement_in,
)
from xpkgtui.untyped import field, text
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a layer does not verify."""

    says: str
    is_exact: bool = True
    """Whether these are the program's own words."""


def refusal_of(layer: SignedLayer, authority: Authority, key: str, digest: str) -> Refusal | None:
    """Why a layer is refused; None where only the verification of signatures says whether it is.

    `key` is the key of the authority in PEM, empty where it has none or it is not known. Raises `Malformed` where
    the layer was not read.
    """
    if layer.payload is None:
        raise Malformed(layer.fault or "a signature was not read")
    if LOG not in layer.annotations:
        return Refusal(says="rekor client not provided for online verification")
    if (found := _log_refuses(layer, authority, key)) is not None:
        return found
    if authority.secret is None and (found := _certificate_refuses(layer, authority)) is not None:
        return found
    return _attested(layer, digest) if authority.attestations else _claimed(layer, digest)


def _log_refuses(layer: SignedLayer, authority: Authority, key: str) -> Refusal | None:
    """What the entry of the log contradicts: the signature, the key, the hash of what was signed."""
    assert layer.payload is not None
    wrong = "error verifying bundle: "
    try:
        entry = log_entry(layer.annotations[LOG])
    except Malformed as error:
        return Refusal(says=f"{wrong}{error}", is_exact=False)
    signature = layer.annotations.get(SIGNATURE, "")
    if signature and entry.signature and signature != entry.signature:
        return Refusal(says=f"{wrong}signature in bundle does not match signature being verified")
    own = key or ("" if authority.secret is not None else layer.annotations.get(CERTIFICATE, ""))
    if own and CERTIFICATE in layer.annotations and key:
        return None  # whether the certificate is of the key
    if own and (found := _other_key(own, entry.key)) is not None:
        return found
    if authority.secret is None and not own:
        return Refusal(says=f"{wrong}empty key")
    if entry.algorithm != "sha256":
        return Refusal(says=f'{wrong}unexpected algorithm: "{entry.algorithm}"')
    if entry.hash != (actual := hashlib.sha256(layer.payload).hexdigest()):
        return Refusal(says=f'{wrong}matching bundle to payload: bundle="{entry.hash}", payload="{actual}"')
    return None


def _other_key(own: str, logged: str) -> Refusal | None:
    """The refusal where the log has another key than the authority or the certificate; None where it has the same."""
    try:
        expected = der_of_pem(own)
    except Malformed:
        return None
    try:
        if expected == der_of_pem(logged):
            return None
    except Malformed as error:
        return Refusal(says=f"error verifying bundle: {error}", is_exact=False)
    return Refusal(says=f"error verifying bundle: comparing public key PEMs, expected {own}, got {logged}")


def _certificate_refuses(layer: SignedLayer, authority: Authority) -> Refusal | None:
    pem = layer.annotations.get(CERTIFICATE)
    if not pem:
        return Refusal(says="no certificate found on signature")
    try:
        signer = signer_of(der_of_pem(pem))
    except Malformed as error:
        return Refusal(says=f"the certificate cannot be read: {error}", is_exact=False)
    if authority.identities and all(one.matches(signer) is False for one in authority.identities):
        return Refusal(
            says="none of the expected identities matched what was in the certificate, got subjects "
            f"[{signer.subject}] with issuer {signer.issuer}"
        )
    return None


def _claimed(layer: SignedLayer, digest: str) -> Refusal | None:
    """The refusal of a signature that is about another image."""
    assert layer.payload is not None
    try:
        claim = claimed_digest(layer.payload)
    except Malformed as error:
        return Refusal(says=str(error), is_exact=False)
    return None if claim == digest else Refusal(says=f"invalid or missing digest in claim: {claim}")


def _attested(layer: SignedLayer, digest: str) -> Refusal | None:
    """The refusal of an attestation that is about another image, or is none."""
    assert layer.payload is not None
    try:
        envelope = read_json(layer.payload)
        if (kind := text(field(envelope, "payloadType"))) != STATEMENT:
            return Refusal(says=f"invalid payloadType {kind} on envelope. Expected {STATEMENT}")
        statement = statement_in(envelope)
    except Malformed as error:
        return Refusal(says=str(error), is_exact=False)
    return None if digest in statement.subjects else Refusal(says="no matching subject digest found")
