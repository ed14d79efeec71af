"""The rule about definitions that are not of managed resources (726)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.formats.xpkg.summary import Profile
from xpkgtui.untyped import field, listing, mapping

_CRD, _MRD = "CustomResourceDefinition", "ManagedResourceDefinition"
_OF_MANAGED = frozenset({"forProvider", "providerConfigRef", "providerRef"})
"""Fields of a spec, of which every managed resource has one."""
_PRESERVE = "x-kubernetes-preserve-unknown-fields"


@rule("XPKG726", "definitions are of managed resources", "I", spec="", format_v2="I", stage=Stage.INSTALL)
def definitions_are_managed(subject: DocumentSubject) -> Iterator[Problem]:
    """A provider's CustomResourceDefinition defines a managed resource or a provider configuration.

    Why: Package Format v2 allows no other, in a Configuration too. A managed resource has `spec.forProvider`, or
    names its ProviderConfig in `spec.providerConfigRef`. Crossplane 2.0 and later assume that every definition is
    one, but for those of ProviderConfig, ClusterProviderConfig and their usages, and turn it into a
    ManagedResourceDefinition.
    When it bites: With the capability `safe-start`: this definition is inactive too until an activation policy
    names it. Otherwise with readers of Package Format v2.
    Fix: No action needed if the provider can start without this kind.
    Source: Package Format v2, the packaged format; crossplane internal/converter/custom_to_managed.go.
    """
    named = subject.named
    is_definition = named is not None and (named.group, named.kind) == ("apiextensions.k8s.io", _CRD)
    is_provider = subject.package in {"Provider", None} or subject.profile is Profile.FORMAT_V2
    if not is_definition or not is_provider:
        return
    spec = mapping(subject.value.get("spec"))
    kind = field(spec, "names", "kind")
    if not isinstance(kind, str) or kind.removesuffix("Usage").endswith("ProviderConfig"):
        return
    if all(_is_plain(schema) for schema in _schemas(spec)):
        message = f"{subject.title} defines neither a managed resource (no spec.forProvider) nor a ProviderConfig"
        yield Problem(message=message, path=FieldPath.of("spec", "names", "kind"))


def _schemas(spec: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The schemas of all versions; empty where there is none."""
    for one in [spec, *listing(spec.get("versions"))]:
        schema = mapping(field(one, "schema") or field(one, "validation")).get("openAPIV3Schema")
        if isinstance(schema, dict):
            yield schema


def _is_plain(schema: dict[str, Any]) -> bool:
    """Whether a schema says that it is not of a managed resource."""
    inner = mapping(mapping(schema.get("properties")).get("spec"))
    is_open = bool(schema.get(_PRESERVE) or inner.get(_PRESERVE))
    return not is_open and not _OF_MANAGED & set(mapping(inner.get("properties")))
