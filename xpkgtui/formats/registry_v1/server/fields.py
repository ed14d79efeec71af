"""Fields of a pod of which one thing alone is asked, whatever stands beside them: a table, and what walks it."""

from collections.abc import Callable, Iterator
from typing import Any

from xpkgtui.cel.library.quantities import parse_quantity
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_label, faults_of_subdomain, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

Ask = Callable[[Faults, str, Any], None]
"""Adds what is wrong with a value that is given at a place."""
_HEADER = late(r"[-A-Za-z0-9]+")
_SYSCTL = late(r"([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?")
_SEARCH = late(r"_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*")
_NO_SEARCH = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must "
    "start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')"
)
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


def _matches_number(fits: Callable[[int], bool], detail: str) -> Ask:
    return lambda faults, place, value: faults.invalid(place, value, *(() if fits(value) else (detail,)))


def _named(why: Callable[[str], Any]) -> Ask:
    """A question about a name that is given; what is wrong with an empty one is said elsewhere."""
    return lambda faults, place, value: faults.invalid(place, text(value), *(why(text(value)) if value else ()))


def _always(why: Callable[[str], Any]) -> Ask:
    """A question about a name that is given, even an empty one."""
    return lambda faults, place, value: faults.invalid(place, text(value), *why(text(value)))


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


def _between(least: int, most: int, *free: int) -> Ask:
    detail = f"must be between {least} and {most}, inclusive"
    return lambda faults, place, value: faults.invalid(
        place, value, *((detail,) if value not in free and not least <= value <= most else ())
    )


def _of_one_value(faults: Faults, place: str, value: Any) -> None:
    if value.get("operator") not in ("In", "NotIn"):
        faults.invalid(f"{place}.operator", text(value.get("operator")), "not a valid selector operator")
    elif len(listing(value.get("values"))) != 1:
        detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
        faults.required(f"{place}.values", detail)
    for number, one in enumerate(listing(value.get("values"))):
        faults.invalid(f"{place}.values[{number}]", one, *faults_of_subdomain(text(one)))


def _demanding(*names: str) -> Ask:
    """A question about an object that must have fields."""

    def ask(faults: Faults, place: str, value: Any) -> None:
        for name in names:
            if not field(value, *name.split(".")):
                faults.required(f"{place}.{name}", "")

    return ask


def _storage(faults: Faults, place: str, value: Any) -> None:
    """What a claim asks for."""
    amount = field(value, "resources", "requests", "storage")
    found, there = parse_quantity(text(amount)), f"{place}.resources[storage]"
    if amount is None:
        faults.required(there)
    elif found is not None and found.amount <= 0:
        faults.invalid(there, amount, "must be greater than zero")


def _user_of_windows(faults: Faults, place: str, value: Any) -> None:
    domain, _, user = text(value).rpartition("\\")
    if not value:
        faults.invalid(place, value, "runAsUserName cannot be an empty string")
    elif "\\" in domain:
        faults.invalid(place, value, "runAsUserName cannot contain more than one backslash")
    elif not user:
        faults.invalid(place, value, "runAsUserName's User cannot be empty")
    elif not user.strip(". "):
        faults.invalid(place, value, "runAsUserName's User cannot contain only periods or spaces")
    elif _ODD_OF_WINDOWS & set(user):
        faults.invalid(place, value, f"runAsUserName's User cannot contain the following characters: {_NAMED_ODD}")


def _driver(faults: Faults, place: str, value: Any) -> None:
    if len(text(value)) > _LONGEST_DRIVER:
        faults.add(ErrorType.TOO_LONG, place, f"may not be more than {_LONGEST_DRIVER} bytes")
    _SUBDOMAIN(faults, place, value)


def _reserved(faults: Faults, place: str, value: Any) -> None:
    for key in mapping(value):
        if f".{key.partition('/')[0].lower()}".endswith((".kubernetes.io", ".k8s.io")):
            faults.invalid(f"{place}[{key}]", key, "kubernetes.io and k8s.io namespaces are reserved")


def _armored(faults: Faults, place: str, value: Any) -> None:
    name, there = text(mapping(value).get("localhostProfile")), f"{place}.localhostProfile"
    if name and value.get("type") != "Localhost":
        faults.invalid(there, name, "can only be set when AppArmor type is Localhost")
    elif name != name.strip():
        faults.invalid(there, name, "must not be padded with whitespace")


def _unselected(faults: Faults, place: str, value: Any) -> None:
    for key in ("matchLabelKeys", "mismatchLabelKeys"):
        if value.get(key) and not isinstance(value.get("labelSelector"), dict):
            faults.forbidden(f"{place}.{key}", "must not be specified when labelSelector is not set")


def _only_once(faults: Faults, place: str, value: Any) -> None:
    met = set[str]()
    for number, one in enumerate(listing(value)):
        if (name := text(mapping(one).get("name"))) in met:
            faults.add(ErrorType.DUPLICATE, f"{place}[{number}]", value=name)
        met.add(name)


def _namespace(faults: Faults, place: str, value: Any) -> None:
    faults.invalid(place.rpartition("s[")[0], text(value), *faults_of_label(text(value)))


def _group(faults: Faults, place: str, value: Any) -> None:
    faults.identity(place.rpartition(".")[0], {place.rpartition(".")[2]: value}, place.rpartition(".")[2])


_LONGEST_KEY = 253
_CONFIG_KEY = late(r"[-._a-zA-Z0-9]+")
_NO_KEY = (
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  "
    "or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"
)


def faults_of_key(key: str) -> Iterator[str]:
    """The reasons why a text is no key of a ConfigMap or a Secret."""
    if len(key) > _LONGEST_KEY:
        yield f"must be no more than {_LONGEST_KEY} characters"
    if not _CONFIG_KEY.fullmatch(key):
        yield _NO_KEY
    if key in (".", ".."):
        yield f"must not be '{key}'"
    elif key.startswith(".."):
        yield "must not start with '..'"


def _faults_of_search(name: str) -> Iterator[str]:
    if len(name) > _LONGEST_KEY:
        yield f"must be no more than {_LONGEST_KEY} characters"
    if not _SEARCH.fullmatch(name):
        yield _NO_SEARCH


_KEY = _named(faults_of_key)
_ARMOR = _words("Localhost", "RuntimeDefault", "Unconfined")
_SUBDOMAIN, _LABEL, _QUALIFIED = _named(faults_of_subdomain), _named(faults_of_label), _named(qualified_name)
_ODD_OF_WINDOWS, _NAMED_ODD = set('"/\\:;|=,+*?<>@[]'), '"/\\:;|=,+*?<>@[]'
_LONGEST_DRIVER = 63
_RELATIVE = _matches(lambda one: not one.startswith("/"), "must be a relative path")
_FILE_MODE = _matches_number(
    lambda one: 0 <= one <= 0o777, "must be a number between 0 and 0777 (octal), both inclusive"
)
_OF_CONTEXT: dict[str, Ask] = {
    "appArmorProfile": _armored,
    "seccompProfile.localhostProfile": _RELATIVE,
    "windowsOptions.runAsUserName": _user_of_windows,
    "windowsOptions.gmsaCredentialSpecName": _always(faults_of_subdomain),
    "windowsOptions.gmsaCredentialSpec": _matches(bool, "gmsaCredentialSpec cannot be an empty string"),
}
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
    "env[].valueFrom.secretKeyRef.key": _KEY,
    "env[].valueFrom.configMapKeyRef.key": _KEY,
    **{f"securityContext.{key}": ask for key, ask in _OF_CONTEXT.items()},
    "readinessProbe.terminationGracePeriodSeconds": _refused("must not be set for readinessProbes"),
    **{f"{one}.httpGet.httpHeaders[].name": _matches(_HEADER.fullmatch, _NAME_OF_HEADER) for one in _PROBES},
}
_OF_POD: dict[str, Ask] = {
    **{f"{kind}[].{key}": ask for kind in ("containers", "initContainers") for key, ask in _OF_CONTAINER.items()},
    "ephemeralContainers[]": lambda faults, place, _: faults.forbidden(
        place.rpartition("[")[0], "ephemeral containers not allowed in pod template"
    ),
    **{f"securityContext.{key}": ask for key, ask in _OF_CONTEXT.items()},
    "hostnameOverride": _SUBDOMAIN,
    "nodeName": _SUBDOMAIN,
    "subdomain": _LABEL,
    "hostAliases[].hostnames[]": _SUBDOMAIN,
    "dnsConfig.nameservers": _at_most(3, "nameservers"),
    "dnsConfig.searches": _at_most(32, "search paths"),
    "dnsConfig.searches[]": _always(lambda one: _faults_of_search(one.removesuffix(".")) if one != "." else ()),
    "dnsConfig.options[]": lambda faults, place, value: (
        None if mapping(value).get("name") else faults.required(place, "must not be empty")
    ),
    "runtimeClassName": _always(faults_of_subdomain),
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
    **dict.fromkeys(_AFFINITIES, _unselected),
    **{f"{one}.namespaces[]": _namespace for one in _AFFINITIES},
    **{
        f"{one}.matchFields[].key": _matches("metadata.name".__eq__, "not a valid field selector key")
        for one in _TERMS
    },
    **{f"{one}.matchFields[]": _of_one_value for one in _TERMS},
    **{f"volumes[].{one}.partition": _between(1, 255, 0) for one in ("gcePersistentDisk", "awsElasticBlockStore")},
    "volumes[].iscsi.lun": _between(0, 255),
    **{f"volumes[].{one}.secretRef": _demanding("name") for one in ("cinder", "storageos")},
    "volumes[].csi.nodePublishSecretRef": _demanding("name"),
    "volumes[].csi.nodePublishSecretRef.name": _SUBDOMAIN,
    "volumes[].flexVolume.options": _reserved,
    "volumes[].flocker.datasetName": _matches(lambda one: "/" not in one, "must not contain '/'"),
    "volumes[].quobyte.registry": _matches(
        lambda one: not one or all(":" in each for each in one.split(",")),
        "must be a host:port pair or multiple pairs separated by commas",
    ),
    **{f"volumes[].{one}.items[].mode": _FILE_MODE for one in ("secret", "configMap", "downwardAPI")},
    "volumes[].projected.sources[].serviceAccountToken.expirationSeconds": _matches_number(
        lambda one: one <= 1 << 32, "may not specify a duration larger than 2^32 seconds"
    ),
    "volumes[].ephemeral.volumeClaimTemplate.spec": _storage,
    "volumes[].ephemeral.volumeClaimTemplate.spec.accessModes[]": _words(
        "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"
    ),
    "volumes[].ephemeral.volumeClaimTemplate.metadata.name": lambda faults, place, _: faults.forbidden(
        place, "cannot be set"
    ),
    "volumes[].azureDisk.cachingMode": _words("None", "ReadOnly", "ReadWrite"),
    "volumes[].azureDisk.kind": _words("Dedicated", "Managed", "Shared"),
    "volumes[].storageos.volumeName": _LABEL,
    "volumes[].storageos.volumeNamespace": _LABEL,
    "volumes[].image.pullPolicy": _words("Always", "IfNotPresent", "Never"),
    "volumes[].csi.driver": _driver,
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
    claims = {text(mapping(one).get("name")) for one in listing(pod.get("resourceClaims"))}
    volumes = {one.get("name") for one in map(mapping, listing(pod.get("volumes"))) if _is_claim(one)}
    for kind in ("containers", "initContainers"):
        for number, one in enumerate(listing(pod.get(kind))):
            for which, claim in enumerate(listing(field(one, "resources", "claims"))):
                if (name := text(mapping(claim).get("name"))) not in claims:
                    there = f"{place}.{kind}[{number}].resources.claims[{which}]"
                    faults.add(ErrorType.NOT_FOUND, there, value=name)
            _together(pod, mapping(one), volumes, f"{place}.{kind}[{number}]", faults)
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


def _together(pod: Node, one: Node, claims: set[Any], place: str, faults: Faults) -> None:
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
    for number, device in enumerate(map(mapping, listing(one.get("volumeDevices")))):
        if device.get("name") not in claims:
            detail = "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
            faults.invalid(f"{place}.volumeDevices[{number}].name", text(device.get("name")), detail)


def _is_claim(volume: Node) -> bool:
    return field(volume, "persistentVolumeClaim") is not None or field(volume, "ephemeral") is not None
