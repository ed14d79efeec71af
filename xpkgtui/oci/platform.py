"""Platforms of an index's entries, matched as go-containerregistry matches them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from xpkgtui.errors import Malformed
from xpkgtui.oci.json_value import as_go_takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """os/architecture/variant as written; nothing is normalised, because Crossplane does not."""

    os: str
    architecture: str
    variant: str = ""
    os_version: str = ""

    @classmethod
    def parse(cls, value: Mapping[str, object]) -> Self:
        """Reads a descriptor's or a config's platform; raises `Malformed` for what is no string, as Go does."""
        fields = as_go_takes(value)

        def text(key: str) -> str:
            found = fields.get(key)
            if found is not None and not isinstance(found, str):
                raise Malformed(f"{key} of a platform is no string")
            return found or ""

        return cls(
            os=text("os"),
            architecture=text("architecture"),
            variant=text("variant"),
            os_version=text("os.version"),
        )

    @property
    def is_empty(self) -> bool:
        """Whether the object is there and says nothing (`crossplane xpkg push -f a,b` writes such)."""
        return not self.os and not self.architecture

    @property
    def is_unknown(self) -> bool:
        """`unknown/unknown`: what buildx gives its attestations."""
        return self.os == "unknown" and self.architecture == "unknown"

    def matches(self, wanted: "Platform") -> bool:
        """Whether this satisfies `wanted`: os and architecture equal, the rest only where it is asked for."""
        return (
            self.os == wanted.os
            and self.architecture == wanted.architecture
            and wanted.variant in ("", self.variant)
            and wanted.os_version in ("", self.os_version)
        )

    def __str__(self) -> str:
        return "/".join(part for part in (self.os or "-", self.architecture or "-", self.variant) if part)


CROSSPLANE = Platform(os="linux", architecture="amd64")
"""What Crossplane reads: it sets no platform, and linux/amd64 is the library's default."""
