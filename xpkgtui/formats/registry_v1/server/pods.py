"""What the API server says of the pods of a Deployment: their containers, and the fields that people get wrong."""

from fractions import Fraction
from ipaddress import ip_address
from typing import Any

from xpkgtui.cel.library.quantities import Quantity, parse_quantity
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_subdomain, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.formats.registry_v1.server.fields import check_fields
from xpkgtui.formats.registry_v1.server.scheduling import check_affinity, check_spread, check_tolerations
from xpkgtui.formats.registry_v1.server.volumes import check_source, volumes_of
from xpkgtui.untyped import field, listing, mapping, text

_FIRST = "may not be set for init containers without restartPolicy=Always"
_HANDLERS = ("exec", "httpGet", "tcpSocket", "grpc", "sleep")
_PROBES = ("livenessProbe", "readinessProbe", "startupProbe")
_SECONDS = ("initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold")
_SOURCES = ("fieldRef", "resourceFieldRef", "configMapKeyRef", "secretKeyRef", "fileKeyRef")
_NO_SOURCE = "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
_RESOURCES = frozenset({"cpu", "memory", "ephemeral-storage"})
_OF_PODS = frozenset({"cpu", "hugepages-", "memory"})
_GRACE = 30
"""Seconds that a pod has to end, where it does not say it."""
_PAGED = frozenset({"cpu", "memory"})
_ENVIRONMENT = "a valid environment variable name must consist only of printable ASCII characters other than '='"
_ADMIN = "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN"
_PRIVILEGED = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true"
_DNS = ("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None")
_PULLS = ("Always", "IfNotPresent", "Never")


def check_pod(spec: Node, place: str, faults: Faults) -> None:
    """Adds what is wrong with a pod whose values have their types."""
    volumes = volumes_of(listing(spec.get("volumes")), f"{place}.volumes", faults)
    containers, first = listing(spec.get("containers")), listing(spec.get("initContainers"))
    if not containers:
        faults.required(f"{place}.containers")
    is_host, grace = spec.get("hostNetwork") is True, spec.get("terminationGracePeriodSeconds", _GRACE)
    names: set[str] = set()
    for kind, listed in (("containers", containers), ("initContainers", first)):
        for number, one in enumerate(listed):
            there = f"{place}.{kind}[{number}]"
            _container(one, there, volumes, faults)
            if (name := text(one.get("name"))) in names and name:
                faults.add(ErrorType.DUPLICATE, f"{there}.name", value=name)
            names.add(name)
            _probes(
                one, there, faults, grace, is_first=kind == "initContainers" and one.get("restartPolicy") != "Always"
            )
    _host_ports(containers, f"{place}.containers", faults, is_host=is_host)
    if policy := text(spec.get("restartPolicy")):
        faults.one_of(f"{place}.restartPolicy", policy, "Always")
    faults.labels(f"{place}.nodeSelector", spec.get("nodeSelector"))
    if spec.get("activeDeadlineSeconds") is not None:
        detail = "activeDeadlineSeconds in ReplicaSet is not Supported"
        faults.forbidden(f"{place}.activeDeadlineSeconds", detail)
    faults.label_name(f"{place}.hostname", text(spec.get("hostname")), is_required=False)
    check_tolerations(listing(spec.get("tolerations")), f"{place}.tolerations", faults)
    check_affinity(mapping(spec.get("affinity")), f"{place}.affinity", faults)
    check_spread(listing(spec.get("topologySpreadConstraints")), f"{place}.topologySpreadConstraints", faults)
    context = mapping(spec.get("securityContext"))
    faults.identity(f"{place}.securityContext", context, "runAsUser", "runAsGroup", "fsGroup")
    faults.seccomp(f"{place}.securityContext", context)
    _resources({"limits": spec.get("overhead")}, f"{place}.overhead", faults)
    _together(spec, mapping(spec.get("resources")), f"{place}.resources", faults)
    _host_process([*containers, *first], spec, place, faults)
    _rest(spec, place, faults)
    check_fields(spec, place, faults)


def _rest(spec: Node, place: str, faults: Faults) -> None:
    """Fields that are names, addresses or one of a few words."""
    for name, other in (("serviceAccountName", "serviceAccount"), ("priorityClassName", "")):
        if value := text(spec.get(name)) or text(spec.get(other)):
            faults.invalid(f"{place}.{name}", value, *faults_of_subdomain(value))
    for name, accepted in _WORDS.items():
        if value := text(spec.get(name)):
            faults.one_of(f"{place}.{name}", value, *accepted)
    if isinstance(system := field(spec, "os", "name"), str):
        faults.one_of(f"{place}.os", system, "linux", "windows")
    servers = listing(field(spec, "dnsConfig", "nameservers"))
    if spec.get("dnsPolicy") == "None" and not servers:
        lacking = "dnsConfig.nameservers" if isinstance(spec.get("dnsConfig"), dict) else "dnsConfig"
        detail = "must provide at least one DNS nameserver" if "." in lacking else "must provide `dnsConfig`"
        faults.required(f"{place}.{lacking}", f"{detail} when `dnsPolicy` is None")
    addresses = {f"dnsConfig.nameservers[{which}]": one for which, one in enumerate(servers)}
    hosts = listing(spec.get("hostAliases"))
    addresses |= {f"hostAliases[{which}].ip": text(one.get("ip")) for which, one in enumerate(hosts)}
    for where, value in addresses.items():
        if not _is_address(value):
            faults.invalid(f"{place}.{where}", value, _ADDRESS)
    for number, one in enumerate(listing(spec.get("readinessGates"))):
        kind = text(one.get("conditionType"))
        faults.invalid(f"{place}.readinessGates[{number}].conditionType", kind, *qualified_name(kind))


def _is_address(value: str) -> bool:
    try:
        return bool(ip_address(value))
    except ValueError:
        return False


_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
_WORDS = {"dnsPolicy": _DNS, "preemptionPolicy": ("PreemptLowerPriority", "Never")}


def _container(one: Node, place: str, volumes: frozenset[str], faults: Faults) -> None:
    faults.label_name(f"{place}.name", text(one.get("name")))
    if not one.get("image"):
        faults.required(f"{place}.image")
    if policy := text(one.get("terminationMessagePolicy")):
        faults.one_of(f"{place}.terminationMessagePolicy", policy, "File", "FallbackToLogsOnError")
    _ports(listing(one.get("ports")), f"{place}.ports", faults)
    for number, variable in enumerate(listing(one.get("env"))):
        _variable(variable, f"{place}.env[{number}]", faults)
    for number, source in enumerate(listing(one.get("envFrom"))):
        _from(source, f"{place}.envFrom[{number}]", faults)
    _mounts(listing(one.get("volumeMounts")), f"{place}.volumeMounts", volumes, faults)
    if policy := text(one.get("imagePullPolicy")):
        faults.one_of(f"{place}.imagePullPolicy", policy, *_PULLS)
    _resources(mapping(one.get("resources")), f"{place}.resources", faults)
    _security(mapping(one.get("securityContext")), f"{place}.securityContext", faults)


def _ports(ports: list[Any], place: str, faults: Faults) -> None:
    names: set[str] = set()
    for number, one in enumerate(ports):
        there, name = f"{place}[{number}]", text(one.get("name"))
        if name:
            before = len(faults.found)
            faults.port_or_name(f"{there}.name", name)
            if len(faults.found) == before and name in names:
                faults.add(ErrorType.DUPLICATE, f"{there}.name", value=name)
            names.add(name)
        if not one.get("containerPort"):
            faults.required(f"{there}.containerPort")
        else:
            faults.port(f"{there}.containerPort", one["containerPort"])
        if one.get("hostPort"):
            faults.port(f"{there}.hostPort", one["hostPort"])
        if one.get("protocol"):
            faults.one_of(f"{there}.protocol", text(one["protocol"]), "SCTP", "TCP", "UDP")


def _host_ports(containers: list[Any], place: str, faults: Faults, *, is_host: bool) -> None:
    """Adds ports of the node that two containers want, and those that are no port of a pod in the node's network."""
    taken: set[str] = set()
    for number, container in enumerate(containers):
        for which, one in enumerate(listing(container.get("ports"))):
            there, port = f"{place}[{number}].ports[{which}]", one.get("containerPort") or 0
            wanted = one.get("hostPort") or (port if is_host else 0)
            if not wanted:
                continue
            key = f"{text(one.get('protocol')) or 'TCP'}/{text(one.get('hostIP'))}/{wanted}"
            if key in taken:
                faults.add(ErrorType.DUPLICATE, f"{there}.hostPort", value=key)
            taken.add(key)
            if is_host and wanted != port:
                faults.invalid(f"{there}.containerPort", port, "must match `hostPort` when `hostNetwork` is true")


def _variable(one: Node, place: str, faults: Faults) -> None:
    name, source = text(one.get("name")), one.get("valueFrom")
    if not name:
        faults.required(f"{place}.name")
    elif not _is_variable(name):
        faults.invalid(f"{place}.name", name, _ENVIRONMENT)
    if not isinstance(source, dict):
        return
    there, given = f"{place}.valueFrom", [key for key in _SOURCES if isinstance(source.get(key), dict)]
    for key in given:
        check_source(key, source[key], f"{there}.{key}", faults)
    if not given:
        faults.invalid(there, "", _NO_SOURCE)
    elif one.get("value"):
        faults.invalid(there, "", "may not be specified when `value` is not empty")
    elif len(given) > 1:
        faults.invalid(there, "", "may not have more than one field specified at a time")


def _is_variable(name: str) -> bool:
    return all(" " <= letter <= "~" and letter != "=" for letter in name)


def _from(source: Node, place: str, faults: Faults) -> None:
    given = [key for key in ("configMapRef", "secretRef") if isinstance(source.get(key), dict)]
    if (prefix := text(source.get("prefix"))) and not _is_variable(prefix):
        faults.invalid(f"{place}.prefix", prefix, _ENVIRONMENT)
    every = place.rpartition("[")[0]
    for key in given:
        if not source[key].get("name"):
            faults.required(f"{place}.{key}.name")
    if not given:
        faults.invalid(every, "", "must specify one of: `configMapRef` or `secretRef`")
    elif len(given) > 1:
        faults.invalid(every, "", "may not have more than one field specified at a time")


def _mounts(mounts: list[Any], place: str, volumes: frozenset[str], faults: Faults) -> None:
    taken: set[str] = set()
    for number, one in enumerate(mounts):
        there, name, path = f"{place}[{number}]", text(one.get("name")), text(one.get("mountPath"))
        if not name:
            faults.required(f"{there}.name")
        if name not in volumes:
            faults.add(ErrorType.NOT_FOUND, f"{there}.name", value=name)
        if not path:
            faults.required(f"{there}.mountPath")
        if path in taken:
            faults.invalid(f"{there}.mountPath", path, "must be unique")
        taken.add(path)
        for key in ("subPath", "subPathExpr"):
            below = text(one.get(key))
            if below.startswith("/"):
                faults.invalid(f"{place}.{key}", below, "must be a relative path")
            if ".." in below.split("/"):
                faults.invalid(f"{place}.{key}", below, "must not contain '..'")
        if one.get("subPath") and one.get("subPathExpr"):
            detail = "subPathExpr and subPath are mutually exclusive"
            faults.invalid(f"{there}.subPathExpr", one["subPathExpr"], detail)


def _together(spec: Node, resources: Node, place: str, faults: Faults) -> None:
    """Adds what is wrong with the resources of all containers together."""
    _resources(resources, place, faults, known=_OF_PODS)
    if resources.get("claims") is not None:
        faults.forbidden(f"{place}.claims", "claims may not be set for Resources at pod-level")
    limits, listed = mapping(resources.get("limits")), listing(spec.get("containers"))
    asked, totals = mapping(resources.get("requests")), dict[str, Fraction]()
    for one in listed if asked else ():
        given = mapping(field(one, "resources", "limits")) | mapping(field(one, "resources", "requests"))
        for name, amount in given.items():
            if (found := parse_quantity(text(amount))) is not None:
                totals[name] = totals.get(name, Fraction()) + found.amount
    for name, amount in asked.items():
        if (most := parse_quantity(text(amount))) is not None and totals.get(name, 0) > most.amount:
            detail = "must be greater than or equal to aggregate container requests"
            faults.invalid(f"{place}.requests[{name}]", amount, detail)
    for number, one in enumerate(listed):
        for name, amount in mapping(field(one, "resources", "limits")).items():
            own, most = parse_quantity(text(amount)), parse_quantity(text(limits.get(name)))
            if own is not None and most is not None and own.amount > most.amount:
                there = f"{place}.containers[{number}][{name}].limits"
                faults.invalid(there, amount, f"must be less than or equal to pod limits of {limits[name]}")


def _host_process(containers: list[Any], spec: Node, place: str, faults: Faults) -> None:
    """Adds what is wrong with containers that run on a Windows node as its own processes."""
    of_pod = field(spec, "securityContext", "windowsOptions", "hostProcess")
    own = [field(one, "securityContext", "windowsOptions", "hostProcess") for one in containers]
    are_host = [of_pod if one is None else one for one in own]
    if not any(one is True for one in are_host):
        return
    if any(one is not True for one in are_host):
        detail = "If pod contains any hostProcess containers then all containers must be HostProcess containers"
        faults.invalid(place, "", detail)
    if spec.get("hostNetwork") is not True:
        detail = "hostNetwork must be true if pod contains any hostProcess containers"
        faults.invalid(f"{place}.hostNetwork", False, detail)


def _resource(name: str, place: str, faults: Faults, known: frozenset[str]) -> None:
    if name.startswith("hugepages-"):
        return
    if wrong := qualified_name(name):
        faults.invalid(place, name, *wrong)
    elif "/" not in name and name not in _RESOURCES:
        faults.invalid(place, name, "must be a standard resource type or fully qualified")
        faults.invalid(place, name, *(("must be a standard resource for containers",) * (known is _RESOURCES)))
    elif known is not _RESOURCES:
        faults.one_of(place, name, *sorted(known))


def _resources(resources: Node, place: str, faults: Faults, *, known: frozenset[str] = _RESOURCES) -> None:
    limits, requests = mapping(resources.get("limits")), mapping(resources.get("requests"))
    if any(map(_page, (*limits, *requests))) and not _PAGED & {*limits, *requests}:
        faults.forbidden(place, "HugePages require cpu or memory")
    for kind, listed in (("limits", limits), ("requests", requests)):
        for name, amount in listed.items():
            _resource(name, f"{place}.{kind}[{name}]", faults, known)
            _amount(name, amount, f"{place}.{kind}[{name}]", faults)
    for name, amount in requests.items():
        is_fixed = "/" in name or _page(name) is not None
        if is_fixed and name not in limits:
            faults.required(f"{place}.limits", "Limit must be set for non overcommitable resources")
        found, most = (parse_quantity(text(one.get(name))) for one in (requests, limits))
        if found is None or most is None:
            continue
        if is_fixed and found.amount != most.amount:
            faults.invalid(f"{place}.requests", amount, f"must be equal to {name} limit of {limits[name]}")
        elif found.amount > most.amount:
            detail = f"must be less than or equal to {name} limit of {limits[name]}"
            faults.invalid(f"{place}.requests", amount, detail)


def _amount(name: str, amount: Any, place: str, faults: Faults) -> None:
    found, page = parse_quantity(text(amount)), _page(name)
    if found is None:
        return
    if found.amount < 0:
        faults.invalid(place, amount, "must be greater than or equal to 0")
    if "/" in name and found.amount.denominator != 1:
        faults.invalid(place, amount, "must be an integer")
    if page is not None and (found.amount <= 0 or found.amount % page.amount):
        faults.invalid(place, amount, f"{amount} is not positive integer multiple of {name}")


def _page(name: str) -> Quantity | None:
    """The size of the pages that a resource is counted in; None where it is not."""
    found = parse_quantity(name.removeprefix("hugepages-")) if name.startswith("hugepages-") else None
    return found if found is not None and found.amount else None


def _security(context: Node, place: str, faults: Faults) -> None:
    faults.identity(place, context, "runAsUser", "runAsGroup")
    faults.seccomp(place, context)
    if context.get("allowPrivilegeEscalation") is False:
        if context.get("privileged") is True:
            faults.invalid(place, context, _PRIVILEGED)
        if "CAP_SYS_ADMIN" in listing(field(context, "capabilities", "add")):
            faults.invalid(place, context, _ADMIN)


def _probes(one: Node, place: str, faults: Faults, grace: int, *, is_first: bool) -> None:
    for name in _PROBES:
        probe, there = one.get(name), f"{place}.{name}"
        if not isinstance(probe, dict):
            continue
        if is_first:
            faults.forbidden(there, _FIRST)
            continue
        _handler(probe, there, faults)
        faults.not_negative(there, probe, *_SECONDS)
        seconds = probe.get("terminationGracePeriodSeconds")
        if isinstance(seconds, int) and seconds <= 0:
            faults.invalid(f"{there}.terminationGracePeriodSeconds", seconds, "must be greater than 0")
        threshold = probe.get("successThreshold") or 1
        if name != "readinessProbe" and threshold > 1:
            faults.invalid(f"{there}.successThreshold", threshold, "must be 1")
    if is_first and isinstance(one.get("lifecycle"), dict):
        faults.forbidden(f"{place}.lifecycle", _FIRST)
    for name in ("postStart", "preStop"):
        hook = field(one, "lifecycle", name)
        if isinstance(hook, dict) and not is_first:
            _handler(hook, f"{place}.lifecycle.{name}", faults, grace)


def _handler(probe: Node, place: str, faults: Faults, grace: int = _GRACE) -> None:
    given = [name for name in _HANDLERS if isinstance(probe.get(name), dict)]
    for name in given[1:]:
        faults.forbidden(f"{place}.{name}", "may not specify more than 1 handler type")
    if not given:
        faults.required(place, "must specify a handler type")
        return
    handler, there = probe[given[0]], f"{place}.{given[0]}"
    if given[0] == "exec" and not handler.get("command"):
        faults.required(f"{there}.command")
    elif given[0] in ("httpGet", "tcpSocket", "grpc"):
        faults.port_or_name(f"{there}.port", handler.get("port", 0))
    if given[0] == "sleep" and not 0 <= (seconds := handler.get("seconds") or 0) <= grace:
        faults.invalid(there, seconds, f"must be non-negative and less than terminationGracePeriodSeconds ({grace})")
    if given[0] == "httpGet" and handler.get("scheme"):
        faults.one_of(f"{there}.scheme", text(handler["scheme"]), "HTTP", "HTTPS")
