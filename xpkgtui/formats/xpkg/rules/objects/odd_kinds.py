"""Rules about kinds that are not installed as they seem: left out, unknown or outdated (703 to 705)."""

from collections.abc import Iterator
from typing import Any

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.objects.kinds import ERRATUM
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.subject.subjects import DocumentSubject
from xpkgtui.untyped import field, listing, mapping

_KUBERNETES = "apiextensions.k8s.io"
_CRD = "CustomResourceDefinition"


@rule(
    "XPKG703",
    "a function's definitions are not installed",
    "I",
    spec="",
    format_v2="",
    stage=Stage.INSTALL,
)
def functions_install_nothing(subject: DocumentSubject) -> Iterator[Problem]:
    """A Function has no CustomResourceDefinition of objects that live in the cluster. Crossplane skips them.

    Why: Most definitions of functions describe the input of their pipeline steps. They serve tools that validate
    compositions, and are not reported. One with a status, or with a conversion, is of objects that live in
    the cluster.
    When it bites: If something expects the definition in the cluster. Crossplane up to 2.1 installs it.
    Fix: Put a definition that the cluster needs into a Provider.
    Source: crossplane internal/controller/pkg/revision/reconciler.go, since 2.2.
    """
    named = subject.named
    if subject.target.edition.blocks or subject.package != "Function":
        return
    is_definition = named is not None and (named.group, named.kind) == (_KUBERNETES, _CRD)
    if is_definition and _lives_in_the_cluster(mapping(subject.value.get("spec"))):
        message = f"{subject.title} is not installed; Crossplane 2.2 and later install no objects of a Function"
        yield Problem(message=message, path=FieldPath.of("kind"))


def _lives_in_the_cluster(spec: dict[str, Any]) -> bool:
    """Whether a definition is of objects with a status or of several versions that are converted, as no input is."""
    if field(spec, "conversion", "strategy") == "Webhook":
        return True
    for one in [spec, *listing(spec.get("versions"))]:
        schema = field(one, "schema", "openAPIV3Schema") or field(one, "validation", "openAPIV3Schema")
        if field(one, "subresources") or "status" in mapping(field(schema, "properties")):
            return True
    return False


@rule("XPKG704", "no AdmissionWebhookConfiguration", "E", spec="I", format_v2="", stage=Stage.PARSE)
def webhook_kind_is_real(subject: DocumentSubject) -> Iterator[Problem]:
    """No object is an AdmissionWebhookConfiguration, a kind that Kubernetes does not have.

    Why: The xpkg specification names this kind by mistake. It means ValidatingWebhookConfiguration and
    MutatingWebhookConfiguration, which Crossplane's parser knows.
    When it bites: At parsing: a single object of an unknown kind makes Crossplane refuse the whole package.
    Fix: Write `kind: ValidatingWebhookConfiguration` or `MutatingWebhookConfiguration`, with `apiVersion:
    admissionregistration.k8s.io/v1`.
    Source: xpkg specification, Provider packages; crossplane-runtime pkg/xpkg/lint.go.
    """
    named = subject.named
    if named is None or (named.group, named.kind) != ERRATUM:
        return
    says = subject.target.edition.unregistered(named)
    message = f"{subject.title} has a kind that Kubernetes does not have; the xpkg specification names it by mistake"
    yield Problem(message=message, says=None if subject.profile.is_document else says, path=FieldPath.of("kind"))


@rule("XPKG705", "definitions use a version that clusters serve", "W", spec="I", format_v2="I", stage=Stage.INSTALL)
def definition_version_is_served(subject: DocumentSubject) -> Iterator[Problem]:
    """Every CustomResourceDefinition has `apiVersion: apiextensions.k8s.io/v1`.

    Why: Kubernetes 1.22 and later do not serve v1beta1. Crossplane's parser and linter still accept it.
    When it bites: At installation, on every current cluster.
    Fix: Write `apiVersion: apiextensions.k8s.io/v1`, with a schema for each version.
    Source: crossplane-runtime pkg/xpkg/lint.go (IsCRD); Kubernetes deprecated API migration guide, v1.22.
    """
    named = subject.named
    if named is not None and (named.group, named.version, named.kind) == (_KUBERNETES, "v1beta1", _CRD):
        message = f"{subject.title} has apiVersion {named.api_version}; Kubernetes 1.22 and later do not serve it"
        yield Problem(message=message, path=FieldPath.of("apiVersion"))
