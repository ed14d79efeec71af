"""What the API server says of the webhook configurations that OLM v0 makes of a ClusterServiceVersion."""

from collections import Counter
from typing import Any

from xpkgtui.formats.definitions.field_errors import Node
from xpkgtui.formats.definitions.names import label_1035, subdomain
from xpkgtui.formats.registry_v1.server.faults import Faults
from xpkgtui.untyped import listing, mapping, text

_OPERATIONS = ("*", "CONNECT", "CREATE", "DELETE", "UPDATE")
_VERSIONS = ("v1", "v1beta1")
_SEGMENTS, _PORTS = 3, 65_535
_LONGEST_SECONDS = 30
_ENUMS = {"failurePolicy": ("Fail", "Ignore"), "matchPolicy": ("Equivalent", "Exact")}


def check_webhook(hook: Node) -> Faults:
    """What is wrong with an admission webhook whose values have their types."""
    faults, place = Faults(), "webhooks[0]"
    _name(text(hook.get("generateName")), f"{place}.name", faults)
    for number, one in enumerate(listing(hook.get("rules"))):
        _rule(one, f"{place}.rules[{number}]", faults)
    for name, accepted in _ENUMS.items():
        if hook.get(name) is not None:
            faults.one_of(f"{place}.{name}", text(hook[name]), *accepted)
    if hook.get("sideEffects") is None:
        faults.required(f"{place}.sideEffects", "must specify one of None, NoneOnDryRun")
    else:
        faults.one_of(f"{place}.sideEffects", text(hook["sideEffects"]), "None", "NoneOnDryRun")
    seconds = hook.get("timeoutSeconds")
    if isinstance(seconds, int) and not 1 <= seconds <= _LONGEST_SECONDS:
        faults.invalid(f"{place}.timeoutSeconds", seconds, "the timeout value must be between 1 and 30 seconds")
    faults.selector(f"{place}.objectSelector", mapping(hook.get("objectSelector")))
    if (policy := hook.get("reinvocationPolicy")) is not None and hook.get("type") == "MutatingAdmissionWebhook":
        faults.one_of(f"{place}.reinvocationPolicy", text(policy), "IfNeeded", "Never")
    _path(hook.get("webhookPath"), f"{place}.clientConfig.service.path", faults)
    port = hook.get("containerPort")
    if isinstance(port, int) and not 0 < port <= _PORTS:
        detail = f"port is not valid: must be between 1 and {_PORTS}, inclusive"
        faults.invalid(f"{place}.clientConfig.service.port", port, detail)
    _reviews(listing(hook.get("admissionReviewVersions")), f"{place}.admissionReviewVersions", faults)
    return faults


def _name(name: str, place: str, faults: Faults) -> None:
    if not name:
        faults.required(place)
    elif wrong := subdomain(name):
        faults.invalid(place, name, wrong)
    elif len(name.split(".")) < _SEGMENTS:
        detail = "should be a domain with at least three segments separated by dots"
        faults.invalid(place, name, detail)


def _rule(one: Node, place: str, faults: Faults) -> None:
    operations = listing(one.get("operations"))
    if not operations:
        faults.required(f"{place}.operations")
    if len(operations) > 1 and "*" in operations:
        detail = "if '*' is present, must not specify other operations"
        faults.invalid(f"{place}.operations", operations, detail)
    for number, operation in enumerate(operations):
        faults.one_of(f"{place}.operations[{number}]", text(operation), *_OPERATIONS)
    for key, what in (("apiGroups", "API groups"), ("apiVersions", "API versions")):
        found = listing(one.get(key))
        if not found:
            faults.required(f"{place}.{key}")
        if len(found) > 1 and "*" in found:
            faults.invalid(f"{place}.{key}", found, f"if '*' is present, must not specify other {what}")
    for number, version in enumerate(listing(one.get("apiVersions"))):
        if not version:
            faults.required(f"{place}.apiVersions[{number}]")
    _resources(listing(one.get("resources")), f"{place}.resources", faults)
    if one.get("scope") is not None:
        faults.one_of(f"{place}.scope", text(one["scope"]), "*", "Cluster", "Namespaced")


def _resources(resources: list[Any], place: str, faults: Faults) -> None:
    if not resources:
        faults.required(place)
    wide, deep = set[str](), set[str]()
    is_plain = False
    for number, one in enumerate(resources):
        if not one:
            faults.required(f"{place}[{number}]")
            continue
        resource, slash, below = text(one).partition("/")
        if not slash:
            is_plain = one != "*"
            continue
        if resource in wide:
            detail = f"if '{resource}/*' is present, must not specify {one}"
            faults.invalid(f"{place}[{number}]", one, detail)
        if below in deep:
            detail = f"if '*/{below}' is present, must not specify {one}"
            faults.invalid(f"{place}[{number}]", one, detail)
        wide |= {resource} if below == "*" else set()
        deep |= {below} if resource == "*" else set()
    if len(resources) > 1 and "*/*" in resources:
        faults.invalid(place, resources, "if '*/*' is present, must not specify other resources")
    if "*" in resources and is_plain:
        detail = "if '*' is present, must not specify other resources without subresources"
        faults.invalid(place, resources, detail)


def _path(path: object, place: str, faults: Faults) -> None:
    if not isinstance(path, str) or path in ("", "/"):
        return
    if not path.startswith("/"):
        faults.invalid(place, path, "must start with a '/'")
    for number, step in enumerate(path.removesuffix("/")[1:].split("/")):
        if not step:
            faults.invalid(place, path, f"segment[{number}] may not be empty")
        elif wrong := subdomain(step):
            faults.invalid(place, path, f"segment[{number}]: {wrong}")


def _reviews(versions: list[Any], place: str, faults: Faults) -> None:
    if not versions:
        faults.required(place, f"must specify one of {', '.join(_VERSIONS)}")
        return
    counted = Counter[str]()
    for number, one in enumerate(versions):
        counted[text(one)] += 1
        if counted[text(one)] > 1:
            faults.invalid(f"{place}[{number}]", one, "duplicate version")
        elif wrong := label_1035(text(one)):
            faults.invalid(f"{place}[{number}]", one, wrong)
    if not {*versions} & {*_VERSIONS}:
        faults.invalid(place, versions, f"must include at least one of {', '.join(_VERSIONS)}")
