"""Rules about what bundles provide and require: their fields, and whether the catalog has what is required."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.catalog.model.blobs import REQUIRED, Bundle, Property
from xpkgtui.formats.catalog.model.graph import SortedVersions, range_of
from xpkgtui.formats.catalog.model.shapes import PROPERTIES, field_of, mismatch
from xpkgtui.formats.catalog.rules.rule import rule
from xpkgtui.formats.catalog.subject import CatalogSubject
from xpkgtui.formats.catalog.tools import OLM_V1, OPM, SPEC
from xpkgtui.formats.dependencies.operators.requirements import (
    Compound,
    OfferedBundle,
    OperatorApi,
    Requirement,
    RequirementKey,
    refused_by_v1,
    requirement_of,
)
from xpkgtui.rules.finding import Finding
from xpkgtui.rules.rule import Problem, Where
from xpkgtui.versions.blang import BlangVersion
from xpkgtui.visible import clip, few

if TYPE_CHECKING:
    from xpkgtui.formats.dependencies.operators.expressions import ConstraintFault

_GVK = ("group", "version", "kind")
_PROVIDED = "olm.gvk"
_REQUIRED_PACKAGE, _REQUIRED_GVK, _CONSTRAINT = REQUIRED
_JOINTS = {"all": " and ", "any": " or "}
_MOST_ASKED = 300_000
"""Bundles that are asked whether they are what another one requires, each one for each constraint."""
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


@rule("FBC049", "OLM v0 cannot read a requirement", "W - W")
def requirements_are_read(catalog: CatalogSubject) -> Iterator[Problem]:
    """Each required package has a name and a range of versions, and each olm.constraint is one that OLM v0 reads.

    Why: opm does not look at them. OLM v0 reads ranges and expressions of CEL only when it resolves dependencies.
    When it bites: When OLM v0 resolves a subscription: it fails for every operator of the namespace.
    Fix: Write a range such as `>=1.0.0 <2.0.0`, without `v`. A constraint has one of cel, package, gvk, all, any and
    not, and at most 128 KiB.
    Source: the text on file-based catalogs; operator-framework/api, constraints; opm does not look.
    """
    for one, each in _shaped(catalog, _REQUIRED_PACKAGE, _CONSTRAINT):
        what, path = f"The property {each.index} ({each.type}) of {one.name}", _path(each)
        for fault in _faults(each, path):
            message = f"{what} {fault.words}"
            yield Problem(
                message=message, says=fault.says or None, where=Where(document=one.document), path=fault.path
            )


def _faults(each: Property, path: FieldPath) -> "Iterator[ConstraintFault]":
    from xpkgtui.formats.dependencies.operators.expressions import ConstraintFault, faults_of_form

    wanted = requirement_of(each.type, each.value)
    if wanted is None:
        return
    if wanted.kind == "Package" and not wanted.name:
        yield ConstraintFault(words="names no package", path=path)
    if each.type == _REQUIRED_PACKAGE and range_of(wanted.constraint) is None:
        words = f"has the versionRange {wanted.constraint or '(empty)'}, which is not a range"
        yield ConstraintFault(words=words, path=path.child("versionRange"))
    elif each.type == _CONSTRAINT and wanted.fault:
        found = list(faults_of_form(each.value, path))
        yield from found or [ConstraintFault(words="is not read", path=path, says=wanted.fault)]


@rule("FBC051", "no bundle of the catalog provides a requirement", "I W I")
def requirements(catalog: CatalogSubject) -> Iterator[Problem]:
    """A bundle of the catalog provides every package and API that another one requires.

    Why: OLM v0 also looks in the other catalogs of the cluster. One bundle has to satisfy all of a constraint. OLM v1
    resolves no dependencies: if the bundle that it chooses has any, it installs nothing and chooses no other bundle.
    When it bites: When the bundle is installed.
    Fix: Add the required package or API to the catalog, or make sure that another catalog of the cluster has it. For
    OLM v1, remove the property, and let users install by hand what it names.
    Source: operator-controller, internal/operator-controller/resolve/validation.go; OLM's resolver.
    """
    offers = _Offers(catalog)
    for one in catalog.model.bundles:
        for each in one.properties:
            wanted = requirement_of(each.type, each.value)
            where, path = Where(document=one.document), FieldPath.of("properties", each.index)
            if each.type in REQUIRED:
                message = f"OLM v1 does not install {one.name}, which has the property {each.type}"
                says = refused_by_v1(one.name, each.type)
                yield Problem(message=message, says=says, profiles=(OLM_V1,), where=where, path=path)
            if wanted is None or wanted.fault or not _is_named(wanted) or (has := offers.have(wanted)):
                continue
            lacks = f"{offers.lacking(wanted)}, which no bundle of this catalog provides"
            open_ = f"{wanted.words}; xpkgtui cannot say whether a bundle of this catalog provides it"
            message = f"{one.name} requires {open_ if has is None else lacks}"
            yield Problem(message=message, profiles=(OPM, SPEC), where=where, path=path)


def reservation(profile: str, findings: Sequence[Finding]) -> str:
    """`refuses 2 of its bundles`, which OLM v1 says of a catalog that it serves; empty where it has none."""
    refused = {one.place.document for one in findings if one.rule in _REFUSING}
    if profile != OLM_V1 or not refused:
        return ""
    return f"refuses {len(refused):,} of its bundles"


def _is_named(wanted: Requirement) -> bool:
    api = wanted.api
    return all((api.group, api.version, api.kind)) if api else bool(wanted.name)


class _Offers:
    """The bundles of a catalog, each of which is asked whether it is what another one requires."""

    def __init__(self, catalog: CatalogSubject) -> None:
        self._bundles = tuple(one.offered() for one in catalog.model.bundles)
        self._versions = {
            package: SortedVersions(sorted(filter(None, map(_version, bundles.values())), key=lambda one: one.key))
            for package, bundles in catalog.model.bundles_of.items()
        }
        self._of: dict[OperatorApi | str, list[OfferedBundle]] = defaultdict(list)
        """By what they provide, and by package."""
        for one in self._bundles:
            self._of[one.package].append(one)
            for api in one.provides:
                self._of[api].append(one)
        self._known: dict[RequirementKey, bool | None] = {}
        self._left = _MOST_ASKED

    def have(self, wanted: Requirement) -> bool | None:
        """Whether one of them is what is required; None where that is not known."""
        if wanted.key not in self._known:
            self._known[wanted.key] = self._have(wanted)
        return self._known[wanted.key]

    def _have(self, wanted: Requirement) -> bool | None:
        joint, parts = _parts(wanted)
        if wanted.kind == "Package":
            versions = self._versions.get(wanted.name)
            return versions is not None and bool(versions.runs(wanted.constraint))
        if joint == "any":
            answers = {self.have(one) for one in parts}
            return True if True in answers else None if None in answers else False
        asked = self._among(wanted)
        self._left -= len(asked) * max(len(parts), 1)
        if self._left < 0:
            return None
        is_known = True
        for one in asked:
            if answer := wanted.admits(one):
                return True
            is_known = is_known and answer is not None
        return False if is_known else None

    def _among(self, wanted: Requirement) -> Sequence[OfferedBundle]:
        """The bundles that come into question."""
        joint, parts = _parts(wanted)
        if wanted.kind in ("Package", "API"):
            return self._of.get(wanted.api or wanted.name, ())
        if joint == "all":
            return min(map(self._among, parts), key=len, default=self._bundles)
        return self._bundles

    def lacking(self, wanted: Requirement) -> str:
        """What of a requirement no bundle is, in words."""
        joint, parts = _parts(wanted)
        lacking = [_short(self.lacking(one)) for one in parts if self.have(one) is False]
        if joint not in _JOINTS or not lacking:
            return wanted.words if wanted.kind == "Constraint" else f"the {wanted.words}"
        return few(lacking, _MOST_NAMED, between=_JOINTS[joint])


def _parts(wanted: Requirement) -> tuple[str, Sequence[Requirement]]:
    """The joint of a compound constraint and what it joins; no joint and nothing for all others."""
    return (wanted.admits.joint, wanted.admits.parts) if isinstance(wanted.admits, Compound) else ("", ())


def _short(words: str) -> str:
    """What a part of a constraint lacks; names may be of any length, and stand in each constraint above them."""
    return clip(words, _LONGEST)


def _version(one: Bundle) -> BlangVersion | None:
    return parsed(BlangVersion.parse, one.version)
