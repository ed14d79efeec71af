"""Plain bundles of RukPak: recognized by a folder `manifests` alone."""

from typing import TYPE_CHECKING

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.plain.reader import PlainReader
from xpkgtui.formats.plain.summary import METADATA, PROVISIONER, RUKPAK, SUMMARY

if TYPE_CHECKING:
    from xpkgtui.readers.known_reader import KnownReader


def _matrix() -> "tuple[KnownReader, ...]":
    from xpkgtui.formats.plain.tools import READER

    return (READER,)


def _recognize(traces: Traces) -> Evidence | None:
    """The folder `manifests`; operator bundles, which have more, are asked before."""
    folder = traces.folder
    if folder is None or PlainReader().place(folder) is None or folder.has_folder(METADATA):
        return None
    return Evidence(reasons=("it has a folder manifests, and no metadata",))


PLAIN = Format(
    room=__package__,
    summary=SUMMARY,
    judges={PROVISIONER: RUKPAK},
    recognize=_recognize,
    folder_of=PlainReader,
    images=folder_images(matrix=_matrix, folders=PlainReader(), missing="the image has no folder manifests"),
)
"""Plain bundles (plain+v0): every file of `manifests`, in the order of names."""
