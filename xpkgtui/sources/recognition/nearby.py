"""Packages near at hand, found by name and first bytes, for the start screen."""

import itertools
import os
import re
from dataclasses import dataclass
from pathlib import Path

from xpkgtui.formats.known import source_knowledge
from xpkgtui.sources.recognition.package_search import is_marked

_MOST = 200
"""Entries that are visited, so that a huge folder costs little."""
_HEAD = 4096
_TAR_MAGIC = slice(257, 262)
_ARCHIVES = (".xpkg", ".tar", ".tar.gz", ".tgz")
_STREAMS = (".yaml", ".yml")
_KIND = re.compile(rb"^kind:[ \t]*[\"']?([A-Za-z]{1,40})", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearby:
    """A package near at hand, with what its folder entry and first bytes say."""

    path: str
    kind: str
    """`Provider` where its first bytes name a kind, else its form."""
    size: int | None
    """Bytes of a file."""
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
                elif _is_package_folder(Path(name)):
                    found.append(name)
                elif depth == 0 and not entry.name.startswith("."):
                    inside.append(name)
        waiting = inside
    return tuple(map(_described, sorted(found)))


def _described(path: str) -> Nearby:
    """What is known of a package without opening it."""
    try:
        status = os.stat(path)
    except OSError:
        return Nearby(path=path, kind="", size=None, modified=0.0)
    if not os.path.isdir(path):
        kind = _kind(Path(path)) if path.lower().endswith(_STREAMS) else "package archive"
        return Nearby(path=path, kind=kind, size=status.st_size, modified=status.st_mtime)
    if os.path.isfile(os.path.join(path, "oci-layout")):
        return Nearby(path=path, kind="OCI layout", size=None, modified=status.st_mtime)
    markers = (Path(path, marker) for one in source_knowledge() for marker in one.markers)
    kind = next((_kind(marker) for marker in markers if marker.is_file()), "")
    return Nearby(path=path, kind=f"{kind}, sources".removeprefix(", "), size=None, modified=status.st_mtime)


def _kind(path: Path) -> str:
    """The kind that the first bytes of a YAML file name."""
    try:
        with open(path, "rb") as file:
            found = _KIND.search(file.read(_HEAD))
    except OSError:
        return ""
    return found[1].decode() if found else ""


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


def _is_package_folder(path: Path) -> bool:
    """Whether it is an OCI layout, or a folder that `xpkg build` reads."""
    return is_marked(path)


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
        return any(one.stream_mark in head for one in source_knowledge())
    return head[_TAR_MAGIC] == b"ustar" or head.startswith(b"\x1f\x8b")
