"""Keys of every kind, made with `cryptography`, and signatures by them."""

import hashlib
from typing import Any

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa


class Signing:
    """A key, and signatures by it."""

    def __init__(self, kind: str) -> None:
        self._key: Any = {
            "p256": lambda: ec.generate_private_key(ec.SECP256R1()),
            "p384": lambda: ec.generate_private_key(ec.SECP384R1()),
            "rsa": lambda: rsa.generate_private_key(65537, 2048),
            "ed25519": ed25519.Ed25519PrivateKey.generate,
        }[kind]()

    @property
    def public(self) -> str:
        """The public key in PEM."""
        info = serialization.PublicFormat.SubjectPublicKeyInfo
        return str(self._key.public_key().public_bytes(serialization.Encoding.PEM, info).decode())

    def sign(self, message: bytes) -> bytes:
        """A signature with SHA-256, where the kind of key has a choice."""
        if isinstance(self._key, ec.EllipticCurvePrivateKey):
            return self._key.sign(message, ec.ECDSA(hashes.SHA256()))
        if isinstance(self._key, rsa.RSAPrivateKey):
            return self._key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return bytes(self._key.sign(message))

    @property
    def id(self) -> str:
        """The hash of the public key, by which logs are named."""
        form = serialization.PublicFormat.SubjectPublicKeyInfo
        return hashlib.sha256(self._key.public_key().public_bytes(serialization.Encoding.DER, form)).hexdigest()
