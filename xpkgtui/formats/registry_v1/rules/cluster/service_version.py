"""Rules about the ClusterServiceVersion that OLM v0 creates, its permissions, and the objects beside it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.objects.faults import NOWHERE, message_of
from xpkgtui.formats.examples.example import path_of
from xpkgtui.formats.go_decoding.loosely import first_mismatch
from xpkgtui.formats.registry_v1.decoding.types import type_of
from xpkgtui.formats.registry_v1.layout import CRD, CSV, KINDS
from xpkgtui.formats.registry_v1.rules.by_tool import by_cluster, everywhere, said_by
from xpkgtui.formats.registry_v1.rules.cluster.sending import as_created, as_sent
from xpkgtui.formats.registry_v1.server.beside import BY_KIND, SERVED, check_beside
from xpkgtui.formats.registry_v1.server.service_version import strategy_of
from xpkgtui.formats.registry_v1.subject import BundleSubject, Item
from xpkgtui.formats.registry_v1.tools import OLMV0, OLMV1, RUKPAK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import OlmV0Turn, applied, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import few

_HOOKS = FieldPath.of("spec", "webhookdefinitions")
_MODES = FieldPath.of("spec", "installModes")
_STRATEGY = FieldPath.of("spec", "install", "strategy")
_APIS = FieldPath.of("spec", "apiservicedefinitions", "owned")
_ADMISSION = "admissionregistration.k8s.io"
_CONFIGURATIONS = frozenset({"*", "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"})


@rule(
    "OLM090",
    "the API server refuses the ClusterServiceVersion",
    by_cluster(),
    stage=Stage.INSTALL,
    met=met(v0=OlmV0Turn.CREATED),
)
def version_is_taken(item: Item) -> Iterator[Problem]:
    """A ClusterServiceVersion is as its own definition wants it: fields that are required, values that are allowed.

    Why: OLM v0 decodes it and sends what its types know, with the zero values of Go; the API server compares that
    with the definition of ClusterServiceVersions. Tools that validate bundles do not.
    When it bites: When OLM v0 installs the operator: its InstallPlan fails.
    Fix: Add the field, or correct its value.
    Source: operator-framework/api 0.45, operators.coreos.com_clusterserviceversions.yaml; OLM 0.45, step_ensurer.go.
    """
    found = as_sent(item)
    if found is None:
        return
    told = found.judgement
    says = said_by(v0=f"error creating csv {item.name}: {told.message}")
    for one in told.errors:
        if one.field != NOWHERE:
            message = f"The API server refuses the ClusterServiceVersion: {one.field}: {one.message}"
            yield Problem(message=message, says=says, path=path_of(one.field))
    if told.undecided and not told.errors:
        message = f"Whether the API server takes the ClusterServiceVersion is not known: {told.undecided}"
        yield Problem(message=message, undecided=True, profiles=(OLMV0,))


@rule(
    "OLM094",
    "OLM v0 cannot install the ClusterServiceVersion",
    by_cluster(),
    stage=Stage.INSTALL,
    met=met(v0=OlmV0Turn.REQUIRED),
)
def version_is_installable(item: Item) -> Iterator[Problem]:
    """A ClusterServiceVersion has an install strategy and install modes, APIs and webhooks that OLM v0 can set up.

    Why: The strategy is `deployment`; each install mode stands once; the deployments of owned API services are there;
    webhooks have different names, and match neither all groups nor OLM's own.
    When it bites: When OLM v0 installs the operator: the ClusterServiceVersion stays Pending, or ends as Failed.
    Fix: Correct the field.
    Source: operator-lifecycle-manager 0.45, operator.go, resolver.go, requirements.go, webhook.go.
    """
    found = as_created(item)
    if found is None:
        return
    strategy = text(field(found.spec, "install", "strategy"))
    if strategy != "deployment":
        message = f"OLM v0 does not know the install strategy {strategy or '(none)'}, only deployment"
        at = met(v0=OlmV0Turn.CREATED)
        yield Problem(message=message, says=said_by(v0="unrecognized install strategy"), met=at, path=_STRATEGY)
    modes = [text(field(one, "type")) for one in listing(found.spec.get("installModes"))]
    if twice := next((one for one, count in Counter(modes).items() if count > 1), None):
        says = said_by(v0="InstallMode list contains duplicates, cannot make set")
        message, at = f"The install mode {twice} stands twice", met(v0=OlmV0Turn.GROUP)
        yield Problem(message=message, says=says, met=at, path=_MODES.child(modes.index(twice)))
    names = {text(field(one, "name")) for one in listing(strategy_of(found.value).get("deployments"))}
    for number, one in enumerate(listing(field(found.spec, "apiservicedefinitions", "owned"))):
        if (served := text(field(one, "deploymentName"))) not in names:
            message = f"The API service {text(field(one, 'name'))} is served by {served or '(no deployment)'}"
            says = said_by(v0="one or more requirements couldn't be found")
            yield Problem(message=f"{message}, which there is not", says=says, path=_APIS.child(number))
    yield from _hooks(listing(found.spec.get("webhookdefinitions")))


def _hooks(hooks: list[Any]) -> Iterator[Problem]:
    names = [text(field(one, "generateName")) for one in hooks]
    if twice := next((one for one, count in Counter(names).items() if count > 1), None):
        says = said_by(v0="CSV contains repeated WebhookDescription name")
        message = f"Several webhooks are named {twice or '(no name)'}"
        yield Problem(message=message, says=says, path=_HOOKS.child(names.index(twice)))
    for number, hook in enumerate(hooks):
        for which, one in enumerate(listing(field(hook, "rules"))):
            groups, resources = (frozenset(map(text, listing(field(one, key)))) for key in ("apiGroups", "resources"))
            words, what = "", ""
            if "*" in groups:
                words, what = "webhook rules cannot include all groups", "every API group"
            elif "operators.coreos.com" in groups:
                words, what = "webhook rules cannot include the OLM group", "the API of OLM"
            elif _ADMISSION in groups and resources & _CONFIGURATIONS:
                kinds = "MutatingWebhookConfiguration or ValidatingWebhookConfiguration"
                words, what = f"webhook rules cannot include {kinds} resources", "webhook configurations"
            if words:
                message = f"The webhook {names[number]} matches {what}"
                path = _HOOKS.child(number).child("rules").child(which)
                yield Problem(message=message, says=said_by(v0=words), path=path)
        if text(field(hook, "type")) == "ConversionWebhook" and not listing(field(hook, "conversionCRDs")):
            words = "conversion webhook must have at least one CRD specified"
            message = f"The conversion webhook {names[number]} names no definition"
            says, at = said_by(v0=f"unable to manager conversion webhook: {words}"), met(v0=OlmV0Turn.INSTALLED)
            yield Problem(message=message, says=says, met=at, path=_HOOKS.child(number))


_INSTALL = FieldPath.of("spec", "install", "spec")
_FEW = 3


@rule("OLM095", "permissions for an account that no deployment uses", everywhere("WI"), stage=Stage.RUN)
def permissions_are_used(item: Item) -> Iterator[Problem]:
    """The permissions of a ClusterServiceVersion are for the service accounts of its deployments.

    Why: OLM makes the account that permissions name, even if no deployment runs as it. It is a fact where all
    deployments have permissions: the account may be for what the operator starts.
    When it bites: When the operator runs, as another account: the API server refuses what it asks for.
    Fix: Write the serviceAccountName of the deployment, or name that account in the deployment.
    Source: operator-lifecycle-manager 0.45, resolver/rbac.go; operator-controller 1.11, render/registryv1.
    """
    if not item.is_csv or not item.is_first:
        return
    install = mapping(field(item.spec, "install", "spec"))
    pods = [mapping(field(one, "spec", "template", "spec")) for one in listing(install.get("deployments"))]
    named = (text(one.get("serviceAccountName")) or text(one.get("serviceAccount")) for one in pods)
    running = dict.fromkeys(name or "default" for name in named)
    given = {
        (key, number): text(field(one, "serviceAccountName")) or "default"
        for key in ("permissions", "clusterPermissions")
        for number, one in enumerate(listing(install.get(key)))
    }
    bare = [name for name in running if name not in given.values()]
    for (key, number), account in given.items():
        if running and account not in running:
            path = _INSTALL.child(key).child(number).child("serviceAccountName")
            message = f"No deployment runs as the service account {account}, which gets permissions"
            more = f"{few(bare, _FEW)}, as which the operator runs, gets none" if bare else ""
            yield Problem(message=message, more=more, level=int(not bare), path=path)


_BY_OTHERS = KINDS - SERVED.keys() - {CSV, CRD}
"""Kinds that only other projects define."""
_NOT_JUDGED = "fields of such objects are not judged"
_LEADS = {
    **{kind: f"error creating {kind.lower()} {{}}: " for kind in BY_KIND if kind.endswith(("Role", "Binding"))},
    **{kind: f"error updating {kind.lower()}: {{}}: " for kind in ("Secret", "Service", "ConfigMap")},
    "ServiceAccount": "error creating service account: {}: ",
}
"""The words of OLM v0 before those of the API server."""


@rule(
    "OLM065",
    "the API server refuses another object of the bundle",
    {**by_cluster("E"), OLMV0: "EW"},
    stage=Stage.INSTALL,
    met=applied(OlmV0Turn.CREATED),
)
def objects_are_taken(item: Item) -> Iterator[Problem]:
    """Services, ConfigMaps, Secrets, roles and other objects of a bundle are ones that the API server takes.

    Why: OLM creates each of them as it stands. OLM v0 does not look at the apiVersion of a Service, a ConfigMap, a
    Secret, an account, a role or a binding.
    When it bites: When OLM v0 installs the operator: its InstallPlan fails. When OLM v1 or RukPak applies the object.
    Fix: Correct the field.
    Source: Kubernetes 1.35, validation of pkg/apis; OLM 0.45, catalog/operator.go and step_ensurer.go.
    """
    served, struct = SERVED.get(item.kind), type_of(item.kind)
    if not item.is_manifest or served is None or struct is None:
        return
    by: tuple[str, ...] | None = None if item.is_first else (OLMV1, RUKPAK, SPEC)
    name = item.name
    if item.api_version != served:
        (group, _, version), is_seen = item.api_version.rpartition("/"), item.kind not in BY_KIND
        message, more = f"{item.words} is of {item.api_version or 'no apiVersion'}", f"the API server has {served}"
        v0 = f"Unable to find GVK in discovery: {group} {version} {item.kind}" if is_seen else None
        others = f'no matches for kind "{item.kind}" in version "{item.api_version}"'
        says, level = said_by(v0=v0, olmv1=others, rukpak=others), int(not is_seen)
        path = FieldPath.of("apiVersion")
        yield Problem(message=message, more=more, says=says, level=level, path=path, profiles=by)
        if is_seen or not item.is_first:
            return
        by = (OLMV0,)
    lead = _LEADS.get(item.kind, "error creating unstructured object {}: ").format(name)
    if wrong := first_mismatch(item.value, struct, struct.name, converts=False, any_letters=False):
        handled = f'{lead}{item.kind} in version "v1" cannot be handled as a {item.kind}: '
        v0 = f"error parsing step manifest: {name}: " if item.kind in BY_KIND else handled
        message = f"The API server cannot read {item.words}: {wrong.message}"
        yield Problem(message=message, says=said_by(v0=v0 + wrong.message), path=wrong.path, profiles=by)
        return
    faults = check_beside(item.kind, item.value)
    words = message_of(f"{item.kind}.{served.rpartition('/')[0]}".strip("."), name, faults.found)
    says = said_by(v0=lead + words, olmv1=words, rukpak=words)
    for error in faults.found:
        message = f"The API server refuses {item.words}: {error}"
        yield Problem(message=message, says=says, path=path_of(error.field), profiles=by)


@rule("OLM066", "an object of a kind that not every cluster has", everywhere("I"), stage=Stage.INSTALL)
def kinds_are_everywhere(bundle: BundleSubject) -> Iterator[Problem]:
    """The objects of a bundle are of kinds of Kubernetes itself, or of kinds that the bundle defines.

    Why: ServiceMonitor, PrometheusRule and the kinds of OpenShift's console or of autoscalers are of other projects;
    of their objects only the kind is looked at here.
    When it bites: When the operator is installed where the kind is not there: OLM v0 and v1 refuse all of the bundle.
    Fix: Say what users install first, or let the operator make the object where its kind is there.
    Source: operator-lifecycle-manager 0.45, catalog/operator.go.
    """
    own = {text(field(crd.spec, "names", "kind")) for crd in bundle.crds}
    found = dict.fromkeys(one.kind for one in bundle.items if one.is_manifest and one.kind in _BY_OTHERS)
    if others := [one for one in found if one not in own]:
        yield Problem(message=f"Kubernetes itself has no {few(others, _FEW)}", more=_NOT_JUDGED)
    if defined := [one for one in found if one in own]:
        yield Problem(message=f"The bundle defines {few(defined, _FEW)} and has objects of it", more=_NOT_JUDGED)
