"""Plain bundles of RukPak: recognized by a folder `manifests` alone, whose files are read in the order of names."""

from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.plain.summary import MANIFESTS
from xpkgtui.visible import plural

if TYPE_CHECKING:  # reading is loaded for packages of this format only
    from xpkgtui.readers.folder import FolderReading, SourceFolder

from typing import TYPE_CHECKING

from xpkgtui.formats.format import Evidence, Format, Traces
from xpkgtui.formats.images.folder_images import folder_images
from xpkgtui.formats.plain.summary import METADATA, PROVISIONER, RUKPAK, SUMMARY

if TYPE_CHECKING:
    from xpkgtui.readers.known_reader import KnownReader


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
        from xpkgtui.formats.go_decoding.json_files import with_json_faults
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
