"""What cosign says of one layer under a `.sig` or `.att` tag, as far as that needs no verification of a signature.

cosign pkg/cosign/verify.go, verifyInternal: the log first, then certificate or key, the signature, at last the claim.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.signatures.authorities import Authority
from xpkgtui.referrers.annotated import entry_fault, unreadable
from xpkgtui.referrers.certificate import der_of_pem, signer_of
from xpkgtui.referrers.checks import CheckedSignatures, CheckOutcome, SignatureCheck, certificate_check_of, check_of
from xpkgtui.referrers.layer import (
    CERTIFICATE,
    ENVELOPE,
    LOG,
    SIGNATURE,
    SIMPLE_SIGNING,
    STATEMENT,
    SignedLayer,
    claimed_digest,
    read_json,
    statement_in,
)
from xpkgtui.referrers.log import log_entry
from xpkgtui.untyped import field, text

_BEFORE = ("signature layer ", "unmarshaling ", "error during PEM ", "error verifying bundle: ", "rekor client")
"""The beginnings of refusals that come before the signature is verified."""
_WRONG = "invalid signature when validating ASN.1 encoded signature"


class LayerRulings:
    """What one authority says of layers, with what is known of their signatures."""

    def __init__(
        self, authority: Authority, digest: str, checked: CheckedSignatures | None, logs: Sequence[str]
    ) -> None:
        self.authority, self.is_verifying = authority, checked is not None
        self._digest, self._checked, self._logs = digest, checked or CheckedSignatures(), logs

    def of(self, layer: SignedLayer, key: str) -> str | bool:
        """Why a layer is refused, True where it is verified, False where that is not known; raises `Malformed`."""
        # What lies under a tag is read by its tag, whatever its type is.
        layer = replace(layer, media_type=ENVELOPE if self.authority.attestations else SIMPLE_SIGNING)
        refusal = refusal_of(layer, self.authority, key, self._digest)
        if refusal is not None and (not key or refusal.startswith(_BEFORE)):
            return refusal
        if self.authority.secret is None and refusal is None:
            return self._certified(layer)
        if not key or layer.annotations.get(CERTIFICATE):
            return refusal or False
        try:
            log = log_entry(layer.annotations[LOG]).check(self._logs)
            check = check_of(layer, key, self.authority.hash.strip().lower())
        except Malformed as error:
            return refusal or str(error)
        is_logged = self._checked.of(log) if log is not None else None
        is_good = self._checked.of(check) if check is not None else None
        if is_logged is False:
            return "error verifying bundle: unable to verify SET"
        if is_logged and is_good is False:
            return _wrong(check) if check is not None else _WRONG
        if refusal is not None:
            return refusal
        return bool(is_logged and is_good)

    def _certified(self, layer: SignedLayer) -> str | bool:
        """What the certificate of a layer proves, as far as Crossplane trusts the same root."""
        check = certificate_check_of(layer, self._digest, ignores_sct=self.authority.ignores_sct)
        answer = self._checked.answer(check) if check is not None else None
        if answer is None or answer.outcome is CheckOutcome.UNKNOWN:
            return False
        if answer.outcome is CheckOutcome.BAD:
            return answer.says
        matches = [one.matches(answer.subjects, answer.issuer) for one in self.authority.identities]
        return True in matches or self.authority.trusts_anyone


def refusal_of(layer: SignedLayer, authority: Authority, key: str, digest: str) -> str | None:
    """Why a layer is refused; None where only the verification of signatures says whether it is.

    `key` is the key of the authority in PEM, empty where it has none or it is not known. Raises `Malformed` where
    the layer was not read.
    """
    if layer.payload is None:
        raise Malformed(layer.fault or "a signature was not read")
    if fault := unreadable(layer):
        return fault
    if not layer.annotations.get(LOG):
        return "rekor client not provided for online verification"
    if (found := _log_refuses(layer, authority, key)) is not None:
        return found
    if authority.secret is None and (found := _certificate_refuses(layer, authority)) is not None:
        return found
    return _attested(layer, digest) if authority.attestations else _claimed(layer, digest)


def _log_refuses(layer: SignedLayer, authority: Authority, key: str) -> str | None:
    """What the entry of the log contradicts: the signature, the key, the hash of what was signed."""
    assert layer.payload is not None
    wrong = "error verifying bundle: "
    signature = layer.annotations.get(SIGNATURE, "")
    if fault := entry_fault(layer.annotations[LOG]):
        is_body = fault.startswith("bundle payload")
        lead = "" if is_body else f"failed to extract {'signature' if signature else 'key'} from bundle: "
        return f"{wrong}{lead}{fault}"
    try:
        entry = log_entry(layer.annotations[LOG]).record()
    except Malformed as error:
        return f"{wrong}{error}"
    if signature and entry.signature and signature != entry.signature:
        return f"{wrong}signature in bundle does not match signature being verified"
    own = key or ("" if authority.secret is not None else layer.annotations.get(CERTIFICATE, ""))
    if own and layer.annotations.get(CERTIFICATE) and key:
        return None  # whether the certificate is of the key
    if own and (found := _other_key(own, entry.key)) is not None:
        return found
    if authority.secret is None and not own:
        return f"{wrong}empty key"
    if entry.algorithm != "sha256":
        return f'{wrong}unexpected algorithm: "{entry.algorithm}"'
    if entry.hash != (actual := hashlib.sha256(layer.payload).hexdigest()):
        return f'{wrong}matching bundle to payload: bundle="{entry.hash}", payload="{actual}"'
    return None


def _wrong(check: SignatureCheck) -> str:
    """What Go says of a wrong signature; one that is no sequence of two numbers it takes for one of IEEE P1363."""
    return _WRONG if check.signature else "ecdsa: Invalid IEEE_P1363 encoded bytes"


def _other_key(own: str, logged: str) -> str | None:
    """The refusal where the log has another key than the authority or the certificate; None where it has the same."""
    try:
        expected = der_of_pem(own)
    except Malformed:
        return None
    try:
        if expected == der_of_pem(logged):
            return None
    except Malformed as error:
        return f"error verifying bundle: {error}"
    return f"error verifying bundle: comparing public key PEMs, expected {own}, got {logged}"


def _certificate_refuses(layer: SignedLayer, authority: Authority) -> str | None:
    try:
        signer = signer_of(der_of_pem(layer.annotations.get(CERTIFICATE, "")))
    except Malformed as error:
        return f"the certificate cannot be read: {error}"
    names = signer.subject.split(", ")
    if authority.identities and all(one.matches(names, signer.issuer) is False for one in authority.identities):
        return (
            "none of the expected identities matched what was in the certificate, got subjects "
            f"[{signer.subject}] with issuer {signer.issuer}"
        )
    return None


def _claimed(layer: SignedLayer, digest: str) -> str | None:
    """The refusal of a signature that is about another image."""
    assert layer.payload is not None
    try:
        claim = claimed_digest(layer.payload)
    except Malformed as error:
        return str(error)
    return None if claim == digest else f"invalid or missing digest in claim: {claim}"


def _attested(layer: SignedLayer, digest: str) -> str | None:
    """The refusal of an attestation that is about another image, or is none."""
    assert layer.payload is not None
    try:
        envelope = read_json(layer.payload)
        if (kind := text(field(envelope, "payloadType"))) != STATEMENT:
            return f"invalid payloadType {kind} on envelope. Expected {STATEMENT}"
        statement = statement_in(envelope)
    except Malformed as error:
        return str(error)
    return None if digest in statement.subjects else "no matching subject digest found"
