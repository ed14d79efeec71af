"""Notebooks as a format."""

from builders.packages.notebook.reader import Shelf
from builders.packages.notebook.summary import COVER, SUMMARY
from builders.packages.notebook.tools import MATRIX, READERS

from xpkgtui.documents.chunk import Chunk
from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.role import Role


def recognize(traces: Traces) -> Evidence | None:
    """The cover, or documents that are notes."""
    if traces.folder is not None and Shelf().place(traces.folder) is not None:
        return Evidence(reasons=(f"it has {COVER}",))
    notes = sum((head.api_version or "").startswith("notes/") for head in traces.heads)
    return Evidence(reasons=(f"{notes} documents are notes",)) if notes else None


def role_of(head: Chunk) -> Role:
    """The cover describes the notebook."""
    return Role.EMPTY if head.empty else Role.META if head.kind == "Notebook" else Role.OBJECT


NOTEBOOK = Format(
    room=__package__,
    summary=SUMMARY,
    judges=READERS,
    recognize=recognize,
    role_of=role_of,
    folder_of=Shelf,
    images=folder_images(matrix=lambda: MATRIX, folders=Shelf(), missing="there is no notebook.yaml"),
)
