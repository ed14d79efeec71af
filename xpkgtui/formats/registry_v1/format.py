"""Operator bundles (registry+v1) as a format: folders, tars and images with manifests/ and metadata/."""

from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.registry_v1.layout import CATALOG_LABEL, CSV, MANIFESTS, METADATA, is_csv, label_reasons
from xpkgtui.formats.registry_v1.summary import OWN_READERS, READERS, SUMMARY
from xpkgtui.formats.role import Role

if TYPE_CHECKING:
    from xpkgtui.documents.chunk import Chunk
    from xpkgtui.readers.folder import FolderReading, SourceFolder
    from xpkgtui.readers.known_reader import KnownReader


def _matrix() -> "tuple[KnownReader, ...]":
    from xpkgtui.formats.registry_v1.matrix import MATRIX

    return MATRIX


def _own_readers() -> "dict[str, KnownReader]":
    from xpkgtui.formats.registry_v1.matrix import OWN

    return OWN


class BundleFolders:
    """Reads folders of bundles, on this machine or in an image."""

    in_images = True
    marks: tuple[str, ...] = (MANIFESTS, METADATA)
    hint = "manifests/ and metadata/ (an OLM bundle)"

    def place(self, folder: "SourceFolder") -> str | None:
        """The folder itself, by the label of its image or by its content."""
        is_clear = all(map(folder.has_folder, (MANIFESTS, METADATA)))  # else every file may have to be read
        return "" if is_clear or reasons_for(folder) else None

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":
        """Writes the objects by rank, then the files of metadata/."""
        from xpkgtui.formats.registry_v1 import reader

        del place
        return reader.read(folder, sink, spool)


def reasons_for(folder: "SourceFolder") -> tuple[str, ...]:
    """The evidence that a folder is a bundle, the strongest first; empty where it is none."""
    from xpkgtui.formats.registry_v1 import reader

    return reader.reasons_for(folder)


def _recognize(traces: Traces) -> Evidence | None:
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


REGISTRY_V1 = Format(
    room=__package__,
    summary=SUMMARY,
    judges={**READERS, **{name: name for name in OWN_READERS}},
    recognize=_recognize,
    role_of=_role_of,
    has_overview=True,
    has_dependencies=True,
    has_used_images=True,
    has_examples=True,
    has_permissions=True,
    own_readers=_own_readers,
    folder_of=BundleFolders,
    images=folder_images(
        matrix=_matrix,
        folders=BundleFolders(),
        missing="there is no folder manifests/ with a ClusterServiceVersion",
        extras=(("tests/scorecard/", "scorecard tests"),),
    ),
)
"""Operator bundles: manifests/ with the ClusterServiceVersion first, then metadata/, which names dependencies."""
