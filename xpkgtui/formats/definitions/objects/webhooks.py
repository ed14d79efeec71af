"""What the API server says of the webhooks of an admission configuration."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from xpkgtui.cel.types import DYN
from xpkgtui.formats.definitions.field_errors import ErrorType, Node
from xpkgtui.formats.definitions.names import faults_of_label_1035, faults_of_path, qualified_name, subdomain
from xpkgtui.formats.definitions.objects.cel import Compiled, compiled_in
from xpkgtui.formats.definitions.objects.faults import Faults
from xpkgtui.formats.definitions.objects.typed import type_of
from xpkgtui.patterns import late
from xpkgtui.untyped import field, listing, mapping, text

_OPERATIONS = ("*", "CONNECT", "CREATE", "DELETE", "UPDATE")
_VERSIONS = ("v1", "v1beta1")
_SEGMENTS, _PORTS = 3, 65_535
_LONGEST_SECONDS = 30
_MOST_CONDITIONS = 64
_ASKS = late(r"\bauthorizer\b")
_TEXT: Node = {"type": "string"}


def _texts(*names: str, **others: Node) -> Node:
    return {"type": "object", "properties": dict.fromkeys(names, _TEXT) | others}


_TIME, _NUMBER = _TEXT | {"format": "date-time"}, {"type": "integer"}
_KIND, _RESOURCE = _texts("group", "version", "kind"), _texts("group", "version", "resource")
_TEXTS: Node = {"type": "array", "items": _TEXT}
_BY_KEY: Node = {"type": "object", "additionalProperties": _TEXT}
_USER = _texts("username", "uid", groups=_TEXTS, extra=_BY_KEY | {"additionalProperties": _TEXTS})
_REQUEST = _texts(
    *("subResource", "requestSubResource", "name", "namespace", "operation"),
    kind=_KIND,
    requestKind=_KIND,
    resource=_RESOURCE,
    requestResource=_RESOURCE,
    userInfo=_USER,
    dryRun={"type": "boolean"},
    options={"x-kubernetes-int-or-string": True},
)
_METADATA = _texts(
    *("name", "generateName", "namespace", "UID", "resourceVersion"),
    labels=_BY_KEY,
    annotations=_BY_KEY,
    finalizers=_TEXTS,
    creationTimestamp=_TIME,
    deletionTimestamp=_TIME,
    deletionGracePeriodSeconds=_NUMBER,
    generation=_NUMBER,
)
_CONDITION = _texts("status", "type", "message", "reason", lastTransitionTime=_TIME)
_STATUS = _texts("phase", conditions={"type": "array", "items": _CONDITION})
_NAMESPACE = _texts(metadata=_METADATA, spec=_texts(finalizers=_TEXTS), status=_STATUS)
_VARIABLES = {
    "object": DYN,
    "oldObject": DYN,
    "request": type_of(_REQUEST, "kubernetes.AdmissionRequest", is_resource=False) or DYN,
    "namespaceObject": type_of(_NAMESPACE, "kubernetes.Namespace", is_resource=False) or DYN,
}
_ENUMS = {"failurePolicy": ("Fail", "Ignore"), "matchPolicy": ("Equivalent", "Exact")}


def check_webhooks(hooks: list[Node], *, is_mutating: bool) -> Faults:
    """What is wrong with admission webhooks whose values have their types, and that call a service."""
    faults, names = Faults(), set[str]()
    for number, hook in enumerate(hooks):
        _webhook(hook, f"webhooks[{number}]", faults, is_mutating=is_mutating)
        name = text(hook.get("name"))
        if name and name in names:
            faults.add(ErrorType.DUPLICATE, f"webhooks[{number}].name", value=name)
        names.add(name)
    return faults


def _webhook(hook: Node, place: str, faults: Faults, *, is_mutating: bool) -> None:
    _name(text(hook.get("name")), f"{place}.name", faults)
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
    for name in ("namespaceSelector", "objectSelector"):
        faults.selector(f"{place}.{name}", mapping(hook.get(name)))
    if (policy := hook.get("reinvocationPolicy")) is not None and is_mutating:
        faults.one_of(f"{place}.reinvocationPolicy", text(policy), "IfNeeded", "Never")
    path, port = (field(hook, "clientConfig", "service", name) for name in ("path", "port"))
    faults.invalid(f"{place}.clientConfig.service.path", path, *faults_of_path(text(path)))
    if isinstance(port, int) and not 0 < port <= _PORTS:
        detail = f"port is not valid: must be between 1 and {_PORTS}, inclusive"
        faults.invalid(f"{place}.clientConfig.service.port", port, detail)
    _conditions(listing(hook.get("matchConditions")), f"{place}.matchConditions", faults)
    _reviews(listing(hook.get("admissionReviewVersions")), f"{place}.admissionReviewVersions", faults)


def _conditions(conditions: list[Any], place: str, faults: Faults) -> None:
    if len(conditions) > _MOST_CONDITIONS:
        faults.add(ErrorType.TOO_MANY, place, f"must have at most {_MOST_CONDITIONS} items", len(conditions))
    names = set[str]()
    for number, one in enumerate(conditions[:_MOST_CONDITIONS]):
        there, name = f"{place}[{number}]", text(field(one, "name"))
        expression = text(field(one, "expression")).strip()
        if not expression:
            faults.required(f"{there}.expression")
        elif fault := _compiled(expression).fault:
            faults.invalid(f"{there}.expression", expression, fault)
        if not name:
            faults.required(f"{there}.name")
        faults.invalid(f"{there}.name", name, *(qualified_name(name) if name else ()))
        if name in names:
            faults.add(ErrorType.DUPLICATE, f"{there}.name", value=name)
        names |= {name} - {""}


def _compiled(expression: str) -> Compiled:
    if _ASKS.search(expression):
        return Compiled(is_known=False)
    return compiled_in(expression, _VARIABLES, "must evaluate to bool but got {}")


def unknown_conditions(hook: Node) -> Iterator[int]:
    """The match conditions that may not compile: what asks the authorizer is not known."""
    for number, one in enumerate(listing(hook.get("matchConditions"))[:_MOST_CONDITIONS]):
        made = _compiled(text(field(one, "expression")).strip())
        if not made.is_known:
            yield number


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


def _reviews(versions: list[Any], place: str, faults: Faults) -> None:
    if not versions:
        faults.required(place, f"must specify one of {', '.join(_VERSIONS)}")
        return
    counted = Counter[str]()
    for number, one in enumerate(versions):
        counted[text(one)] += 1
        if counted[text(one)] > 1:
            faults.invalid(f"{place}[{number}]", one, "duplicate version")
        else:
            faults.invalid(f"{place}[{number}]", one, *faults_of_label_1035(text(one)))
    if not {*versions} & {*_VERSIONS}:
        faults.invalid(place, versions, f"must include at least one of {', '.join(_VERSIONS)}")
