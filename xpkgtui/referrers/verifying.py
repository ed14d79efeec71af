"""A process of its own that verifies signatures with `cryptography`: checks on standard input, answers on output."""

import sys

from xpkgtui.referrers.checks import SignatureCheck, read

NO_LIBRARY = 3
"""The exit code where `cryptography` is not installed."""


def main() -> int:
    """Writes a character for each check: 1 good, 0 bad, ? where the key or its kind cannot be used."""
    try:
        import cryptography  # noqa: F401
    except ImportError:
        return NO_LIBRARY
    sys.stdout.write("".join(map(checked, read(sys.stdin.read()))))
    return 0


def checked(check: SignatureCheck) -> str:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa
    from cryptography.hazmat.primitives.serialization import load_pem_public_key

    kinds: dict[str, type[hashes.SHA256 | hashes.SHA224 | hashes.SHA384 | hashes.SHA512]] = {
        "sha224": hashes.SHA224,
        "sha256": hashes.SHA256,
        "sha384": hashes.SHA384,
        "sha512": hashes.SHA512,
    }
    try:
        key = load_pem_public_key(check.key.encode())
        algorithm = kinds[check.hash]()
        if isinstance(key, ec.EllipticCurvePublicKey):
            key.verify(check.signature, check.message, ec.ECDSA(algorithm))
        elif isinstance(key, rsa.RSAPublicKey):
            key.verify(check.signature, check.message, padding.PKCS1v15(), algorithm)
        elif isinstance(key, ed25519.Ed25519PublicKey):
            key.verify(check.signature, check.message)
        else:
            return "?"
    except InvalidSignature:
        return "0"
    except (ValueError, KeyError, UnsupportedAlgorithm):
        return "?"
    return "1"


if __name__ == "__main__":
    sys.exit(main())
