"""Rules about the objects that OLM v0 makes of a ClusterServiceVersion, and the Services of its webhooks."""

from collections.abc import Iterator, Mapping
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.definition import check_conversion
from xpkgtui.formats.definitions.field_errors import FieldErrors, LinkedPath, Node
from xpkgtui.formats.definitions.names import label_1035, label_value
from xpkgtui.formats.definitions.objects.faults import Faults, message_of
from xpkgtui.formats.definitions.objects.webhooks import check_webhooks
from xpkgtui.formats.registry_v1.rules.by_tool import by_cluster, everywhere, said_by
from xpkgtui.formats.registry_v1.rules.cluster.sending import Sent, as_sent, below
from xpkgtui.formats.registry_v1.server.deployments import (
    OF_CLUSTER,
    check_account,
    check_deployment,
    check_rules,
    with_certificates,
)
from xpkgtui.formats.registry_v1.server.service_version import strategy_of
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools import OLMV1
from xpkgtui.formats.registry_v1.tools.turns import OlmV0Turn, applied
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, mapping, text

_INSTALL = FieldPath.of("spec", "install", "spec")
_HOOKS = FieldPath.of("spec", "webhookdefinitions")
_APIS = FieldPath.of("spec", "apiservicedefinitions", "owned")
_PERMISSIONS = {"permissions": "Role", "clusterPermissions": "ClusterRole"}
_FAILED = "install strategy failed: "
_CONVERSION = "ConversionWebhook"
_CONFIGURED = ("ValidatingAdmissionWebhook", "MutatingAdmissionWebhook")
_MOVED = {"metadata.name": "name", "metadata.labels": "label"}
"""Where a ClusterServiceVersion has what a Deployment has in its metadata."""
_TEMPLATE = "spec.template."
_SERVED = "-service"
_PORT = 443
Makers = tuple[str, ...] | None


@rule(
    "OLM091",
    "the API server refuses a deployment of the operator",
    by_cluster("E"),
    stage=Stage.INSTALL,
    met=applied(OlmV0Turn.INSTALLED),
)
def deployments_are_taken(item: Item) -> Iterator[Problem]:
    """Each deployment of a ClusterServiceVersion is a Deployment that the API server takes.

    Why: OLM creates a Deployment of each, v0 and v1 alike. Its selector matches the labels of its pods; containers
    have names and images; volumes that are mounted are there; a port, a probe and a request of memory are within
    their limits.
    When it bites: When OLM v0 has created the ClusterServiceVersion: it fails with InstallComponentFailed. When OLM
    v1 or RukPak applies what it made of the bundle.
    Fix: Correct the field.
    Source: Kubernetes 1.35, pkg/apis/apps/validation and pkg/apis/core/validation; OLM 0.45, install/deployment.go.
    """
    if (found := as_sent(item)) is None:
        return
    serving = (
        *listing(found.spec.get("webhookdefinitions")),
        *listing(field(found.spec, "apiservicedefinitions", "owned")),
    )
    served = {text(one.get("deploymentName")) for one in serving}
    for number, one in enumerate(listing(strategy_of(found.value).get("deployments"))):
        path, name = _INSTALL.child("deployments").child(number), text(one.get("name"))
        faults = check_deployment(
            with_certificates(one) if name in served else one, mapping(field(found.value, "metadata", "annotations"))
        )
        says = said_by(v0=_FAILED + message_of("Deployment.apps", name, faults.found))
        for error in faults.found:
            message = f"The API server refuses the Deployment {name}: {error}"
            place = _MOVED.get(error.field, error.field)
            if place in (f"{_TEMPLATE}labels", f"{_TEMPLATE}annotations"):
                place = place.replace(_TEMPLATE, f"{_TEMPLATE}metadata.")
            yield Problem(message=message, says=says, path=below(path, place), profiles=found.makers)


@rule(
    "OLM092",
    "the API server refuses permissions of the operator",
    by_cluster("EW"),
    stage=Stage.INSTALL,
    met=applied(OlmV0Turn.CREATED),
)
def permissions_are_taken(item: Item) -> Iterator[Problem]:
    """The permissions of a ClusterServiceVersion are rules that a Role, or a ClusterRole, may have.

    Why: OLM makes service accounts, roles and bindings of them. A rule has verbs, API groups and resources; URLs
    stand in rules of their own, for the whole cluster alone: OLM v1 makes its roles for all namespaces.
    When it bites: When OLM v0 installs the operator: its InstallPlan fails. When OLM v1 or RukPak applies the roles.
    Fix: Correct the rule, or the name of the service account.
    Source: Kubernetes 1.35, pkg/apis/rbac/validation; operator-lifecycle-manager 0.45, resolver/rbac.go.
    """
    if (found := as_sent(item)) is None:
        return
    for key, kind in _PERMISSIONS.items():
        for number, one in enumerate(listing(strategy_of(found.value).get(key))):
            path, account = _INSTALL.child(key).child(number), text(one.get("serviceAccountName"))
            for error in check_account(account).found:
                message = f"The API server refuses the ServiceAccount {account or '(no name)'}: {error}"
                says = said_by(v0=message_of("ServiceAccount", account, [error]))
                level, at = int(not account), path.child("serviceAccountName")  # OLM v1 takes that of the namespace
                yield Problem(level=level, message=message, says=says, path=at, profiles=found.makers)
            for error in check_rules(listing(one.get("rules")), is_namespaced=key == "permissions").found:
                message = f"The API server refuses the {kind} of {account}: {error}"
                level = int(error.detail == OF_CLUSTER)
                yield Problem(level=level, message=message, path=below(path, error.field), profiles=found.makers)


@rule(
    "OLM093",
    "the API server refuses a webhook of the operator",
    by_cluster("EW", rukpak="W"),
    stage=Stage.INSTALL,
    met=applied(OlmV0Turn.INSTALLED),
)
def webhooks_are_taken(item: Item) -> Iterator[Problem]:
    """Each webhook of a ClusterServiceVersion is one that the API server takes.

    Why: OLM v0 makes a configuration of each, with the name as it stands, and a Service named after the deployment.
    A name has three parts; sideEffects are None or NoneOnDryRun; rules have operations, groups, versions, resources;
    targetPort is a port or a name of at most 15 letters, one for each port. A conversion is asked in v1 or v1beta1.
    When it bites: When OLM v0 installs the operator: it fails with InstallComponentFailed. When OLM v1 applies the
    webhook.
    Fix: Correct the field.
    Source: Kubernetes 1.35, pkg/apis/admissionregistration/validation; OLM 0.45, install/webhook.go.
    """
    if (found := as_sent(item)) is None:
        return
    hooks = listing(found.spec.get("webhookdefinitions"))
    for number, hook in enumerate(hooks):
        kind, name, path = text(hook.get("type")), text(hook.get("generateName")), _HOOKS.child(number)
        if kind in _CONFIGURED:
            service = {"path": hook.get("webhookPath"), "port": hook.get("containerPort")}
            sent = {**hook, "name": name, "clientConfig": {"service": service}}
            faults = check_webhooks([sent], is_mutating=kind == "MutatingAdmissionWebhook")
            says = said_by(v0=_FAILED + message_of(_configuration(kind), f"{name}-xxxxx", faults.found))
            yield from _refused(name, faults, says, path, found)
            if wrong := label_value(name):
                message = (
                    f"The API server refuses the label of the webhook {name}, which OLM v0 writes: {', '.join(wrong)}"
                )
                yield Problem(level=1, message=message, path=path.child("generateName"))
        elif names := listing(hook.get("conversionCRDs")):
            faults = _conversion(hook)
            words = message_of("CustomResourceDefinition.apiextensions.k8s.io", text(names[0]), faults.found)
            says = said_by(v0=f"Error updating CRD with Conversion info: {words}")
            yield from _refused(name, faults, says, path, found)
    there = {text(one.get("name")) for one in listing(strategy_of(found.value).get("deployments"))}
    targets: dict[Any, Any] = {}
    for path, one in (
        *((_HOOKS.child(number), hook) for number, hook in enumerate(hooks)),
        *(
            (_APIS.child(n), api)
            for n, api in enumerate(listing(field(found.spec, "apiservicedefinitions", "owned")))
        ),
    ):
        yield from _service(one, path, targets if one.get("deploymentName") in there else {}, found.makers)


def _refused(name: str, faults: Faults, says: Mapping[str, str], path: FieldPath, found: Sent) -> Iterator[Problem]:
    for error in faults.found:
        message, at = f"The API server refuses the webhook {name or '(no name)'}: {error}", _moved(error.field)
        yield Problem(message=message, says=says, path=below(path, at), profiles=found.makers and (OLMV1,))


def _conversion(hook: Node) -> Faults:
    """The errors of the conversion that OLM writes into definitions."""
    errors, faults, versions = FieldErrors(), Faults(), hook.get("admissionReviewVersions")
    config = {"service": {"path": hook.get("webhookPath")}}
    written = {"strategy": "Webhook", "webhook": {"clientConfig": config, "conversionReviewVersions": versions}}
    check_conversion(written, LinkedPath(None, "spec").to("conversion"), errors)
    for one in errors.found:
        faults.add(one.type, one.field, one.detail, hook.get("webhookPath") if "path" in one.field else versions)
    return faults


def _configuration(kind: str) -> str:
    return f"{kind.removesuffix('AdmissionWebhook')}WebhookConfiguration.admissionregistration.k8s.io"


def _moved(place: str) -> str:
    """The place of an error of a configuration in the definition of the webhook."""
    inner = place.partition(".")[2]
    names = {"name": "generateName", "clientConfig.service.port": "containerPort"}
    if inner.endswith("lientConfig.service.path"):
        return "webhookPath"
    return names.get(inner, inner.replace("conversion.conversionReviewVersions", "admissionReviewVersions"))


def _service(one: Node, path: FieldPath, targets: dict[Any, Any], makers: Makers) -> Iterator[Problem]:
    """The Service of a deployment that serves: its name has no dots, and each port leads to one target."""
    name, port, faults = text(one.get("deploymentName")), one.get("containerPort") or _PORT, Faults()
    target, made = one.get("targetPort") or port, name.replace(".", "-") + _SERVED  # 0 is the port, as no target is
    other = targets.setdefault((name, port), target)
    if name and (wrong := label_1035(name + _SERVED)):
        faults.invalid("metadata.name", name + _SERVED, wrong)
        yield from _unserved(
            f"{name}{_SERVED}, which OLM v0 makes: {wrong}", faults, path.child("deploymentName"), level=1
        )
    elif target != port:
        faults.port_or_name("spec.ports[0].targetPort", target)
        for error in faults.found:
            yield from _unserved(f"{made}, which OLM makes: {error}", faults, path.child("targetPort"), makers)
    if other != target:
        message = f"The API server refuses the Service {made}, which OLM makes: {port} leads to {other} and {target}"
        yield Problem(message=message, path=path, profiles=makers and (OLMV1,))


def _unserved(
    which: str, faults: Faults, path: FieldPath, makers: Makers = None, level: int = 0
) -> Iterator[Problem]:
    says = said_by(v0=_FAILED + message_of("Service", which.partition(",")[0], faults.found))
    message = f"The API server refuses the Service {which}"
    yield Problem(level=level, message=message, says=says, path=path, profiles=makers and (OLMV1,))


_PATHS = (("webhook", "clientConfig"), ("webhookClientConfig",))
"""Where a definition says it, of v1 and of v1beta1."""


@rule("OLM096", "a definition is converted at a Service that nothing makes", everywhere("W"), stage=Stage.RUN)
def conversions_are_served(bundle: BundleSubject) -> Iterator[Problem]:
    """The Service at which a definition of the bundle is converted is one of the bundle, or the one that OLM makes.

    Why: OLM makes a Service named after the deployment, `NAME-service`, for a ConversionWebhook of the
    ClusterServiceVersion, and writes it into the definitions that the webhook names; each upgrade brings the written
    one back until the operator runs. Of a definition that no webhook names OLM changes nothing.
    When it bites: When objects are read in another version than they are stored in: the API server answers with
    `conversion webhook … not found`, and an upgrade stops.
    Fix: Take `spec.conversion` out of the definition, and name it in conversionCRDs of a ConversionWebhook.
    Source: operator-lifecycle-manager 0.45, install/webhook.go; operator-controller 1.11, render/registryv1.
    """
    there = {one.name for one in bundle.items if one.is_manifest and one.kind == "Service"}
    made = {
        text(name): text(hook.get("deploymentName")).replace(".", "-") + _SERVED
        for hook in map(mapping, listing(field(bundle.csv.spec if bundle.csv else None, "webhookdefinitions")))
        if hook.get("type") == _CONVERSION
        for name in listing(hook.get("conversionCRDs"))
    }
    for crd in bundle.crds:
        conversion = field(crd.spec, "conversion")
        for keys in _PATHS if field(conversion, "strategy") == "Webhook" else ():
            service = field(conversion, *keys, "service")
            name = text(field(service, "name"))
            if name and name not in there and name != made.get(crd.name):
                at = "/".join(filter(None, (text(field(service, "namespace")), name)))
                message = f"{crd.words} is converted at the Service {at}, which the bundle does not have"
                more = f"OLM makes {made[crd.name]}, once the operator runs" if crd.name in made else ""
                path = FieldPath.of("spec", "conversion", *keys, "service", "name")
                yield Problem(message=message, more=more, where=Where(document=crd.number), path=path)
