"""Rules about the ClusterServiceVersion that OLM v0 creates, and the permissions that it asks for."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.objects.errors import NOWHERE
from xpkgtui.formats.examples.example import path_of
from xpkgtui.formats.registry_v1.rules.by_tool import by_cluster, everywhere, said_by
from xpkgtui.formats.registry_v1.rules.cluster.sending import as_created, as_sent
from xpkgtui.formats.registry_v1.server.service_version import strategy_of
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools import OLMV0
from xpkgtui.formats.registry_v1.tools.turns import OlmV0Turn, met
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
