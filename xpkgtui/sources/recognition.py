"""Which source a path is, told by what it holds and never by its name."""

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from xpkgtui.errors import Corrupt, NotAPackage, NotFound, Usage
from xpkgtui.filesystem.compression.inflated import Compression, Inflated, detect
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.limits import LIMITS, PACKAGE_YAML, LimitExceeded
from xpkgtui.sources import looks
from xpkgtui.sources.archive.forms import open_archive
from xpkgtui.sources.archive.members import TOO_MUCH, is_tar
from xpkgtui.sources.caches import notes_of, packages_in
from xpkgtui.sources.directory import VERSION, DirectorySource
from xpkgtui.sources.files import FileBlob, kind_of, open_regular
from xpkgtui.sources.folder.source import FolderSource, package_folder
from xpkgtui.sources.json_lines import is_json_lines, open_json_lines
from xpkgtui.sources.layout import LayoutSource
from xpkgtui.sources.source import Source
from xpkgtui.sources.spooling import Readable, spool
from xpkgtui.sources.stream import StreamSource

ARCHIVE = 4 << 30
"""Bytes that an archive may have once it is inflated or read from a pipe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """What the user said about a path."""

    name: str
    """The path as typed, or `-`."""
    prefix: str = ""
    wanted: str = ""
    scratch: Path


def open_path(path: Path, meant: Meant) -> Source:
    """The source in this file or folder; raises NotAPackage that says what it looks like instead."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        raise NotFound(f"{meant.name} cannot be opened: {error.strerror or error}") from error
    if stat.S_ISDIR(mode):
        return _open_folder(path, meant)
    if not stat.S_ISREG(mode):
        raise NotAPackage(
            f"{meant.name} is {kind_of(mode)}, not a file that can be read twice",
            hint=f"read it from standard input: - < {meant.name}",
        )
    return open_file(path, meant)


def open_file(path: Path, meant: Meant, *, spooled: bool = False, truncated: bool = False) -> Source:
    """The source in this regular file; `spooled` says that it is ours, `truncated` that it was cut."""
    with FileBlob(open_regular(path)) as file:
        head = file.read(looks.HEAD)
    is_compressed = detect(head) is not Compression.NONE
    if truncated and (is_compressed or is_tar(head)):
        raise _too_large(meant)
    if is_compressed:
        try:
            return _open_compressed(path, meant)
        finally:
            if spooled:
                path.unlink(missing_ok=True)
    if is_tar(head):
        return open_archive(path, name=meant.name, prefix=meant.prefix, wanted=meant.wanted, owned=spooled)
    _require_stream(head, "", meant)
    if is_json_lines(head):
        with FileBlob(open_regular(path)) as file:
            return open_json_lines(file, b"", meant.scratch, meant.name)
    notes = notes_of(path, head)
    return StreamSource(path, name=meant.name, spooled=spooled, truncated=truncated, notes=notes)


def spool_input(source: Readable, meant: Meant) -> Source:
    """The source that arrives on standard input."""
    head = b""
    while len(head) < looks.HEAD and (data := source.read(looks.HEAD - len(head))):
        head += data
    if detect(head) is Compression.NONE and not is_tar(head):
        # What is no package is refused before it is spooled: it may never end.
        _require_stream(head, "", meant)
        return _spooled_stream(source, head, meant)
    path, more = spool(source, meant.scratch, ARCHIVE, head)
    return _keeping(path, lambda: open_file(path, meant, spooled=True, truncated=more))


def _open_compressed(path: Path, meant: Meant) -> Source:
    with FileBlob(open_regular(path)) as file:
        inflated = _Outer(Inflated(file, limits=LIMITS), meant.name)
        words = str(inflated.compression)
        head = inflated.read(looks.HEAD)
        if not is_tar(head):
            _require_stream(head, words, meant)
            return _spooled_stream(inflated, head, meant)
        spooled, more = spool(inflated, meant.scratch, ARCHIVE, head)
    return _keeping(spooled, lambda: _open_inflated(spooled, more, words, meant))


def _open_inflated(path: Path, is_too_large: bool, compression: str, meant: Meant) -> Source:
    if is_too_large:
        raise _too_large(meant)
    return open_archive(
        path, name=meant.name, prefix=meant.prefix, wanted=meant.wanted, owned=True, compression=compression
    )


def _spooled_stream(source: Readable, head: bytes, meant: Meant) -> StreamSource:
    if is_json_lines(head):
        return open_json_lines(source, head, meant.scratch, meant.name)
    path, more = spool(source, meant.scratch, PACKAGE_YAML + 1, head)
    truncated = more or path.stat().st_size > PACKAGE_YAML
    return StreamSource(path, name=meant.name, spooled=True, truncated=truncated)


class _Outer:
    """Inflated bytes whose damage is told as an error of the source."""

    def __init__(self, inflated: Inflated, name: str) -> None:
        self._inflated = inflated
        self._name = name
        self.compression = inflated.compression

    def read(self, size: int, /) -> bytes:
        """As `Inflated.read`; raises Corrupt."""
        try:
            return self._inflated.read(size)
        except InflateProblem as problem:
            raise Corrupt(f"the {self.compression} data of {self._name} is damaged: {problem}") from problem
        except LimitExceeded as limit:
            raise Corrupt(f"{self._name} is too large: {limit}", hint=TOO_MUCH) from limit


def _open_folder(path: Path, meant: Meant) -> Source:
    if meant.prefix in ("oci-archive:", "docker-archive:"):
        raise NotAPackage(f"{meant.name} is a folder, not an archive", hint=f"write oci:{meant.name}, or leave it")
    if meant.prefix != "dir:" and (_has(path, "oci-layout") or meant.prefix == "oci:") and _has(path, "index.json"):
        return LayoutSource(path, name=meant.name, wanted=meant.wanted)
    if _has(path, "manifest.json") and (meant.prefix == "dir:" or _is_skopeo_dir(path)):
        if meant.wanted:
            raise Usage(f"{meant.name} holds one image: there is nothing to choose")
        return DirectorySource(path, name=meant.name)
    folder = None if meant.prefix else package_folder(path)
    if folder is not None:
        if meant.wanted:
            raise Usage(f"{meant.name} is the source of one package: there is nothing to choose")
        return FolderSource(path, name=meant.name, folder=folder, scratch=meant.scratch)
    raise _not_a_folder_of_ours(path, meant)


def _not_a_folder_of_ours(path: Path, meant: Meant) -> NotAPackage:
    if package_folder(path) is not None:
        kind = meant.prefix.rstrip(":")
        return NotAPackage(
            f"{meant.name} is a folder of sources, not what {kind} stands for",
            hint=f"leave the prefix out: {meant.name}",
        )
    names = _names(path)
    if _has(path, "index.json") and _has(path, "oci-layout"):
        return NotAPackage(f"{meant.name} is an OCI layout, not what dir: stands for", hint=f"open {meant.name}")
    if _has(path, "index.json"):
        words = "a folder with index.json and without oci-layout: no OCI layout"
        return NotAPackage(f"{meant.name} is {words}", hint=f"oci:{meant.name} reads it all the same")
    if _has(path, "docker/registry/v2"):
        return NotAPackage(f"{meant.name} is the storage of a registry", hint="serve it, and open a reference")
    words = f"a folder with {listing(names)}" if names else "an empty folder"
    inside = packages_in(path, meant.name)
    return NotAPackage(
        f"{meant.name} is {words}",
        hint="open one of the packages in it"
        if inside
        else "sources of a package have crossplane.yaml in it, an OCI layout index.json and oci-layout",
        suggestions=inside,
    )


def listing(names: list[str], most: int = 5) -> str:
    """The first names, and that there are more."""
    shown = ", ".join(name[:80] for name in names[:most])
    return f"{shown}, ..." if len(names) > most else shown


def _names(path: Path) -> list[str]:
    try:
        with os.scandir(path) as found:
            return sorted(entry.name for entry in islice(found, 1000))
    except OSError as error:
        raise NotFound(f"{path} cannot be opened: {error.strerror or error}") from error


def _has(path: Path, name: str) -> bool:
    return os.path.isfile(path / name) or (name.endswith("v2") and os.path.isdir(path / name))


def _is_skopeo_dir(path: Path) -> bool:
    if not _has(path, "version"):
        return False
    with FileBlob(open_regular(path / "version")) as file:
        return file.read(len(VERSION)) == VERSION


def _require_stream(head: bytes, compression: str, meant: Meant) -> None:
    """Raises where this is no stream, or where the user said that it is something else."""
    if not (looks.is_stream(head) or is_json_lines(head)):
        inner = detect(head)
        words = looks.describe(head) if inner is Compression.NONE else f"{inner} data once more"
        around = f"{compression} data that holds " if compression else ""
        raise NotAPackage(f"{meant.name} is {around}{words}, not a package", hint=looks.advice(words))
    if meant.prefix:
        kind = meant.prefix.rstrip(":/")
        raise NotAPackage(f"{meant.name} is a package.yaml, not what {kind} stands for", hint="leave the prefix out")
    if meant.wanted:
        raise Usage(f"{meant.name} is a package.yaml: there is nothing to choose")


def _too_large(meant: Meant) -> Corrupt:
    return Corrupt(f"{meant.name} is larger than {ARCHIVE >> 30} GiB", hint=TOO_MUCH)


def _keeping(path: Path, make: Callable[[], Source]) -> Source:
    """What `make` gives; the spooled file goes where it fails."""
    try:
        return make()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
