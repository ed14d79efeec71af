"""The search for packages below a folder, to suggest them where the folder itself cannot be opened."""

import contextlib
import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.formats.known import folder_readers, is_marked, set_planner, source_knowledge
from xpkgtui.limits import LIMITS, LimitExceeded
from xpkgtui.sources.files import FileBlob, is_real_folder, open_regular
from xpkgtui.sources.folder.walk import OpenedFolder
from xpkgtui.sources.recognition import sniffing

_DEPTH = 5
"""`registry/organization/repository@version/package.yaml`, and one more."""
_ENTRIES = 2_000
"""Entries that are looked at."""
_MOST = 1000
_STREAMS = (".gz", "package.yaml")
"""How the names of files end that are likely streams."""
_HEADS = 200
"""Such files whose first bytes are read."""
_PERHAPS = (".yaml", ".yml")
_MOST_PERHAPS = 50
"""Other files of YAML, not in a folder of sources, whose first bytes are read."""
_HEAD = 4096
_TEXTS = (".yaml", ".yml", ".json")
_MOST_TEXTS = 20
_TEXT = 1 << 16


def packages_in(folder: Path, name: str) -> tuple[str, ...]:
    """Names of packages below a folder, from a limited number of its entries."""
    heads = others = 0
    found: list[str] = []
    for inside, path in _entries(folder, name):
        may_be_stream = path.name.endswith(_STREAMS)
        heads += may_be_stream
        is_other = not may_be_stream and path.name.endswith(_PERHAPS) and not has_marker(path.parent)
        others += is_other
        is_stream = (may_be_stream and heads <= _HEADS) or (is_other and others <= _MOST_PERHAPS)
        is_stream = is_stream and _holds_stream(path)
        if is_stream or _is_package(path) or _is_own_folder(inside, path, found):
            found.append(inside)
        if len(found) >= _MOST:
            break
    return tuple(sorted(found))


def first_texts(folder: Path) -> Iterator[bytes]:
    """The first bytes of the first files of YAML or JSON, in the folder and the folders in it."""
    texts = (
        path
        for inside, path in _entries(folder, "")
        if path.suffix in _TEXTS and inside.count("/") <= 1 and os.path.isfile(path)
    )
    for path in islice(texts, _MOST_TEXTS):
        with contextlib.suppress(XpkgError, OSError), FileBlob(open_regular(path)) as blob:
            yield blob.read(_TEXT)


def installing_in(folder: Path) -> tuple[str, ...]:
    """The kinds of package objects in the manifests below a folder, from a limited number of its entries."""
    planner, texts = set_planner(), (path for _, path in _entries(folder, "") if path.suffix in _TEXTS)
    found: list[str] = []
    for path in islice(texts, _HEADS):
        with contextlib.suppress(XpkgError, OSError), FileBlob(open_regular(path)) as blob:
            found += planner.installs(blob.read(_TEXT))
    return tuple(found)


def _is_package(path: Path) -> bool:
    """Whether this is an archive, a file of a cache, or a folder with its marker."""
    if any(path.name.endswith(one.names.endings) or one.notes.is_cached(path) for one in source_knowledge()):
        return os.path.isfile(path) or has_marker(path)
    # `package` is opened by the folder around it.
    return path.name != "package" and has_marker(path)


def _is_own_folder(inside: str, path: Path, found: list[str]) -> bool:
    """Whether a format reads this folder as it is; what lies in such a folder is part of it."""
    if not os.path.isdir(path) or any(inside.startswith(f"{one}{os.sep}") for one in found):
        return False
    folder = OpenedFolder(path, path.name, (), LIMITS)
    readers = (reader for _, reader in folder_readers() if reader.in_images and is_marked(folder, reader))
    try:
        return any(reader.place(folder) is not None for reader in readers)
    except XpkgError:
        return False


def has_marker(path: Path) -> bool:
    """Whether a folder has a file in it that makes it one that can be opened."""
    markers = ("oci-layout", *(marker for one in source_knowledge() for marker in one.names.markers))
    return any(os.path.isfile(path / marker) for marker in markers)


def _holds_stream(path: Path) -> bool:
    """Whether this is a stream; one that is not compressed needs its meta object first, as builds write it."""
    try:
        with FileBlob(open_regular(path)) as blob:
            head = Inflated(blob).read(_HEAD)
    except (XpkgError, InflateProblem, LimitExceeded):
        return False
    marks = (one.names.stream_mark for one in source_knowledge())
    return sniffing.is_stream(head) and (path.suffix == ".gz" or any(mark and mark in head for mark in marks))


def _entries(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    """Everything below a folder, level by level, without following links."""
    waiting, left = [(folder, name, 0)], _ENTRIES
    for parent, shown, depth in waiting:
        if left <= 0:
            return
        try:
            with os.scandir(parent) as found:
                entries = sorted(islice(found, left), key=lambda entry: entry.name)
        except OSError:
            continue
        left -= len(entries)
        for entry in entries:
            inside = os.path.join(shown, entry.name)
            yield inside, Path(entry.path)
            if depth < _DEPTH and is_real_folder(entry):
                waiting.append((Path(entry.path), inside, depth + 1))
