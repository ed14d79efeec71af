"""The reader of plain bundles: every file of `manifests`, in the order of names."""

from dataclasses import replace
from typing import TYPE_CHECKING, BinaryIO

from xpkgtui.formats.plain.summary import MANIFESTS

if TYPE_CHECKING:  # reading is loaded for packages of this format only
    from collections.abc import Mapping

    from xpkgtui.readers.folder import FolderReading, SourceFile, SourceFolder
    from xpkgtui.readers.folder_entry import FolderEntry


class PlainReader:
    """Reads the files of `manifests`, whatever their names end in: lists are taken apart, folders are not entered."""

    in_images = True
    marks: tuple[str, ...] = ("manifests",)
    hint = "a plain bundle manifests/ alone"

    def place(self, folder: "SourceFolder") -> str | None:
        """`manifests`."""
        return MANIFESTS if folder.has_folder(MANIFESTS) else None

    def read(self, folder: "SourceFolder", place: str, sink: BinaryIO, spool: BinaryIO) -> "FolderReading":
        """The stream, each document with its file."""
        from xpkgtui.formats.fact import amount
        from xpkgtui.formats.plain.lists import Lists
        from xpkgtui.readers.assembly import assemble
        from xpkgtui.readers.folder import FolderReading, FolderStep
        from xpkgtui.readers.reader import Step

        walked = folder.walk(place, endings=("",))
        files = [file for file in walked.files if "/" not in file.name.removeprefix(f"{place}/")]
        files.sort(key=lambda file: file.name.encode("utf-8", "surrogateescape"))
        apart = Lists(folder.limits)
        assembly = assemble(folder, files, sink, spool, lambda _chunk: False, with_json=True, apart=apart)
        started = {assembly.origins.files[number] for number in assembly.origins.braced}
        braced = {file.name: file for file in files if file.name in started}
        whole = f"; {amount(apart.whole, 'long list')} not taken apart" if apart.whole else ""
        step = Step(title="Reads the files", evidence=f"/{place}: {amount(assembly.read, 'file')}{whole}")
        return FolderReading(
            origins=assembly.origins,
            steps=(FolderStep(step=step),),
            truncated=assembly.truncated,
            reached=(*assembly.reached, *((folder.limits.reached("folder"),) if walked.stopped else ())),
            files=tuple(_with_fault(folder, one, braced) for one in folder.entries(place)),
        )


def _with_fault(folder: "SourceFolder", entry: "FolderEntry", braced: "Mapping[str, SourceFile]") -> "FolderEntry":
    """The entry with what RukPak says of it, where it begins with a brace and is not JSON to its end."""
    from xpkgtui.errors import XpkgError
    from xpkgtui.formats.go_decoding.json_syntax import fault_of_json
    from xpkgtui.limits import LARGEST_STREAM

    if entry.name not in braced:
        return entry
    try:
        fault = fault_of_json(folder.read(braced[entry.name], LARGEST_STREAM))
    except XpkgError:  # the assembly has said so
        return entry
    return replace(entry, unread=fault.of_decoder, fails=True) if fault else entry
