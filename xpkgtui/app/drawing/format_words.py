"""Words of the package's format: the short names of its kinds."""

from xpkgtui.inspection.rows.objects import ObjectRow

SHORT_KINDS = {
    "ClusterServiceVersion": "CSV",
    "CustomResourceDefinition": "CRD",
    "CompositeResourceDefinition": "XRD",
    "ManagedResourceDefinition": "MRD",
    "ManagedResourceActivationPolicy": "MRAP",
    "MutatingWebhookConfiguration": "MWC",
    "ValidatingWebhookConfiguration": "VWC",
}


_COMMON = "olm."
"""What the schemas of a catalog begin with."""
VERSIONED = frozenset({"ClusterServiceVersion"})
"""Kinds whose names hold a version, so that no part of them can be left out."""


def is_named_by_file(row: ObjectRow) -> bool:
    """Whether a document is not an object of Kubernetes, and has the name of its file in place of a kind."""
    return bool(row.file) and row.api_version is None and (row.file or "").rpartition("/")[2] == row.kind


def short_kind(row: ObjectRow) -> str:
    """`CRD`, `XRD`; the kind itself where it has no short form."""
    kind = row.kind or "?"
    return SHORT_KINDS.get(kind, kind) if row.api_version else kind.removeprefix(_COMMON)


def kind_and_name(row: ObjectRow) -> tuple[str, str]:
    """What a document is called in short; one that is named by its file has the path for a name."""
    return ("file", row.file or "") if is_named_by_file(row) else (short_kind(row), row.name or "")
