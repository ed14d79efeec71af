"""Short words and signs that stand for objects in lists."""

from xpkgtui.inspection.rows.objects import ObjectRow
from xpkgtui.rules.finding import Badge

BADGES = {Badge.OK: "✓", Badge.INFO: "·", Badge.WARNING: "!", Badge.ERROR: "✗", None: "◌"}
_KINDS = {
    "CustomResourceDefinition": "CRD",
    "CompositeResourceDefinition": "XRD",
    "ManagedResourceDefinition": "MRD",
    "ManagedResourceActivationPolicy": "MRAP",
    "MutatingWebhookConfiguration": "MWC",
    "ValidatingWebhookConfiguration": "VWC",
}


def short_kind(row: ObjectRow) -> str:
    """`CRD`, `XRD`; the kind itself where it has no short form."""
    return _KINDS.get(row.kind or "", row.kind or "?")
