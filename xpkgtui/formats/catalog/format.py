"""File-based catalogs: recognized by the label of an image, or by documents whose schema is one of OLM."""

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.catalog.summary import DATABASE_LABEL, LABEL, SUMMARY
from xpkgtui.formats.catalog.tools import MATRIX, OLM_V1, OPM, SPEC, SPECIFICATION
from xpkgtui.formats.definition_outline import Outline
from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.role import Role
from xpkgtui.limits import OverLimit

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.forms import Forms
    from xpkgtui.readers.folder import FolderReading, SourceFolder


class CatalogReader:
    """The folder of a catalog as one stream."""

    in_images = True
    marks: tuple[str, ...] = (".indexignore", "configs")
    hint = "documents with a schema such as olm.package (an OLM catalog)"

    def place(self, folder: "SourceFolder") -> str | None:
        """The folder that the label names, or that holds documents of a catalog."""
        from xpkgtui.formats.catalog.reader import place_of

        return place_of(folder)

    def takes(self, head: bytes) -> bool:
        """Whether a single file begins like a catalog."""
        from xpkgtui.formats.catalog.reader import is_blob

        return is_blob(head)

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":  # noqa: ARG002
        """Writes every document as it is."""
        from xpkgtui.formats.catalog.reader import read

        return read(folder, place, sink)


_PREFIX = "olm."
_PACKAGE = "olm.package"


def refused(labels: Mapping[str, str]) -> tuple[str, str] | None:
    """The message and the reason for an image whose catalog is a database; None for others."""
    if LABEL in labels or DATABASE_LABEL not in labels:
        return None
    # The first has to stand whole beside the verdict on a screen of 80 columns.
    return (
        "a SQLite index; `opm migrate` makes it a catalog",
        "a SQLite database: `opm migrate IMAGE FOLDER` writes a file-based catalog; open that folder",
    )


def _recognize(traces: Traces) -> Evidence | None:
    """The label of the image, documents with a schema of OLM, or files with such documents."""
    if traces.config is not None and (value := traces.config.labels.get(LABEL)) is not None:
        return Evidence(reasons=(f"the image has the label {LABEL}: {value}",))
    if traces.config is not None and refused(traces.config.labels):
        return Evidence(reasons=(f"the image has the label {DATABASE_LABEL}",))
    reasons = [
        f"document {chunk.number} has the schema {chunk.blob.schema}"
        for chunk in traces.heads
        if chunk.blob is not None and chunk.blob.schema.startswith(_PREFIX)
    ]
    if not reasons and traces.folder is not None:
        place = None
        with suppress(OverLimit):
            place = CatalogReader().place(traces.folder)
        if place is not None:
            where = f"/{place}" if place else "its folder"
            reasons = [f"{where} holds documents with a schema of Operator Lifecycle Manager"]
    return Evidence(reasons=tuple(reasons[:3])) if reasons else None


def _role_of(head: "Chunk") -> Role:
    """An object where it has a schema."""
    if head.empty:
        return Role.EMPTY
    return Role.OBJECT if head.blob is not None and head.blob.schema else Role.BROKEN


def _outline(data: "StreamBytes", chunk: "Chunk", effort: "Effort | None") -> Outline | None:  # noqa: ARG001
    """The package that an object belongs to, under which it is listed."""
    if chunk.blob is None:
        return None
    package = chunk.blob.package or (chunk.blob.name if chunk.blob.schema == _PACKAGE else None)
    return Outline(group=package or None)


def _forms() -> "Forms":
    from xpkgtui.formats.catalog.graphs.forms import CatalogForms

    return CatalogForms()


CATALOG = Format(
    room=__package__,
    summary=SUMMARY,
    judges={name: name for name in (OPM, OLM_V1, SPEC)},
    recognize=_recognize,
    role_of=_role_of,
    outline=_outline,
    has_dependencies=True,
    has_used_images=True,
    has_permissions=True,
    has_traits=True,
    own_readers=lambda: {SPEC: SPECIFICATION},
    forms_of=_forms,
    folder_of=CatalogReader,
    images=folder_images(
        matrix=lambda: MATRIX,
        folders=CatalogReader(),
        refused=refused,
        missing=f"the folder that the label {LABEL} names is not in the image, or holds no catalog",
    ),
)
"""File-based catalogs: every document of every file that is not ignored."""
