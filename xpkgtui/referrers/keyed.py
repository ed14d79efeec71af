"""Signatures by keys, verified with `cryptography`; only the process that verifies loads this."""

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from xpkgtui.referrers.checks import CheckOutcome, SignatureCheck

_HASHES: dict[str, type[hashes.SHA256 | hashes.SHA224 | hashes.SHA384 | hashes.SHA512]] = {
    "sha224": hashes.SHA224,
    "sha256": hashes.SHA256,
    "sha384": hashes.SHA384,
    "sha512": hashes.SHA512,
}


def of_key(check: SignatureCheck) -> CheckOutcome:
    """Whether a signature is by a key."""
    try:
        key = load_pem_public_key(check.key.encode())
        plain = _HASHES[check.hash]()
        algorithm = Prehashed(plain) if check.is_hashed else plain
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(check.signature, check.message, ec.ECDSA(algorithm))
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(check.signature, check.message, padding.PKCS1v15(), algorithm)
        elif isinstance(key, ed25519.Ed25519PublicKey) and not check.is_hashed:
            key.verify(check.signature, check.message)
        else:
            return CheckOutcome.UNKNOWN
    except InvalidSignature:
        return CheckOutcome.BAD
    except (ValueError, KeyError, UnsupportedAlgorithm):
        return CheckOutcome.UNKNOWN
    return CheckOutcome.GOOD
