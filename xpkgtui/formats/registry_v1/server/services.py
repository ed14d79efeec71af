"""What the API server says of a Service, and addresses as it reads them."""

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_subdomain, qualified_name
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.untyped import field, listing, mapping, text

_OF_BALANCERS = "may only be used when `type` is 'LoadBalancer'"
_PROTOCOLS = ("SCTP", "TCP", "UDP")
_POLICIES = ("Cluster", "Local")
_SPECIAL = (
    ("may not be unspecified (0.0.0.0)", "0.0.0.0/32"),
    ("may not be unspecified (::)", "::/128"),
    ("may not be in the loopback range (127.0.0.0/8, ::1/128)", "127.0.0.0/8", "::1/128"),
    ("may not be in the link-local range (169.254.0.0/16, fe80::/10)", "169.254.0.0/16", "fe80::/10"),
    ("may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)", "224.0.0.0/24", "ff02::/16"),
)
_MOST = 2
_DAY = 86_400
_NO_ADDRESS = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)"
NO_NETWORK = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)"


def check_service(faults: Faults, value: Node) -> None:
    spec = mapping(value.get("spec"))
    kind, ports = text(spec.get("type")) or "ClusterIP", [mapping(one) for one in listing(spec.get("ports"))]
    addresses = listing(spec.get("clusterIPs")) or [one for one in [text(spec.get("clusterIP"))] if one]
    is_headless = addresses == ["None"]
    if not ports and not is_headless and kind != "ExternalName":
        faults.required("spec.ports")
    if kind in ("LoadBalancer", "NodePort") and is_headless:
        faults.invalid("spec.clusterIPs[0]", "None", f"may not be set to 'None' for {kind} services")
    if kind == "ExternalName":
        _named_outside(faults, spec, addresses)
    names = set[str]()
    for number, one in enumerate(ports):
        _port(faults, f"spec.ports[{number}]", one, names, is_one=len(ports) == 1)
    faults.labels("spec.selector", spec.get("selector"))
    affinity = text(spec.get("sessionAffinity")) or "None"
    faults.one_of("spec.sessionAffinity", affinity, "ClientIP", "None")
    seconds = field(spec, "sessionAffinityConfig", "clientIP", "timeoutSeconds")
    if affinity == "ClientIP" and isinstance(seconds, int) and not 0 < seconds <= _DAY:
        place = "spec.sessionAffinityConfig.clientIP.timeoutSeconds"
        faults.invalid(place, seconds, f"must be greater than 0 and less than {_DAY}")
    if kind != "ExternalName":
        _addresses(faults, spec, addresses)
    for number, address in enumerate(map(text, listing(spec.get("externalIPs")))):
        faults.invalid(f"spec.externalIPs[{number}]", address, *_special(network_of(address, "")))
    faults.one_of("spec.type", kind, "ClusterIP", "ExternalName", "LoadBalancer", "NodePort")
    _twice(faults, kind, ports)
    _balanced(faults, kind, spec)
    _routed(faults, kind, spec)


def _named_outside(faults: Faults, spec: Node, addresses: list[Any]) -> None:
    given = {"clusterIPs": addresses, "ipFamilies": listing(spec.get("ipFamilies"))}
    for name, one in {**given, "ipFamilyPolicy": spec.get("ipFamilyPolicy")}.items():
        if one:
            faults.forbidden(f"spec.{name}", "may not be set for ExternalName services")
    name = text(spec.get("externalName")).removesuffix(".")
    if not name:
        faults.required("spec.externalName")
    else:
        faults.invalid("spec.externalName", name, *faults_of_subdomain(name))


def _port(faults: Faults, place: str, one: Node, names: set[str], *, is_one: bool) -> None:
    name, protocol, target = text(one.get("name")), text(one.get("protocol")) or "TCP", one.get("targetPort")
    faults.label_name(f"{place}.name", name, is_required=not is_one)
    if name and name in names:
        faults.add(ErrorType.DUPLICATE, f"{place}.name", value=name)
    names.add(name)
    faults.port(f"{place}.port", one.get("port") or 0)
    faults.one_of(f"{place}.protocol", protocol, *_PROTOCOLS)
    faults.port_or_name(f"{place}.targetPort", target or one.get("port") or 0)
    if one.get("appProtocol") is not None:
        faults.invalid(f"{place}.appProtocol", one["appProtocol"], *qualified_name(text(one["appProtocol"])))


def _addresses(faults: Faults, spec: Node, addresses: list[Any]) -> None:
    """Adds what is wrong with the addresses of a Service and their families."""
    first, place = text(spec.get("clusterIP")), "spec.clusterIPs"
    if first and addresses[0] != first:
        faults.invalid(place, addresses, "first value must match `clusterIP`")
    elif not first and addresses:
        faults.invalid(place, addresses, "must be empty when `clusterIP` is not specified")
    _families(faults, spec, listing(spec.get("ipFamilies")))
    for number, one in enumerate(map(text, addresses)):
        if one == "None" and not number:
            if len(addresses) > 1:
                faults.invalid(place, addresses, "'None' must be the first and only value")
        elif network_of(one, "") is None:
            faults.invalid(f"{place}[{number}]", one, _NO_ADDRESS)
    if len(addresses) > _MOST:
        faults.invalid(place, addresses, "may only hold up to 2 values")
    found = [network_of(text(one), "") for one in addresses]
    if len(found) > 1 and all(found) and len({one.version for one in found if one}) == 1:
        faults.invalid(place, addresses, "may specify no more than one IP for each IP family")


def _special(found: IPv4Network | IPv6Network | None) -> Iterator[str]:
    """The reasons why an address is none that a Service may have outside."""
    if found is None:
        yield _NO_ADDRESS
        return
    for words, *networks in _SPECIAL:
        if any(found.network_address in ip_network(one) for one in networks):
            yield words


def _families(faults: Faults, spec: Node, families: list[Any]) -> None:
    met = set[str]()
    for number, one in enumerate(families):
        faults.one_of(f"spec.ipFamilies[{number}]", text(one), "IPv4", "IPv6")
        if one in met:
            faults.add(ErrorType.DUPLICATE, f"spec.ipFamilies[{number}]", value=one)
        met.add(one)
    if (policy := spec.get("ipFamilyPolicy")) is not None:
        faults.one_of("spec.ipFamilyPolicy", text(policy), "PreferDualStack", "RequireDualStack", "SingleStack")


def _twice(faults: Faults, kind: str, ports: list[Node]) -> None:
    """Adds ports that stand twice, and those that nodes may not have."""
    for number, one in enumerate(ports):
        if one.get("nodePort") and kind == "ClusterIP":
            detail = "may not be used when `type` is 'ClusterIP'"
            faults.forbidden(f"spec.ports[{number}].nodePort", detail)
    for name, place in (("nodePort", ".nodePort"), ("port", "")):
        met = set[tuple[str, Any]]()
        for number, one in enumerate(ports):
            key = (text(one.get("protocol")) or "TCP", one.get(name))
            if key in met and key[1]:
                shown = one[name] if place else {"protocol": key[0], "port": key[1]}
                faults.add(ErrorType.DUPLICATE, f"spec.ports[{number}]{place}", value=shown)
            met.add(key)


def _balanced(faults: Faults, kind: str, spec: Node) -> None:
    """Adds what is wrong with fields of load balancers."""
    is_balancer = kind == "LoadBalancer"
    place, ranges = "spec.LoadBalancerSourceRanges", listing(spec.get("loadBalancerSourceRanges"))
    if ranges and not is_balancer:
        faults.forbidden(place, _OF_BALANCERS)
    for number, one in enumerate(map(text, ranges)):
        if network_of(one.strip()) is None:
            faults.invalid(f"{place}[{number}]", one.strip(), NO_NETWORK)
    if not is_balancer and spec.get("allocateLoadBalancerNodePorts") is not None:
        faults.forbidden("spec.allocateLoadBalancerNodePorts", _OF_BALANCERS)
    if (named := spec.get("loadBalancerClass")) is not None:
        if is_balancer:
            faults.invalid("spec.loadBalancerClass", named, *qualified_name(text(named)))
        else:
            faults.forbidden("spec.loadBalancerClass", _OF_BALANCERS)


def _routed(faults: Faults, kind: str, spec: Node) -> None:
    """Adds what is wrong with fields that say where traffic goes."""
    is_balancer, policy = kind == "LoadBalancer", text(spec.get("externalTrafficPolicy"))
    if is_balancer or kind == "NodePort" or (kind == "ClusterIP" and listing(spec.get("externalIPs"))):
        faults.one_of("spec.externalTrafficPolicy", policy or "Cluster", *_POLICIES)
    elif policy:
        detail = "may only be set for externally-accessible services"
        faults.invalid("spec.externalTrafficPolicy", policy, detail)
    if (port := spec.get("healthCheckNodePort")) and is_balancer and policy == "Local":
        faults.port("spec.healthCheckNodePort", port)
    elif port:
        detail = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"
        faults.invalid("spec.healthCheckNodePort", port, detail)
    if (within := spec.get("internalTrafficPolicy")) is not None:
        faults.one_of("spec.internalTrafficPolicy", text(within), *_POLICIES)
    if (spread := spec.get("trafficDistribution")) is not None:
        near = ("PreferClose", "PreferSameZone", "PreferSameNode")
        faults.one_of("spec.trafficDistribution", text(spread), *near)


def network_of(written: str, bits: str = "/") -> IPv4Network | IPv6Network | None:
    """A network of addresses, or with no `bits` an address; zeros may lead its numbers, as Go once read them."""
    address, slash, length = written.partition("/")
    if slash != bits or "%" in written or (bits and not (length.isascii() and length.isdecimal())):
        return None
    plain = ".".join(one.lstrip("0") or one[:1] for one in address.split(".")) if ":" not in address else address
    try:
        return ip_network(f"{plain}/{int(length)}" if slash else plain, strict=False)
    except ValueError:
        return None
