"""Caches in which other tools keep packages: known by where a file lies, and searched where a folder is opened."""

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.limits import LimitExceeded
from xpkgtui.sources import looks
from xpkgtui.sources.files import FileBlob, open_regular

_DEPTH = 5
"""`registry/organisation/repository@version/package.yaml`, and one more."""
_LOOKED_AT = 2_000
_MOST = 50
_GZIPS = 200
"""Compressed files whose first bytes are inflated."""
_HEAD = 4096
_ARCHIVES = (".xpkg", ".tar", ".uppkg")
_CACHED = ("package.yaml", "package.ndjson")
_MARKERS = ("crossplane.yaml", "package/crossplane.yaml", "oci-layout")
"""Files that make a folder one that can be opened."""


def notes_of(path: Path, head: bytes) -> tuple[str, ...]:
    """What is to be known of a stream because of where it lies."""
    repository, at, version = path.parent.name.rpartition("@")
    if path.name != "package.yaml" or not at or b"meta.pkg." in head:
        return ()
    kept = "as `crossplane resource validate` keeps packages in its cache: without their meta object, so that"
    return (f"This lies {kept} it cannot be accepted. The package itself is {repository}:{version} in its registry.",)


def packages_in(folder: Path, name: str) -> tuple[str, ...]:
    """Names of packages below a folder, to be suggested; looks at so many entries and no more."""
    gzips = 0
    kept: list[str] = []
    for inside, path in _entries(folder, name):
        if path.name.endswith(".gz"):
            gzips += 1
            if gzips <= _GZIPS and _holds_stream(path):
                kept.append(inside)
        elif _is_package(path):
            kept.append(inside)
        if len(kept) >= _MOST:
            break
    return tuple(sorted(kept))


def _is_package(path: Path) -> bool:
    """An archive, a file of a cache, or a folder with its marker."""
    if path.name.endswith(_ARCHIVES) or (path.name in _CACHED and "@" in path.parent.name):
        return os.path.isfile(path) or _is_marked(path)
    # `package` is opened by the folder around it.
    return path.name != "package" and _is_marked(path)


def _is_marked(path: Path) -> bool:
    return any(os.path.isfile(path / marker) for marker in _MARKERS)


def _holds_stream(path: Path) -> bool:
    try:
        with FileBlob(open_regular(path)) as blob:
            head = Inflated(blob).read(_HEAD)
    except (XpkgError, InflateProblem, LimitExceeded):
        return False
    return looks.is_stream(head)


def _entries(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    """Everything below a folder, level by level, without following links."""
    waiting, left = [(folder, name, 0)], _LOOKED_AT
    for place, shown, depth in waiting:
        if left <= 0:
            return
        try:
            with os.scandir(place) as found:
                entries = sorted(islice(found, left), key=lambda entry: entry.name)
        except OSError:
            continue
        left -= len(entries)
        for entry in entries:
            inside = os.path.join(shown, entry.name)
            yield inside, Path(entry.path)
            if depth < _DEPTH and _is_folder(entry):
                waiting.append((Path(entry.path), inside, depth + 1))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False
