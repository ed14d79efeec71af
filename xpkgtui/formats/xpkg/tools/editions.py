"""The editions of the package manager: spans of versions that parse and lint alike, as a table from its source."""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import IntEnum

from xpkgtui.formats.role import Role
from xpkgtui.formats.xpkg.objects import kinds
from xpkgtui.formats.xpkg.objects.kinds import META_GROUP, PACKAGES, Checks, GroupVersionKind, not_registered
from xpkgtui.values import dataclass
from xpkgtui.versions.version import Dialect


class Skips(IntEnum):
    """The chunks that a parser passes over; others without content have no kind, and it refuses them."""

    NOTHING = 0
    BLANKS = 1
    COMMENTS = 2
    """Also comments, and lines `---` and `...`."""


_EXTENSIONS, _ADMISSION = "apiextensions.crossplane.io", "admissionregistration.k8s.io/v1"
_V1, _V1BETA1 = f"{_EXTENSIONS}/v1", f"{_EXTENSIONS}/v1beta1"
_META = f"{META_GROUP}/v1"
_LISTED = ("CompositeResourceDefinition", "Composition")
_REVISIONS = frozenset({(_V1, "CompositionRevision"), (_V1, "CompositionRevisionList")})
_POLICIES = frozenset(
    (_ADMISSION, f"ValidatingAdmissionPolicy{rest}") for rest in ("", "List", "Binding", "BindingList")
)
_OLD_EXTRA = {(_V1BETA1, f"{kind}{rest}"): Role.OBJECT for kind in _LISTED for rest in ("", "List")}
_LATER = frozenset({("Composition", "requiredSchemas"), ("CustomResourceDefinition", "observedGeneration")})
_FIRST_FUNCTION = {(f"{META_GROUP}/v1alpha1", "Function"): Role.META}


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One edition of the package manager."""

    reader: str
    """The reader that it is part of."""
    first: str
    last: str
    groups: frozenset[str]
    """The apiVersions that its schemes know."""
    lacks: frozenset[tuple[str, str]] = frozenset()
    """(apiVersion, kind) in these groups that came later."""
    extra: Mapping[tuple[str, str], Role] = field(default_factory=dict)
    """(apiVersion, kind) that Crossplane 2.4 no longer knows."""
    skips: Skips = Skips.COMMENTS
    checks: Checks
    blocks: bool = True
    """Whether an object of another kind stops the installation; later the manager leaves it out."""
    bare: bool = False
    """Whether it splits only at lines that are `---` and blanks."""
    either: bool = False
    """Whether the linter words two failed checks as `either`."""
    tries_twice: bool = False
    """Whether a meta object that cannot be decoded is tried as an object, whose message is then printed."""
    later: frozenset[tuple[str, str]] = frozenset()
    """(kind, field) that came later, so that nothing is said of its type."""
    embeds: bool = False
    """Whether the decoder's messages name embedded structs, as in `spec.MetaSpec.crossplane`."""
    installs: tuple[str, ...] = PACKAGES
    dialect: Dialect = Dialect.V1
    scheme: int = 100
    """The line of its Kubernetes library that makes schemes, by which messages call them; 101 in 1.0."""

    def role_of(self, named: GroupVersionKind) -> Role | None:
        """Meta or object by its schemes; None where they do not know the kind."""
        key = (named.api_version, named.kind)
        if key in self.extra:
            return self.extra[key]
        role = named.role
        if role is None or key in self.lacks:
            return None
        if named.is_unversioned:
            return role
        group = named.group if named.is_internal else named.api_version
        known = {one.partition("/")[0] for one in self.groups} if named.is_internal else self.groups
        return role if group in known else None

    def unregistered(self, named: GroupVersionKind) -> str:
        """What its parser says of a kind that its schemes do not know."""
        return f'{not_registered(named)} in scheme "pkg/runtime/scheme.go:{self.scheme}"'

    def passes_over(self, is_blank: bool) -> bool:
        """Whether its parser skips a chunk without content; one that is not blank has comments or separators."""
        return self.skips is Skips.COMMENTS or (self.skips is Skips.BLANKS and is_blank)

    def permits(self, package: str, named: GroupVersionKind) -> bool:
        """Whether its linter permits an object in a package of this type."""
        permitted = self.checks.get(package)
        is_listed = permitted is None or any((one.group, one.kind) == (named.group, named.kind) for one in permitted)
        return is_listed and self.role_of(named) is Role.OBJECT


_ALPHA = frozenset({f"{META_GROUP}/v1", f"{META_GROUP}/v1alpha1"})
_DEFINITIONS = frozenset({"apiextensions.k8s.io/v1", "apiextensions.k8s.io/v1beta1"})
_FUNCTION_V1 = frozenset({(_META, "Function")})
_WEBHOOKS: Checks = {
    "Provider": (kinds.CRD, kinds.VALIDATING, kinds.MUTATING),
    "Configuration": (kinds.XRD, kinds.COMPOSITION),
}

_1_0 = Edition(
    reader="manager-1.0",
    first="1.0",
    last="1.2",
    groups=_ALPHA | _DEFINITIONS | {_V1, _V1BETA1},
    lacks=_REVISIONS | _FUNCTION_V1,
    extra=_OLD_EXTRA,
    skips=Skips.NOTHING,
    checks={"Provider": (kinds.CRD,), "Configuration": (kinds.XRD, kinds.COMPOSITION)},
    bare=True,
    later=_LATER | {("Composition", "requirements"), *((kind, "capabilities") for kind in PACKAGES)},
    either=True,
    tries_twice=True,
    installs=("Provider", "Configuration"),
)
_1_3 = replace(_1_0, first="1.3", last="1.5", skips=Skips.BLANKS)
_1_6 = replace(_1_3, first="1.6", last="1.6", groups=_1_3.groups - {_V1BETA1}, extra={}, tries_twice=False)
_1_7 = replace(
    _1_6,
    reader="manager-1.7",
    first="1.7",
    last="1.11",
    groups=_1_6.groups | {_ADMISSION},
    lacks=_1_6.lacks | _POLICIES,
    checks=_WEBHOOKS,
    bare=False,
    either=False,
)
_1_12 = replace(_1_7, first="1.12", last="1.12", lacks=_1_7.lacks - _REVISIONS)
_1_13 = replace(_1_12, reader="manager-1.13", first="1.13", last="1.13", extra=_FIRST_FUNCTION)
_1_14 = replace(
    _1_13,
    first="1.14",
    last="1.16",
    groups=_1_13.groups | {f"{META_GROUP}/v1beta1"},
    extra={},
    skips=Skips.COMMENTS,
    installs=PACKAGES,
)
_1_17 = replace(_1_14, first="1.17", last="1.20", lacks=frozenset())
_2_0 = replace(
    _1_17,
    reader="manager-2.0",
    first="2.0",
    last="2.0",
    scheme=110,
    groups=_1_17.groups | {f"{_EXTENSIONS}/v1alpha1", f"{_EXTENSIONS}/v2", "ops.crossplane.io/v1alpha1"},
    later=_LATER,
    checks={
        "Provider": _WEBHOOKS["Provider"],
        "Configuration": (*_WEBHOOKS["Configuration"], kinds.OPERATION, kinds.CRON, kinds.WATCH),
    },
)
_2_1 = replace(
    _2_0, first="2.1", last="2.1", checks={name: kinds.NEWEST[name] for name in ("Provider", "Configuration")}
)
_2_2 = replace(
    _2_1,
    reader="manager-2.2",
    first="2.2",
    last="2.2",
    scheme=111,
    checks=kinds.NEWEST,
    blocks=False,
    later=frozenset(),
    embeds=True,
)
_2_3 = replace(_2_2, first="2.3", last="2.3", dialect=Dialect.V3_4)
NEWEST = replace(_2_3, reader="manager-2.4", first="2.4", last="2.4", dialect=Dialect.V3)

EDITIONS = (_1_0, _1_3, _1_6, _1_7, _1_12, _1_13, _1_14, _1_17, _2_0, _2_1, _2_2, _2_3, NEWEST)
"""The oldest first. Of 1.17, its first two patch releases refuse Functions of v1, which later ones read.

The verdicts of 1.5.1, 1.20.0 and 2.1.0 were compared with builds of their sources on thousands of random streams. The
messages are theirs too, except about wrong types up to 1.6, whose decoder words them in another way.
"""
BUILD = replace(NEWEST, reader="build", blocks=True)
"""`crossplane xpkg build`, whose linter stops at every kind that a package may not hold."""
