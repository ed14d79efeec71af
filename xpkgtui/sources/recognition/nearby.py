"""Packages near at hand, found by name and first bytes, for the start screen."""

import itertools
import os
from pathlib import Path

from xpkgtui.formats.known import source_knowledge
from xpkgtui.sources.recognition.package_search import is_marked

_MOST = 200
"""Entries that are visited, so that a huge folder costs little."""
_HEAD = 4096
_TAR_MAGIC = slice(257, 262)
_ARCHIVES = (".xpkg", ".tar", ".tar.gz", ".tgz")
_STREAMS = (".yaml", ".yml")


def nearby_packages(folder: str) -> tuple[str, ...]:
    """Paths of packages in `folder` and in the folders directly inside it, by name; only heads of files are read."""
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
    return tuple(sorted(found))


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
