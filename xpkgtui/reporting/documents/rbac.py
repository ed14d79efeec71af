"""The document of `rbac`: who may do what, what runs, what it costs."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from xpkgtui.formats.permissions.granted import (
    AccessKind,
    AccessObject,
    Costs,
    Granter,
    PolicyRule,
    RoleGrant,
    RunningContainer,
    Workload,
)
from xpkgtui.reporting.contents.package_permissions import FoundPermissions
from xpkgtui.reporting.documents import elements
from xpkgtui.reporting.documents.elements import NAMED, ErrorObject, SourceDocument
from xpkgtui.reporting.documents.writer import Bounds, JsonObject, free_map, write
from xpkgtui.values import dataclass

_BY = (
    "What makes it: Crossplane's RBAC manager, either OLM, the one who installs (before OLM v1 up to 1.10), the "
    "package manager of Crossplane 0.12, or the objects of the package; nothing makes that for what Compositions "
    "compose."
)
_NOTE = "A sentence about it."


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantedRule(JsonObject):
    verbs: Annotated[tuple[str, ...], "What is allowed."]
    apiGroups: Annotated[tuple[str, ...] | None, "API groups; the empty text is the core group."] = None
    resources: Annotated[tuple[str, ...] | None, "Resources, by their plurals."] = None
    resourceNames: Annotated[tuple[str, ...] | None, "Objects to which it is limited."] = None
    nonResourceURLs: Annotated[tuple[str, ...] | None, "URLs in place of resources."] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named(JsonObject):
    kind: Annotated[AccessKind, "Its kind."]
    name: Annotated[str, "Its name; <DIGEST> stands for what is not known before."]
    namespace: Annotated[str | None, "Its namespace; null where it has none."]
    labels: Annotated[Mapping[str, str], "Its labels."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Grant(JsonObject):
    to: Annotated[str, "Who gets it, in words."]
    by: Annotated[Granter, _BY]
    scope: Annotated[Literal["cluster", "namespace"], "Where it counts."]
    role: Annotated[_Named, "The role."]
    known: Annotated[bool, "Whether its rules are known: false for a role that is not of the package."]
    rules: Annotated[tuple[GrantedRule, ...], "The rules."]
    wide: Annotated[tuple[str, ...], "Why it reaches further than it should, in words."]
    note: Annotated[str | None, _NOTE]


@dataclass(frozen=True, slots=True, kw_only=True)
class _RoleRef(JsonObject):
    kind: Annotated[str, "Its kind."]
    name: Annotated[str, "Its name."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Subject(JsonObject):
    kind: Annotated[str, "Its kind."]
    name: Annotated[str, "Its name."]
    namespace: Annotated[str | None, "Its namespace."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Object(_Named):
    by: Annotated[Granter, _BY]
    roleRef: Annotated[_RoleRef | None, "The role that a binding gives; null for others."]
    subjects: Annotated[tuple[_Subject, ...], "Who a binding gives it to."]
    rules: Annotated[tuple[GrantedRule, ...], "The rules of a role that gives nothing more than another one."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Container(JsonObject):
    name: Annotated[str, "Its name."]
    image: Annotated[str | None, "Its image; null where none is named."]
    init: Annotated[bool, "Whether it runs before the others."]
    command: Annotated[tuple[str, ...], "The words of its command: of the Pod, or of the image."]
    user: Annotated[str | None, "The user that it runs as; null where nothing says."]
    ports: Annotated[tuple[str, ...], "Its ports."]
    requests: Annotated[Mapping[str, str], "What it asks of its node."]
    limits: Annotated[Mapping[str, str], "What it may use at most."]
    risks: Annotated[tuple[str, ...], "What its security context allows, in words."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Workload(JsonObject):
    kind: Annotated[str, "Its kind."]
    name: Annotated[str, "Its name."]
    replicas: Annotated[int | None, "The number of its Pods; null where nothing says."]
    service_account: Annotated[str | None, "Its ServiceAccount."]
    containers: Annotated[tuple[_Container, ...], "Its containers."]
    risks: Annotated[tuple[str, ...], "What its Pods share with their node, in words."]
    note: Annotated[str | None, _NOTE]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Webhook(JsonObject):
    kind: Annotated[str, Bounds(enum=("validating", "mutating", "conversion", "unknown")), "What it does."]
    name: Annotated[str, "Its name."]
    about: Annotated[str, "What it is called for, in words."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Runs(JsonObject):
    workloads: Annotated[tuple[_Workload, ...], "Deployments and the like."]
    webhooks: Annotated[tuple[_Webhook, ...], "Webhooks that the API server calls."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Largest(JsonObject):
    name: Annotated[str, "Its name."]
    size: Annotated[int, "Bytes of it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Costs(JsonObject):
    definitions: Annotated[int, "The number of definitions."]
    versions: Annotated[int, "The number of their versions."]
    size: Annotated[int, "Bytes of all definitions in the package."]
    largest: Annotated[_Largest | None, "The largest definition; null where there is none."]
    memory: Annotated[int, "Bytes that an API server needs for those that are active at once, about."]
    remarks: Annotated[tuple[str, ...], "Sentences about it."]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rbac(SourceDocument):
    schema: Annotated[Literal["xpkgtui.rbac/v1"], NAMED] = "xpkgtui.rbac/v1"
    error: Annotated[ErrorObject | None, "Why nothing is known; null where nothing failed."]
    sentence: Annotated[str, "The most important in a sentence."]
    remarks: Annotated[tuple[str, ...], "Sentences about what no role shows."]
    grants: Annotated[tuple[_Grant, ...], "The roles and who gets them, the widest first."]
    objects: Annotated[
        tuple[_Object, ...], "Bindings, ServiceAccounts, and roles that give nothing more than another one."
    ]
    runs: Annotated[_Runs, "What runs."]
    costs: Annotated[_Costs, "What its definitions cost."]


DOCUMENT = _Rbac


def rbac(found: FoundPermissions) -> str:
    """The text of the document."""
    shown = found.shown
    return write(
        _Rbac(
            source=found.inspection.source,
            digest=found.inspection.digest,
            excluded=found.inspection.excluded,
            error=elements.error(found.answer.failure),
            sentence=found.sentence,
            unread=elements.unread(found.answer.unread),
            remarks=shown.remarks,
            grants=tuple(map(_grant, shown.grants)),
            objects=tuple(map(_object, shown.others)),
            runs=_Runs(
                workloads=tuple(map(_workload, shown.workloads)),
                webhooks=tuple(_Webhook(kind=one.kind, name=one.name, about=one.about) for one in shown.webhooks),
            ),
            costs=_costs(shown.costs),
        )
    )


def _grant(one: RoleGrant) -> _Grant:
    role = one.role
    return _Grant(
        to=one.to,
        by=role.by,
        scope="cluster" if one.is_cluster_wide else "namespace",
        role=_Named(
            kind=role.kind,
            name=role.name,
            namespace=role.namespace or None,
            labels=free_map(dict(role.labels)),
        ),
        known=not one.is_elsewhere,
        rules=granted_rules(role.rules),
        wide=one.wide,
        note=one.note or None,
    )


def _object(one: AccessObject) -> _Object:
    return _Object(
        kind=one.kind,
        name=one.name,
        namespace=one.namespace or None,
        labels=free_map(dict(one.labels)),
        by=one.by,
        roleRef=_RoleRef(kind=one.role_kind, name=one.role) if one.role_kind else None,
        subjects=tuple(
            _Subject(kind=each.kind, name=each.name, namespace=each.namespace or None) for each in one.subjects
        ),
        rules=granted_rules(one.rules),
    )


def granted_rules(rules: Iterable[PolicyRule]) -> tuple[GrantedRule, ...]:
    """Rules as the documents have them."""
    return tuple(
        GrantedRule(
            verbs=one.verbs,
            apiGroups=one.api_groups or None,
            resources=one.resources or None,
            resourceNames=one.resource_names or None,
            nonResourceURLs=one.urls or None,
        )
        for one in rules
    )


def _workload(one: Workload) -> _Workload:
    return _Workload(
        kind=one.kind,
        name=one.name,
        replicas=one.replicas,
        service_account=one.account or None,
        containers=tuple(map(_container, one.containers)),
        risks=one.risks,
        note=one.note or None,
    )


def _container(one: RunningContainer) -> _Container:
    return _Container(
        name=one.name,
        image=one.image or None,
        init=one.is_init,
        command=one.command,
        user=one.user or None,
        ports=one.ports,
        requests=free_map(dict(one.requests)),
        limits=free_map(dict(one.limits)),
        risks=one.risks,
    )


def _costs(costs: Costs) -> _Costs:
    return _Costs(
        definitions=costs.definitions,
        versions=costs.versions,
        size=costs.size,
        largest=_Largest(name=costs.largest, size=costs.largest_size) if costs.definitions else None,
        memory=costs.memory,
        remarks=costs.remarks,
    )
