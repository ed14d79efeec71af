"""The reader of plain bundles: every file of `manifests`, in the order of names."""

from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.plain.summary import MANIFESTS
from xpkgtui.visible import plural

if TYPE_CHECKING:  # reading is loaded for packages of this format only
    from xpkgtui.readers.folder import FolderReading, SourceFolder


class PlainReader:
    """Reads the files of `manifests`, whatever their names end in: lists are taken apart, folders are not entered."""

    in_images = True
    marks: tuple[str, ...] = ("manifests",)
    hint = "manifests/ alone (a plain bundle)"

    def place(self, folder: "SourceFolder") -> str | None:
        """`manifests`."""
        return MANIFESTS if folder.has_folder(MANIFESTS) else None

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":
        """The stream, each document with its file."""
        from xpkgtui.formats.go_decoding.lists import with_json_faults
        from xpkgtui.formats.plain.lists import Lists
        from xpkgtui.readers.assembly import assemble
        from xpkgtui.readers.folder import FolderReading, FolderStep
        from xpkgtui.readers.reader import Step

        walked = folder.walk(place, endings=("",))
        files = [file for file in walked.files if "/" not in file.name.removeprefix(f"{place}/")]
        files.sort(key=lambda file: file.name.encode("utf-8", "surrogateescape"))
        lists = Lists(folder.limits)
        assembly = assemble(folder, files, sink, spool, lambda _chunk: False, with_json=True, apart=lists)
        step = Step(title="Reads the files", evidence=f"/{place}: {plural(assembly.read, 'file')}")
        stopped = (folder.limits.reached("folder"),) if walked.stopped else ()
        return FolderReading(
            origins=assembly.origins,
            steps=(FolderStep(step=step),),
            truncated=assembly.truncated,
            reached=(*assembly.reached, *stopped, *lists.reached),
            files=with_json_faults(folder, folder.entries(place), files, assembly.origins),
        )
