"""Recognition of folders: OCI layouts, folders of skopeo, sources of a package; and packages found below one."""

import contextlib
import os
from collections import Counter
from collections.abc import Container, Iterator
from itertools import chain, islice
from pathlib import Path

from xpkgtui.commands import operand
from xpkgtui.errors import Malformed, ManifestFolder, NotAPackage, NotFound, Usage, XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.formats.known import folder_format, folder_readers, is_marked, other_text, set_planner, source_knowledge
from xpkgtui.limits import LIMITS, LimitExceeded, Limits, OverLimit
from xpkgtui.readers.globs import Glob
from xpkgtui.sources.files import FileBlob, is_real_folder, open_regular
from xpkgtui.sources.folder.project_file import excluded_by_project
from xpkgtui.sources.folder.walk import FolderSource, OpenedFolder
from xpkgtui.sources.layout.source import VERSION, DirectorySource, LayoutSource
from xpkgtui.sources.recognition import sniffing
from xpkgtui.sources.recognition.naming import LocalName
from xpkgtui.sources.source import Prefix, Source, of_another_form
from xpkgtui.visible import clip, few

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


def _installing_in(folder: Path) -> tuple[str, ...]:
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


_SHOWN = 5
"""Names that an error lists."""


def open_folder(name: LocalName, scratch: Path, exclude: tuple[str, ...] = (), limits: Limits = LIMITS) -> Source:
    """The source in this folder; raises NotAPackage that says what it is instead."""
    path = name.path
    if name.prefix in (Prefix.OCI_ARCHIVE, Prefix.DOCKER_ARCHIVE):
        raise of_another_form(name.name, name.prefix, "a folder")
    is_layout = _has(path, "oci-layout") or name.prefix is Prefix.OCI_LAYOUT
    if name.prefix is not Prefix.DIR and is_layout and _has(path, "index.json"):
        return LayoutSource(path, name=name.name, wanted=name.wanted)
    if _has(path, "manifest.json") and (name.prefix is Prefix.DIR or _is_skopeo_dir(path)):
        if name.prefix is Prefix.OCI_LAYOUT:
            raise of_another_form(name.name, name.prefix, "a folder of skopeo")
        if name.wanted:
            raise Usage(f"{name.name} holds one image: do not name an image in it")
        return DirectorySource(path, name=name.name)
    try:
        source = _source_folder(path, name, scratch, exclude, limits)
    except OverLimit as unsure:
        if packages_in(path, name.name):
            raise _not_a_source(path, name, is_source=False) from unsure
        raise
    if source is None or name.prefix:
        raise _not_a_source(path, name, is_source=source is not None)
    if name.wanted:
        raise Usage(f"{name.name} is the source of one package: do not name an image in it")
    return source


def _source_folder(
    path: Path, name: LocalName, scratch: Path, exclude: tuple[str, ...], limits: Limits
) -> FolderSource | None:
    """The folder of sources of the first format that has its files there; raises `OverLimit` where that is unsure."""
    folder = OpenedFolder(path, name.name, _checked(exclude), limits, project=excluded_by_project(path))
    found = folder_format(folder)
    return FolderSource(folder, found.place, found.format, found.reader, scratch) if found else None


def _checked(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """The patterns; raises Usage for a malformed one."""
    for pattern in patterns:
        try:
            Glob.parse(pattern)
        except Malformed as error:
            raise Usage(f"--exclude: {error}") from error
    return patterns


def _not_a_source(path: Path, name: LocalName, *, is_source: bool) -> NotAPackage:
    if is_source and name.prefix:
        return of_another_form(name.name, name.prefix, "a folder of sources")
    names = _names(path)
    if _has(path, "index.json") and _has(path, "oci-layout"):
        return of_another_form(name.name, Prefix.DIR, "an OCI layout")
    if _has(path, "index.json"):
        words = "a folder with index.json and without oci-layout: not an OCI layout"
        return NotAPackage(f"{name.name} is {words}", hint=f"oci:{name.name} still reads it")
    if _has(path, "docker/registry/v2"):
        return NotAPackage(f"{name.name} is the storage of a registry", hint="serve it, and open a reference")
    inside = packages_in(path, name.name)
    if not inside and (kinds := Counter(_installing_in(path))):
        there = ", ".join(f"{kind} ({count:,})" for kind, count in sorted(kinds.items()))
        plan = f"`xpkgtui plan {operand(name.name)}` says what becomes of them"
        return ManifestFolder(f"{name.name} is a folder of manifests: {there}", hint=plan)
    if other := _other(path, has_packages=bool(inside)):
        words, hint = other
        return NotAPackage(f"{name.name} is {words}", hint=hint, suggestions=inside)
    shown = few(names, _SHOWN, lambda each: clip(each, 80))
    hint, words = "Open one of them.", "is not a package, but holds several"
    if len(inside) == 1:
        hint, words = "Open that one.", "is not a package, but holds one"
    if len(inside) > _SHOWN:
        hint = "Open one of them, or check all: `xpkgtui check --from FILE`, a line for each."
    if not inside:
        files = (*(one.names.folder_hint for one in source_knowledge()), *(one.hint for _, one in folder_readers()))
        hint = f"Open a folder with {', '.join(filter(None, files))}, or index.json and oci-layout (an OCI layout)."
        words = f"holds no package (it has {shown})" if names else "is an empty folder"
    return NotAPackage(f"{name.name} {words}", hint=hint, suggestions=inside)


class _Files(Container[str]):
    """The files in a folder, by their paths in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and os.path.isfile(self._folder / name)


def _other(path: Path, *, has_packages: bool) -> tuple[str, str] | None:
    """What the folder is that only looks like sources: by its files, or where it has no packages by their texts."""
    by_names = (one.lookalikes().of_folder(_Files(path)) for one in source_knowledge())
    by_texts = (other_text(head) for head in (() if has_packages else first_texts(path)))
    return next(filter(None, chain(by_names, by_texts)), None)


def _names(path: Path) -> list[str]:
    try:
        with os.scandir(path) as found:
            return sorted(entry.name for entry in islice(found, 1000))
    except OSError as error:
        raise NotFound(f"{path} cannot be opened: {error.strerror or error}") from error


def _has(path: Path, entry: str) -> bool:
    return os.path.isfile(path / entry) or (entry.endswith("v2") and os.path.isdir(path / entry))


def _is_skopeo_dir(path: Path) -> bool:
    if not _has(path, "version"):
        return False
    with FileBlob(open_regular(path / "version")) as file:
        return file.read(len(VERSION)) == VERSION
