"""Digests: the names of content."""

from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_LENGTHS = {"sha256": 64, "sha512": 128, "sha384": 96}
_GRAMMAR = late(r"([a-z0-9]+(?:[+._-][a-z0-9]+)*):([a-zA-Z0-9=_-]{1,256})")
_HEX = late(r"[0-9a-f]+")


@dataclass(frozen=True, slots=True, order=True)
class Digest:
    """`algorithm:hex` in the OCI grammar; always valid."""

    algorithm: str
    hex: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `sha256:...`; raises `Malformed` for another grammar or a wrong length of a known algorithm."""
        if not isinstance(text, str) or len(text) > 300 or not (match := _GRAMMAR.fullmatch(text)):
            raise Malformed(f"{text!r:.80} is not a digest")
        algorithm, encoded = match.groups()
        length = _LENGTHS.get(algorithm)
        if length is not None and (len(encoded) != length or not _HEX.fullmatch(encoded)):
            raise Malformed(f"a {algorithm} digest is {length} lowercase hexadecimal digits")
        return cls(algorithm, encoded)

    @classmethod
    def of(cls, data: bytes) -> Self:
        """The sha256 digest of `data`."""
        import hashlib

        return cls("sha256", hashlib.sha256(data).hexdigest())

    def of_same_kind(self, data: bytes) -> Self:
        """The digest of `data` by the same algorithm, for comparison; check `is_verifiable` first."""
        import hashlib

        return type(self)(self.algorithm, hashlib.new(self.algorithm, data).hexdigest())

    @property
    def short(self) -> str:
        """The first seven characters, as lists show them."""
        return self.hex[:7]

    @property
    def is_verifiable(self) -> bool:
        """Whether this program can compute the algorithm."""
        return self.algorithm in _LENGTHS

    def __str__(self) -> str:
        return f"{self.algorithm}:{self.hex}"
