"""The checks of Crossplane's linters: the kinds that each type of package may hold, in the order they are asked."""

from xpkgtui.values import dataclass

_ADMISSION, _KUBERNETES = "admissionregistration.k8s.io", "apiextensions.k8s.io"
_EXTENSIONS, _OPERATIONS = "apiextensions.crossplane.io", "ops.crossplane.io"


@dataclass(frozen=True, slots=True)
class Check:
    """One kind that a linter permits."""

    group: str
    kind: str
    words: str
    """The kind as the linter's message names it."""


CRD = Check(_KUBERNETES, "CustomResourceDefinition", "a CRD")
MRD = Check(_EXTENSIONS, "ManagedResourceDefinition", "an MRD")
VALIDATING = Check(_ADMISSION, "ValidatingWebhookConfiguration", "an ValidatingWebhookConfiguration")
MUTATING = Check(_ADMISSION, "MutatingWebhookConfiguration", "a MutatingWebhookConfiguration")
XRD = Check(_EXTENSIONS, "CompositeResourceDefinition", "an XRD")
POLICY = Check(_EXTENSIONS, "ManagedResourceActivationPolicy", "an ManagedResourceActivationPolicy")
COMPOSITION = Check(_EXTENSIONS, "Composition", "a Composition")
OPERATION = Check(_OPERATIONS, "Operation", "an Operation")
CRON = Check(_OPERATIONS, "CronOperation", "a CronOperation")
WATCH = Check(_OPERATIONS, "WatchOperation", "a WatchOperation")
ERRATUM = (_ADMISSION, "AdmissionWebhookConfiguration")
"""(group, kind) that the specification names by mistake; Kubernetes does not have it."""

Checks = dict[str, tuple[Check, ...]]
"""The checks of each type of package; a type without checks may hold every kind that parses."""

NEWEST: Checks = {
    "Provider": (CRD, MRD, VALIDATING, MUTATING),
    "Configuration": (XRD, POLICY, COMPOSITION, OPERATION, CRON, WATCH),
    "Function": (CRD,),
}
"""The checks of Crossplane 2.2 and later, and of `crossplane xpkg build`."""
SPECIFIED = {
    "Provider": (CRD.kind, VALIDATING.kind, MUTATING.kind),
    "Configuration": (XRD.kind, COMPOSITION.kind),
    "Function": (CRD.kind,),
}
"""The kinds as the xpkg specification lists them, those of its next version for functions."""


def complaint(checks: tuple[Check, ...], *, either: bool = False) -> str:
    """The linter's message about an object that passes none of the checks; with `either`, as up to 1.6."""
    each = [f"object is not {one.words}" for one in checks]
    if len(each) == 1:
        return each[0]
    if either:
        return f"object did not pass either check: ({each[0]}), ({each[1]})"
    return f"object did not pass any of the linters with following errors: {', '.join(each)}"
