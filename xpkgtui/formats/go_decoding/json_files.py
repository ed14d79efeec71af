"""Files that begin with a brace: Kubernetes' decoder takes them for JSON, and says where they are not."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from xpkgtui.errors import XpkgError
from xpkgtui.golang.json_syntax import fault_of_json
from xpkgtui.limits import LARGEST_STREAM

if TYPE_CHECKING:  # rules are listed without what reads
    from xpkgtui.documents.origins import Origins
    from xpkgtui.readers.folder import SourceFile, SourceFolder
    from xpkgtui.readers.folder_entry import FolderEntry


def braced_names(origins: "Origins | None") -> Collection[str]:
    """The files of a stream that begin with a brace."""
    return {origins.files[number] for number in origins.braced} if origins else ()


def with_json_faults(
    folder: "SourceFolder", entries: "Iterable[FolderEntry]", files: "Iterable[SourceFile]", origins: "Origins"
) -> "tuple[FolderEntry, ...]":
    """The entries, those of such files with what the decoder says where they are not JSON to their end."""
    braced = braced_names(origins)
    known = {file.name: file for file in files if file.name in braced}
    return tuple(_with_fault(folder, one, known[one.name]) if one.name in known else one for one in entries)


def _with_fault(folder: "SourceFolder", entry: "FolderEntry", file: "SourceFile") -> "FolderEntry":
    try:
        fault = fault_of_json(folder.read(file, LARGEST_STREAM))
    except XpkgError:  # what is read first says so
        return entry
    return replace(entry, unread=fault.of_decoder, fails=True) if fault else entry
