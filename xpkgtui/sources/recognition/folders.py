"""Recognition of folders: OCI layouts, folders of skopeo, and sources of a package."""

import os
from collections import Counter
from collections.abc import Container
from itertools import chain, islice
from pathlib import Path

from xpkgtui.commands import operand
from xpkgtui.errors import Malformed, ManifestFolder, NotAPackage, NotFound, Usage
from xpkgtui.formats.known import folder_format, folder_readers, other_text, source_knowledge
from xpkgtui.limits import LIMITS, Limits, OverLimit
from xpkgtui.readers.globs import Glob
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.sources.folder.project_file import excluded_by_project
from xpkgtui.sources.folder.walk import FolderSource, OpenedFolder
from xpkgtui.sources.layout.source import VERSION, DirectorySource, LayoutSource
from xpkgtui.sources.recognition.naming import LocalName
from xpkgtui.sources.recognition.package_search import first_texts, installing_in, packages_in
from xpkgtui.sources.source import Prefix, Source, of_another_form
from xpkgtui.visible import clip, few

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
    if not inside and (kinds := Counter(installing_in(path))):
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
