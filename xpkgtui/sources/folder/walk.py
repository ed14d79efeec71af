"""Which files `crossplane xpkg build` reads, and in which order (crossplane-runtime, pkg/xpkg/parser/fsreader.go)."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from xpkgtui.sources.files import kind_of

MOST = 200_000
"""Entries of all folders that are looked at; a build looks at all of them."""
_YAML = (".yaml", ".yml")
"""As filepath.Ext compares them: letter by letter, also where the name has nothing before the point."""

_TO_NOTHING = "is a link to nothing, which a build passes over in silence"
_TO_FOLDER = "is a link to a folder, which a build does not enter"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A file that a build reads."""

    path: Path
    name: str
    """Relative to the folder that was opened, with `/`."""
    is_link: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What one might think would be read."""

    name: str
    why: str
    """Goes on from the name: `is a link to nothing`."""

    @property
    def is_blank(self) -> bool:
        """Whether a build opens it and finds nothing in it."""
        return self.why in {_TO_NOTHING, _TO_FOLDER}


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """What a walk came upon."""

    files: tuple[SourceFile, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    stopped: bool = False
    """Whether there is more than anybody walks."""


def walk(opened: Path, folder: str = "", skipped: str = "") -> Walk:
    """Every YAML file below `opened`/`folder`, hidden ones and those in hidden folders too.

    Names that begin with `skipped` are left out. Folders that are links are not entered, by a build neither; files
    that are links are read where they do not lead out of `opened`.
    """
    files: list[SourceFile] = []
    left_out: list[LeftOut] = []
    root = opened.resolve()
    for number, (name, is_folder) in enumerate(_names(opened, folder, skipped, left_out)):
        if number >= MOST:
            return Walk(files=tuple(files), left_out=tuple(left_out), stopped=True)
        if is_folder or not name.endswith(_YAML):
            continue
        path = opened / name
        found = _judge(path, name, root, skipped)
        if isinstance(found, SourceFile):
            files.append(found)
        elif found:
            left_out.append(LeftOut(name=name, why=found))
    return Walk(files=tuple(files), left_out=tuple(left_out))


def _judge(path: Path, name: str, root: Path, skipped: str) -> SourceFile | str:
    """The file, or why it is left out; empty where that goes without saying."""
    try:
        mode = path.lstat()
        if stat.S_ISREG(mode.st_mode) and not mode.st_size:
            return ""
        if skipped and name.startswith(skipped):
            return f"is left out, because its name begins with {skipped}"
        if stat.S_ISLNK(mode.st_mode):
            return _judge_link(path, name, root)
    except (OSError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        return f"cannot be looked at: {reason or error}"
    if not stat.S_ISREG(mode.st_mode):
        return f"is {kind_of(mode.st_mode)}, which is left out"
    return SourceFile(path=path, name=name)


def _judge_link(path: Path, name: str, root: Path) -> SourceFile | str:
    if not path.exists():
        return _TO_NOTHING
    if not path.resolve().is_relative_to(root):
        return "is a link that leads out of the folder, which a build would follow; it is not followed here"
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        return _TO_FOLDER
    if not stat.S_ISREG(mode):
        return f"is a link to {kind_of(mode)}, which is left out"
    return SourceFile(path=path, name=name, is_link=True)


def _names(opened: Path, folder: str, skipped: str, left_out: list[LeftOut]) -> Iterator[tuple[str, bool]]:
    """All names in the order of their bytes, and whether each is a folder, which is entered where it stands."""
    waiting = [_entries(opened, folder, left_out)]
    while waiting:
        entry = next(waiting[-1], None)
        if entry is None:
            waiting.pop()
            continue
        yield entry
        name, is_folder = entry
        if is_folder and name != skipped:
            waiting.append(_entries(opened, name, left_out))


def _entries(opened: Path, folder: str, left_out: list[LeftOut]) -> Iterator[tuple[str, bool]]:
    try:
        with os.scandir(opened / folder) as found:
            entries = [(entry.name, _is_folder(entry)) for entry, _ in zip(found, range(MOST + 1), strict=False)]
    except OSError as error:
        why = f"cannot be entered, at which a build stops: {error.strerror or error}"
        left_out.append(LeftOut(name=folder or ".", why=why))
        return iter(())
    entries.sort(key=lambda entry: os.fsencode(entry[0]))
    return iter([(f"{folder}/{name}" if folder else name, is_folder) for name, is_folder in entries])


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
