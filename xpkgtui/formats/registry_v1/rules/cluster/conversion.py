"""The rule about webhooks that convert objects, and who makes the Service that they are asked at."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.registry_v1.rules.by_tool import everywhere
from xpkgtui.formats.registry_v1.subject import BundleSubject
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.rule import Problem, Where, rule
from xpkgtui.untyped import field, listing, mapping, text

_CONVERSION, _SERVED = "ConversionWebhook", "-service"
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
                if crd.name in made:
                    message += f"; OLM makes {made[crd.name]}, once the operator runs"
                path = FieldPath.of("spec", "conversion", *keys, "service", "name")
                yield Problem(message=message, where=Where(document=crd.number), path=path)
