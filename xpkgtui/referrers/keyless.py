"""Signatures by certificates, verified with the library of Sigstore; only the process that verifies loads it.

Bundles take the way of the library's own client. What cosign 1 and 2 write has the promise of a log and no proof of
inclusion, which that client refuses: it is verified here with the same parts, and the answer says what lacks.
"""

import hashlib
import json
from datetime import UTC, datetime
from functools import lru_cache
from importlib import resources
from urllib.parse import quote

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import (
    Certificate,
    ExtendedKeyUsage,
    ExtensionNotFound,
    KeyUsage,
    ObjectIdentifier,
    OtherName,
    SubjectAlternativeName,
    UnrecognizedExtension,
    load_pem_x509_certificate,
)
from cryptography.x509.oid import ExtendedKeyUsageOID
from sigstore._internal.sct import verify_sct
from sigstore._internal.timestamp import TimestampSource, TimestampVerificationResult
from sigstore._internal.trust import KeyringPurpose
from sigstore._internal.tuf import DEFAULT_TUF_URL
from sigstore._utils import KeyID
from sigstore.errors import VerificationError
from sigstore.hashes import Hashed
from sigstore.models import Bundle, InvalidBundle, TransparencyLogEntry, TrustedRoot
from sigstore.verify import Verifier
from sigstore.verify.policy import UnsafeNoOp
from sigstore_models.common.v1 import HashAlgorithm
from sigstore_models.rekor.v1 import TransparencyLogEntry as EntryMessage
from sigstore_models.trustroot.v1 import TrustedRoot as RootMessage

from xpkgtui.errors import Malformed
from xpkgtui.referrers.certificate import der_of_pem, element
from xpkgtui.referrers.checks import (
    BundleCheck,
    CheckAnswer,
    CheckOutcome,
    EntryCheck,
    LogCheck,
    PromisedCheck,
    SignatureCheck,
)
from xpkgtui.referrers.keyed import of_key
from xpkgtui.referrers.layer import STATEMENT, read_json, statement_of, unbase64
from xpkgtui.referrers.log import ONLY_A_PROMISE, log_entry
from xpkgtui.untyped import field, listing

_FULCIO = "1.3.6.1.4.1.57264.1."
_OTHER_NAME, _ISSUER, _OLD_ISSUER = (f"{_FULCIO}{one}" for one in (7, 8, 1))
_LONGEST = 500
_CANNOT = (
    "upported",
    "not enough sources of verified time",
    "Expected log entry version",
)
"""What the library says where something lacks, or is of a kind that it does not know."""
_WORDS = {
    "not valid at validation time": "the certificate was not valid when it signed",
    "failed to build timestamp certificate chain": "no authority of the trusted root made the certificate",
    "inclusion proof contains invalid root hash": "its entry is not in the tree of the log",
    "inclusion proof has wrong size": "its entry is not in the tree of the log",
    "Inclusion proof contains invalid root hash": "the checkpoint of the log is of another tree",
    "checkpoint: ": "no log of the trusted root signed the checkpoint",
    "keyring: ": "no log of the trusted root signed the promise",
    "DSSE: invalid signature": "the signature is not by the key of its certificate",
    "Signature is invalid for input": "the signature is not by the key of its certificate",
}
"""What the library says, and plain words for it."""


class _Refused(Exception):
    """A check is not good."""


@lru_cache(maxsize=1)
def trusted(root: str) -> "Trust":
    """What is trusted by a root; raises what the library does where that cannot be read."""
    return Trust(TrustedRoot(RootMessage.from_json(root or public_root())))


def public_root() -> str:
    """The trusted root of the public Sigstore that came with the library."""
    folder = resources.files("sigstore._store").joinpath(quote(DEFAULT_TUF_URL, safe=""))
    return folder.joinpath("trusted_root.json").read_text()


class Trust:
    """The certificate authorities and logs of a trusted root."""

    def __init__(self, root: TrustedRoot) -> None:
        self._root = root
        self._verifier = Verifier(trusted_root=root)

    def of(self, check: BundleCheck | PromisedCheck | EntryCheck | LogCheck) -> CheckAnswer:
        """What a check gives."""
        match check:
            case BundleCheck():
                return self._of_bundle(check)
            case PromisedCheck():
                return self._of_promise(check)
            case EntryCheck() | LogCheck():
                return self._of_log(check)

    def _of_log(self, check: EntryCheck | LogCheck) -> CheckAnswer:
        """Whether a log of the root has an entry, or made a promise; of other logs nothing is known."""
        if bytes.fromhex(check.log) not in [one.log_id.key_id for one in self._root._inner.tlogs if one.log_id]:
            return CheckAnswer(outcome=CheckOutcome.UNKNOWN, says="its log is not one of the trusted root")
        try:
            if isinstance(check, EntryCheck):
                entry = TransparencyLogEntry(EntryMessage.from_json(check.entry))
                entry._verify(self._root.rekor_keyring(KeyringPurpose.VERIFY))
            else:
                self._by_log(check.log, check.signature, check.message)
        except (VerificationError, InvalidBundle) as error:
            return _answer(str(error))
        return CheckAnswer(outcome=CheckOutcome.GOOD)

    def _by_log(self, log: str, signature: bytes, message: bytes) -> None:
        keys = self._root.rekor_keyring(KeyringPurpose.VERIFY)
        keys.verify(key_id=KeyID(bytes.fromhex(log)), signature=signature, data=message)

    def _of_bundle(self, check: BundleCheck) -> CheckAnswer:
        """What the library's client says of a bundle, and whether what it signs is about the image."""
        if lacking := _lacking(check.bundle):
            return CheckAnswer(outcome=CheckOutcome.UNKNOWN, says=lacking)
        try:
            bundle = Bundle.from_json(check.bundle)
            self._verify(bundle, check.digest)
        except InvalidBundle as error:
            return _answer(f"the bundle is not accepted: {error}")
        except (VerificationError, _Refused) as error:
            return _answer(str(error))
        return _good(bundle.signing_certificate, "")

    def _verify(self, bundle: Bundle, digest: str) -> None:
        anyone = UnsafeNoOp()
        if bundle._dsse_envelope is None:
            signed = Hashed(digest=bytes.fromhex(digest.partition(":")[2]), algorithm=HashAlgorithm.SHA2_256)
            self._verifier.verify_artifact(signed, bundle, anyone)
            return
        kind, payload = self._verifier.verify_dsse(bundle, anyone)
        if kind != STATEMENT:
            raise _Refused("what it signs is not an in-toto statement")
        if digest not in statement_of(json.loads(payload)).subjects:
            raise _Refused("what it signs is about another image")

    def _of_promise(self, check: PromisedCheck) -> CheckAnswer:
        """Whether the log promised this signature, while its certificate was good."""
        try:
            certificate = load_pem_x509_certificate(check.certificate.encode())
            self._promised(check, certificate)
        except (VerificationError, _Refused) as error:
            return _answer(str(error))
        except (ValueError, Malformed):
            return _answer("its certificate or its entry of the log cannot be read")
        return _good(certificate, ONLY_A_PROMISE)

    def _promised(self, check: PromisedCheck, certificate: Certificate) -> None:
        entry = log_entry(check.entry)
        self._by_log(entry.log, entry.promise, entry.message)
        record = entry.record()
        if record.algorithm != "sha256" or record.hash != hashlib.sha256(check.payload).hexdigest():
            raise _Refused("the entry of the log is about another payload")
        is_simple = check.message == check.payload  # as for cosign, which compares no signature of an envelope
        if is_simple and record.signature and unbase64(record.signature, "its signature") != check.signature:
            raise _Refused("the entry of the log is about another signature")
        if der_of_pem(record.key) != certificate.public_bytes(Encoding.DER):
            raise _Refused("the entry of the log is about another certificate")
        self._certified(certificate, datetime.fromtimestamp(entry.at, UTC), ignores_sct=check.ignores_sct)
        key = certificate.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
        signed = SignatureCheck(key=key, message=check.message, signature=check.signature)
        if of_key(signed) is not CheckOutcome.GOOD:
            raise _Refused("the signature is not by the key of its certificate")

    def _certified(self, certificate: Certificate, at: datetime, *, ignores_sct: bool) -> None:
        """The certificate is of an authority that is trusted, logged, for signing code, and good at this time."""
        moment = TimestampVerificationResult(source=TimestampSource.TRANSPARENCY_SERVICE, time=at)
        chain = self._verifier._verify_chain_at_time(certificate, moment)
        if not ignores_sct:
            verify_sct(certificate, chain, self._root.ct_keyring(KeyringPurpose.VERIFY))
        try:
            usage = certificate.extensions.get_extension_for_class(KeyUsage).value
            more = certificate.extensions.get_extension_for_class(ExtendedKeyUsage).value
        except ExtensionNotFound as error:
            raise _Refused("the certificate is not for signing code") from error
        if not usage.digital_signature or ExtendedKeyUsageOID.CODE_SIGNING not in more:
            raise _Refused("the certificate is not for signing code")


def _answer(says: str) -> CheckAnswer:
    """Why a signature is not good; what lacks, or what the library does not know, does not make it bad."""
    outcome = CheckOutcome.UNKNOWN if any(one in says for one in _CANNOT) else CheckOutcome.BAD
    plain = next(
        (words for part, words in _WORDS.items() if part in says), " ".join(says.partition(" [type=")[0].split())
    )
    return CheckAnswer(outcome=outcome, says=plain[:_LONGEST])


def _lacking(bundle: bytes) -> str:
    """What the library wants and a bundle has not: one entry of a log, with a proof of inclusion."""
    entries = listing(field(read_json(bundle), "verificationMaterial", "tlogEntries"))
    if len(entries) != 1:
        return f"it has {len(entries) or 'no'} entr{'ies' if entries else 'y'} in a transparency log"
    return ONLY_A_PROMISE if field(entries[0], "inclusionProof") is None else ""


def _good(certificate: Certificate, says: str) -> CheckAnswer:
    """The identities of a certificate that is good, which `cryptography` reads."""
    names = certificate.extensions.get_extension_for_class(SubjectAlternativeName).value
    subjects = tuple(element(name.value).text if isinstance(name, OtherName) else str(name.value) for name in names)
    issuer = _extension(certificate, _ISSUER)
    old = _extension(certificate, _OLD_ISSUER)
    found = element(issuer).text if issuer else old.decode("utf-8", "replace")
    return CheckAnswer(outcome=CheckOutcome.GOOD, says=says, subjects=subjects, issuer=found)


def _extension(certificate: Certificate, name: str) -> bytes:
    try:
        found = certificate.extensions.get_extension_for_oid(ObjectIdentifier(name)).value
    except ExtensionNotFound:
        return b""
    return found.value if isinstance(found, UnrecognizedExtension) else b""
