"""Rules about the ClusterServiceVersion."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import Malformed
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.registry_v1.rules.names import label_value_faults, subdomain_faults
from xpkgtui.formats.registry_v1.rules.reading.decoded import is_empty
from xpkgtui.formats.registry_v1.rules.severities import by
from xpkgtui.formats.registry_v1.rules.subjects import Item
from xpkgtui.formats.registry_v1.summary import HUB, OLMV1, PROFILES, RUKPAK, SDK
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.versions.blang import BlangVersion

_NOT_V1 = tuple(one for one in PROFILES if one not in (OLMV1, SDK, HUB))
_SDK = (SDK, HUB)
_NOT_SDK = tuple(one for one in PROFILES if one not in _SDK)
_LOADING = "error loading objs in directory: unable to parse CSV"
_NO_KUBERNETES = (
    "csv.Spec.minKubeVersion is not informed. It is recommended you provide this information. Otherwise, it would "
    "mean that your operator project can be distributed and installed in any cluster version available, which is not "
    "necessarily the case for all projects."
)
_API = by(opm="E", sdk="E", olmv1="W", rukpak="W", spec="W")


def _says(item: Item, words: str) -> str:
    """An error of operator-framework/api about a ClusterServiceVersion."""
    return f"Error: Value : ({item.name}) {words}"


@rule("OLM031", "names are names of Kubernetes", _API, stage=Stage.LINT)
def names_are_valid(item: Item) -> Iterator[Problem]:
    """The name, and the one that it replaces, are subdomains of DNS with at most 63 characters.

    Why: They become values of labels in a cluster.
    When it bites: When a bundle is validated; an installation would fail later.
    Fix: Write `name.v1.2.3` in lower case.
    Source: operator-framework/api, csv.go.
    """
    if not item.is_csv or not item.is_first:
        return
    replaces = text_of(item.spec.get("replaces"))
    for name, path in ((item.name, ("metadata", "name")), (replaces, ("spec", "replaces"))):
        faults = [*subdomain_faults(name), *label_value_faults(name)]
        if faults and (name or path[0] == "metadata"):
            message = f"{'.'.join(path)} of the ClusterServiceVersion is not a name that Kubernetes takes: {name!r}"
            says = _says(item, f'{".".join(path)} "{name}" is invalid: {",".join(faults)}')
            yield Problem(message=message, says=says, path=FieldPath.of(*path), profiles=_NOT_SDK)
            says = says.replace(" bytes", " characters")  # the older library of operator-sdk
            yield Problem(message=message, says=says, path=FieldPath.of(*path), profiles=_SDK)


@rule("OLM032", "required fields are there", _API, stage=Stage.LINT)
def fields_are_there(item: Item) -> Iterator[Problem]:
    """apiVersion, displayName, install and install.strategy are given.

    Why: operator-framework/api requires each field that its Go type does not call optional.
    When it bites: When a bundle is validated; a console shows no name.
    Fix: Give the field.
    Source: operator-framework/api, csv.go and typecheck.go.
    """
    if not item.is_csv or not item.is_first:
        return
    says = "Error: Field Spec.{}, Value {}: required field missing"
    if not item.api_version:
        message = "The ClusterServiceVersion has no apiVersion"
        yield Problem(message=message, says=_says(item, "'apiVersion' is missing"), path=FieldPath())
    lost = "Error: Field {}, Value struct: required field missing"
    if is_empty(item.value, "metadata"):
        message = "The ClusterServiceVersion has no metadata"
        yield Problem(message=message, says=lost.format("ObjectMeta"), path=FieldPath())
    if is_empty(item.value, "spec"):
        yield Problem(message="The ClusterServiceVersion has no spec", says=lost.format("Spec"), path=FieldPath())
        return
    install = item.spec.get("install")
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


@rule("OLM033", "an install mode is supported", _API, stage=Stage.LINT)
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
        yield Problem(message=message, says=_says(item, "install modes not found"), path=FieldPath.of("spec"))
    elif not any(field(mode, "supported") is True for mode in modes):
        message = "The ClusterServiceVersion supports no install mode"
        says = _says(item, "none of InstallModeTypes are supported")
        yield Problem(message=message, says=says, path=FieldPath.of("spec", "installModes"))


@rule(
    "OLM034",
    "all namespaces are supported",
    by(opm="I", sdk="I", olmv1="W", rukpak="E", spec="I"),
    stage=Stage.INSTALL,
)
def all_namespaces_are_supported(item: Item) -> Iterator[Problem]:
    """The install mode AllNamespaces is supported.

    Why: OLM v1 installs for all namespaces unless it is given one namespace to watch.
    When it bites: When OLM v1 or RukPak installs the operator.
    Fix: Support AllNamespaces, or set a namespace to watch when it is installed.
    Source: operator-controller, docs/project/olmv1_limitations.md.
    """
    modes = listing(item.spec.get("installModes")) if item.is_csv else []
    supported = {text(field(mode, "type")) for mode in modes if field(mode, "supported") is True}
    if item.is_csv and "AllNamespaces" not in supported:
        message = "The operator cannot watch all namespaces; OLM v1 has to be given one"
        path = FieldPath.of("spec", "installModes") if modes else FieldPath.of("spec")
        others = tuple(one for one in PROFILES if supported and one != RUKPAK)
        yield Problem(message=message, path=path, profiles=others)
        says = "AllNamespace install mode must be enabled"
        yield Problem(message="RukPak needs AllNamespaces", says=says, path=path, profiles=(RUKPAK,))


@rule(
    "OLM035",
    "the version is a version",
    by(opm="EW", sdk="EW", olmv1="EW", rukpak="EW", spec="EW"),
    stage=Stage.PARSE,
)
def version_is_strict(item: Item) -> Iterator[Problem]:
    """spec.version is a semantic version, `1.2.3`, without a `v` and with all three numbers.

    Why: Validation reads `v1.2` too, but a catalog takes the text as it stands, and refuses it.
    When it bites: When the bundle is validated, or later, when a catalog is validated.
    Fix: Write `1.2.3`.
    Source: operator-framework/api, version; operator-registry, model.
    """
    if not item.is_csv or not item.is_first:
        return
    found, path = item.spec.get("version"), FieldPath.of("spec", "version")
    if found is None or (isinstance(found, str) and _is_zero(found)):
        message = "spec.version is not given" if found is None else f"spec.version, {found}, counts as not given"
        says = _says(item, "csv.Spec.Version must be set")
        yield Problem(message=message, says=says, path=FieldPath.of("spec"), profiles=(HUB,))
    if found is None:
        return
    lead = f'error parsing objects in "{item.file}": '
    if not isinstance(found, str):
        message = "spec.version is not text; write it in quotes"
        kind = {bool: "bool", dict: "object", list: "array"}.get(type(found), "number")
        says = f"json: cannot unmarshal {kind} into Go value of type string"
        yield Problem(message=message, says=says, path=path, profiles=_NOT_V1)
        yield Problem(message=message, says=lead + says, path=path, profiles=(OLMV1,))
        where = "Go struct field ClusterServiceVersionSpec.spec.version"
        said = _not_parsed(item, says.replace("Go value", where))
        yield Problem(message=message, says=said, path=path, profiles=_SDK)
        return
    try:
        BlangVersion.parse_loosely(found)
    except Malformed as error:
        message = f"spec.version is not a version: {found}"
        yield Problem(message=message, says=str(error), path=path, profiles=_NOT_V1)
        yield Problem(message=message, says=f"{lead}{error}", path=path, profiles=(OLMV1,))
        yield Problem(message=message, says=_not_parsed(item, str(error)), path=path, profiles=_SDK)
        return
    if not _is_version(found):
        message = f"spec.version, {found}, passes validation, but a catalog refuses it: write {_strict(found)}"
        yield Problem(message=message, level=1, stage=Stage.INSTALL, path=path)


def _not_parsed(item: Item, words: str) -> str:
    name = item.file.rpartition("/")[2]
    return f"{_LOADING} {name}: error unmarshaling JSON: while decoding JSON: {words}"


def _is_version(found: str) -> bool:
    try:
        BlangVersion.parse(found)
    except Malformed:
        return False
    return True


def _is_zero(found: str) -> bool:
    try:
        return BlangVersion.parse_loosely(found) == BlangVersion(major=0, minor=0, patch=0)
    except Malformed:
        return False


def _strict(found: str) -> str:
    return str(BlangVersion.parse_loosely(found))


@rule(
    "OLM036",
    "the oldest Kubernetes is named",
    by(opm="EW", sdk="EW", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
)
def kubernetes_is_named(item: Item) -> Iterator[Problem]:
    """minKubeVersion is given, as a version of three numbers.

    Why: Without it OLM installs the operator in any cluster.
    When it bites: When a bundle is validated; a cluster that is too old breaks the operator.
    Fix: Write `minKubeVersion: 1.27.0`.
    Source: operator-framework/api, csv.go.
    """
    if not item.is_csv or not item.is_first:
        return
    found = text_of(item.spec.get("minKubeVersion"))
    if not found.strip():
        message = "The ClusterServiceVersion does not say which Kubernetes it needs"
        says = f"Warning: Value : ({item.name}) {_NO_KUBERNETES}"
        yield Problem(message=message, says=says, level=1, path=FieldPath.of("spec"))
    elif not _is_version(found):
        message = f"minKubeVersion is not a version of three numbers: {found}"
        says = _says(item, f"csv.Spec.MinKubeVersion has an invalid value: {found}")
        yield Problem(message=message, says=says, path=FieldPath.of("spec", "minKubeVersion"))


DOCUMENT_RULES = (
    names_are_valid,
    fields_are_there,
    modes_are_supported,
    all_namespaces_are_supported,
    version_is_strict,
    kubernetes_is_named,
)
