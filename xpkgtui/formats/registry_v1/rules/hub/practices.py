"""Rules about good practices: requests, names, descriptions, and what an operator may do to a cluster."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.layout import CHANNELS, DEFAULT_CHANNEL
from xpkgtui.formats.registry_v1.rules.by_tool import by, everywhere, warned
from xpkgtui.formats.registry_v1.rules.declarations import problem_at, values_of
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools import HUB
from xpkgtui.formats.registry_v1.tools.turns import OptionalStep, met
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, text
from xpkgtui.versions.blang import BlangVersion

_REQUESTS = (
    "unable to find the resource requests for the container: ({}). It is recommended to ensure the resource request "
    "for CPU and Memory. Be aware that for some clusters configurations it is required to specify requests or limits "
    "for those values. Otherwise, the system or quota may reject Pod creation. More info: "
    "https://master.sdk.operatorframework.io/docs/best-practices/managing-resources/"
)
_VERSION = re.compile(r"([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+)?\Z")
_OTHERS = tuple(one for one in PROFILES if one != HUB)
_NUMBERS = re.compile(r"[0-9]+[.-][0-9]+|v[0-9]+\b")
_DEPLOYMENTS = FieldPath.of("spec", "install", "spec", "deployments")


def _warning(item: Item, words: str) -> Mapping[str, str]:
    return warned(f"Value {item.name}: {words}")


@rule(
    "OLM087", "a container requests no resources", by(hub="EW"), stage=Stage.LINT, met=met(sdk=OptionalStep.RESOURCES)
)
def deployments_have_requests(item: Item) -> Iterator[Problem]:
    """There is a deployment, and each of its containers requests resources.

    Why: Without requests, a cluster may start the operator on a node without enough resources.
    When it bites: operator-sdk checks it with `--select-optional suite=operatorframework`.
    Fix: Set requests for cpu and memory.
    Source: operator-framework/api, good_practices.go.
    """
    if not item.is_csv or not item.is_first:
        return
    deployments = field(item.spec, "install", "spec", "deployments")
    if deployments is None:
        says = f"Error: Value {item.name}: unable to find a deployment to install in the CSV"
        yield Problem(message="The ClusterServiceVersion has no deployment", says=says, path=FieldPath.of("spec"))
    for number, one in enumerate(listing(deployments)):
        containers = listing(field(one, "spec", "template", "spec", "containers"))
        for which, container in enumerate(containers):
            if field(container, "resources", "requests") is not None:
                continue
            name = text(field(container, "name"))
            path = _DEPLOYMENTS.child(number)
            for part in ("spec", "template", "spec", "containers", which):
                path = path.child(part)
            message = f"The container {name or '(no name)'} requests no resources"
            yield Problem(message=message, says=_warning(item, _REQUESTS.format(name)), level=1, path=path)


@rule("OLM089", "an API has no description", by(hub="W"), stage=Stage.LINT)
def apis_are_described(item: Item) -> Iterator[Problem]:
    """Each definition that is owned or required has a description.

    Why: OperatorHub shows it.
    When it bites: operator-sdk warns with `--select-optional suite=operatorframework`.
    Fix: Add a description to the entry.
    Source: operator-framework/api, good_practices.go.
    """
    if not item.is_csv or not item.is_first:
        return
    for part in ("owned", "required"):
        for number, one in enumerate(listing(field(item.spec, "customresourcedefinitions", part))):
            if not text(field(one, "description")):
                name = text(field(one, "name"))
                says = _warning(item, f"{part} CRD {quoted(name)} has an empty description")
                path = FieldPath.of("spec", "customresourcedefinitions", part, number)
                yield Problem(message=f"The {part} definition {name} has no description", says=says, path=path)


@rule("OLM088", "a name breaks the convention", everywhere("W"), stage=Stage.LINT)
def names_follow_the_convention(bundle: BundleSubject) -> Iterator[Problem]:
    """The ClusterServiceVersion is named `name.v1.2.3`, and channels after candidate, fast or stable.

    Why: People read name and version from the name, and the maturity of the versions from the channel. Two releases
    of a name without a version cannot be in one catalog.
    When it bites: When the next release is added to a catalog: `duplicate bundle name`. operator-sdk warns about the
    name with `--select-optional suite=operatorframework`; channels and other forms are for OperatorHub alone.
    Fix: Rename them, such as `tides.v1.2.3` and `stable-v1`.
    Source: operator-framework/api, good_practices.go.
    """
    if bundle.csv is not None:
        yield from _of_name(bundle.csv)
    values = values_of(bundle)
    for key in (CHANNELS, DEFAULT_CHANNEL):
        for channel in values.get(key, "").split(","):
            name = channel.strip()
            if name and not name.startswith(("candidate", "fast", "stable")):
                message = f"The channel {name} is not named after candidate, fast or stable"
                yield replace(problem_at(bundle, key, message), profiles=(HUB,))


def _of_name(item: Item) -> Iterator[Problem]:
    name, path = item.name, FieldPath.of("metadata", "name")
    found = _VERSION.search(name)
    if found is None or not BlangVersion.is_one(found[0]):
        words = (
            f"csv.metadata.Name {name} is not following the versioning convention (MAJOR.MINOR.PATCH e.g 0.0.1): "
            "https://semver.org/"
        )
        message = f"The name {name} does not end in a version of three numbers"
        where = Where(document=item.number)
        yield Problem(message=message, says=_warning(item, words), where=where, path=path, profiles=(HUB,))
        if name and not _NUMBERS.search(name):
            yield Problem(message=message, where=where, path=path, profiles=_OTHERS)
    if name.count(".v") != 1:
        words = (
            f"csv.metadata.Name {name} is not following the recommended naming convention: "
            "<operator-name>.v<semver> e.g. memcached-operator.v0.0.1"
        )
        message = f"The name {name} is not of the form name.v1.2.3"
        where = Where(document=item.number)
        yield Problem(message=message, says=_warning(item, words), where=where, path=path, profiles=(HUB,))


_DEFAULT_CONSTRAINTS = frozenset(
    {"privileged", "restricted", "anyuid", "hostaccess", "hostmount-anyuid", "hostnetwork", "node-exporter"}
    | {"nonroot"}
)
_DEFINITIONS = (
    "CSV contains permissions to create CRD. An Operator shouldn't deploy or manage other operators (such patterns "
    "are known as meta or super operators or include CRDs in its Operands). It's the Operator Lifecycle Manager's "
    "job to manage the deployment and lifecycle of operators.  Please, review the design of your solution and if "
    "you should not be using Dependency Resolution from OLM instead. More info: "
    "https://sdk.operatorframework.io/docs/best-practices/common-recommendation/"
)


@rule("OLM086", "the operator interferes with the cluster", by(hub="W"), stage=Stage.INSTALL)
def cluster_is_left_in_peace(item: Item) -> Iterator[Problem]:
    """A bundle does not block the draining of nodes, sets no default priority, and changes neither the default
    security constraints of OpenShift nor cluster-wide definitions.

    Why: Such an operator harms others in the cluster.
    When it bites: When the cluster is upgraded. operator-framework/api has a validator for most of this, but
    operator-sdk never runs it.
    Fix: Leave maxUnavailable above 0 and minAvailable below 100 %, and ask for fewer permissions.
    Source: operator-framework/api, object.go and good_practices.go.
    """
    if not item.is_manifest or not item.is_first:
        return
    match item.kind:
        case "PodDisruptionBudget":
            yield from _budget(item)
        case "PriorityClass" if field(item.value, "globalDefault") is True:
            message = f"{item.words} becomes the default priority of the whole cluster"
            yield Problem(message=message, path=FieldPath.of("globalDefault"))
        case "Role" | "ClusterRole":
            yield from _permissions(item)
        case "ClusterServiceVersion":
            yield from _definitions(item)


def _budget(item: Item) -> Iterator[Problem]:
    path, most, least = FieldPath.of("spec"), item.spec.get("maxUnavailable"), item.spec.get("minAvailable")
    if (isinstance(most, int) and not isinstance(most, bool) and most == 0) or most == "0%":
        message = f"{item.words} lets no pod be unavailable, so that nodes cannot be drained"
        yield Problem(message=message, path=path.child("maxUnavailable"))
    if least == "100%":
        message = f"{item.words} needs all pods available, so that nodes cannot be drained"
        yield Problem(message=message, path=path.child("minAvailable"))


def _permissions(item: Item) -> Iterator[Problem]:
    for number, one in enumerate(listing(field(item.value, "rules"))):
        path = FieldPath.of("rules", number)
        if _allows(one, "policy", ("poddisruptionbudgets",), ("*", "create", "update", "patch")):
            yield Problem(message=f"{item.words} may change how nodes are drained", path=path)
        constraints = _allows(
            one, "security.openshift.io", ("securitycontextconstraints",), ("*", "delete", "update", "patch")
        )
        if constraints and _DEFAULT_CONSTRAINTS & _texts(one, "resourceNames"):
            yield Problem(message=f"{item.words} may change default security constraints of OpenShift", path=path)


def _definitions(item: Item) -> Iterator[Problem]:
    says = warned(f"Value {item.name}: {_DEFINITIONS}")
    for part in ("permissions", "clusterPermissions"):
        for number, holder in enumerate(listing(field(item.spec, "install", "spec", part))):
            for which, one in enumerate(listing(field(holder, "rules"))):
                resources = ("customresourcedefinitions", "*", "[*]")
                if _allows(one, "apiextensions.k8s.io", resources, ("create", "*", "[*]", "patch")):
                    path = FieldPath.of("spec", "install", "spec", part, number, "rules", which)
                    yield Problem(message="The operator may create CustomResourceDefinitions", says=says, path=path)


def _allows(one: Any, group: str, resources: tuple[str, ...], verbs: tuple[str, ...]) -> bool:
    return (
        group in _texts(one, "apiGroups")
        and bool(_texts(one, "resources") & set(resources))
        and bool(_texts(one, "verbs") & set(verbs))
    )


def _texts(one: Any, key: str) -> set[str]:
    return {value for value in listing(field(one, key)) if isinstance(value, str)}
