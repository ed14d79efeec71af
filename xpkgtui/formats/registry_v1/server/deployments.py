"""What the API server says of the Deployments, roles and accounts that OLM v0 makes of a ClusterServiceVersion."""

from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.names import faults_of_subdomain
from xpkgtui.formats.definitions.objects.faults import Faults, selects
from xpkgtui.formats.registry_v1.server.pods import check_pod
from xpkgtui.golang.printing import quoted
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

_PERCENT = late(r"[0-9]+%")
_INTEGER = late(r"0|-?[1-9][0-9]{0,9}")
_NO_PERCENT = (
    "a valid percent string must be a numeric string followed by an ending '%' "
    "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"
)
_ALL = 100
_DEADLINE = 600
"""Seconds that a Deployment has to progress, where it does not say it."""

_CERTIFICATES = {
    "apiservice-cert": "/apiserver.local.config/certificates",
    "webhook-cert": "/tmp/k8s-webhook-server/serving-certs",  # noqa: S108 - where it is mounted in a container
}


def with_certificates(deployment: Node) -> Node:
    """A Deployment that serves webhooks or an API, with the volumes of certificates that OLM mounts."""
    spec = mapping(deployment.get("spec"))
    template = mapping(spec.get("template"))
    pod = mapping(template.get("spec"))
    added = {name: {"name": name, "secret": {"secretName": name}} for name in _CERTIFICATES}
    volumes = [added.pop(text(one.get("name")), one) for one in listing(pod.get("volumes"))]
    containers = [
        {**one, "volumeMounts": _mounting(listing(one.get("volumeMounts")))} for one in listing(pod.get("containers"))
    ]
    pod = {**pod, "volumes": [*volumes, *added.values()], "containers": containers}
    return {**deployment, "spec": {**spec, "template": {**template, "spec": pod}}}


def _mounting(mounts: list[Any]) -> list[Any]:
    for name, path in _CERTIFICATES.items():
        taken = [n for n, one in enumerate(mounts) if one.get("name") == name or one.get("mountPath") == path]
        at = taken[0] if taken else len(mounts)
        if not taken or mounts[at].get("name") != name:
            mounts = [*mounts[:at], {"name": name, "mountPath": path}, *mounts[at + 1 :]]
    return mounts


def check_deployment(deployment: Node, annotations: Node) -> Faults:
    """What is wrong with a Deployment; OLM adds the `annotations` of the ClusterServiceVersion to its pods."""
    faults, spec = Faults(), mapping(deployment.get("spec"))
    faults.metadata(text(deployment.get("name")), {"labels": deployment.get("label")})
    faults.not_negative("spec", spec, "replicas")
    selector, template = spec.get("selector"), mapping(spec.get("template"))
    labels = mapping(field(template, "metadata", "labels"))
    if not isinstance(selector, dict):
        faults.required("spec.selector")
    else:
        is_plain = faults.selector("spec.selector", selector)
        if not selector.get("matchLabels") and not selector.get("matchExpressions"):
            faults.invalid("spec.selector", selector, "empty selector is invalid for deployment")
        if not is_plain:
            faults.invalid("spec.selector", selector, "invalid label selector")
            return faults
    if selector is None or not selects(selector, labels):
        detail = "`selector` does not match template `labels`"
        faults.invalid("spec.template.metadata.labels", labels or None, detail)
    meta = {**mapping(template.get("metadata"))}
    meta["annotations"] = {**mapping(meta.get("annotations")), **annotations}
    faults.labels("spec.template.labels", labels)
    faults.annotations("spec.template.annotations", meta["annotations"])
    _profiles(meta["annotations"], mapping(template.get("spec")), faults)
    check_pod(mapping(template.get("spec")), "spec.template.spec", faults)
    _strategy(mapping(spec.get("strategy")), faults)
    faults.not_negative("spec", spec, "minReadySeconds", "progressDeadlineSeconds", "revisionHistoryLimit")
    deadline = spec.get("progressDeadlineSeconds", _DEADLINE)
    if deadline <= (spec.get("minReadySeconds") or 0):
        faults.invalid("spec.progressDeadlineSeconds", deadline, "must be greater than minReadySeconds")
    return faults


_ARMOR, _SECCOMP = "container.apparmor.security.beta.kubernetes.io/", "seccomp.security.alpha.kubernetes.io/pod"
_SECCOMP_OF_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/"
_SECCOMPED = ("runtime/default", "docker/default", "unconfined")
_MIRROR = "kubernetes.io/config.mirror"
_ARMORED = ("", "runtime/default", "unconfined")
_COST = "controller.kubernetes.io/pod-deletion-cost"


def _profiles(annotations: Node, pod: Node, faults: Faults) -> None:
    """Adds what is wrong with annotations that the API server reads."""
    place = "spec.template.annotations"
    names = {text(one.get("name")) for key in ("containers", "initContainers") for one in listing(pod.get(key))}
    for key, value in annotations.items():
        if key.startswith(_ARMOR):
            faults.invalid(f"{place}[{key}]", key.removeprefix(_ARMOR), *_known(key.removeprefix(_ARMOR), names))
            if value not in _ARMORED and not text(value).startswith("localhost/"):
                faults.invalid(f"{place}[{key}]", value, f"invalid AppArmor profile name: {quoted(text(value))}")
        elif key == _SECCOMP or key.startswith(_SECCOMP_OF_CONTAINER):
            local, slash, path = text(value).partition("/")
            if value not in _SECCOMPED and (local, slash) != ("localhost", "/"):
                faults.invalid(f"{place}.{key}", value, "must be a valid seccomp profile")
            elif ".." in path.split("/"):
                faults.invalid(f"{place}.{key}", path, "must not contain '..'")
        elif key == _MIRROR and not pod.get("nodeName"):
            faults.invalid(f"{place}[{key}]", value, "must set spec.nodeName if mirror pod annotation is set")
        elif key == _COST and not _INTEGER.fullmatch(text(value)):
            faults.invalid(f"{place}[{key}]", value, "must be a 32bit integer")


def _known(name: str, names: set[str]) -> tuple[str, ...]:
    return () if name in names else ("container not found",)


def _strategy(strategy: Node, faults: Faults) -> None:
    kind, rolling = text(strategy.get("type")) or "RollingUpdate", strategy.get("rollingUpdate")
    faults.one_of("spec.strategy.type", kind, "Recreate", "RollingUpdate")
    if not isinstance(rolling, dict):
        return
    if kind == "Recreate":
        detail = "may not be specified when strategy `type` is 'Recreate'"
        faults.forbidden("spec.strategy.rollingUpdate", detail)
    elif kind == "RollingUpdate":
        found = {name: rolling.get(name, "25%") for name in ("maxUnavailable", "maxSurge")}
        place = "spec.strategy.rollingUpdate"
        for name, value in found.items():
            check_amount(faults, f"{place}.{name}", value)
        if all(value == 0 or (isinstance(value, str) and not value.strip("0%")) for value in found.values()):
            faults.invalid(f"{place}.maxUnavailable", found["maxUnavailable"], "may not be 0 when `maxSurge` is 0")
        check_share(faults, f"{place}.maxUnavailable", found["maxUnavailable"])


def check_amount(faults: Faults, place: str, value: Any) -> None:
    """Adds why a value is neither a number of pods nor a percentage."""
    if isinstance(value, str) and not _PERCENT.fullmatch(value):
        faults.invalid(place, value, _NO_PERCENT)
    elif isinstance(value, int) and value < 0:
        faults.invalid(place, value, "must be greater than or equal to 0")


def check_share(faults: Faults, place: str, value: Any) -> None:
    """Adds that a percentage is more than all."""
    if isinstance(value, str) and _PERCENT.fullmatch(value) and _share(value) > _ALL:
        faults.invalid(place, value, "must not be greater than 100%")


def _share(percent: str) -> int:
    """The number before a percent sign, of which more digits than three are too many."""
    return int(percent[:-1].lstrip("0")[:4] or "0")


OF_CLUSTER = "namespaced rules cannot apply to non-resource URLs"
_BOTH = "rules cannot apply to both regular resources and non-resource URLs"


def check_account(name: str) -> Faults:
    """What is wrong with the name of a service account."""
    faults = Faults()
    if not name:
        faults.required("metadata.name", "name or generateName is required")
    else:
        faults.invalid("metadata.name", name, *faults_of_subdomain(name))
    return faults


def check_rules(rules: list[Any], *, is_namespaced: bool) -> Faults:
    """What is wrong with the rules of a Role, or of a ClusterRole."""
    faults = Faults()
    for number, one in enumerate(rules):
        _rule(one, f"rules[{number}]", faults, is_namespaced=is_namespaced)
    return faults


def _rule(one: Node, place: str, faults: Faults, *, is_namespaced: bool) -> None:
    if not listing(one.get("verbs")):
        faults.required(f"{place}.verbs", "verbs must contain at least one value")
    if urls := listing(one.get("nonResourceURLs")):
        if is_namespaced:
            faults.invalid(f"{place}.nonResourceURLs", urls, OF_CLUSTER)
        if any(listing(one.get(key)) for key in ("apiGroups", "resources", "resourceNames")):
            faults.invalid(f"{place}.nonResourceURLs", urls, _BOTH)
        return
    if not listing(one.get("apiGroups")):
        faults.required(f"{place}.apiGroups", "resource rules must supply at least one api group")
    if not listing(one.get("resources")):
        faults.required(f"{place}.resources", "resource rules must supply at least one resource")
