"""What runs, and what definitions cost: Deployments and the like, their containers, and webhooks."""

from collections.abc import Iterable, Iterator
from itertools import islice

from xpkgtui.formats.fact import brief, listed
from xpkgtui.formats.package_objects import ObjectHead
from xpkgtui.formats.permissions.granted import CalledWebhook, Costs, Pair, RunningContainer, Workload
from xpkgtui.formats.used_images.pods import POD_PATHS
from xpkgtui.untyped import field, listing, mapping, text
from xpkgtui.visible import plural, size

_MOST = 200
"""Workloads, containers, ports and volumes that are listed."""
_LONGEST = 200
_MOST_RULES = 8
_SHARED = (("hostNetwork", "the network"), ("hostPID", "the processes"), ("hostIPC", "the IPC"))
_GATES = {"ValidatingWebhookConfiguration": "validating", "MutatingWebhookConfiguration": "mutating"}
WEBHOOKS = tuple(_GATES)


def workload_of(value: object) -> Workload | None:
    """The workload that an object is; None for other objects."""
    path = POD_PATHS.get(text(field(value, "kind")))
    if path is None:
        return None
    name = _short(field(value, "metadata", "name")) or "(no name)"
    return pods(text(field(value, "kind")), name, field(value, "spec"), field(value, *path))


def pods(kind: str, name: str, spec: object, pod: object) -> Workload:
    """A workload whose `spec` has the number of its Pods, and whose Pods are such ones."""
    replicas = field(spec, "replicas")
    is_count = isinstance(replicas, int) and not isinstance(replicas, bool) and 0 <= replicas < 1 << 31
    return Workload(
        kind=kind,
        name=name,
        replicas=replicas if is_count else None,
        account=_short(field(pod, "serviceAccountName")) or _short(field(pod, "serviceAccount")) or "default",
        containers=tuple(_containers(pod)),
        risks=tuple(_shared(pod)),
    )


def webhooks_of(value: object) -> Iterator[CalledWebhook]:
    """The webhooks of a configuration."""
    kind = _GATES.get(text(field(value, "kind")), "")
    for one in listing(field(value, "webhooks")) if kind else ():
        yield CalledWebhook(kind=kind, name=_short(field(one, "name")) or "(no name)", about=about_rules(one))


def about_rules(webhook: object) -> str:
    """What a webhook is called for, and what happens where it does not answer, in words."""
    found, rules = [], listing(field(webhook, "rules"))
    for one in rules[:_MOST_RULES]:
        operations, resources = (
            listed((text(name) for name in listing(field(one, key))), 6) for key in ("operations", "resources")
        )
        groups = listed((text(name) or "the core group" for name in listing(field(one, "apiGroups"))), 4)
        found.append(f"{operations or 'nothing'} of {resources or 'nothing'}" + (f" in {groups}" if groups else ""))
    if len(rules) > _MOST_RULES:
        found.append(plural(len(rules) - _MOST_RULES, "more rule"))
    policy = text(field(webhook, "failurePolicy")) or "Fail"
    ends = "requests are refused while it does not answer" if policy == "Fail" else "requests go on without it"
    return "; ".join([*found, ends] if found else ["it has no rules"])


def _containers(pod: object) -> Iterator[RunningContainer]:
    for key in ("initContainers", "containers"):
        for one in listing(field(pod, key)):
            words = [*listing(field(one, "command")), *listing(field(one, "args"))][:_MOST]
            yield RunningContainer(
                name=_short(field(one, "name")) or "(no name)",
                image=_short(field(one, "image"), 500),
                is_init=key == "initContainers",
                command=tuple(_short(word) for word in words),
                user=_user(one, pod),
                ports=tuple(filter(None, map(_port, listing(field(one, "ports"))))),
                requests=_amounts(field(one, "resources", "requests")),
                limits=_amounts(field(one, "resources", "limits")),
                risks=tuple(_risks(field(one, "securityContext"))),
            )


def _user(container: object, pod: object) -> str:
    for one in (field(container, "securityContext"), field(pod, "securityContext")):
        user = field(one, "runAsUser")
        if isinstance(user, int) and not isinstance(user, bool):
            return brief(user, _LONGEST)
        if field(one, "runAsNonRoot") is True:
            return "not root"
    return ""


def _port(value: object) -> str:
    number, name = brief(field(value, "containerPort"), 20), _short(field(value, "name"))
    return f"{number} ({name})" if name and number else number


def _amounts(value: object) -> tuple[Pair, ...]:
    return tuple((_short(key), brief(one, 60)) for key, one in mapping(value).items())


def _risks(context: object) -> Iterator[str]:
    if field(context, "privileged") is True:
        yield "privileged: it can do on its node what root can"
    if field(context, "allowPrivilegeEscalation") is True:
        yield "may gain more privileges than it starts with"
    if field(context, "runAsUser") == 0 and field(context, "runAsUser") is not False:
        yield "runs as root"
    if added := listing(field(context, "capabilities", "add")):
        yield f"has the capabilities {listed(added, 6)}"


def _shared(pod: object) -> Iterator[str]:
    for key, words in _SHARED:
        if field(pod, key) is True:
            yield f"{key}: shares {words} of its node"
    for one in listing(field(pod, "volumes")):
        if (path := field(one, "hostPath")) is not None:
            yield f"hostPath: reads {_short(field(path, 'path')) or 'a folder'} of its node"


def _short(value: object, longest: int = _LONGEST) -> str:
    return text(value)[:longest]


EACH = 3_000_000
"""Bytes of an API server's memory for each CustomResourceDefinition, about (crossplane#2649, crossplane#3754)."""


def costs_of(definitions: Iterable[ObjectHead], remarks: Iterable[str] = ()) -> Costs:
    """The costs of definitions."""
    found = tuple(definitions)
    if not found:
        return Costs()
    largest = max(found, key=lambda one: one.end - one.start)
    return Costs(
        definitions=len(found),
        versions=sum(len(one.versions) for one in found),
        size=sum(one.end - one.start for one in found),
        largest=largest.name or largest.defines or "(no name)",
        largest_size=largest.end - largest.start,
        memory=len(found) * EACH,
        remarks=tuple(islice(remarks, 10)),
    )


def in_words(costs: Costs) -> Iterator[str]:
    """Number, size and memory of definitions, and what was remarked, a line each."""
    if not costs.definitions:
        return
    yield f"{plural(costs.definitions, 'definition')} with {plural(costs.versions, 'version')}, {size(costs.size)}"
    yield f"the largest is {costs.largest} ({size(costs.largest_size)})"
    if costs.memory:
        yield f"about {size(costs.memory)} of memory in each API server, at {size(EACH)} a definition"
    yield from costs.remarks
