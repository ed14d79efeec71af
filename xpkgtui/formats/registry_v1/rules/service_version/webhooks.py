"""Rules about the deployments and webhooks of a ClusterServiceVersion."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.definitions.names import faults_of_subdomain
from xpkgtui.formats.install_modes import NO_SERVICES
from xpkgtui.formats.registry_v1.rules.by_tool import by, said_by, unsound
from xpkgtui.formats.registry_v1.subject import Item
from xpkgtui.formats.registry_v1.tools import OLMV0, OLMV1, RUKPAK
from xpkgtui.formats.registry_v1.tools.turns import InstallStep, OlmV0Turn, OlmV1Turn, RukPakTurn, ServiceStep, met
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, rule
from xpkgtui.untyped import field, listing, text

_V1 = by(opm="W", sdk="W", olmv1="E", rukpak="W", spec="W")
_OR_V0 = {**_V1, OLMV0: "WE"}
_DEPLOYMENTS = FieldPath.of("spec", "install", "spec", "deployments")
_HOOKS = FieldPath.of("spec", "webhookdefinitions")
_CONVERSION = "ConversionWebhook"
_ADMISSION = "admissionregistration.k8s.io"
_CONFIGURATIONS = frozenset(
    f"{which}webhookconfiguration{ending}" for which in ("mutating", "validating") for ending in ("", "s")
) | {"*"}


def _hooks(item: Item) -> list[Any]:
    return listing(item.spec.get("webhookdefinitions")) if item.is_csv else []


def _deployments(item: Item) -> list[tuple[str, Any]]:
    found = listing(field(item.spec, "install", "spec", "deployments")) if item.is_csv else []
    return [(text(field(one, "name")), one) for one in found]


@rule(
    "OLM070",
    "a deployment has a wrong or duplicate name",
    _OR_V0,
    stage=Stage.INSTALL,
    met=met(v0=OlmV0Turn.INSTALLED, olmv1=InstallStep.DUPLICATE_DEPLOYMENTS),
)
def deployments_are_named(item: Item) -> Iterator[Problem]:
    """Each deployment of a ClusterServiceVersion has a unique name that is a DNS subdomain.

    Why: They become Deployments in one namespace.
    When it bites: OLM v1 refuses the bundle; OLM v0 installs two of one name that differ again and again.
    Fix: Rename the deployment.
    Source: operator-controller, validators.
    """
    by_name: dict[str, list[Any]] = {}
    for name, one in _deployments(item):
        by_name.setdefault(name, []).append(one)
    names = [name for name, _ in _deployments(item)]
    for name, alike in by_name.items():
        path = _DEPLOYMENTS.child(names.index(name))
        if len(alike) > 1:
            says = said_by(olmv1=f"cluster service version contains duplicate strategy deployment spec '{name}'")
            level = int(any(one != alike[0] for one in alike))
            message = f"Several deployments are named {name}" + ", and undo each other" * level
            yield Problem(level=level, message=message, says=says, walked=(name,), path=path)
        if faults := faults_of_subdomain(name, "bytes"):
            at = met(olmv1=InstallStep.DEPLOYMENT_NAMES)
            words = f"invalid cluster service version strategy deployment name '{name}': {'; '.join(faults)}"
            message = f"A deployment is named {name!r}, which Kubernetes refuses"
            yield Problem(message=message, says=words, met=at, walked=(name,), path=path)


@rule(
    "OLM071",
    "a webhook names a deployment that does not exist",
    _OR_V0,
    stage=Stage.INSTALL,
    met=met(v0=OlmV0Turn.INSTALLED, olmv1=InstallStep.SERVED_WEBHOOKS),
)
def webhooks_are_served(item: Item) -> Iterator[Problem]:
    """The deploymentName of a webhook is that of a deployment of the ClusterServiceVersion.

    Why: The Service of the webhook leads there.
    When it bites: When the operator is installed.
    Fix: Name one of the deployments.
    Source: operator-controller, validators.
    """
    names = dict(_deployments(item))
    for number, hook in enumerate(_hooks(item)):
        found, name, kind = (text(field(hook, key)) for key in ("deploymentName", "generateName", "type"))
        if found not in names:
            words = f"webhook of type '{kind}' with name '{name}' references non-existent deployment '{found}'"
            level = int(kind == _CONVERSION)
            says = said_by(v0="Webhook install failed: conversionWebhook not ready" if level else None, olmv1=words)
            message = f"The webhook {name} is served by {found or '(no deployment)'}, which there is not"
            yield Problem(
                level=level, message=message, says=says, walked=(found, kind, name), path=_HOOKS.child(number)
            )


@rule(
    "OLM072",
    "a webhook has a wrong or duplicate name",
    _V1,
    stage=Stage.INSTALL,
    met=met(olmv1=InstallStep.DUPLICATE_WEBHOOKS),
)
def webhooks_are_named(item: Item) -> Iterator[Problem]:
    """Webhooks of one type have different names, which are subdomains of DNS.

    Why: They become webhook configurations of the cluster.
    When it bites: When the operator is installed.
    Fix: Rename the webhook.
    Source: operator-controller, validators.
    """
    hooks = [(text(field(hook, "type")), text(field(hook, "generateName"))) for hook in _hooks(item)]
    counted = Counter(hooks)
    for number, (kind, name) in enumerate(hooks):
        path = _HOOKS.child(number)
        if counted[kind, name] > 1 and hooks.index((kind, name)) == number:
            says = f"duplicate webhook '{name}' of type '{kind}'"
            yield Problem(
                message=f"Several webhooks of one type are named {name}", says=says, walked=(kind, name), path=path
            )
        if faults := faults_of_subdomain(name, "bytes"):
            at = met(olmv1=InstallStep.WEBHOOK_NAMES)
            says = f"webhook of type '{kind}' has invalid name '{name}': {','.join(faults)}"
            message = f"A webhook is named {name!r}, which Kubernetes refuses"
            yield Problem(message=message, says=says, met=at, walked=(kind, name), path=path)


@rule(
    "OLM073",
    "a conversion webhook with other modes than AllNamespaces",
    by(opm="E", v0="E", sdk="E", olmv1="E", rukpak="W", spec="W"),
    stage=Stage.LINT,
    met=met(v0=OlmV0Turn.INSTALLED, api=ServiceStep.CONVERSION, olmv1=InstallStep.CONVERSION_MODES),
)
def conversion_is_for_all(item: Item) -> Iterator[Problem]:
    """An operator whose webhook converts definitions supports AllNamespaces and no other install mode.

    Why: A cluster has one definition, and one conversion for it.
    When it bites: When a bundle is validated or installed.
    Fix: Support AllNamespaces alone.
    Source: operator-framework/api, csv.go; operator-controller, validators.
    """
    if not item.is_csv:
        return
    modes = [
        (text(field(one, "type")), field(one, "supported") is True) for one in listing(item.spec.get("installModes"))
    ]
    supported = sorted({kind for kind, is_supported in modes if is_supported})
    is_wrong = any(is_supported is (kind != "AllNamespaces") for kind, is_supported in modes)
    path = FieldPath.of("spec", "installModes")
    for hook in _hooks(item):
        name = text(field(hook, "generateName"))
        message = f"The webhook {name} converts definitions, but other install modes than AllNamespaces are supported"
        if listing(field(hook, "conversionCRDs")) and is_wrong:
            words = "only AllNamespaces InstallModeType is supported when conversionCRDs is present"
            says = unsound(item.name, words)
            yield Problem(message=message, says=says, path=path, profiles=("opm", "sdk", "hub", "rukpak", "spec"))
        if field(hook, "type") == _CONVERSION and supported != ["AllNamespaces"]:
            says = (
                f'bundle contains conversion webhook "{name}" and supports install modes [{" ".join(supported)}] - '
                "conversion webhooks are only supported for bundles that only support AllNamespaces install mode"
            )
            yield Problem(message=message, says=says, path=path, profiles=("olmv1",))


@rule(
    "OLM074",
    "a converted definition is not owned",
    _OR_V0,
    stage=Stage.INSTALL,
    met=met(v0=OlmV0Turn.INSTALLED, olmv1=InstallStep.OWNED_CONVERSIONS),
)
def converted_are_owned(item: Item) -> Iterator[Problem]:
    """The conversionCRDs of a webhook are definitions that the operator owns, each converted by one webhook.

    Why: OLM writes the webhook into the definition.
    When it bites: When the operator is installed.
    Fix: Name owned definitions, each once.
    Source: operator-controller, validators.
    """
    owned = {text(field(one, "name")) for one in listing(field(item.spec, "customresourcedefinitions", "owned"))}
    by_name: dict[str, list[tuple[int, str]]] = {}
    for number, hook in enumerate(_hooks(item)):
        if field(hook, "type") != _CONVERSION:
            continue
        name = text(field(hook, "generateName"))
        for found in map(text, listing(field(hook, "conversionCRDs"))):
            by_name.setdefault(found, []).append((number, name))
            if found not in owned:
                words = (
                    f"conversion webhook '{name}' references custom resource definition '{found}' not owned bundle"
                )
                message, says = (
                    f"The webhook {name} converts {found}, which the operator does not own",
                    said_by(olmv1=words),
                )
                yield Problem(level=1, message=message, says=says, walked=(name, found), path=_HOOKS.child(number))
    for found, hooks in by_name.items():
        if len(hooks) > 1:
            names = ",".join(sorted(name for _, name in hooks))
            words = f"conversion webhooks [{names}] reference same custom resource definition '{found}'"
            message, path = f"Several webhooks convert {found}", _HOOKS.child(hooks[0][0])
            at = met(olmv1=InstallStep.DUPLICATE_CONVERSIONS)
            yield Problem(message=message, says=words, met=at, walked=(found,), path=path)


@rule(
    "OLM075",
    "a webhook matches OLM's own objects",
    _V1,
    stage=Stage.INSTALL,
    met=met(olmv1=InstallStep.WEBHOOK_RULES),
)
def webhooks_leave_olm_alone(item: Item) -> Iterator[Problem]:
    """The rules of a webhook match neither all groups, nor OLM's group, nor webhook configurations.

    Why: Such a webhook could stop OLM or the cluster.
    When it bites: OLM v1 refuses the bundle.
    Fix: Name the groups and resources that the operator needs.
    Source: operator-controller, validators.
    """
    for number, hook in enumerate(_hooks(item)):
        name = text(field(hook, "generateName"))
        if field(hook, "type") == _CONVERSION:
            continue
        for which, one in enumerate(listing(field(hook, "rules"))):
            path = _HOOKS.child(number).child("rules").child(which)
            lead = f'webhook "{name}" contains forbidden rule: admission webhook rules cannot reference'
            for group in map(text, listing(field(one, "apiGroups"))):
                if group in ("*", "olm.operatorframework.io"):
                    message = f"The webhook {name} matches {'every API group' if group == '*' else 'the API of OLM'}"
                    yield Problem(message=message, says=f'{lead} API group "{group}"', path=path)
                for resource in map(text, listing(field(one, "resources"))):
                    if group == _ADMISSION and resource.lower() in _CONFIGURATIONS:
                        message = f"The webhook {name} matches {resource} of {group}"
                        says = f'{lead} resource "{resource}" for API group "{group}"'
                        yield Problem(message=message, says=says, path=path)


@rule(
    "OLM076",
    "API services, or for RukPak webhooks",
    by(olmv1="E", rukpak="E", hub=""),
    stage=Stage.INSTALL,
    met=met(olmv1=OlmV1Turn.API_SERVICES, rukpak=RukPakTurn.API_SERVICES),
)
def neither_services_nor_webhooks(item: Item) -> Iterator[Problem]:
    """A bundle that OLM v1 installs owns no API services; one that RukPak installs defines no webhooks either.

    Why: Both turn a bundle into plain objects. RukPak has no certificates for webhooks; OLM v1 has, but makes no
    APIService.
    When it bites: When OLM v1 installs the bundle, or RukPak 0.12 unpacks it.
    Fix: Install the operator with OLM v0, or serve the API from a CustomResourceDefinition.
    Source: operator-controller 1.11, applier/provider.go; rukpak 0.12, internal/convert/registryv1.go.
    """
    if not item.is_csv:
        return
    if listing(field(item.spec, "apiservicedefinitions", "owned")):
        says = "apiServiceDefintions are not supported"
        path = FieldPath.of("spec", "apiservicedefinitions")
        message = "The operator defines API services, which {} does not install"
        yield Problem(message=message.format("OLM v1"), says=NO_SERVICES, path=path, profiles=(OLMV1,))
        yield Problem(message=message.format("RukPak"), says=says, path=path, profiles=(RUKPAK,))
    elif _hooks(item):
        says = "webhookDefinitions are not supported"
        message = "The operator defines webhooks, which RukPak does not install"
        at = met(rukpak=RukPakTurn.WEBHOOKS)
        yield Problem(message=message, says=says, met=at, path=_HOOKS, profiles=(RUKPAK,))
