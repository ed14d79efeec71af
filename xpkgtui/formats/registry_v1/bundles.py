"""Folders of bundles, on this machine or in an image."""

from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:  # every command loads the format, few read a folder
    from xpkgtui.readers.folder import FolderReading, SourceFolder

MISSING = "there is no folder manifests/ with a ClusterServiceVersion"


class Bundles:
    """The reader of bundles."""

    in_images = True
    marks: tuple[str, ...] = ("manifests",)
    hint = "manifests/ and metadata/ (an OLM bundle)"

    def place(self, folder: "SourceFolder") -> str | None:
        """The folder itself, by the label of its image or by its content."""
        return "" if reasons_for(folder) else None

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":
        """Writes the objects by rank, then the files of metadata/."""
        from xpkgtui.formats.registry_v1.reader import read

        del place
        return read(folder, sink, spool)


def reasons_for(folder: "SourceFolder") -> tuple[str, ...]:
    """The evidence that a folder is a bundle, the strongest first; empty where it is none."""
    from xpkgtui.formats.registry_v1 import reader

    return reader.reasons_for(folder)
