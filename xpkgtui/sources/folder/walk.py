"""The walk through a folder of sources: its files in the order of their names, and what is left out, and why."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from xpkgtui.sources.files import kind_of

MOST = 200_000
"""Entries of all folders together at which a walk stops."""


class Reason(Enum):
    """The reason why something is left out."""

    EXCLUDED = auto()
    """Its name begins with the excluded prefix, which is the detail."""
    LINK_TO_NOTHING = auto()
    LINK_TO_FOLDER = auto()
    LINK_OUTSIDE = auto()
    """A link that leads out of the folder."""
    LINK_TO_SPECIAL = auto()
    """A link to no file and no folder; the detail is what it leads to."""
    SPECIAL = auto()
    """No file, no folder and no link; the detail is what it is."""
    NOT_SEEN = auto()
    """Its attributes cannot be read; the detail is the system's error."""
    NOT_ENTERED = auto()
    """A folder that cannot be listed; the detail is the system's error."""
    NOT_READ = auto()
    """A file that cannot be opened; the detail is the error."""
    SEPARATOR = auto()
    """Another separator with content; the detail is its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something in the folder that is not read."""

    name: str
    reason: Reason
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file to read."""

    path: Path
    name: str
    """Relative to the folder that was opened, with `/`."""
    is_link: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """The result of a walk."""

    files: tuple[SourceFile, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: bool = False
    """Whether the folder has more entries than `MOST`."""


def walk(opened: Path, folder: str = "", *, endings: tuple[str, ...], excluded: str = "") -> Walk:
    """Every file below `opened`/`folder` whose name has one of the `endings`, hidden ones too.

    Empty files are passed over, and names that begin with `excluded` are left out. Folders that are links are not
    entered; files that are links are read where they do not lead out of `opened`.
    """
    files: list[SourceFile] = []
    left_out: list[LeftOut] = []
    root = opened.resolve()
    for number, (name, is_folder) in enumerate(_names(opened, folder, excluded, left_out)):
        if number >= MOST:
            return Walk(files=tuple(files), left_out=tuple(left_out), stopped=True)
        if is_folder or not name.endswith(endings):
            continue
        found = _examine(opened / name, name, root, excluded)
        if isinstance(found, SourceFile):
            files.append(found)
        elif found:
            left_out.append(found)
    return Walk(files=tuple(files), left_out=tuple(left_out))


def _examine(path: Path, name: str, root: Path, excluded: str) -> SourceFile | LeftOut | None:
    """The file, or why it is left out; None for an empty file."""
    try:
        mode = path.lstat()
        if stat.S_ISREG(mode.st_mode) and not mode.st_size:
            return None
        if excluded and name.startswith(excluded):
            return LeftOut(name=name, reason=Reason.EXCLUDED, detail=excluded)
        if stat.S_ISLNK(mode.st_mode):
            return _examine_link(path, name, root)
    except (OSError, RuntimeError) as error:
        cause = error.strerror if isinstance(error, OSError) else None
        return LeftOut(name=name, reason=Reason.NOT_SEEN, detail=cause or str(error))
    if not stat.S_ISREG(mode.st_mode):
        return LeftOut(name=name, reason=Reason.SPECIAL, detail=kind_of(mode.st_mode))
    return SourceFile(path=path, name=name)


def _examine_link(path: Path, name: str, root: Path) -> SourceFile | LeftOut:
    if not path.exists():
        return LeftOut(name=name, reason=Reason.LINK_TO_NOTHING)
    if not path.resolve().is_relative_to(root):
        return LeftOut(name=name, reason=Reason.LINK_OUTSIDE)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        return LeftOut(name=name, reason=Reason.LINK_TO_FOLDER)
    if not stat.S_ISREG(mode):
        return LeftOut(name=name, reason=Reason.LINK_TO_SPECIAL, detail=kind_of(mode))
    return SourceFile(path=path, name=name, is_link=True)


def _names(opened: Path, folder: str, excluded: str, left_out: list[LeftOut]) -> Iterator[tuple[str, bool]]:
    """All names in the order of their bytes, and whether each is a folder, whose names follow at once."""
    waiting = [_entries(opened, folder, left_out)]
    while waiting:
        entry = next(waiting[-1], None)
        if entry is None:
            waiting.pop()
            continue
        yield entry
        name, is_folder = entry
        if is_folder and name != excluded:
            waiting.append(_entries(opened, name, left_out))


def _entries(opened: Path, folder: str, left_out: list[LeftOut]) -> Iterator[tuple[str, bool]]:
    try:
        with os.scandir(opened / folder) as found:
            entries = [(entry.name, _is_folder(entry)) for entry, _ in zip(found, range(MOST + 1), strict=False)]
    except OSError as error:
        detail = error.strerror or str(error)
        left_out.append(LeftOut(name=folder or ".", reason=Reason.NOT_ENTERED, detail=detail))
        return iter(())
    entries.sort(key=lambda entry: os.fsencode(entry[0]))
    return iter([(f"{folder}/{name}" if folder else name, is_folder) for name, is_folder in entries])


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
