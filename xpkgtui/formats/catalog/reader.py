"""The reader of catalogs; what it needs is loaded where a folder is read, not where formats are listed."""

from typing import TYPE_CHECKING, BinaryIO

if TYPE_CHECKING:
    from xpkgtui.readers.folder import FolderReading, SourceFolder


class CatalogReader:
    """The folder of a catalog as one stream."""

    in_images = True
    marks: tuple[str, ...] = (".indexignore", "configs")
    hint = "documents with a schema such as olm.package (an OLM catalog)"

    def place(self, folder: "SourceFolder") -> str | None:
        """The folder that the label names, or that holds documents of a catalog."""
        from xpkgtui.formats.catalog.places import place_of

        return place_of(folder)

    def takes(self, head: bytes) -> bool:
        """Whether a single file begins like a catalog."""
        from xpkgtui.formats.catalog.places import is_blob

        return is_blob(head)

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":  # noqa: ARG002
        """Writes every document as it is."""
        from xpkgtui.formats.catalog.reading import read

        return read(folder, place, sink)
