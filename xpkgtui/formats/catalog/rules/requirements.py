"""Rules about what bundles provide and require: their fields, and whether the catalog has what is required."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.blobs import REQUIRED, Bundle, Property
from xpkgtui.formats.catalog.model.graph import SortedVersions, range_of
from xpkgtui.formats.catalog.model.shapes import PROPERTIES, field_of, mismatch
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.formats.catalog.tools import OLM_V1, OPM, SPEC
from xpkgtui.formats.dependencies.operators.requirements import refused_by_v1
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.untyped import listing, text
from xpkgtui.values import dataclass
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.visible import clip, few

_GVK = ("group", "version", "kind")
_PROVIDED = "olm.gvk"
_REQUIRED_PACKAGE, _REQUIRED_GVK, _CONSTRAINT = REQUIRED
_JOINTS = {"all": " and ", "any": " or "}
_JUDGED = ("package", "gvk", *_JOINTS)
"""The constraints that are looked at, of which the first one counts."""
_MOST_NAMED = 20
_LONGEST = 400
"""Characters of a part of a constraint in words."""
_REFUSING = ("FBC051", "FBC052")
"""The rules of what OLM v1 refuses to install."""


def _shaped(catalog: CatalogSubject, *kinds: str) -> Iterator[tuple[Bundle, Property]]:
    """The properties of these types whose value has the right shape."""
    for one in catalog.model.bundles:
        for each in one.properties:
            shape = PROPERTIES.get(each.type)
            if each.type in kinds and isinstance(each.value, dict) and not (shape and mismatch(each.value, shape)):
                yield one, each


def _path(each: Property, *names: str | int) -> FieldPath:
    return FieldPath.of("properties", each.index, "value", *names)


@rule("FBC048", "an API property lacks group, version or kind", "W - W")
def whole_kinds(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.gvk and olm.gvk.required property has a group, a version and a kind.

    Why: A property with an empty field matches no API.
    When it bites: When OLM v0 resolves dependencies: the requirement is never met.
    Fix: Render the bundle again, or fill in the field.
    Source: the text on file-based catalogs; opm does not look.
    """
    for one, each in _shaped(catalog, _PROVIDED, _REQUIRED_GVK):
        if missing := [name for name in _GVK if not field_of(each.value, name)]:
            message = f"The property {each.index} ({each.type}) of {one.name} has no {', '.join(missing)}"
            yield Problem(message=message, where=Where(document=one.document), path=_path(each))


@rule("FBC049", "a required package lacks a name or a range", "W - W")
def whole_packages(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each olm.package.required property names a package, and its versionRange is a range.

    Why: OLM v0 reads the range only when it resolves dependencies; opm does not check it.
    When it bites: When OLM v0 resolves a subscription: it fails for every operator of the namespace.
    Fix: Write a range such as `>=1.0.0 <2.0.0`, without `v`.
    Source: the text on file-based catalogs; opm does not look.
    """
    for one, each in _shaped(catalog, _REQUIRED_PACKAGE):
        what = f"The property {each.index} ({each.type}) of {one.name}"
        name, wanted = (text(field_of(each.value, key)) for key in ("packageName", "versionRange"))
        if not name:
            yield Problem(message=f"{what} names no package", where=Where(document=one.document), path=_path(each))
        if range_of(wanted) is None:
            message = f"{what} has the versionRange {wanted or '(empty)'}, which is not a range"
            yield Problem(message=message, where=Where(document=one.document), path=_path(each, "versionRange"))


@rule("FBC051", "no bundle of the catalog provides a requirement", "I W I")
def requirements(catalog: CatalogSubject) -> Iterator[Problem]:
    """A bundle of the catalog provides every package and API that another one requires.

    Why: OLM v0 also looks in the other catalogs of the cluster. OLM v1 resolves no dependencies: if the bundle that
    it chooses has any, it installs nothing and chooses no other bundle.
    When it bites: When the bundle is installed.
    Fix: Add the required package or API to the catalog, or make sure that another catalog of the cluster has it. For
    OLM v1, remove the property, and let users install by hand what it names.
    Source: operator-controller, internal/operator-controller/resolve/validation.go; OLM's resolver.
    """
    provided = _Provided.of(catalog)
    for one in catalog.model.bundles:
        for each in one.properties:
            if each.type not in REQUIRED:
                continue
            message = f"OLM v1 does not install {one.name}, which has the property {each.type}"
            path = FieldPath.of("properties", each.index)
            says = refused_by_v1(one.name, each.type)
            yield Problem(
                message=message, says=says, profiles=(OLM_V1,), where=Where(document=one.document), path=path
            )
            for what in provided.missing(each):
                message = f"{one.name} requires {what}, which no bundle of this catalog provides"
                yield Problem(message=message, profiles=(OPM, SPEC), where=Where(document=one.document), path=path)


def reservation(profile: str, findings: Sequence[Finding]) -> str:
    """`refuses 2 of its bundles`, which OLM v1 says of a catalog that it serves; empty where it has none."""
    refused = {one.place.document for one in findings if one.rule in _REFUSING}
    if profile != OLM_V1 or not refused:
        return ""
    return f"refuses {len(refused):,} of its bundles"


@dataclass(frozen=True, slots=True)
class _Provided:
    """What the bundles of a catalog provide."""

    versions: Mapping[str, SortedVersions]
    """By package."""
    kinds: frozenset[tuple[str, ...]]

    @classmethod
    def of(cls, catalog: CatalogSubject) -> "_Provided":
        versions = {
            package: SortedVersions(sorted(filter(None, map(_version, bundles.values())), key=lambda one: one.key))
            for package, bundles in catalog.model.bundles_of.items()
        }
        kinds = frozenset(_kind(each.value) for _, each in _shaped(catalog, _PROVIDED))
        return cls(versions, kinds)

    def missing(self, each: Property) -> Iterator[str]:
        """What a property requires and nothing provides, in words."""
        match each.type:
            case "olm.package.required":
                found = self._package(each.value)
            case "olm.gvk.required":
                found = self._gvk(each.value)
            case _:
                found = self._constraint(each.value)
        if found:
            yield found

    def _package(self, value: Any) -> str:
        name, wanted = (text(field_of(value, key)) for key in ("packageName", "versionRange"))
        versions = self.versions.get(name)
        if not name or range_of(wanted) is None or (versions is not None and versions.runs(wanted)):
            return ""
        return f"the package {name} {wanted}"

    def _gvk(self, value: Any) -> str:
        kind = _kind(value)
        return "" if not all(kind) or kind in self.kinds else f"the API {kind[2]} ({kind[0]}/{kind[1]})"

    def _constraint(self, value: Any) -> str:
        """What of a constraint is missing, at any depth; expressions and `not` are not looked at."""
        missing: dict[int, str] = {}
        waiting = [value]
        while waiting:
            one = waiting[-1]
            name = next((each for each in _JUDGED if isinstance(one, dict) and each in one), "")
            inner = listing(field_of(one[name], "constraints")) if name in _JOINTS else []
            if unknown := [each for each in inner if id(each) not in missing]:
                waiting.extend(unknown)
                continue
            waiting.pop()
            lacking = list(filter(None, (missing[id(each)] for each in inner)))
            if name == "package":
                missing[id(one)] = self._package(one[name])
            elif name == "gvk":
                missing[id(one)] = self._gvk(one[name])
            else:
                is_met = not name or (name == "any" and len(lacking) < len(inner))
                missing[id(one)] = "" if is_met else few(lacking, _MOST_NAMED, _short, between=_JOINTS[name])
        return missing[id(value)]


def _short(words: str) -> str:
    """What a part of a constraint lacks; names may be of any length, and stand in each constraint above them."""
    return clip(words, _LONGEST)


def _kind(value: Any) -> tuple[str, ...]:
    return tuple(text(field_of(value, name)) for name in _GVK)


def _version(one: Bundle) -> BlangVersion | None:
    return parsed(BlangVersion.parse, one.version)
