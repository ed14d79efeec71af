"""Fields of a pod of which one thing alone is asked, whatever stands beside them: a table, and what walks it."""

from collections.abc import Callable, Iterator
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_label, faults_of_subdomain, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

Ask = Callable[[Faults, str, Any], None]
"""Adds what is wrong with a value that is given at a place."""
_HEADER = late(r"[-A-Za-z0-9]+")
_SYSCTL = late(r"([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?")
_NAME_OF_HEADER = (
    "a valid HTTP header must consist of alphanumeric characters or '-' "
    "(e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')"
)
_NAME_OF_SYSCTL = (
    r"must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*"
    r"[a-z0-9]([-_a-z0-9]*[a-z0-9])?$"
)
_PROBES = ("livenessProbe", "readinessProbe", "startupProbe", "lifecycle.preStop", "lifecycle.postStart")
_AFFINITIES = tuple(
    f"affinity.{kind}.{when}DuringSchedulingIgnoredDuringExecution[]{term}"
    for kind in ("podAffinity", "podAntiAffinity")
    for when, term in (("required", ""), ("preferred", ".podAffinityTerm"))
)
_TERMS = (
    "affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[]",
    "affinity.nodeAffinity.preferredDuringSchedulingIgnoredDuringExecution[].preference",
)


def _words(*accepted: str) -> Ask:
    return lambda faults, place, value: faults.one_of(place, text(value), *accepted)


def _matches(fits: Callable[[str], object], detail: str) -> Ask:
    return lambda faults, place, value: faults.invalid(place, value, *(() if fits(text(value)) else (detail,)))


def _named(why: Callable[[str], Any]) -> Ask:
    """A question about a name that is given; what is wrong with an empty one is said elsewhere."""
    return lambda faults, place, value: faults.invalid(place, text(value), *(why(text(value)) if value else ()))


def _required(faults: Faults, place: str, value: Any) -> None:
    if value in ("", []):
        faults.required(place)


def _at_most(count: int, what: str) -> Ask:
    detail = f"must not have more than {count} {what}"
    return lambda faults, place, value: faults.invalid(
        place, value, *((detail,) if len(listing(value)) > count else ())
    )


def _refused(detail: str) -> Ask:
    return lambda faults, place, value: faults.invalid(place, value, detail)


def _only_once(faults: Faults, place: str, value: Any) -> None:
    names = [text(mapping(one).get("name")) for one in listing(value)]
    for number, name in enumerate(names):
        if name in names[:number]:
            faults.add(ErrorType.DUPLICATE, f"{place}[{number}]", value=name)


def _group(faults: Faults, place: str, value: Any) -> None:
    faults.identity(place.rpartition(".")[0], {place.rpartition(".")[2]: value}, place.rpartition(".")[2])


_ARMOR = _words("Localhost", "RuntimeDefault", "Unconfined")
_SUBDOMAIN, _LABEL, _QUALIFIED = _named(faults_of_subdomain), _named(faults_of_label), _named(qualified_name)
_TAINTS = _words("Honor", "Ignore")
_OF_CONTAINER: dict[str, Ask] = {
    "restartPolicy": _words("Always", "Never", "OnFailure"),
    "restartPolicyRules[].action": _words("Restart"),
    "resizePolicy[].resourceName": _words("cpu", "memory"),
    "resizePolicy[].restartPolicy": _words("NotRequired", "RestartContainer"),
    "envFrom[].configMapRef.name": _SUBDOMAIN,
    "envFrom[].secretRef.name": _SUBDOMAIN,
    "volumeMounts[].mountPropagation": _words("Bidirectional", "HostToContainer", "None"),
    "volumeMounts[].recursiveReadOnly": _words("Disabled", "Enabled", "IfPossible"),
    "securityContext.procMount": _words("Default", "Unmasked"),
    "securityContext.appArmorProfile.type": _ARMOR,
    "securityContext.windowsOptions.runAsUserName": _matches(bool, "runAsUserName cannot be an empty string"),
    "readinessProbe.terminationGracePeriodSeconds": _refused("must not be set for readinessProbes"),
    **{f"{one}.httpGet.httpHeaders[].name": _matches(_HEADER.fullmatch, _NAME_OF_HEADER) for one in _PROBES},
}
_OF_POD: dict[str, Ask] = {
    **{f"{kind}[].{key}": ask for kind in ("containers", "initContainers") for key, ask in _OF_CONTAINER.items()},
    "ephemeralContainers[]": lambda faults, place, _: faults.forbidden(
        place.rpartition("[")[0], "ephemeral containers not allowed in pod template"
    ),
    "nodeName": _SUBDOMAIN,
    "subdomain": _LABEL,
    "hostAliases[].hostnames[]": _SUBDOMAIN,
    "dnsConfig.nameservers": _at_most(3, "nameservers"),
    "dnsConfig.searches": _at_most(32, "search paths"),
    "dnsConfig.searches[]": _named(lambda name: faults_of_subdomain(name.rstrip(".").replace("_", "-"))),
    "dnsConfig.options[].name": _required,
    "schedulingGates": _only_once,
    "schedulingGates[].name": lambda faults, place, value: faults.invalid(
        place.rpartition(".")[0], text(value), *qualified_name(text(value))
    ),
    "resourceClaims[].name": _LABEL,
    "securityContext.supplementalGroups[]": _group,
    "securityContext.supplementalGroupsPolicy": _words("Merge", "Strict"),
    "securityContext.fsGroupChangePolicy": _words("Always", "OnRootMismatch"),
    "securityContext.seLinuxChangePolicy": _words("Recursive"),
    "securityContext.appArmorProfile.type": _ARMOR,
    "securityContext.sysctls": _only_once,
    "securityContext.sysctls[].name": _matches(_SYSCTL.fullmatch, _NAME_OF_SYSCTL),
    "topologySpreadConstraints[].nodeTaintsPolicy": _TAINTS,
    "topologySpreadConstraints[].nodeAffinityPolicy": _TAINTS,
    **{f"{one}.topologyKey": _QUALIFIED for one in _AFFINITIES},
    **{f"{one}.namespaces[]": _LABEL for one in _AFFINITIES},
    **{
        f"{one}.matchFields[].key": _matches("metadata.name".__eq__, "not a valid field selector key")
        for one in _TERMS
    },
    "volumes[].image.pullPolicy": _words("Always", "IfNotPresent", "Never"),
    "volumes[].csi.driver": _SUBDOMAIN,
    "volumes[].gitRepo.repository": _required,
    "volumes[].rbd.monitors": _required,
    "volumes[].awsElasticBlockStore.volumeID": _required,
    "volumes[].ephemeral.volumeClaimTemplate.spec.accessModes": _required,
    "volumes[].iscsi.iqn": _matches(
        lambda name: name.startswith(("iqn.", "eui.", "naa.")), "must be valid format starting with iqn, eui, or naa"
    ),
}


def check_fields(pod: Node, place: str, faults: Faults) -> None:
    """Adds what is wrong with fields of a pod that are given."""
    for path, ask in _OF_POD.items():
        for there, value in _found(pod, place, path.split(".")):
            ask(faults, there, value)
    for kind in ("containers", "initContainers"):
        for number, one in enumerate(listing(pod.get(kind))):
            _together(pod, mapping(one), f"{place}.{kind}[{number}]", faults)
    for number, one in enumerate(listing(pod.get("resourceClaims"))):
        if sum(bool(mapping(one).get(key)) for key in ("resourceClaimName", "resourceClaimTemplateName")) != 1:
            detail = "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"
            faults.invalid(f"{place}.resourceClaims[{number}]", one, detail)


def _found(value: Any, place: str, steps: list[str]) -> Iterator[tuple[str, Any]]:
    """The values at a path that goes through the items of lists, with their places."""
    if not steps:
        yield place, value
        return
    name = steps[0].removesuffix("[]")
    inner, there = mapping(value).get(name), f"{place}.{name}"
    if inner is None:
        return
    if name == steps[0]:
        yield from _found(inner, there, steps[1:])
        return
    for number, one in enumerate(listing(inner)):
        yield from _found(one, f"{there}[{number}]", steps[1:])


def _together(pod: Node, one: Node, place: str, faults: Faults) -> None:
    """Adds what a container may not have beside other things."""
    context = mapping(one.get("securityContext"))
    if one.get("restartPolicyRules") and not one.get("restartPolicy"):
        faults.required(f"{place}.restartPolicy", "must specify restartPolicy when restart rules are used")
    for mount in map(mapping, listing(one.get("volumeMounts"))):
        if mount.get("mountPropagation") == "Bidirectional" and context.get("privileged") is not True:
            detail = "Bidirectional mount propagation is available only to privileged containers"
            faults.forbidden(f"{place}.volumeMounts.mountPropagation", detail)
        if mount.get("recursiveReadOnly") in ("Enabled", "IfPossible") and mount.get("readOnly") is not True:
            faults.forbidden(f"{place}.volumeMounts.recursiveReadOnly", "may only be specified when readOnly is true")
    if context.get("procMount") == "Unmasked" and pod.get("hostUsers") is not False:
        detail = "`hostUsers` must be false to use `Unmasked`"
        faults.invalid(f"{place}.securityContext.procMount", "Unmasked", detail)
    armor = mapping(context.get("appArmorProfile"))
    if armor.get("type") == "Localhost" and not armor.get("localhostProfile"):
        there = f"{place}.securityContext.appArmorProfile.localhostProfile"
        faults.required(there, "must be set when AppArmor type is Localhost")
    claims = {one.get("name") for one in map(mapping, listing(pod.get("volumes"))) if _is_claim(one)}
    for number, device in enumerate(map(mapping, listing(one.get("volumeDevices")))):
        if device.get("name") not in claims:
            detail = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
            faults.invalid(f"{place}.volumeDevices[{number}].name", text(device.get("name")), detail)


def _is_claim(volume: Node) -> bool:
    return field(volume, "persistentVolumeClaim") is not None or field(volume, "ephemeral") is not None
