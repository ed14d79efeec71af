"""The reader of notebooks."""

from typing import TYPE_CHECKING, BinaryIO

from builders.packages.notebook.summary import COVER

if TYPE_CHECKING:
    from xpkgtui.readers.folder import FolderReading, SourceFolder


class Shelf:
    """All notes in the order of their names, the cover first."""

    in_images = True
    marks: tuple[str, ...] = ("notes",)
    hint = "a notebook notes/"

    def place(self, folder: "SourceFolder") -> str | None:
        return "" if folder.has_file(COVER) else None

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":
        # Every command loads this module, few read a folder.
        from xpkgtui.readers.assembly import assemble
        from xpkgtui.readers.folder import FolderReading, FolderStep
        from xpkgtui.readers.reader import Step

        walked = folder.walk(place, endings=(".yaml",))
        assembly = assemble(folder, walked.files, sink, spool, lambda chunk: chunk.kind == "Notebook")
        step = FolderStep(step=Step(title="Takes the notes", evidence=f"{assembly.read} files"))
        return FolderReading(
            origins=assembly.origins, steps=(step,), truncated=assembly.truncated, files=folder.entries(place)
        )
