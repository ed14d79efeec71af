"""Words of the package's format: the short names of its kinds."""

from xpkgtui.inspection.rows.objects import ObjectRow

SHORT_KINDS = {
    "CustomResourceDefinition": "CRD",
    "CompositeResourceDefinition": "XRD",
    "ManagedResourceDefinition": "MRD",
    "ManagedResourceActivationPolicy": "MRAP",
    "MutatingWebhookConfiguration": "MWC",
    "ValidatingWebhookConfiguration": "VWC",
}


def short_kind(row: ObjectRow) -> str:
    """`CRD`, `XRD`; the kind itself where it has no short form."""
    return SHORT_KINDS.get(row.kind or "", row.kind or "?")
