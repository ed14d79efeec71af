"""What a bundle requires, as OLM v0 makes predicates of properties; and what OLM v1 says of each of them.

Source: operator-lifecycle-manager 0.45, pkg/controller/registry/resolver/resolver.go (`predicateForProperty`,
`convertConstraints`) and cache/predicates.go; operator-controller 1.11, resolve/validation.go.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache, partial
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed, parsed
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.golang.printing import quoted
from xpkgtui.untyped import listing, mapping, text
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.versions.blang_range import BlangRange
from xpkgtui.visible import clip

PACKAGE_REQUIRED, GVK_REQUIRED, CONSTRAINT = REFUSED_BY_V1 = (
    "olm.package.required",
    "olm.gvk.required",
    "olm.constraint",
)
"""Properties by which a bundle requires something, for each of which OLM v1 refuses it."""
LABEL_REQUIRED = "olm.label.required"
REQUIRING = (*REFUSED_BY_V1, LABEL_REQUIRED)
"""Properties of which OLM v0 makes requirements; it ignores all others."""
_COMPOUND = {"all": "all of", "any": "any of", "not": "none of"}
_JOINTS = {"all": " and ", "any": " or ", "not": " and not "}
_EMPTY = "convert olm.constraint to resolver predicate: constraint is empty"
_DEEPEST = 100
_LONGEST = 400
"""Characters of a constraint in words."""
_LARGEST = 1 << 17
"""Bytes of a constraint as JSON that OLM reads."""
_TOO_LARGE = f"parse olm.constraint: olm.constraint value is greater than max constraint size {_LARGEST} bytes"
_DEPRECATED = "it has the property olm.deprecated"
_TWICE = "it has the API {} twice, of which OLM v0 allows one provider"
_UNSUPPORTED = "bundle {} has a dependency declared via property {} which is currently not supported"


def refused_by_v1(bundle: str, kind: str) -> str:
    """What OLM v1 says of a bundle that has a property by which it requires something."""
    return _UNSUPPORTED.format(quoted(bundle), quoted(kind))


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorApi:
    """An API that a bundle provides or requires."""

    group: str = ""
    version: str = ""
    kind: str = ""

    def __str__(self) -> str:
        """The API as OLM's annotation `olm.providedAPIs` spells it: `Certificate.v1.cert-manager.io`."""
        return ".".join(filter(None, (self.kind, self.version, self.group)))


def api_of(value: object) -> OperatorApi:
    """The API in the value of a property."""
    fields = mapping(value)
    return OperatorApi(**{name: text(lowered(fields, name)) for name in ("group", "version", "kind")})


@dataclass(frozen=True, kw_only=True, eq=False)
class OfferedBundle:
    """A bundle with what it provides and requires."""

    name: str
    package: str
    version: str = ""
    provides: frozenset[OperatorApi] = frozenset()
    labels: frozenset[str] = frozenset()
    requires: "tuple[Requirement, ...]" = ()
    """In the order in which OLM v0 asks."""
    refused: str = ""
    """The first property for which OLM v1 refuses it; empty where it has none."""
    properties: tuple[tuple[str, object], ...] | None = None
    """Its properties by type and value, which CEL is about; None where they are not known."""
    hidden: tuple[str, ...] = ()
    """Types of large properties that it may have beside them."""
    document: int = 0
    """The number of its document in the catalog; 0 for a bundle that is in none."""
    barred: str = ""
    """Why OLM v0 never installs it, in a clause; empty where nothing speaks against it."""
    is_whole: bool = True
    """Whether its ClusterServiceVersion was found and read, which requires APIs."""


RequirementKey = tuple[str, str, str, str]
Test = Callable[[OfferedBundle], bool | None]


@dataclass(frozen=True, kw_only=True, eq=False)
class Requirement:
    """One requirement: a bundle that satisfies it has to be installed too."""

    kind: str
    """`Package`, `API`, `Constraint` or `Label`."""
    name: str
    """The name of the package or the API; of a constraint what it says, in words."""
    constraint: str = ""
    """The range of versions of a package."""
    admits: Test
    """Whether a bundle satisfies it; None where that is not known, because xpkgtui cannot evaluate the constraint."""
    predicate: str = ""
    """The requirement in OLM v0's words, as messages about it have them."""
    fault: str = ""
    """Why OLM v0 cannot read it, which ends the resolution of the whole namespace."""
    api: OperatorApi | None = None

    @cached_property
    def key(self) -> RequirementKey:
        """What differs from requirement to requirement: kind, name and range, and all of what is too long to show."""
        return self.kind, self.name, self.constraint, self.predicate

    @property
    def words(self) -> str:
        """The requirement as a part of a sentence."""
        if self.kind == "Package":
            return f"package {self.name} {self.constraint}".rstrip()
        return f"API {self.name}" if self.kind == "API" else self.name


def requirement_of(kind: str, value: object) -> Requirement | None:
    """The requirement in a property; None where OLM v0 makes none of it."""
    fields = mapping(value)
    if kind == PACKAGE_REQUIRED:
        return _package(text(lowered(fields, "packageName")), text(lowered(fields, "versionRange")))
    if kind == GVK_REQUIRED:
        return _api(api_of(value))
    if kind == LABEL_REQUIRED:
        label = text(lowered(fields, "label"))
        return Requirement(
            kind="Label",
            name=f"label {label}",
            predicate=f"with label: {label}",
            admits=lambda one: label in one.labels,
        )
    if kind != CONSTRAINT:
        return None
    if _is_larger_than_read(value):
        return Requirement(kind="Constraint", name="a constraint that is too large", admits=_none, fault=_TOO_LARGE)
    found = _constraint(fields, 0)
    fault = _fault_of(value) or found.fault
    return replace(found, fault=fault, admits=_none) if fault else found


def bar(types: Iterable[str], provided: Sequence[OperatorApi]) -> str:
    """Why OLM v0 never installs a bundle with properties of these types, and these APIs as they are written.

    A bundle with one API twice counts as two providers (`addInvariants`), and of an API there is one at most.
    """
    twice = next((api for number, api in enumerate(provided) if api in provided[:number]), None)
    if "olm.deprecated" in types:
        return _DEPRECATED
    return _TWICE.format(twice) if twice is not None else ""


def requirements_of(properties: Iterable[tuple[str, object]]) -> tuple[Requirement, ...]:
    """The requirements in properties, each one once."""
    found = (requirement_of(kind, value) for kind, value in properties)
    return tuple({one.key: one for one in found if one is not None}.values())


def _package(name: str, wanted: str) -> Requirement:
    try:
        found = _range(wanted)
    except Malformed as error:
        return Requirement(kind="Package", name=name, constraint=wanted, admits=_none, fault=str(error))

    def admits(one: OfferedBundle) -> bool:
        version = _version(one.version) if one.package == name else None
        return version is not None and found.matches(version)

    predicate = f"with package: {name} and with version in range: {wanted}"
    return Requirement(kind="Package", name=name, constraint=wanted, predicate=predicate, admits=admits)


def _api(api: OperatorApi) -> Requirement:
    parts = f"group: {api.group}, version: {api.version}, kind: {api.kind}"
    predicate = f"providing an API with {parts}"
    return Requirement(
        kind="API", name=str(api), predicate=predicate, admits=lambda one: api in one.provides, api=api
    )


def _constraint(fields: Mapping[str, Any], depth: int) -> Requirement:
    """A constraint, of which the first known field counts, in OLM's order."""
    if depth > _DEEPEST:
        name = "a constraint that is nested too deep"
        return Requirement(kind="Constraint", name=name, admits=lambda _one: None)
    for key in ("gvk", "package", "all", "any", "not", "cel"):
        value = lowered(fields, key)
        if value is None:
            continue
        if key == "gvk":
            return _api(api_of(value))
        if key == "package":
            inner = requirement_of(PACKAGE_REQUIRED, value)
            assert inner is not None
            return inner
        if key == "cel":
            rule = text(lowered(mapping(value), "rule"))
            message = text(lowered(fields, "failureMessage"))
            return Requirement(
                kind="Constraint",
                name=clip(f"CEL {rule}", _LONGEST),
                predicate=f"with constraint: {quoted(rule)} and message: {quoted(message)}",
                admits=partial(_holds, rule),
            )
        parts = [_constraint(mapping(one), depth + 1) for one in listing(lowered(mapping(value), "constraints"))]
        return _compound(key, parts)
    return Requirement(kind="Constraint", name="an empty constraint", admits=_none, fault=_EMPTY)


def _is_larger_than_read(value: object) -> bool:
    """Whether a constraint is above OLM's limit as JSON; aliases may make one of any size."""
    left, waiting = _LARGEST, [value]
    while waiting and left >= 0:
        match waiting.pop():
            case dict() as fields:
                waiting += [*fields, *fields.values()]
            case list() as items:
                waiting += items
            case one:
                left -= len(one) if isinstance(one, str) else 0
        left -= 2
    return left < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Compound:
    """Asks a bundle whether it satisfies all, any or none of several requirements."""

    joint: str
    """`all`, `any` or `not`."""
    parts: tuple[Requirement, ...]

    def __call__(self, one: OfferedBundle) -> bool | None:
        answers = [part.admits(one) for part in self.parts]
        decisive = self.joint != "all"
        if decisive in answers:
            return self.joint == "any"
        return None if None in answers else self.joint != "any"


def _compound(key: str, parts: Sequence[Requirement]) -> Requirement:
    return Requirement(
        kind="Constraint",
        name=clip(f"{_COMPOUND[key]} ({'; '.join(one.words for one in parts)})", _LONGEST),
        predicate=_JOINTS[key].join(one.predicate for one in parts),
        admits=Compound(joint=key, parts=tuple(parts)),
        fault=next((one.fault for one in parts if one.fault), ""),
    )


def _fault_of(value: object) -> str:
    """Why OLM v0 cannot read a constraint, in its words as far as they are known; empty where it can."""
    from xpkgtui.formats.dependencies.operators.expressions import faults_of_form

    found = min(faults_of_form(value, FieldPath()), key=lambda one: one.is_expression, default=None)
    return found.says if found else ""


def _holds(rule: str, one: OfferedBundle) -> bool | None:
    from xpkgtui.formats.dependencies.operators.expressions import holds

    return None if one.properties is None else holds(rule, one.properties, one.hidden)


def is_in_range(version: str, written: str) -> bool:
    """Whether a version is in a range; what cannot be read is in none."""
    try:
        found = _range(written) if written else None
    except Malformed:
        return False
    known = _version(version)
    return found is not None and known is not None and found.matches(known)


def _none(_one: OfferedBundle) -> bool:
    return False


@lru_cache(maxsize=4_096)
def _range(written: str) -> BlangRange:
    return BlangRange.parse(written)


@lru_cache(maxsize=16_384)
def _version(written: str) -> BlangVersion | None:
    return parsed(BlangVersion.parse, written)
