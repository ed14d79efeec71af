"""Packages near at hand, found by name and first bytes, for the start screen."""

import itertools
import os
from pathlib import Path

from xpkgtui.formats.known import source_knowledge
from xpkgtui.sources.recognition.folders import has_marker
from xpkgtui.values import dataclass

_MOST = 200
"""Entries that are visited, so that a huge folder costs little."""
_HEAD = 4096
_TEXT = 1 << 16
"""Bytes of a text that are searched for its package."""
_TAR_MAGIC = slice(257, 262)
_ARCHIVES = (".xpkg", ".tar", ".tar.gz", ".tgz")
_STREAMS = (".yaml", ".yml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """A package near at hand, with what its folder entry and first bytes say."""

    path: str
    kind: str
    """`Provider acme` where its first bytes say it, else its form."""
    size: int | None
    """Bytes of a file, or of all files in a folder; None for a folder with very many."""
    modified: float
    """Seconds since 1970."""


def nearby_packages(folder: str) -> tuple[Nearby, ...]:
    """Packages in `folder` and in the folders directly inside it, by name; only heads of files are read."""
    budget = _MOST
    found: list[str] = []
    waiting = [folder]
    for depth in (0, 1):
        inside: list[str] = []
        for parent in waiting:
            entries = _entries(parent, budget)
            budget -= len(entries)
            for entry in entries:
                name = os.path.normpath(entry.path)
                if not _is_folder(entry):
                    found += [name] if _is_package_file(entry) else []
                elif has_marker(Path(name)):
                    found.append(name)
                elif depth == 0 and not entry.name.startswith("."):
                    inside.append(name)
        waiting = inside
    described = _Budget()
    return tuple(_described(path, described) for path in sorted(found))


@dataclass(slots=True)
class _Budget:
    """What may be read in order to describe packages."""

    archives: int = 40
    entries: int = 5_000


def _described(path: str, budget: _Budget) -> Nearby:
    """What is known of a package without opening it."""
    try:
        status = os.stat(path)
    except OSError:
        return Nearby(path=path, kind="", size=None, modified=0.0)
    if not os.path.isdir(path):
        is_stream = path.lower().endswith(_STREAMS)
        kind = _package_of_text(Path(path)) if is_stream else _package_of_archive(path, budget)
        return Nearby(path=path, kind=kind, size=status.st_size, modified=status.st_mtime)
    size = _size_below(path, budget)
    if os.path.isfile(os.path.join(path, "oci-layout")):
        return Nearby(path=path, kind="OCI layout", size=size, modified=status.st_mtime)
    markers = (Path(path, marker) for one in source_knowledge() for marker in one.names.markers)
    kind = next((_package_of_text(marker) for marker in markers if marker.is_file()), "")
    return Nearby(path=path, kind=f"{kind}, sources".removeprefix(", "), size=size, modified=status.st_mtime)


def _package_of_archive(path: str, budget: _Budget) -> str:
    """The package in an archive, as far as it is said cheaply; else that it is an archive."""
    unknown = "package archive" if path.lower().endswith(".xpkg") else "archive"
    budget.archives -= 1
    if budget.archives < 0:
        return unknown
    # Members of a tar are looked up only where there is an archive.
    from xpkgtui.sources.archive.docker import summary

    return summary(Path(path)) or unknown


def _package_of_text(path: Path) -> str:
    """The package that the first bytes of a YAML file name."""
    try:
        with open(path, "rb") as file:
            head = file.read(_TEXT)
    except OSError:
        return ""
    return next(filter(None, (one.previews().of_text(head) for one in source_knowledge())), "")


def _size_below(folder: str, budget: _Budget) -> int | None:
    """The bytes of all files below a folder; None where there are too many to add up."""
    size, waiting = 0, [folder]
    while waiting:
        entries = _entries(waiting.pop(), budget.entries)
        budget.entries -= len(entries)
        if budget.entries <= 0:
            return None
        for entry in entries:
            try:
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
                elif entry.is_file(follow_symlinks=False):
                    size += entry.stat(follow_symlinks=False).st_size
            except OSError:
                continue
    return size


def _entries(folder: str, most: int) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(itertools.islice(entries, max(0, most)), key=lambda entry: entry.name)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _is_package_file(entry: os.DirEntry[str]) -> bool:
    name = entry.name.lower()
    if not name.endswith(_ARCHIVES + _STREAMS):
        return False
    try:
        # A fifo or device would block, or do worse; so only regular files are opened.
        if not entry.is_file():
            return False
        with open(entry.path, "rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    if name.endswith(_STREAMS):
        return any(one.names.stream_mark in head for one in source_knowledge())
    return head[_TAR_MAGIC] == b"ustar" or head.startswith(b"\x1f\x8b")
