"""Descriptors: digest, size and type of a blob."""

from collections.abc import Mapping
from dataclasses import field
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.json_value import as_annotations, as_object, as_text, as_texts, go_fields
from xpkgtui.oci.platform import Platform
from xpkgtui.values import dataclass

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
