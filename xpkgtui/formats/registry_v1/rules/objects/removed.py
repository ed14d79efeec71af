"""Rules about what a cluster does not take: APIs that Kubernetes removed, and ServiceAccounts of their names."""

from collections.abc import Iterator
from typing import NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.errors import parsed
from xpkgtui.formats.registry_v1.rules.by_tool import by, warned
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools.turns import BundleStep, OptionalStep, met
from xpkgtui.golang.printing import quoted
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, text
from xpkgtui.versions.blang import BlangVersion

_ROLES = ("Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding")
_REVIEWS = ("LocalSubjectAccessReview", "SelfSubjectAccessReview", "SubjectAccessReview")
_REMOVED: dict[int, dict[str, tuple[str, ...]]] = {
    22: {
        "scheduling.k8s.io/v1beta1": ("PriorityClass",),
        "rbac.authorization.k8s.io/v1beta1": _ROLES,
        "apiregistration.k8s.io/v1beta1": ("APIService",),
        "authentication.k8s.io/v1beta1": ("TokenReview",),
        "authorization.k8s.io/v1beta1": _REVIEWS,
        "admissionregistration.k8s.io/v1beta1": ("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"),
        "coordination.k8s.io/v1beta1": ("Lease",),
        "extensions/v1beta1": ("Ingress",),
        "networking.k8s.io/v1beta1": ("Ingress", "IngressClass"),
        "storage.k8s.io/v1beta1": ("CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"),
        "certificates.k8s.io/v1beta1": ("CertificateSigningRequest",),
    },
    25: {
        "batch/v1beta1": ("CronJob",),
        "discovery.k8s.io/v1beta1": ("EndpointSlice",),
        "events.k8s.io/v1beta1": ("Event",),
        "autoscaling/v2beta1": ("HorizontalPodAutoscaler",),
        "policy/v1beta1": ("PodDisruptionBudget", "PodSecurityPolicy"),
        "node.k8s.io/v1beta1": ("RuntimeClass",),
    },
    26: {"autoscaling/v2beta2": ("HorizontalPodAutoscaler",)},
}
"""Kinds by apiVersion, by the minor version of Kubernetes 1 that removed them."""
_RESOURCES = frozenset(
    {("batch", "cronjobs"), ("discovery.k8s.io", "endpointslices"), ("events.k8s.io", "events")}
    | {("autoscaling", "horizontalpodautoscalers"), ("policy", "poddisruptionbudgets")}
    | {("policy", "podsecuritypolicies"), ("node.k8s.io", "runtimeclasses")}
)
"""Resources of groups of which 1.25 removed a version: a permission does not name a version."""
_CSV_API, _V1BETA1 = "operators.coreos.com/v1alpha1", "apiextensions.k8s.io/v1beta1"
_LISTS = (("Owned", "owned"), ("Required", "required"))
_PERMISSIONS = (("ClusterPermissions", "clusterPermissions"), ("Permissions", "permissions"))


class _Use(NamedTuple):
    """A use of a removed API."""

    item: Item
    minor: int
    kind: str
    name: str
    path: FieldPath | None = None
    is_permission: bool = False


@rule(
    "OLM064",
    "an API that Kubernetes removed",
    by(opm="W", sdk="W", olmv1="W", rukpak="W", spec="W", hub="EW"),
    stage=Stage.INSTALL,
    met=met(sdk=OptionalStep.REMOVED_APIS),
)
def no_removed_apis(bundle: BundleSubject) -> Iterator[Problem]:
    """Kubernetes 1.22, 1.25 and 1.26 still serve the APIs of the objects of a bundle.

    Why: A cluster refuses an object whose API it does not serve.
    When it bites: When the operator is installed in a newer cluster. operator-sdk checks it with `--select-optional
    suite=operatorframework`: it warns, and refuses the bundle where minKubeVersion reaches the removal.
    Fix: Use the newer version of the API.
    Source: operator-framework/api, removed_apis.go.
    """
    csv = bundle.csv
    if csv is None:
        return
    oldest = text(csv.spec.get("minKubeVersion"))
    least = parsed(BlangVersion.parse_loosely, oldest) if oldest else None
    if oldest and least is None:
        fault = "unable to use csv.Spec.MinKubeVersion to verify the CRD/Webhook apis because it has an invalid value"
        message = f"minKubeVersion, {oldest}, does not say which APIs there are"
        path, says = FieldPath.of("spec", "minKubeVersion"), f"Error: Value {csv.name}: {fault}: {oldest}"
        yield Problem(message=message, says=says, where=Where(document=csv.number), path=path, profiles=("hub",))
    uses = [use for item in bundle.items for use in _uses(item)]
    alike: dict[tuple[int, bool], list[_Use]] = {}
    for use in uses:
        alike.setdefault((use.minor, use.is_permission), []).append(use)
    statements = {key: f"Value {csv.name}: {_words(key[0], found)}" for key, found in alike.items()}
    warnings = {key: warned(one) for key, one in statements.items()}
    errors = {key: f"Error: {one}" for key, one in statements.items()}
    for use in uses:
        is_reached = least is not None and least >= BlangVersion(major=1, minor=use.minor, patch=0)
        level = 0 if is_reached and not use.is_permission else 1
        words = (warnings if level else errors)[use.minor, use.is_permission]
        message = f"{_where(use)} of an API that Kubernetes 1.{use.minor} removed"
        if use.is_permission:
            message = f"The operator may use {use.kind}, of which Kubernetes 1.{use.minor} removed a version"
        number, others = use.item.number, ("opm", "sdk", "olmv1", "rukpak", "spec")
        yield Problem(
            message=message, says=words, level=level, where=Where(document=number), path=use.path, profiles=("hub",)
        )
        if use.kind != "CRD":  # of these another rule speaks
            yield Problem(message=message, level=level, where=Where(document=number), path=use.path, profiles=others)


def _where(use: _Use) -> str:
    return f"{use.item.words} is" if use.path is None else f"{use.kind}, which the ClusterServiceVersion lists, is"


def _words(minor: int, uses: list[_Use]) -> str:
    names: dict[str, list[str]] = {}
    for use in uses:
        names.setdefault(use.kind, []).append(use.name)
    comma = "," if len(names) > 1 else ""  # behind the last, too
    listed = "".join(f"{kind}: ([{' '.join(map(quoted, names[kind]))}]){comma}" for kind in sorted(names))
    return (
        f"this bundle is using APIs which were deprecated and removed in v1.{minor}. More info: "
        f"https://kubernetes.io/docs/reference/using-api/deprecation-guide/#v1-{minor}. Migrate the API(s) for "
        f"{listed}"
    )


def _uses(item: Item) -> Iterator[_Use]:
    if not item.is_manifest or not item.is_first:
        return
    if item.is_crd and item.api_version == _V1BETA1:
        yield _Use(item, 22, "CRD", item.name)
    for minor, removed in _REMOVED.items():
        if item.kind in removed.get(item.api_version, ()):
            yield _Use(item, minor, item.kind, item.name)
    if item.is_csv and item.api_version == _CSV_API:
        listed: set[str] = set()
        yield from _resources(item, listed)
        yield from _permissions(item, listed)


def _resources(item: Item, listed: set[str]) -> Iterator[_Use]:
    for words, part in _LISTS:
        for number, one in enumerate(listing(field(item.spec, "customresourcedefinitions", part))):
            for which, resource in enumerate(listing(field(one, "resources"))):
                kind, version = text(field(resource, "kind")), text(field(resource, "version"))
                listed.add(f"{kind.lower()}s")
                if kind in _REMOVED[25].get(version, ()):
                    name = f"ClusterServiceVersion.Spec.CustomResourceDefinitions.{words}[{number}].Resource[{which}]"
                    path = FieldPath.of("spec", "customresourcedefinitions", part, number, "resources", which)
                    yield _Use(item, 25, kind, name, path)


def _permissions(item: Item, listed: set[str]) -> Iterator[_Use]:
    for words, part in _PERMISSIONS:
        for number, holder in enumerate(listing(field(item.spec, "install", "spec", part))):
            for which, one in enumerate(listing(field(holder, "rules"))):
                name = f"ClusterServiceVersion.Spec.InstallStrategy.StrategySpec.{words}[{number}].Rules[{which}]"
                path = FieldPath.of("spec", "install", "spec", part, number, "rules", which)
                for group in map(text, listing(field(one, "apiGroups"))):
                    for resource in map(text, listing(field(one, "resources"))):
                        if resource not in listed and (group, resource) in _RESOURCES:
                            yield _Use(item, 25, resource, name, path, True)


_ACCOUNT = (
    "invalid service account found in bundle. This service account {} in your bundle is not valid, because a "
    "service account with the same name was already specified in your CSV. If this was unintentional, please remove "
    "the service account manifest from your bundle. If it was intentional to specify a separate service account, "
    "please rename the SA in either the bundle manifest or the CSV."
)


@rule(
    "OLM063",
    "a ServiceAccount that OLM makes itself",
    by(opm="W", sdk="E", olmv1="W", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(sdk=BundleStep.ACCOUNTS),
)
def accounts_are_not_doubled(bundle: BundleSubject) -> Iterator[Problem]:
    """No ServiceAccount of the bundle has the name of one that the ClusterServiceVersion names.

    Why: OLM makes those for the deployments of the operator; the two would fight.
    When it bites: When operator-sdk validates the bundle, or when it is installed.
    Fix: Take the ServiceAccount out of the bundle, or rename it.
    Source: operator-framework/api, bundle.go.
    """
    spec = bundle.csv.spec if bundle.csv else None
    deployments = listing(field(spec, "install", "spec", "deployments"))
    used = {text(field(one, "spec", "template", "spec", "serviceAccountName")) for one in deployments}
    for item in bundle.items:
        if item.is_manifest and item.is_first and item.kind == "ServiceAccount" and item.name in used:
            says = f"Error: Value {item.name}: {_ACCOUNT.format(item.name)}"
            message = f"OLM makes the ServiceAccount {item.name} itself, for the operator's deployment"
            yield Problem(message=message, says=says, where=Where(document=item.number))
