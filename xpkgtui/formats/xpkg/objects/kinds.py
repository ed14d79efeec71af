"""The kinds that Crossplane 2.4 parses, the package types that may hold them, and those that it installs."""

from functools import cache

from xpkgtui.formats.go_decoding.shapes import Struct
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects import checks, shapes
from xpkgtui.formats.xpkg.summary import IBM_META_GROUP
from xpkgtui.golang.printing import quoted
from xpkgtui.values import dataclass

META_GROUP = "meta.pkg.crossplane.io"
UPBOUND_META_GROUP = "meta.pkg.upbound.io"
META_GROUPS = frozenset({META_GROUP, IBM_META_GROUP, UPBOUND_META_GROUP})
EXTENSIONS = "apiextensions.crossplane.io"
_UPSTREAM = {IBM_META_GROUP: META_GROUP, "apiextensions.ibm.crossplane.io": EXTENSIONS}
PACKAGES = ("Provider", "Configuration", "Function")
"""The kinds of meta object that make a package."""

_UNVERSIONED = frozenset({"APIGroup", "APIGroupList", "APIResourceList", "APIVersions", "Status"})
"""Kinds that Kubernetes accepts in any group and version; all of them count as meta objects."""

_INTERNAL = "__internal"
_ROLES = {"meta": Role.META, "objects": Role.OBJECT}
_PERMITTED = {package: frozenset((one.group, one.kind) for one in each) for package, each in checks.NEWEST.items()}


@dataclass(frozen=True, slots=True)
class GroupVersionKind:
    """`apiVersion` and `kind`, split as Kubernetes splits them."""

    group: str
    version: str
    kind: str

    @classmethod
    def of(cls, api_version: str, kind: str) -> "GroupVersionKind":
        """A lone `v1` is a version without a group."""
        group, slash, version = api_version.partition("/")
        return cls(group if slash else "", version if slash else group, kind)

    @property
    def api_version(self) -> str:
        """As objects write it."""
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def is_package(self) -> bool:
        """Whether this is a meta object that makes a package."""
        return self.group == META_GROUP and self.kind in PACKAGES and self.role is Role.META

    @property
    def is_internal(self) -> bool:
        """Whether it has an internal version of Go's scheme, which the parser also accepts."""
        return self.version == _INTERNAL

    @property
    def is_unversioned(self) -> bool:
        """Whether Kubernetes accepts the kind in any group and version."""
        return self.kind in _UNVERSIONED

    @property
    def role(self) -> Role | None:
        """Meta or object, by the parser's schemes; None where no scheme knows the kind."""
        if self.is_unversioned:
            return Role.META
        if self.is_internal:
            parts = [part for part in shapes.PARTS if self.group in _groups(part) and self.kind == "WatchEvent"]
            return _ROLES[parts[0]] if parts else None
        if shapes.is_known("meta", self.api_version, self.kind):
            return Role.META
        return Role.OBJECT if shapes.is_known("objects", self.api_version, self.kind) else None


def upstream(named: GroupVersionKind) -> GroupVersionKind:
    """The kind that one of IBM's fork was made from; any other is itself."""
    group = _UPSTREAM.get(named.group)
    return GroupVersionKind(group, named.version, named.kind) if group else named


def not_registered(named: GroupVersionKind) -> str:
    """The parser's message about an unknown kind, without the scheme's name, which differs by version."""
    if named.is_internal:
        return f"no kind {quoted(named.kind)} is registered for the internal version of group {quoted(named.group)}"
    return f"no kind {quoted(named.kind)} is registered for version {quoted(named.api_version)}"


@cache
def _groups(part: str) -> frozenset[str]:
    return frozenset(entry.partition("/")[0] for entry in shapes.known_kinds(part) if "/" in entry)


def definition_of(named: GroupVersionKind) -> Struct | None:
    """The Go type that a document of this kind is decoded into."""
    api_version = "v1" if named.kind in _UNVERSIONED else named.api_version
    return shapes.definition_of(api_version, named.kind)


def is_permitted(package: str, named: GroupVersionKind) -> bool:
    """Whether `crossplane xpkg build` permits an object in a package of this type."""
    return named.role is Role.OBJECT and (named.group, named.kind) in _PERMITTED.get(package, frozenset())


def is_installed(package: str, named: GroupVersionKind) -> bool:
    """Whether Crossplane 2.2 and later apply it; from there on functions install nothing."""
    return package != "Function" and is_permitted(package, named)


def permitted_kinds(package: str) -> tuple[str, ...]:
    """The names of the kinds that a package of this type may hold."""
    return tuple(sorted(kind for _, kind in _PERMITTED.get(package, frozenset())))


def packages_of(named: GroupVersionKind) -> tuple[str, ...]:
    """The package types that may hold this kind."""
    return tuple(package for package in PACKAGES if is_permitted(package, named))


def role_of(api_version: str | None, kind: str | None, *, with_forks: bool = False) -> Role:
    """The role of a document by its names alone; a full parse may still find it broken."""
    if not api_version or not kind:
        return Role.BROKEN
    named = GroupVersionKind.of(api_version, kind)
    return (upstream(named) if with_forks else named).role or Role.BROKEN
