"""The kinds that Crossplane 2.4 parses, installs and permits in a package, and those near an unknown one."""

from functools import cache

from xpkgtui.formats.go_decoding.shapes import Struct
from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects import shapes
from xpkgtui.formats.xpkg.summary import IBM_META_GROUP
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.values import dataclass

_ADMISSION, _KUBERNETES = "admissionregistration.k8s.io", "apiextensions.k8s.io"
_EXTENSIONS, _OPERATIONS = "apiextensions.crossplane.io", "ops.crossplane.io"


@dataclass(frozen=True, slots=True)
class Check:
    """One kind that a linter permits."""

    group: str
    kind: str
    words: str
    """The kind as the linter's message names it."""


CRD = Check(_KUBERNETES, "CustomResourceDefinition", "a CRD")
MRD = Check(_EXTENSIONS, "ManagedResourceDefinition", "an MRD")
VALIDATING = Check(_ADMISSION, "ValidatingWebhookConfiguration", "an ValidatingWebhookConfiguration")
MUTATING = Check(_ADMISSION, "MutatingWebhookConfiguration", "a MutatingWebhookConfiguration")
XRD = Check(_EXTENSIONS, "CompositeResourceDefinition", "an XRD")
POLICY = Check(_EXTENSIONS, "ManagedResourceActivationPolicy", "an ManagedResourceActivationPolicy")
COMPOSITION = Check(_EXTENSIONS, "Composition", "a Composition")
OPERATION = Check(_OPERATIONS, "Operation", "an Operation")
CRON = Check(_OPERATIONS, "CronOperation", "a CronOperation")
WATCH = Check(_OPERATIONS, "WatchOperation", "a WatchOperation")
ERRATUM = (_ADMISSION, "AdmissionWebhookConfiguration")
"""(group, kind) that the specification names by mistake; Kubernetes does not have it."""

Checks = dict[str, tuple[Check, ...]]
"""The checks of each type of package; a type without checks may hold every kind that parses."""

NEWEST: Checks = {
    "Provider": (CRD, MRD, VALIDATING, MUTATING),
    "Configuration": (XRD, POLICY, COMPOSITION, OPERATION, CRON, WATCH),
    "Function": (CRD,),
}
"""The checks of Crossplane 2.2 and later, and of `crossplane xpkg build`."""
SPECIFIED = {
    "Provider": (CRD.kind, VALIDATING.kind, MUTATING.kind),
    "Configuration": (XRD.kind, COMPOSITION.kind),
    "Function": (CRD.kind,),
}
"""The kinds as the xpkg specification lists them, those of its next version for functions."""


def complaint(checks: tuple[Check, ...], *, either: bool = False) -> str:
    """The linter's message about an object that passes none of the checks; with `either`, as up to 1.6."""
    each = [f"object is not {one.words}" for one in checks]
    if len(each) == 1:
        return each[0]
    if either:
        return f"object did not pass either check: ({each[0]}), ({each[1]})"
    return f"object did not pass any of the linters with following errors: {', '.join(each)}"


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
_PERMITTED = {package: frozenset((one.group, one.kind) for one in each) for package, each in NEWEST.items()}


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


_MOST = 500
"""Unknown kinds of one package for which similar ones are looked for; each takes about a millisecond."""
_LONGEST = 320
"""Characters of a kind and its version for which similar ones are looked for."""
_UNUSUAL = late(r", (?:WatchEvent|\w+Options|\w+List)\Z")
"""Kinds that Kubernetes registers everywhere and packages never use."""


class NearKinds:
    """The similar kinds of one package's unknown kinds, each looked for once and for a limited number of kinds."""

    def __init__(self) -> None:
        self._found: dict[GroupVersionKind, tuple[str, ...]] = {}
        self.asked = 0
        """How often it was asked: what it says depends on the kinds that it was asked for before."""

    def of(self, named: GroupVersionKind) -> tuple[str, ...]:
        """Similar known kinds, as `apiVersion, Kind`; none beyond the limits."""
        self.asked += 1
        if named in self._found:
            return self._found[named]
        if len(self._found) >= _MOST or len(named.api_version) + len(named.kind) > _LONGEST:
            return ()
        from difflib import get_close_matches

        known, ordinary = _known()
        same_kind = [entry for entry in known if entry.endswith(f", {named.kind}")]
        found = self._found[named] = tuple(same_kind[:3]) or tuple(
            get_close_matches(f"{named.api_version}, {named.kind}", ordinary, n=2, cutoff=0.8)
        )
        return found


@cache
def _known() -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = tuple(dict.fromkeys(entry for part in shapes.PARTS for entry in shapes.known_kinds(part)))
    return known, tuple(entry for entry in known if not _UNUSUAL.search(entry))
