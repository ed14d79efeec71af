"""The dependencies of a meta object, entry by entry, as Crossplane's package manager reads them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing
from xpkgtui.values import dataclass
from xpkgtui.visible import clip

LEGACY = ("configuration", "provider", "function")
"""Keys of the older form, in the order in which they count."""
INVALID = (
    "encountered an invalid dependency: package dependencies must specify either a valid type, or an explicit"
    " apiVersion, kind, and package"
)
"""Crossplane's message about an entry that names no package."""
_EXPLICIT = ("apiVersion", "kind", "package")
_DIGEST = late(r"sha256:[0-9a-f]{64}")
_TAGGED = late(r"(?P<name>.+?)(?P<tag>:[^:/@]*)?(?P<digest>@.*)?", re.DOTALL)
_LONGEST = 4_096
"""Characters of a reference that are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependency:
    """One entry of `spec.dependsOn`."""

    number: int
    """Its index in the list, from 0."""
    forms: tuple[str, ...]
    """Keys that name a package, the one that counts first: `package`, `configuration`, `provider`, `function`."""
    partial: tuple[str, ...] = ()
    """The keys apiVersion, kind and package that are given although one of the three is missing."""
    package: str = ""
    """The reference that counts."""
    kind: str = ""
    """`Provider`, `Configuration`, `Function` or another, as the form says."""
    api_version: str = ""
    """The apiVersion in the explicit form."""
    version: str = ""

    @property
    def key(self) -> str | None:
        """The key under which the reference stands."""
        return self.forms[0] if self.forms else None

    def path(self, key: str | None = None) -> FieldPath:
        """The path of the entry, or of one of its keys."""
        path = FieldPath.of("spec", "dependsOn", self.number)
        return path if key is None else path.child(key)

    @property
    def title(self) -> str:
        """The name of the dependency in messages."""
        shown = clip(self.package, 120)
        shown = f"`{shown}`" if "; " in shown else shown  # no end of a clause
        return f"the dependency on {shown}" if shown else f"dependency {self.number + 1}"

    @property
    def is_pinned(self) -> bool:
        """Whether the version is a digest; Crossplane knows only sha256."""
        return bool(_DIGEST.fullmatch(self.version))

    @property
    def repository(self) -> str:
        """The reference without tag and digest."""
        match = _TAGGED.fullmatch(self.package[:_LONGEST])
        return match["name"] if match else self.package

    @property
    def suffix(self) -> str:
        """Tag and digest of the reference, with their marks; empty where it has none, as it should be."""
        return self.package[len(self.repository) :]


def dependencies_of(spec: Any) -> Iterator[Dependency]:
    """The entries that are mappings or null; the decoder refuses others."""
    for number, entry in enumerate(listing(field(spec, "dependsOn"))):
        if isinstance(entry, Mapping) or entry is None:
            yield _dependency(number, entry or {})


def _dependency(number: int, entry: Mapping[str, Any]) -> Dependency:
    """The dependency of an entry; a key counts even with empty text."""
    texts = {key: value for key, value in entry.items() if isinstance(value, str)}
    given = tuple(key for key in _EXPLICIT if key in texts)
    is_explicit = len(given) == len(_EXPLICIT)
    legacy = tuple(key for key in LEGACY if key in texts)
    forms = (*(("package",) if is_explicit else ()), *legacy)
    first = forms[0] if forms else ""
    return Dependency(
        number=number,
        forms=forms,
        partial=() if is_explicit else given,
        package=texts.get(first, ""),
        kind=texts["kind"] if is_explicit else first.capitalize(),
        api_version=texts["apiVersion"] if is_explicit else "",
        version=texts.get("version", ""),
    )
