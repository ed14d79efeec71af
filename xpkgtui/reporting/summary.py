"""What `show` tells: an inspection, and what its meta object says of dependencies and Crossplane."""

from dataclasses import dataclass
from typing import Self

from xpkgtui.formats.xpkg.overview.dependencies import wanted_by
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.untyped import field, mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependency:
    """One entry of `spec.dependsOn`; what is not said is None."""

    kind: str | None
    package: str | None
    version: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MetaFacts:
    """What the meta object asks for, read tolerantly: what has another shape counts as not said."""

    dependencies: tuple[Dependency, ...]
    crossplane: str | None

    @classmethod
    def parse(cls, document: object) -> Self:
        """From the meta object's JSON."""
        spec = mapping(field(document, "spec"))
        wanted = spec.get("crossplane")
        return cls(
            dependencies=tuple(
                Dependency(kind=one.kind or None, package=one.package or None, version=one.version or None)
                for one in wanted_by(document)
            ),
            crossplane=_text(wanted) or _text(field(wanted, "version")),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """All that `show` prints."""

    inspection: Inspection
    profile: str
    crossplane: str
    meta: MetaFacts | None = None
    """None where there is no one meta object that could be read."""


def _text(value: object) -> str | None:
    if isinstance(value, bool):
        return None
    return str(value) if isinstance(value, str | int | float) and value != "" else None
