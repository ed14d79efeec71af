"""What the API server says of objects beside a ClusterServiceVersion whose values have their types."""

from base64 import b64decode
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_label_1035, faults_of_subdomain
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.formats.definitions.objects.metadata import EXCLUSIVE, check_metadata, faults_in_path, faults_of_prefix
from xpkgtui.formats.registry_v1.server.deployments import check_amount, check_rules, check_share
from xpkgtui.formats.registry_v1.server.fields import faults_of_key
from xpkgtui.formats.registry_v1.server.services import NO_NETWORK, check_service, network_of
from xpkgtui.golang.json_syntax import fault_of_value
from xpkgtui.untyped import field, listing, mapping, text

RBAC, _ROLE = "rbac.authorization.k8s.io", "ClusterRole"
_LARGEST = 1 << 20
"""Bytes of the values of a ConfigMap or a Secret."""
_WAYS = 2
_HIGHEST = 1_000_000_000
_SYSTEM = {"system-cluster-critical": 2_000_000_000, "system-node-critical": 2_000_001_000}
_RESERVED = "priority class names with 'system-' prefix are reserved for system use only. error: "


_FINALIZERS = ("kubernetes", *EXCLUSIVE)
_NO_FINALIZER = "name is neither a standard finalizer name nor is it fully qualified"


def check_beside(kind: str, value: Node) -> Faults:
    """What is wrong with an object of a built-in kind."""
    ask, naming = _KINDS[kind]
    faults = Faults()
    prefixing = faults_in_path if naming is _path_segment else partial(faults_of_prefix, naming=naming)
    faults.extend(check_metadata(value, naming=naming, prefixing=prefixing))  # OLM sets the namespace
    finalizers = listing(field(value, "metadata", "finalizers")) if kind != "PodDisruptionBudget" else []
    for number, one in enumerate(map(text, finalizers)):
        if "/" not in one and one not in _FINALIZERS:
            faults.invalid(f"metadata.finalizers[{number}]", one, _NO_FINALIZER)
    ask(faults, value)
    return faults


def _config_map(faults: Faults, value: Node) -> None:
    data, binary = mapping(value.get("data")), mapping(value.get("binaryData"))
    for name, keys in (("data", data), ("binaryData", binary)):
        _keys(faults, name, keys)
    for key in data.keys() & binary.keys():
        faults.invalid(f"data[{key}]", key, "duplicate of key present in binaryData")
    size = sum(len(text(one).encode("utf-8", "surrogatepass")) for one in data.values())
    if size + sum(len(_decoded(one)) for one in binary.values()) > _LARGEST:
        faults.add(ErrorType.TOO_LONG, "[]", f"may not be more than {_LARGEST} bytes")


def _secret(faults: Faults, value: Node) -> None:
    data = {key: _decoded(one) for key, one in mapping(value.get("data")).items()}
    written = mapping(value.get("stringData"))
    data |= {key: text(one).encode("utf-8", "surrogatepass") for key, one in written.items()}
    _keys(faults, "data", data)
    if sum(map(len, data.values())) > _LARGEST:
        faults.add(ErrorType.TOO_LONG, "data", f"may not be more than {_LARGEST} bytes")
    kind, account = text(value.get("type")).removeprefix("kubernetes.io/"), "kubernetes.io/service-account.name"
    if kind == text(value.get("type")):
        return
    if kind == "service-account-token" and not field(value, "metadata", "annotations", account):
        faults.required(f"metadata.annotations[{account}]")
    for key in _REQUIRED.get(kind, ()):
        if key not in data:
            faults.required(f"data[{key}]")
        elif kind.startswith("dockerc") and (fault_of_value(data[key]) or data[key].lstrip()[:1] not in b"{n"):
            faults.invalid(f"data[{key}]", "<secret contents redacted>", "")
    if kind == "basic-auth" and not data.keys() & {"username", "password"}:
        faults.required("data[username]")
        faults.required("data[password]")
    if kind == "ssh-auth" and not data.get("ssh-privatekey"):
        faults.required("data[ssh-privatekey]")


_REQUIRED = {"dockercfg": (".dockercfg",), "dockerconfigjson": (".dockerconfigjson",), "tls": ("tls.crt", "tls.key")}


def _decoded(one: Any) -> bytes:
    """The bytes of a value in base64 that decodes, or of a list of numbers."""
    return b64decode(one) if isinstance(one, str) else bytes(listing(one))


def _keys(faults: Faults, place: str, keys: Iterable[str]) -> None:
    for key in keys:
        faults.invalid(f"{place}[{key}]", key, *faults_of_key(key))


def _rules(faults: Faults, value: Node) -> None:
    is_namespaced = value.get("kind") == "Role"
    rules = [mapping(one) for one in listing(value.get("rules"))]
    faults.found.extend(check_rules(rules, is_namespaced=is_namespaced).found)
    together = value.get("aggregationRule")
    if not is_namespaced and together is not None:
        place, selectors = "aggregationRule.clusterRoleSelectors", listing(field(together, "clusterRoleSelectors"))
        if not selectors:
            faults.required(place, "at least one clusterRoleSelector required if aggregationRule is non-nil")
        for number, one in enumerate(selectors):
            if not faults.selector(f"{place}[{number}]", mapping(one)):
                faults.invalid(f"{place}[{number}]", None, "invalid label selector.")


def _binding(faults: Faults, value: Node) -> None:
    role, is_namespaced = mapping(value.get("roleRef")), value.get("kind") == "RoleBinding"
    faults.one_of("roleRef.apiGroup", text(role.get("apiGroup")) or RBAC, RBAC)
    faults.one_of("roleRef.kind", text(role.get("kind")), *(("Role", _ROLE) if is_namespaced else (_ROLE,)))
    name = text(role.get("name"))
    if not name:
        faults.required("roleRef.name")
    faults.invalid("roleRef.name", name, *_path_segment(name))
    for number, one in enumerate(map(mapping, listing(value.get("subjects")))):
        place, kind, name = f"subjects[{number}]", text(one.get("kind")), text(one.get("name"))
        group, is_account = text(one.get("apiGroup")), kind == "ServiceAccount"
        if not name:
            faults.required(f"{place}.name")
        elif is_account:
            faults.invalid(f"{place}.name", name, *faults_of_subdomain(name))
        if is_account or kind in ("User", "Group"):
            wanted = "" if is_account else RBAC
            faults.one_of(f"{place}.apiGroup", group or wanted, wanted)
        else:
            faults.one_of(f"{place}.kind", kind, "ServiceAccount", "User", "Group")
        if is_account and not is_namespaced and not one.get("namespace"):
            faults.required(f"{place}.namespace")


_OF_BUDGET = ("minAvailable", "selector", "maxUnavailable", "unhealthyPodEvictionPolicy")


def _budget(faults: Faults, value: Node) -> None:
    spec = mapping(value.get("spec"))
    given = {name: spec[name] for name in ("minAvailable", "maxUnavailable") if spec.get(name) is not None}
    if len(given) > 1:
        shown = {f"{one[0].upper()}{one[1:]}": spec.get(one) for one in _OF_BUDGET}
        faults.invalid("spec", shown, "minAvailable and maxUnavailable cannot be both set")
    for name, one in given.items():
        check_amount(faults, f"spec.{name}", one)
        check_share(faults, f"spec.{name}", one)
    faults.selector("spec.selector", mapping(spec.get("selector")))
    if (policy := spec.get("unhealthyPodEvictionPolicy")) is not None:
        faults.one_of("spec.unhealthyPodEvictionPolicy", text(policy), "AlwaysAllow", "IfHealthyBudget")


def _priority(faults: Faults, value: Node) -> None:
    name, number = text(field(value, "metadata", "name")), value.get("value") or 0
    if name.startswith("system-"):
        fixed = _SYSTEM.get(name)
        if fixed is None:
            faults.forbidden("metadata.name", f"{_RESERVED}{name} is not a known system priority class")
        elif fixed != number:
            faults.forbidden("metadata.name", f"{_RESERVED}value of {name} PriorityClass must be {fixed}")
        elif value.get("globalDefault"):
            faults.forbidden("metadata.name", f"{_RESERVED}globalDefault of {name} PriorityClass must be false")
    elif number > _HIGHEST:
        faults.forbidden("value", f"maximum allowed value of a user defined priority is {_HIGHEST}")
    if (policy := value.get("preemptionPolicy")) == "":
        faults.required("preemptionPolicy")
    elif policy is not None:
        faults.one_of("preemptionPolicy", text(policy), "PreemptLowerPriority", "Never")


def _network_policy(faults: Faults, value: Node) -> None:
    spec = mapping(value.get("spec"))
    faults.selector("spec.podSelector", mapping(spec.get("podSelector")))
    for way, peers in (("ingress", "from"), ("egress", "to")):
        for number, one in enumerate(listing(spec.get(way))):
            place = f"spec.{way}[{number}]"
            for which, port in enumerate(listing(field(one, "ports"))):
                _port_of_policy(faults, f"{place}.ports[{which}]", mapping(port))
            for which, peer in enumerate(listing(field(one, peers))):
                _peer(faults, f"{place}.{peers}[{which}]", mapping(peer))
    kinds = listing(spec.get("policyTypes"))
    if len(kinds) > _WAYS:
        faults.invalid("spec.policyTypes", kinds, "may not specify more than two policyTypes")
        return
    for number, one in enumerate(kinds):
        faults.one_of(f"spec.policyTypes[{number}]", text(one), "Ingress", "Egress")


def _port_of_policy(faults: Faults, place: str, one: Node) -> None:
    port, end = one.get("port"), one.get("endPort")
    faults.one_of(f"{place}.protocol", text(one.get("protocol", "TCP")), "TCP", "UDP", "SCTP")
    if isinstance(port, int):
        faults.port(f"{place}.port", port)
        if end is not None and end < port:
            faults.invalid(f"{place}.endPort", port, "must be greater than or equal to `port`")
        faults.port(f"{place}.endPort", end)
    elif end is not None:
        what = "not specified" if port is None else "non-numeric"
        faults.invalid(f"{place}.endPort", end, f"may not be specified when `port` is {what}")
    if isinstance(port, str):
        faults.port_or_name(f"{place}.port", port)


def _peer(faults: Faults, place: str, one: Node) -> None:
    selectors = [name for name in ("podSelector", "namespaceSelector") if one.get(name) is not None]
    for name in selectors:
        faults.selector(f"{place}.{name}", mapping(one[name]))
    block, there = one.get("ipBlock"), f"{place}.ipBlock"
    if block is None:
        if not selectors:
            faults.required(place, "must specify a peer")
        return
    whole = network_of(text(field(block, "cidr")))
    if not field(block, "cidr"):
        faults.required(f"{there}.cidr")
    elif whole is None:
        faults.invalid(f"{there}.cidr", text(field(block, "cidr")), NO_NETWORK)
    else:
        for number, each in enumerate(map(text, listing(field(block, "except")))):
            part = network_of(each)
            if part is None:
                faults.invalid(f"{there}.except[{number}]", each, NO_NETWORK)
            elif part.prefixlen <= whole.prefixlen or part.network_address not in whole:
                faults.invalid(f"{there}.except[{number}]", each, "must be a strict subset of `cidr`")
    if selectors:
        faults.forbidden(place, "may not specify both ipBlock and another peer")


def _path_segment(name: str) -> Iterable[str]:
    return [f"may not be '{name}'"] if name in {".", ".."} else faults_in_path(name)


def _nothing(_faults: Faults, _value: Node) -> None:
    """Nothing: of a service account only the metadata is asked."""


_KINDS: dict[str, tuple[Callable[[Faults, Node], None], Callable[[str], Iterable[str]]]] = {
    "Service": (check_service, faults_of_label_1035),
    "ConfigMap": (_config_map, faults_of_subdomain),
    "Secret": (_secret, faults_of_subdomain),
    "ServiceAccount": (_nothing, faults_of_subdomain),
    **dict.fromkeys(("Role", _ROLE), (_rules, _path_segment)),
    **dict.fromkeys(("RoleBinding", "ClusterRoleBinding"), (_binding, _path_segment)),
    "PodDisruptionBudget": (_budget, _path_segment),
    "PriorityClass": (_priority, faults_of_subdomain),
    "NetworkPolicy": (_network_policy, faults_of_subdomain),
}
_IN_CORE = ("Service", "ConfigMap", "Secret", "ServiceAccount")
SERVED = {
    **dict.fromkeys(_IN_CORE, "v1"),
    **dict.fromkeys(("Role", _ROLE, "RoleBinding", "ClusterRoleBinding"), f"{RBAC}/v1"),
    "PodDisruptionBudget": "policy/v1",
    "PriorityClass": "scheduling.k8s.io/v1",
    "NetworkPolicy": "networking.k8s.io/v1",
}
"""The apiVersion in which Kubernetes 1.35 serves each kind."""
BY_KIND = SERVED.keys() - {"PodDisruptionBudget", "PriorityClass", "NetworkPolicy"}
"""Kinds that OLM v0 creates by their own types, whatever their apiVersion is."""
