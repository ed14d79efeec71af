"""Rules about kinds that are not installed as they seem: left out, unknown or outdated (703 to 705)."""

from collections.abc import Iterator

from xpkgtui.documents.position import FieldPath
from xpkgtui.formats.xpkg.rules.rule import Problem, Stage, rule
from xpkgtui.formats.xpkg.rules.subject import DocumentSubject
from xpkgtui.go_quoting import quoted

_ADMISSION, _KUBERNETES = "admissionregistration.k8s.io", "apiextensions.k8s.io"
_CRD = "CustomResourceDefinition"


@rule("XPKG703", "definitions of functions", "I", spec="", format_v2="", crossplane_1="", stage=Stage.INSTALL)
def functions_install_nothing(subject: DocumentSubject) -> Iterator[Problem]:
    """A Function's CustomResourceDefinitions describe the input of its pipeline steps, and are not installed.

    Why: They serve tools that validate compositions, and need not exist in a cluster.
    When it bites: Where something expects to find the definition in the cluster. Crossplane up to 2.1 installed it.
    Fix: Nothing needs to be done; what must be in the cluster belongs into a Provider.
    Source: crossplane internal/controller/pkg/revision/reconciler.go, since 2.2.
    """
    named = subject.named
    if subject.package == "Function" and named is not None and (named.group, named.kind) == (_KUBERNETES, _CRD):
        message = f"{subject.title} is not installed; Crossplane 2.2 and later install nothing of a Function"
        yield Problem(message=message, path=FieldPath.of("kind"))


@rule("XPKG704", "webhook configurations of a real kind", "E", spec="I", format_v2="", stage=Stage.PARSE)
def webhook_kind_is_real(subject: DocumentSubject) -> Iterator[Problem]:
    """No object is an AdmissionWebhookConfiguration, a kind that the xpkg specification names and Kubernetes has not.

    Why: The specification means ValidatingWebhookConfiguration and MutatingWebhookConfiguration, which the parser
    knows; this kind it does not know.
    When it bites: At parsing: one object of an unknown kind makes Crossplane refuse the whole package.
    Fix: Write ValidatingWebhookConfiguration or MutatingWebhookConfiguration (admissionregistration.k8s.io/v1).
    Source: xpkg specification, Provider packages; crossplane-runtime pkg/xpkg/lint.go.
    """
    named = subject.named
    if named is None or (named.group, named.kind) != (_ADMISSION, "AdmissionWebhookConfiguration"):
        return
    says = f"no kind {quoted(named.kind)} is registered for version {quoted(named.api_version)}"
    message = (
        f"{subject.title} is of a kind that Kubernetes does not have; the xpkg specification names it by mistake"
    )
    yield Problem(message=message, says=None if subject.profile.is_document else says, path=FieldPath.of("kind"))


@rule("XPKG705", "definitions of a version that is served", "W", spec="I", format_v2="I", stage=Stage.INSTALL)
def definition_version_is_served(subject: DocumentSubject) -> Iterator[Problem]:
    """Every CustomResourceDefinition is of apiextensions.k8s.io/v1.

    Why: Kubernetes 1.22 and later do not serve v1beta1; Crossplane's parser and linter still take it.
    When it bites: At installation, on every cluster of today.
    Fix: Write apiextensions.k8s.io/v1, with a schema for each version.
    Source: crossplane-runtime pkg/xpkg/lint.go (IsCRD); Kubernetes deprecated API migration guide, v1.22.
    """
    named = subject.named
    if named is not None and (named.group, named.version, named.kind) == (_KUBERNETES, "v1beta1", _CRD):
        message = f"{subject.title} is of {named.api_version}; Kubernetes 1.22 and later do not serve it"
        yield Problem(message=message, path=FieldPath.of("apiVersion"))
