"""Platforms of an index's entries, matched as go-containerregistry matches them."""

from collections.abc import Mapping
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import as_text, go_fields
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
