"""Rules about what a bundle requires, OpenShift's versions too, and whether opm makes a catalog entry of it."""

import json
import re
from collections.abc import Iterator, Mapping

from xpkgtui.documents.document import BrokenDocument
from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.dependencies.operators.requirements import (
    GVK_REQUIRED,
    PACKAGE_REQUIRED,
    REFUSED_BY_V1,
    REQUIRING,
    refused_by_v1,
)
from xpkgtui.formats.go_decoding.loosely import lowered
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, first_fault, fits, type_of
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL, PROPERTIES, is_metadata
from xpkgtui.formats.registry_v1.layout import PACKAGE as PACKAGE_NAME
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere
from xpkgtui.formats.registry_v1.rules.declarations import (
    CONSTRAINT,
    GVK,
    PACKAGE,
    declared,
    dependency_path,
    is_readable,
    problem_at,
    values_of,
)
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item, annotations_in
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, met
from xpkgtui.golang.printing import type_of_go
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.values import dataclass

_ANNOTATION = ("metadata", "annotations", "olm.properties")
_REQUIREMENTS = {PACKAGE: PACKAGE_REQUIRED, GVK: GVK_REQUIRED, CONSTRAINT: CONSTRAINT}
_PARTS = ("customresourcedefinitions", "apiservicedefinitions")
_READ = ("apiservicedefinitions", "customresourcedefinitions", "install", "relatedImages")
_Api = tuple[str, str, str, str]
"""Group, version, kind and plural."""


@rule(
    "OLM025",
    "OLM v1 refuses a bundle with dependencies",
    by(opm="W", sdk="W", olmv1="E", rukpak="W", spec="I"),
    stage=Stage.INDEX,
    met=met(olmv1=OlmV1Turn.RESOLVER),
)
def nothing_is_required(bundle: BundleSubject) -> Iterator[Problem]:
    """A bundle for OLM v1 requires no package, no API and no constraint.

    Why: OLM v1 resolves no dependencies: it refuses a bundle that has any before pulling it, and tries no other
    version.
    When it bites: When OLM v1 installs the bundle: before it fetches the image.
    Fix: Remove the requirement, and install what it names separately.
    Source: operator-controller, resolve/validation.go.
    """
    if not is_rendered(bundle):
        return
    name = bundle.csv.name if bundle.csv else ""
    for one in required_by(bundle):
        if one.kind in REFUSED_BY_V1:
            says = refused_by_v1(name, one.kind)
            yield Problem(message=one.message, says=says, where=Where(document=one.document), path=one.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Required:
    """Something that a bundle requires, and where it says so."""

    kind: str
    """The type of the property that opm makes of it."""
    value: Mapping[str, object]
    """The value of that property."""
    message: str
    """What it requires, in a sentence."""
    document: int | None
    path: FieldPath


def required_by(bundle: BundleSubject) -> Iterator[Required]:
    """What a bundle requires: in its dependencies, its properties, and in its ClusterServiceVersion."""
    for item in bundle.items:
        for number, one in enumerate(declared(item)):
            kind, value = text(field(one, "type")), mapping(field(one, "value"))
            if kind in _REQUIREMENTS:
                yield Required(
                    kind=_REQUIREMENTS[kind],
                    value=_as_property(kind, value),
                    message=f"It requires {_words(kind, value)}",
                    document=item.number,
                    path=dependency_path(number),
                )
        if item is not bundle.whole(PROPERTIES):
            continue
        for number, one in enumerate(listing(field(item.value, "properties"))):
            kind = text(field(one, "type"))
            if kind in REQUIRING:
                yield Required(
                    kind=kind,
                    value=mapping(field(one, "value")),
                    message=f"It has a property {kind}, which is a dependency",
                    document=item.number,
                    path=FieldPath.of("properties", number),
                )
    csv = bundle.csv.number if bundle.csv else None
    for kind, noted in _annotated(bundle.csv):
        message = f"Its annotation olm.properties has a property {kind}, which is a dependency"
        yield Required(kind=kind, value=noted, message=message, document=csv, path=FieldPath.of(*_ANNOTATION))
    for part in _PARTS:
        for number, one in enumerate(listing(field(bundle.csv.spec if bundle.csv else None, part, "required"))):
            path = FieldPath.of("spec", part, "required", number)
            message = f"It requires the API {_api(one)}"
            yield Required(kind=GVK_REQUIRED, value=_gvk(one), message=message, document=csv, path=path)


def _as_property(kind: str, value: Mapping[str, object]) -> Mapping[str, object]:
    if kind != PACKAGE:
        return value
    return {"packageName": text(lowered(value, "packageName")), "versionRange": text(lowered(value, "version"))}


def _gvk(one: object) -> Mapping[str, object]:
    """The API that a ClusterServiceVersion owns or requires; the name of a definition has the group in it."""
    found = {name: text(field(one, name)) for name in ("group", "version", "kind")}
    found["group"] = found["group"] or text(field(one, "name")).partition(".")[2]
    return found


def _annotated(csv: Item | None) -> Iterator[tuple[str, Mapping[str, object]]]:
    """The dependencies in the annotation olm.properties, of which opm makes properties, too."""
    written = csv.annotations.get(_ANNOTATION[-1]) if csv else None
    try:
        found = json.loads(written) if isinstance(written, str) else None
    except (ValueError, RecursionError):
        return
    for one in listing(found):
        kind = text(lowered(mapping(one), "type"))
        if kind in REQUIRING:
            yield kind, mapping(lowered(mapping(one), "value"))


def _api(one: object) -> str:
    """`Certificate of cert-manager.io`; the name of a definition is that of its plural and its group."""
    kind, name = text(field(one, "kind")), text(field(one, "name"))
    group = text(field(one, "group")) or name.partition(".")[2]
    return f"{kind or name} of {group}" if group else kind or name


def _words(kind: str, value: dict[str, object]) -> str:
    if kind == PACKAGE:
        return f"package {text(value.get('packageName'))} {text(value.get('version'))}".rstrip()
    if kind == GVK:
        parts = (text(value.get(key)) for key in ("kind", "version", "group"))
        return "the API {} {} of {}".format(*parts)
    return "what a constraint says"


@rule(
    "OLM017",
    "a property of properties.yaml lacks its type or value",
    by(opm="W", sdk="W", olmv1="EW", rukpak="W", spec="W"),
    stage=Stage.FILE,
    met=met(olmv1=OlmV1Turn.PROPERTIES_FILE),
)
def properties_are_whole(item: Item) -> Iterator[Problem]:
    """properties.yaml is a list of properties, each with a type and a value.

    Why: They become properties of the bundle in a catalog, where both are required.
    When it bites: When the bundle is added to a catalog. OLM v1 refuses a file that is not such a list.
    Fix: Give each property a type and a value.
    Source: the bundle format; operator-registry, declcfg.
    """
    if item.file != PROPERTIES or not item.is_first:
        return
    found, says = field(item.value, "properties"), _fault(item)
    if says or not isinstance(found, list):
        message = f"{PROPERTIES} has no list of properties"
        path = FieldPath.of("properties")
        lead = f"failed to unmarshal {PROPERTIES}: "
        yield Problem(message=message, says=lead + says if says else None, level=0 if says else 1, path=path)
        return
    for number, one in enumerate(found):
        for key in ("type", "value"):
            if mapping(one).get(key) in (None, ""):
                message = f"Property {number + 1} has no {key}"
                yield Problem(message=message, level=1, path=FieldPath.of("properties", number))


def _fault(item: Item) -> str:
    """What Go says of a file that does not decode; empty where it does."""
    if isinstance(item.document, BrokenDocument):
        if item.document.limit is not None:
            return ""
        return f"error converting YAML to JSON: {item.document.message}"
    decoding = "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {} into Go {}"
    found = field(item.value, "properties")
    if item.value is not None and not isinstance(item.value, dict):
        return decoding.format(type_of_go(item.value), "value of type source.RegistryV1Properties")
    if found is not None and not isinstance(found, list):
        where = "struct field RegistryV1Properties.properties of type []property.Property"
        return decoding.format(type_of_go(found), where)
    return ""


def provided_by(bundle: BundleSubject) -> Iterator[Mapping[str, object]]:
    """The APIs that a bundle provides, as values of the properties that opm makes of them."""
    for crd in bundle.crds:
        if crd.is_first:
            for group, version, kind, _ in _provided(crd):
                yield {"group": group, "version": version, "kind": kind}
    for one in listing(field(bundle.csv.spec if bundle.csv else None, _PARTS[1], "owned")):
        yield _gvk(one)


def is_rendered(bundle: BundleSubject) -> bool:
    """Whether `opm render` takes the bundle."""
    csv = bundle.csv
    if csv is None or not any(map(_is_annotated, bundle.items)) or not _fits(csv):
        return False
    crds = [crd for crd in bundle.crds if crd.is_first]
    if not all(map(_is_read, crds)) or not all(map(_is_written, _dependencies(bundle))):
        return False
    owned = [_owned(one) for one in listing(field(csv.spec, "customresourcedefinitions", "owned"))]
    return set(owned) <= {api for crd in crds for api in _provided(crd)}


def _is_annotated(item: Item) -> bool:
    """Whether package or channels can be read out of a file."""
    found = mapping(annotations_in(item)) if is_metadata(item.file) and item.is_first else {}
    known = [found.get(key) for key in (PACKAGE_NAME, CHANNELS, DEFAULT_CHANNEL)]
    return any(known) and not any(isinstance(one, (list, dict)) for one in known)


def _fits(csv: Item) -> bool:
    """Whether the fields fit that opm reads of a ClusterServiceVersion when it renders a bundle."""
    struct, value, spec = type_of(SERVICE_VERSION), mapping(csv.value), field(csv.value, "spec")
    if not isinstance(spec, dict) or not isinstance(spec.get("version"), str | None):
        return False
    if isinstance(spec.get("release"), bool | list | dict):
        return False
    value = {**value, "spec": {key: spec[key] for key in _READ if key in spec}}
    return struct is not None and first_fault(value, struct) is None


def _dependencies(bundle: BundleSubject) -> Iterator[object]:
    for item in bundle.items:
        yield from declared(item)


def _is_written(dependency: object) -> bool:
    """Whether it becomes a property, for which those of packages and APIs are decoded."""
    return is_readable(dependency) if text(field(dependency, "type")) in (GVK, PACKAGE) else True


def _is_read(crd: Item) -> bool:
    return not crd.is_misfit and fits(crd.value)


def _owned(one: object) -> _Api:
    plural, _, group = text(field(one, "name")).partition(".")
    return group, text(field(one, "version")), text(field(one, "kind")), plural


def _provided(crd: Item) -> Iterator[_Api]:
    kind, plural = (text(field(crd.spec, "names", key)) for key in ("kind", "plural"))
    versions = [text(field(one, "name")) for one in listing(crd.spec.get("versions"))]
    if crd.api_version.endswith("v1beta1") and (single := text(crd.spec.get("version"))):
        versions.append(single)
    for version in versions:
        yield text(crd.spec.get("group")), version, kind, plural


_LABEL, _MOST = "com.redhat.openshift.versions", "olm.maxOpenShiftVersion"
_RANGE = re.compile(r"(=?)v(\d+)\.(\d+)(?:-v(\d+)\.(\d+))?")
_MINOR = re.compile(r"v?0*(\d+)(?:\.0*(\d+)(\.0+)?)?")
_Minor = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Property:
    """A property olm.maxOpenShiftVersion, where it stands."""

    value: object
    document: int
    path: FieldPath


@rule("OLM097", "malformed or contradictory versions of OpenShift", everywhere("WI"), stage=Stage.INSTALL)
def openshift_is_named(bundle: BundleSubject) -> Iterator[Problem]:
    """The label com.redhat.openshift.versions and the property olm.maxOpenShiftVersion are well formed, and agree.

    Why: The label is `v4.12`, `v4.12-v4.16` or `=v4.12`, and chooses the catalogs that a bundle is added to. Beyond
    the version of the property, written once, OpenShift is not upgraded while the operator is installed. The property
    is a text: the number 4.20 is 4.2.
    When it bites: When the bundle is certified, or OpenShift is to be upgraded. Other clusters do not look.
    Fix: Write the label with `v`, and the property as `"4.16"`.
    Source: operator-lifecycle-manager 0.45, openshift/helpers.go; Red Hat, bundles of operators.
    """
    label = values_of(bundle).get(_LABEL, "")
    properties = list(_properties(bundle))
    most: _Minor | None = None
    for number, one in enumerate(properties):
        if one.value in (None, ""):
            continue
        most, message, level = _judged(one.value)
        if number:
            message, level = f"The property {_MOST} stands {len(properties)} times, so that OpenShift reads none", 0
        if message:
            yield Problem(message=message, level=level, where=Where(document=one.document), path=one.path)
    if not label:
        return
    found = _RANGE.fullmatch(label.strip())
    if found is None:
        yield problem_at(bundle, _LABEL, f"{_LABEL} is neither a version such as v4.12, =v4.12 nor a range: {label}")
        return
    low, high = (int(found[2]), int(found[3])), (int(found[4]), int(found[5])) if found[4] else None
    high = low if found[1] else high
    if high and (high < low or (found[1] and found[4])):
        yield problem_at(bundle, _LABEL, f"{_LABEL} is not a range of versions: {label}")
    elif most and most < low:
        message = f"{_LABEL} begins with v{low[0]}.{low[1]}, and {_MOST} ends with {most[0]}.{most[1]}"
        yield problem_at(bundle, _LABEL, message)
    elif most and (high is None or most < high):
        message = f"{_LABEL} is {label}, also for versions beyond {most[0]}.{most[1]}, where {_MOST} ends"
        yield problem_at(bundle, _LABEL, message, level=int(high is None))


def _judged(value: object) -> tuple[_Minor | None, str, int]:
    """The version that OpenShift reads, and what is wrong with it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        major, _, minor = str(value).partition(".")
        lost = "; a zero at its end is lost" if len(minor) == 1 else ""
        return _minor(str(value)), f"The property {_MOST} is the number {major}.{minor or 0}, not a text{lost}", 0
    read = _minor(value.strip('"')) if isinstance(value, str) else None
    if read is not None:
        return read, "", 0
    shown = value if isinstance(value, str) else "not a text"
    return None, f"The property {_MOST} is not a version of two numbers: {shown}", 0


def _minor(text: str) -> _Minor | None:
    found = _MINOR.fullmatch(text)
    return (int(found[1]), int(found[2] or 0)) if found else None


def _properties(bundle: BundleSubject) -> Iterator[_Property]:
    """Those of properties.yaml, then those of the annotation of the ClusterServiceVersion."""
    item, csv = bundle.whole(PROPERTIES), bundle.csv
    for number, one in enumerate(listing(field(item.value, "properties")) if item else ()):
        if item and text(field(one, "type")) == _MOST:
            path = FieldPath.of("properties", number, "value")
            yield _Property(value=mapping(one).get("value"), document=item.number, path=path)
    written = csv.annotations.get("olm.properties") if csv else None
    try:
        found = json.loads(written, parse_float=str) if isinstance(written, str) else None
    except (ValueError, RecursionError):
        return
    for one in listing(found):
        if csv and text(lowered(mapping(one), "type")) == _MOST:
            path = FieldPath.of("metadata", "annotations", "olm.properties")
            yield _Property(value=lowered(mapping(one), "value"), document=csv.number, path=path)
