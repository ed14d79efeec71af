"""The summary that `show` prints: an inspection with the facts of its meta object."""

from dataclasses import dataclass
from typing import Self

from xpkgtui.formats.xpkg.overview.dependencies import wanted_by
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.untyped import field, mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependency:
    """One entry of `spec.dependsOn`; absent fields are None."""

    kind: str | None
    package: str | None
    version: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaFacts:
    """The requirements of the meta object; fields of another shape count as absent."""

    dependencies: tuple[Dependency, ...]
    crossplane: str | None

    @classmethod
    def parse(cls, document: object) -> Self:
        """The facts in the JSON of the meta object."""
        spec = mapping(field(document, "spec"))
        required = spec.get("crossplane")
        return cls(
            dependencies=tuple(
                Dependency(kind=one.kind or None, package=one.package or None, version=one.version or None)
                for one in wanted_by(document)
            ),
            crossplane=_text(required) or _text(field(required, "version")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The data of `show`."""

    inspection: Inspection
    profile: str
    crossplane: str
    meta: MetaFacts | None = None
    """None without a single readable meta object."""


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    return str(value) if isinstance(value, str | int | float) and value != "" else None
