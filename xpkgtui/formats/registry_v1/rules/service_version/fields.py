"""Rules about the ClusterServiceVersion."""

from collections.abc import Iterator, Mapping

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import faults_of_subdomain, label_value
from xpkgtui.formats.go_decoding.loosely import first_mismatch, text_of
from xpkgtui.formats.go_decoding.mismatches import check
from xpkgtui.formats.go_decoding.shapes import Struct
from xpkgtui.formats.install_modes import ALL, REFUSAL, gate
from xpkgtui.formats.registry_v1.decoding.types import SERVICE_VERSION, first_fault, is_empty, type_of
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere, said_by, unloaded, unsound
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import (
    FileStep,
    LoadingStep,
    OlmV0Turn,
    OlmV1Turn,
    OpmTurn,
    RukPakTurn,
    ServiceStep,
    met,
)
from xpkgtui.golang.characters import folded
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import are

_SDK = (SDK, HUB)
_NOT_SDK = tuple(one for one in PROFILES if one not in _SDK)
_API = by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W")
_OR_V0 = {**_API, OLMV0: "WE"}


@rule(
    "OLM031", "the ClusterServiceVersion has an invalid name", _API, stage=Stage.LINT, met=met(api=ServiceStep.NAMES)
)
def names_are_valid(item: Item) -> Iterator[Problem]:
    """The name of the ClusterServiceVersion, and the name that it replaces, are DNS subdomains of at most 63
    characters.

    Why: They become values of labels in a cluster.
    When it bites: When a bundle is validated; an installation would fail later.
    Fix: Write `name.v1.2.3` in lower case.
    Source: operator-framework/api, csv.go.
    """
    if not item.is_csv or not item.is_first:
        return
    replaces = text_of(item.spec.get("replaces"))
    for name, path in ((item.name, ("metadata", "name")), (replaces, ("spec", "replaces"))):
        if not name and path[0] != "metadata":
            continue
        for unit, profiles in (("bytes", _NOT_SDK), ("characters", _SDK)):  # operator-sdk has an older library
            if faults := [*faults_of_subdomain(name, unit), *label_value(name, unit)]:
                message = (
                    f"{'.'.join(path)} of the ClusterServiceVersion is not a name that Kubernetes accepts: {name!r}"
                )
                says = unsound(item.name, f'{".".join(path)} "{name}" is invalid: {",".join(faults)}')
                yield Problem(message=message, says=says, path=FieldPath.of(*path), profiles=profiles)


@rule(
    "OLM032",
    "a required field is missing",
    _OR_V0,
    stage=Stage.LINT,
    met=met(v0=OlmV0Turn.CREATED, api=ServiceStep.FIELDS),
)
def fields_are_there(item: Item) -> Iterator[Problem]:
    """apiVersion, displayName, install and install.strategy are set.

    Why: operator-framework/api requires every field that its Go type does not mark as optional.
    When it bites: When a bundle is validated; a console shows no name.
    Fix: Add the field.
    Source: operator-framework/api, csv.go and typecheck.go.
    """
    if not item.is_csv or not item.is_first:
        return
    if not item.api_version:
        message = "The ClusterServiceVersion has no apiVersion"
        api, v0 = unsound(item.name, "'apiVersion' is missing"), f"bundle CSV {item.name} missing APIVersion"
        spoken, at = said_by(opm=api, sdk=api, v0=v0), met(api=ServiceStep.API_VERSION, v0=OlmV0Turn.CREATED)
        yield Problem(level=1, message=message, says=spoken, met=at, path=FieldPath())
    lost = "Error: Field {}, Value struct: required field missing"
    if is_empty(item.value, "metadata"):
        message = "The ClusterServiceVersion has no metadata"
        yield Problem(message=message, says=lost.format("ObjectMeta"), path=FieldPath())
    if is_empty(item.value, "spec"):
        yield Problem(message="The ClusterServiceVersion has no spec", says=lost.format("Spec"), path=FieldPath())
        return
    install, says = item.spec.get("install"), "Error: Field Spec.{}, Value {}: required field missing"
    if not text_of(item.spec.get("displayName")):
        yield _missing("displayName", says.format("DisplayName", "field"))
    strategy = mapping(field(install, "spec"))
    is_given = {key: strategy.get(key) is not None for key in ("deployments", "permissions", "clusterPermissions")}
    if not mapping(install).get("strategy") and not any(is_given.values()):
        yield _missing("install", says.format("InstallStrategy", "struct"))
    elif not mapping(install).get("strategy"):
        yield _missing("install.strategy", says.format("InstallStrategy.StrategyName", "field"), "install")
    if any(is_given.values()) and not is_given["deployments"]:
        where = "InstallStrategy.StrategySpec.DeploymentSpecs"
        yield _missing("install.spec.deployments", says.format(where, "field"), "install", "spec")


def _missing(name: str, says: str, *path: str) -> Problem:
    message = f"The ClusterServiceVersion has no spec.{name}"
    return Problem(message=message, says=says, path=FieldPath.of("spec", *path))


@rule(
    "OLM033",
    "no install mode is supported",
    {**_API, OLMV0: "E"},
    stage=Stage.LINT,
    met=met(api=ServiceStep.INSTALL_MODES, v0=OlmV0Turn.GROUP),
)
def modes_are_supported(item: Item) -> Iterator[Problem]:
    """The install modes are listed, and at least one is supported.

    Why: An OperatorGroup selects namespaces, and OLM compares them with the modes.
    When it bites: When a bundle is validated or installed.
    Fix: List the four modes, and support AllNamespaces.
    Source: operator-framework/api, csv.go.
    """
    if not item.is_csv or not item.is_first:
        return
    modes = listing(item.spec.get("installModes"))
    if not modes:
        message = "The ClusterServiceVersion lists no install modes"
        yield Problem(message=message, says=unsound(item.name, "install modes not found"), path=FieldPath.of("spec"))
    elif not any(field(mode, "supported") is True for mode in modes):
        message = "The ClusterServiceVersion supports no install mode"
        says = unsound(item.name, "none of InstallModeTypes are supported")
        yield Problem(message=message, says=says, path=FieldPath.of("spec", "installModes"))


@rule(
    "OLM034",
    "AllNamespaces is not supported",
    by(opm="I", sdk="I", olmv1="E", rukpak="E", spec="I"),
    stage=Stage.INSTALL,
    met=met(olmv1=OlmV1Turn.INSTALL_MODES, rukpak=RukPakTurn.INSTALL_MODES),
)
def all_namespaces_are_supported(item: Item) -> Iterator[Problem]:
    """The install mode AllNamespaces is supported.

    Why: OLM v1 as released refuses a bundle without it. Its feature gate SingleOwnNamespaceInstallSupport, which is
    alpha and off, lets it take one that supports SingleNamespace or OwnNamespace, for one namespace to watch.
    When it bites: When OLM v1 or RukPak installs the operator.
    Fix: Support AllNamespaces. On a cluster of your own, turn on the feature gate and name the namespace to watch.
    Source: operator-controller 1.11, internal/operator-controller/applier/provider.go and features/features.go.
    """
    modes = listing(item.spec.get("installModes")) if item.is_csv else []
    supported = {text(field(mode, "type")) for mode in modes if field(mode, "supported") is True}
    if not item.is_csv or ALL in supported:
        return
    path = FieldPath.of("spec", "installModes") if modes else FieldPath.of("spec")
    message = "OLM v1 does not install an operator that cannot watch all namespaces"
    if supported:
        others = tuple(one for one in PROFILES if one not in (OLMV1, RUKPAK))
        yield Problem(message=f"{message}", more=f"{gate(supported)}", path=path, profiles=others)
    if not item.is_superseded:
        yield Problem(message=f"{message}", more=f"{gate(supported)}", says=REFUSAL, path=path, profiles=(OLMV1,))
        says = "AllNamespace install mode must be enabled"
        yield Problem(message="RukPak needs AllNamespaces", says=says, path=path, profiles=(RUKPAK,))


_LOADING = "error loading objs in directory: "
_OF_ITEM = 4
"""Steps behind `spec` to a field of a definition."""
_BEFORE_VERSION = ("apiVersion", "kind", "metadata")
"""Fields that Go converts before spec.version; `spec` itself, and spec.install, too."""


def _converted(path: FieldPath) -> Mapping[str, tuple[int, int]]:
    """Returns where the tools that convert a document field by field meet one."""
    first, *more = *path.parts, ""
    before = first in _BEFORE_VERSION or (first == "spec" and more[0] in ("", "install"))
    step = FileStep.FIELDS_BEFORE if before else FileStep.FIELDS_BEHIND
    return met(opm=step, v0=OlmV0Turn.DECODED, sdk=LoadingStep.TYPES, olmv1=step, rukpak=step)


@rule(
    "OLM044",
    "a field has a value of another type",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="E", spec="E"),
    stage=Stage.PARSE,
    met=_converted(FieldPath()),
)
def fields_fit(item: Item) -> Iterator[Problem]:
    """The fields of a ClusterServiceVersion, and of definitions, have values of their types.

    Why: Tools decode both into Go types. opm and OLM v1 go field by field and stop at the first that does not fit;
    operator-sdk reads a number as text where text belongs.
    When it bites: When a bundle is validated or installed.
    Fix: Write a value of the type that the message names; put numbers and booleans into quotes where text belongs.
    Source: apimachinery, runtime/converter.go; sigs.k8s.io/yaml.
    """
    if not item.is_csv and not item.is_crd:
        return
    struct = type_of(SERVICE_VERSION if item.is_csv else f"{item.api_version} {item.kind}")
    if not isinstance(item.value, dict):
        return
    kind = "CSV" if item.is_csv else "CRD"
    wrong = first_mismatch(item.value, struct, struct.name, converts=True) if struct is not None else None
    newest = type_of(f"apiextensions.k8s.io/v1 {item.kind}") if item.is_crd else struct
    fault = first_fault(item.value, newest) if newest is not None else None
    if wrong is not None:
        message = f"{item.words} has {wrong.found or 'something else'} at {wrong.path}, where {wrong.wanted} belongs"
        at = _converted(wrong.path)
        words = f"error unmarshaling JSON: while decoding JSON: {wrong.message}"
        name = item.file.rpartition("/")[2]
        if item.is_first:
            says = f"{_LOADING}unable to parse {kind} {name}: {words}"
            yield Problem(message=message, says=says, met=at, path=wrong.path, profiles=("sdk", "hub"))
            if item.is_crd:
                yield Problem(message=message, says=words, met=at, path=wrong.path, profiles=("opm",))
        if item.is_crd and (fault is None or fault.path != wrong.path):
            yield Problem(message=message, path=wrong.path, profiles=(SPEC,))
    yield from _strictly(item, struct) if wrong is None else ()
    if fault is not None:
        message, at = f"{item.words} has a value of another type at {fault.path}", _converted(fault.path)
        if item.is_first and item.is_csv:
            yield Problem(message=message, says=fault.message or None, met=at, path=fault.path, profiles=("opm",))
        refusals = unloaded(item.file, olmv1=fault.message, rukpak=fault.message) if fault.message else None
        yield Problem(message=message, says=refusals, met=at, path=fault.path, profiles=(OLMV1, RUKPAK, SPEC))
    elif item.is_csv and item.is_first and struct is not None:
        yield from _in_any_letters(item, struct)


_MOST = 50
_OWNED = ("spec", "customresourcedefinitions")


@rule("OLM048", "an unknown field of the ClusterServiceVersion", everywhere("W"), stage=Stage.RUN)
def fields_are_known(item: Item) -> Iterator[Problem]:
    """Every field of a ClusterServiceVersion exists, those of its deployments included.

    Why: No tool refuses an unknown field, and none keeps it: OLM makes what it installs of Go types. A variable with
    `image` instead of `value` is empty.
    When it bites: The bundle installs, but does not do what its YAML says.
    Fix: Correct the name of the field, or remove it.
    Source: operator-framework/api 0.45, types; operator-lifecycle-manager 0.45, step_ensurer.go.
    """
    struct = type_of(SERVICE_VERSION) if item.is_csv else None
    if struct is None or not item.is_first:
        return
    unknown = (one for one in check(item.value, struct, any_letters=True) if one.unknown)
    found = [one for one in unknown if (*one.path.parts[:2], one.path.parts[-1]) != (*_OWNED, "group")]  # opm's own
    for one in found[:_MOST]:
        hint = f"did you mean {' or '.join(one.near)}?" if one.near else ""
        message = f"The field {one.path} of the ClusterServiceVersion is unknown, and dropped"
        yield Problem(message=message, more=hint, path=one.path)
    if len(found) > _MOST:
        more = are(len(found) - _MOST, "more field")
        message = f"Of the ClusterServiceVersion at least {more} unknown, and dropped"
        yield Problem(message=message, path=found[_MOST].path)


_KEYS = ("group", "name", "kind", "version")


def _in_any_letters(item: Item, struct: Struct) -> Iterator[Problem]:
    """What opm says of metadata, and of names of definitions, that it decodes once more, in any letters."""
    for wrong in check(item.value, struct, 0, any_letters=True):
        first, *rest = wrong.path.parts
        is_name = wrong.path.parts[:2] == _OWNED and (len(rest) < _OF_ITEM or folded(str(rest[3])) in _KEYS)
        if not wrong.unknown and (folded(str(first)) in map(folded, _BEFORE_VERSION) or is_name):
            message = f"{item.words} has {wrong.found} at {wrong.path}, where {wrong.wanted} belongs"
            yield Problem(message=message, met=met(opm=OpmTurn.DECODED), path=wrong.path, profiles=("opm",))
            return


def _strictly(item: Item, struct: Struct | None) -> Iterator[Problem]:
    """What opm says of a definition when it decodes it once more, without reading numbers as text."""
    is_read = item.is_crd and item.is_first
    wrong = first_mismatch(item.value, struct, struct.name, converts=False) if struct and is_read else None
    if wrong is not None:
        message = f"{item.words} has {wrong.found or 'something else'} at {wrong.path}, where {wrong.wanted} belongs"
        version = item.api_version.rpartition("/")[2]
        says = f"Error: Value error decoding {version} CRD: {wrong.message}: error getting bundle CSV"
        at = met(opm=OpmTurn.DECODED)
        yield Problem(message=message, says=says, met=at, path=wrong.path, profiles=("opm",))
