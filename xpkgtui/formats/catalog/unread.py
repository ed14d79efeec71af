"""What of a catalog's folder is not read, and why: links that lead nowhere, folders behind links, ignore files."""

from collections.abc import Iterable

from xpkgtui.errors import XpkgError
from xpkgtui.formats.catalog.ignoring import Ignoring, is_ignore_file
from xpkgtui.formats.catalog.places import below
from xpkgtui.readers.folder import NO_FILE, LeftOut, Reason, SourceFile, SourceFolder
from xpkgtui.values import dataclass

_LARGEST = 1 << 20
"""Bytes of an ignore file."""


@dataclass(frozen=True, slots=True)
class Unread:
    """The reason why a file, or the rest of it, is not read."""

    message: str
    """What opm says, or a sentence."""
    fails: bool = False
    """Whether opm fails there as well."""


def unread_of(one: LeftOut, folder: str, place: str) -> Unread:
    """The reason for what a walk left out; `folder` is the one that was opened, as it was typed."""
    match one.reason:
        case Reason.LINK_TO_NOTHING:
            return Unread(f"open {below(place, one.name)}: {one.detail or NO_FILE}", fails=True)
        case Reason.LINK_TO_FOLDER:
            path = f"{folder.rstrip('/')}/{one.name}" if folder else one.name
            return Unread(f"read {path}: is a directory", fails=True)
        case Reason.LINK_OUTSIDE:
            return Unread(f"{one.name} is a link that leads out of the folder")
    return Unread(f"{one.name} is not a file that can be read{f': {one.detail}' if one.detail else ''}")


def read_ignoring(
    folder: SourceFolder, place: str, files: tuple[SourceFile, ...]
) -> tuple[Ignoring, dict[str, Unread]]:
    """The patterns of all ignore files, and which of these files cannot be read."""
    found: list[tuple[str, str]] = []
    unread: dict[str, Unread] = {}
    names: dict[str, str] = {}
    for file in _ignore_files(files):
        try:
            data = folder.read(file, _LARGEST + 1)
        except XpkgError as error:
            unread[file.name] = Unread(f"{file.name} cannot be read: {error.title}")
            continue
        if len(data) > _LARGEST:
            unread[file.name] = Unread(f"{file.name} has more than 1 MiB, of which the rest is not read")
        path = below(place, file.name)
        names[path] = file.name
        found.append((path, data[:_LARGEST].decode("utf-8", "replace")))
    ignoring = Ignoring.of(found, len(files))
    if ignoring.is_cut:
        last = names[found[-1][0]]
        unread.setdefault(last, Unread(f"{last} has more patterns than are tried"))
    if ignoring.problem:
        unread[names[ignoring.problem_file]] = Unread(ignoring.problem, fails=True)
    return ignoring, unread


def _ignore_files(files: Iterable[SourceFile]) -> Iterable[SourceFile]:
    return (file for file in files if is_ignore_file(file.name))
