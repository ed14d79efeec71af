"""Descriptors: digest, size, type and platform of a blob."""

from collections.abc import Mapping
from dataclasses import field
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import as_annotations, as_object, as_text, as_texts, go_fields
from xpkgtui.patterns import late
from xpkgtui.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """os/architecture/variant as written; not normalized, as go-containerregistry does not normalize it."""

    os: str
    architecture: str
    variant: str = ""
    os_version: str = ""

    @classmethod
    def parse(cls, value: Mapping[str, object]) -> Self:
        """Reads the platform of a descriptor or config; like Go, raises `Malformed` for other values than strings."""
        fields = go_fields(value)

        def text(key: str) -> str:
            return as_text(fields.get(key), f"{key} of a platform")

        return cls(
            os=text("os"),
            architecture=text("architecture"),
            variant=text("variant"),
            os_version=text("os.version"),
        )

    @classmethod
    def named(cls, text: str) -> Self:
        """Reads `linux/arm64/v8`; raises `Malformed`."""
        parts = text.split("/")
        if len(parts) not in (2, 3) or not all(parts):
            raise Malformed("a platform is OS/ARCH or OS/ARCH/VARIANT, such as linux/arm64")
        return cls(os=parts[0], architecture=parts[1], variant="".join(parts[2:]))

    @property
    def is_empty(self) -> bool:
        """Whether the object names neither os nor architecture (`crossplane xpkg push -f a,b` writes such)."""
        return not self.os and not self.architecture

    @property
    def is_unknown(self) -> bool:
        """Whether it is `unknown/unknown`, which buildx writes for its attestations."""
        return self.os == "unknown" and self.architecture == "unknown"

    def matches(self, other: "Platform") -> bool:
        """Whether this satisfies `other`: equal os and architecture, and equal in what else `other` sets."""
        return (
            self.os == other.os
            and self.architecture == other.architecture
            and other.variant in ("", self.variant)
            and other.os_version in ("", self.os_version)
        )

    def __str__(self) -> str:
        return "/".join(part for part in (self.os or "-", self.architecture or "-", self.variant) if part)


DEFAULT = Platform(os="linux", architecture="amd64")
"""What go-containerregistry takes where no platform is given, neither by the caller nor by an entry."""


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


REFERENCE_TYPE = "vnd.docker.reference.type"
REFERENCE_DIGEST = "vnd.docker.reference.digest"
PREDICATE = "in-toto.io/predicate-type"
"""The annotation of an attestation's layer that says what it states."""
_LARGEST_SIZE = (1 << 63) - 1
ATTESTATION_TYPE = "application/vnd.docker.attestation.manifest.v1+json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """A blob as the document that lists it describes it."""

    media_type: str
    digest: Digest
    size: int
    """Bytes, as claimed."""
    annotations: Mapping[str, str] = field(default_factory=dict)
    platform: Platform | None = None
    artifact_type: str = ""
    urls: tuple[str, ...] = ()
    data: bytes | None = None
    """The blob itself, where the descriptor embeds it; go-containerregistry then reads it from here."""

    @classmethod
    def parse(cls, value: object, where: str = "descriptor") -> Self:
        """Reads a descriptor object; raises `Malformed` for a bad digest, a negative size or a wrong type."""
        fields = go_fields(as_object(value, where))
        digest = fields.get("digest")
        if not isinstance(digest, str):
            raise Malformed(f"{where} has no digest")
        platform = fields.get("platform")
        return cls(
            media_type=as_text(fields.get("mediaType"), f"mediaType of {where}"),
            digest=Digest.parse(digest),
            size=_as_size(fields.get("size"), where),
            annotations=as_annotations(fields.get("annotations"), where),
            platform=None if platform is None else _as_platform(as_object(platform, f"platform of {where}"), where),
            artifact_type=as_text(fields.get("artifactType"), f"artifactType of {where}"),
            urls=as_texts(fields.get("urls"), f"urls of {where}"),
            data=_as_data(fields.get("data"), where),
        )

    @property
    def has_wrong_data(self) -> bool:
        """Whether it embeds bytes that do not match its digest and size."""
        if self.data is None:
            return False
        return len(self.data) != self.size or self.digest.of_same_kind(self.data) != self.digest

    @property
    def is_attestation(self) -> bool:
        """Whether this index entry is a build attestation, not an image."""
        return (
            self.annotations.get(REFERENCE_TYPE) == "attestation-manifest"
            or self.artifact_type == ATTESTATION_TYPE
            or (self.platform is not None and self.platform.is_unknown)
        )


def _as_platform(value: dict[str, object], where: str) -> Platform:
    """The platform; two lists are not kept, but with a wrong type in them Go refuses the document."""
    fields = go_fields(value)
    for key in ("os.features", "features"):
        as_texts(fields.get(key), f"{key} of the platform of {where}")
    return Platform.parse(value)


def _as_data(value: object, where: str) -> bytes | None:
    if value is None:
        return None
    import base64

    try:
        return base64.b64decode("".join(as_text(value, f"data of {where}").split()), validate=True)
    except ValueError as error:
        raise Malformed(f"data of {where} is not base64") from error


def _as_size(value: object, where: str) -> int:
    if value is None:
        return 0
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _LARGEST_SIZE:
        raise Malformed(f"{where} has a size that is not a number of bytes")
    return value
