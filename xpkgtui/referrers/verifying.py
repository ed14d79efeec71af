"""A process of its own that verifies signatures with `cryptography` and `sigstore`: checks in, answers out."""

import sys

from xpkgtui.codec import Codec
from xpkgtui.referrers.checks import (
    Check,
    CheckAnswer,
    CheckAnswers,
    CheckOutcome,
    CheckRequest,
    SignatureCheck,
)

NO_LIBRARY = 3
"""The exit code where a library is not installed."""
REQUESTS: Codec[CheckRequest] = Codec(CheckRequest)
ANSWERS: Codec[CheckAnswers] = Codec(CheckAnswers)
_LONGEST = 500


def main() -> int:
    """Reads a request, and writes an answer for each check."""
    try:
        import cryptography  # noqa: F401

        request = REQUESTS.decode(sys.stdin.buffer.read())
        answers = tuple(Answering(request.root).of(one) for one in request.checks)
    except ImportError:
        return NO_LIBRARY
    sys.stdout.buffer.write(ANSWERS.encode(answers))
    return 0


class Answering:
    """Makes checks; the trusted root is read for the first that needs it."""

    def __init__(self, root: str) -> None:
        self._root = root

    def of(self, check: Check) -> CheckAnswer:
        """What a check gives; what breaks a library is no answer."""
        if isinstance(check, SignatureCheck):
            return CheckAnswer(outcome=of_key(check))
        try:
            # Loads a library that keys do without.
            from xpkgtui.referrers.keyless import trusted

            return trusted(self._root).of(check)
        except Exception as error:  # noqa: BLE001 - whatever a hostile bundle does to the libraries
            says = f"the library cannot read it: {type(error).__name__}: {error}"
            return CheckAnswer(outcome=CheckOutcome.UNKNOWN, says=says[:_LONGEST])


def of_key(check: SignatureCheck) -> CheckOutcome:
    """Whether a signature is by a key."""
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
    from cryptography.hazmat.primitives.asymmetric.utils import Prehashed
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    kinds: dict[str, type[hashes.SHA256 | hashes.SHA224 | hashes.SHA384 | hashes.SHA512]] = {
        "sha224": hashes.SHA224,
        "sha256": hashes.SHA256,
        "sha384": hashes.SHA384,
        "sha512": hashes.SHA512,
    }
    try:
        key = load_pem_public_key(check.key.encode())
        plain = kinds[check.hash]()
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


if __name__ == "__main__":
    sys.exit(main())
