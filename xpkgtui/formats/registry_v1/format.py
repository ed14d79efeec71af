"""Operator bundles (registry+v1) as a format: folders, tars and images with manifests/ and metadata/."""

from typing import TYPE_CHECKING

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import FolderImages
from xpkgtui.formats.profile_format import ProfileFormat
from xpkgtui.formats.registry_v1.bundles import MISSING, Bundles, reasons_for
from xpkgtui.formats.registry_v1.layout import CATALOG_LABEL, CSV, is_csv, label_reasons
from xpkgtui.formats.registry_v1.matrix import MATRIX
from xpkgtui.formats.registry_v1.summary import OWN_READERS, READERS, SUMMARY
from xpkgtui.formats.role import Role

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk


def _recognise(traces: Traces) -> Evidence | None:
    """The labels of the image, its folders, or a ClusterServiceVersion among the first documents."""
    labels = traces.config.labels if traces.config else {}
    if CATALOG_LABEL in labels:
        return None
    reasons = reasons_for(traces.folder) if traces.folder is not None else label_reasons(labels)
    for head in traces.heads:
        if is_csv(head):
            reasons += (f"document {head.number} is a {CSV}",)
            break
    return Evidence(reasons=reasons) if reasons else None


def _role_of(head: "Chunk") -> Role:
    """A ClusterServiceVersion describes the bundle; all else is an object of it, or a file about it."""
    return Role.EMPTY if head.empty else Role.META if is_csv(head) else Role.OBJECT


REGISTRY_V1: Format = ProfileFormat(
    room=__package__,
    summary=SUMMARY,
    judges={**READERS, **{name: name for name in OWN_READERS}},
    recognise=_recognise,
    role_of=_role_of,
    has_overview=True,
    folder_of=Bundles,
    images=FolderImages(
        matrix=MATRIX, folders=Bundles(), missing=MISSING, asides=(("tests/scorecard/", "scorecard tests"),)
    ),
)
"""Operator bundles: manifests/ with the ClusterServiceVersion first, then metadata/, which names dependencies."""
