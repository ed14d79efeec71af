"""Whether composed resources belong to a namespace, beside whether their composite resource does."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.examples.example import ExampleVerdict, owner
from xpkgtui.formats.xpkg.compositions.composed_kinds import kinds_in_template
from xpkgtui.formats.xpkg.compositions.composed_objects import ComposedBase, bases_of, written_fields
from xpkgtui.formats.xpkg.compositions.schemas import WILDCARD
from xpkgtui.untyped import field, listing, text

ScopeOf = Callable[[str, str], bool | None]
"""Whether objects of a group and kind belong to a namespace; None where it is not known."""

_OF_CLUSTER = frozenset(
    (
        *("Namespace", "Node", "PersistentVolume", "ClusterRole", "ClusterRoleBinding", "CustomResourceDefinition"),
        *("APIService", "StorageClass", "VolumeAttachment", "VolumeAttributesClass", "CSIDriver", "CSINode"),
        *(
            "PriorityClass",
            "RuntimeClass",
            "IngressClass",
            "IPAddress",
            "ServiceCIDR",
            "DeviceClass",
            "ResourceSlice",
        ),
        *("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration", "MutatingAdmissionPolicy"),
        *("MutatingAdmissionPolicyBinding", "ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"),
        *("CertificateSigningRequest", "ClusterTrustBundle", "FlowSchema", "PriorityLevelConfiguration"),
    )
)
"""The kinds of Kubernetes 1.35 that belong to no namespace and are made by users (`kubectl api-resources`)."""

_NO_NAMESPACE = (
    "cannot compose resources: cannot get existing composed resources: cannot get composed resource: "
    "an empty namespace may not be set when a resource name is provided"
)
_NOTHING_ELSE = "{} is namespaced, and composes nothing that is not"
_OR_CLUSTER = "or write `scope: Cluster` in the CompositeResourceDefinition."


class ScopeFault(NamedTuple):
    """A composed resource that its composite resource cannot have, or not where it is to be."""

    path: FieldPath
    message: str
    more: str
    fix: str
    says: str | None = None
    """What the condition of the composite resource says."""


def is_namespaced(group: str, kind: str) -> bool | None:
    """Whether Kubernetes puts a kind of its own into namespaces; None for all others."""
    verdict, _ = owner(group, kind)
    return kind not in _OF_CLUSTER if verdict is ExampleVerdict.BUILT_IN else None


def with_kubernetes(scope_of: ScopeOf) -> ScopeOf:
    """As `scope_of`, with the kinds of Kubernetes."""

    def known(group: str, kind: str) -> bool | None:
        defined = scope_of(group, kind)
        return is_namespaced(group, kind) if defined is None else defined

    return known


def scope_faults(
    spec: dict[str, Any], composite: str, scope_of: ScopeOf, *, in_namespace: bool
) -> Iterator[ScopeFault]:
    """What does not fit the kind of the composite resource, which is `in_namespace` or is not."""
    written = written_fields(spec)
    for base in bases_of(spec):
        api_version, kind = base.kind
        own, namespace = scope_of(_group(api_version), kind), text(field(base.value, "metadata", "namespace"))
        start = f"the base of resource {base.resource or base.path} ({kind})"
        is_set = bool(namespace) or base.is_open or any(map(_may_set, written.get(base.resource, ())))
        if in_namespace and own is False:
            yield _of_cluster(start, composite, base)
        elif in_namespace and own and namespace:
            path, more = (
                base.path.child("metadata").child("namespace"),
                f"Crossplane takes that of {composite} instead",
            )
            yield ScopeFault(path, f"{start} names the namespace {namespace}", more, "Remove the namespace.")
        elif not in_namespace and own and not is_set:
            more = f"{composite} is cluster-scoped, and has none to give"
            fix = "Write `metadata.namespace`, or set it by a patch."
            yield ScopeFault(base.path.child("kind"), f"{start} names no namespace", more, fix, _NO_NAMESPACE)
    if in_namespace:
        yield from _of_templates(spec, composite, scope_of)


def _of_cluster(start: str, composite: str, base: ComposedBase) -> ScopeFault:
    name = text(field(base.value, "metadata", "name"))
    says = f'cannot apply cluster scoped composed resource "{base.resource}" (a {base.kind[1]} named {name}) for a'
    at, fix = base.path.child("kind"), f"Compose the namespaced kind, {_OR_CLUSTER}"
    says += " namespaced composite resource."
    return ScopeFault(at, f"{start} is cluster-scoped", _NOTHING_ELSE.format(composite), fix, says)


def _of_templates(spec: dict[str, Any], composite: str, scope_of: ScopeOf) -> Iterator[ScopeFault]:
    for number, step in enumerate(listing(spec.get("pipeline"))):
        template = text(field(step, "input", "inline", "template"))
        for one in kinds_in_template(template):
            if scope_of(one.group, one.kind) is False:
                path = FieldPath.of("spec", "pipeline", number, "input", "inline", "template")
                message = f"the template of step {text(field(step, 'step'))} composes a cluster-scoped {one.kind}"
                yield ScopeFault(
                    path, message, _NOTHING_ELSE.format(composite), f"Compose another kind, {_OR_CLUSTER}"
                )


def _group(api_version: str) -> str:
    return api_version.rpartition("/")[0]


def _may_set(path: tuple[Any, ...]) -> bool:
    wanted = ("metadata", "namespace")
    return all(mine in (its, WILDCARD) for mine, its in zip(path, wanted, strict=False))
