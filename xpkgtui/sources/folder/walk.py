"""A folder with the sources of a package: the walk through it, and its files as its format would build them."""

import errno
import os
import stat
import tempfile
from collections.abc import Iterator, Mapping
from heapq import nsmallest
from itertools import islice
from pathlib import Path

from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.format import Format
from xpkgtui.formats.known import seen_in
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.readers.folder import FolderReader, LeftOut, OmissionReason, SourceFile, Walk, sentences
from xpkgtui.readers.globs import Glob
from xpkgtui.readers.reader import FolderEntry
from xpkgtui.sources.files import FileBlob, is_real_folder, kind_of, new_file, open_regular
from xpkgtui.sources.source import Source, SourceForm, StreamRoot

_SMALL = 1 << 16
"""Bytes that are read of a file at first: a buffer for all that may be read costs more than a small file."""
_TYPES = {
    stat.S_IFREG: EntryType.FILE,
    stat.S_IFDIR: EntryType.DIRECTORY,
    stat.S_IFLNK: EntryType.SYMLINK,
    stat.S_IFIFO: EntryType.FIFO,
    stat.S_IFCHR: EntryType.DEVICE,
    stat.S_IFBLK: EntryType.DEVICE,
}


class OpenedFolder:
    """A folder of sources that is open."""

    def __init__(
        self,
        path: Path,
        name: str,
        exclude: tuple[str, ...] = (),
        limits: Limits = LIMITS,
        *,
        project: tuple[str, ...] = (),
    ) -> None:
        """`project` are the patterns that the folder itself has."""
        self.path = path
        self.name = name
        """As it was typed."""
        self.exclude = (*exclude, *project)
        """Patterns of files that are left out."""
        self._project = frozenset(project) - frozenset(exclude)
        self.by_project: tuple[str, ...] = ()
        """Files that walks so far left out by patterns of the folder itself."""
        self.limits = limits

    @property
    def labels(self) -> Mapping[str, str]:
        """None: only images have labels."""
        return {}

    def entries(self, folder: str = "") -> tuple[FolderEntry, ...]:
        """Everything below `folder`, in the order of the bytes of names; folders before what is in them."""
        names = islice(_names(self.path, folder, "", [], self.limits.folder), self.limits.folder)
        return tuple(_entry(os.path.join(self.path, name), name) for name, _ in names)

    def has_file(self, name: str) -> bool:
        """Whether there is a file of this name; links are followed."""
        # Path.is_file raises where a folder may not be searched, or its name is too long.
        return os.path.isfile(self.path / name)

    def has_folder(self, name: str) -> bool:
        """Whether there is a folder of this name; links are followed."""
        return os.path.isdir(self.path / name)

    def is_link(self, name: str) -> bool:
        """Whether there is a link of this name; an empty name is the folder itself."""
        return os.path.islink(self.path / name if name else self.path)

    def walk(
        self, folder: str = "", *, endings: tuple[str, ...], excluded: str = "", patterns: tuple[str, ...] = ()
    ) -> Walk:
        """Every file below `folder` whose name has one of the `endings`, in the order of names, hidden ones too."""
        files: list[SourceFile] = []
        left_out: list[LeftOut] = []
        matched: list[str] = []
        by_project: list[str] = []
        given = tuple(Glob.parse(one) for one in patterns if one not in self._project)
        own = tuple(Glob.parse(one) for one in patterns if one in self._project)
        root, is_stopped = self.path.resolve(), False
        for number, (name, is_folder) in enumerate(_names(self.path, folder, excluded, left_out, self.limits.folder)):
            if number >= self.limits.folder:
                is_stopped = True
                break
            if is_folder or not name.endswith(endings):
                continue
            inside = name.removeprefix(f"{folder}/") if folder else name
            if any(glob.matches(inside) for glob in given):
                matched.append(name)
                continue
            if any(glob.matches(inside) for glob in own):
                by_project.append(name)
                continue
            found = _examine(os.path.join(self.path, name), name, root, excluded)
            if isinstance(found, SourceFile):
                files.append(found)
            elif found:
                left_out.append(found)
        self.by_project = tuple(dict.fromkeys((*self.by_project, *by_project)))
        return Walk(
            files=tuple(files),
            left_out=tuple(left_out),
            matched=tuple(matched),
            by_project=tuple(by_project),
            stopped=is_stopped,
        )

    def read(self, file: SourceFile, most: int) -> bytes:
        """At most `most` bytes of a file; raises `XpkgError` where it cannot be read."""
        with FileBlob(open_regular(self.path / file.name, self.path if file.is_link else None)) as blob:
            data = blob.read(min(most, _SMALL))
            return data if len(data) < _SMALL else data + blob.read(most - len(data))


def _entry(path: str, name: str) -> FolderEntry:
    """What lies at a path, no link followed; what cannot be looked at is something else."""
    try:
        found = os.lstat(path)
        link = os.readlink(path) if stat.S_ISLNK(found.st_mode) else ""
    except OSError:
        return FolderEntry(name=name, type=EntryType.OTHER)
    kind = _TYPES.get(stat.S_IFMT(found.st_mode), EntryType.OTHER)
    return FolderEntry(name=name, type=kind, size=found.st_size, linkname=link)


def _examine(path: str, name: str, root: Path, excluded: str) -> SourceFile | LeftOut | None:
    """The file, or why it is left out; None for an empty file."""
    try:
        mode = os.lstat(path)
        if stat.S_ISREG(mode.st_mode) and not mode.st_size:
            return None
        if excluded and name.startswith(excluded):
            return LeftOut(name=name, reason=OmissionReason.EXCLUDED, detail=excluded)
        if stat.S_ISLNK(mode.st_mode):
            return _examine_link(Path(path), name, root)
    except (OSError, RuntimeError) as error:
        cause = error.strerror if isinstance(error, OSError) else None
        return LeftOut(name=name, reason=OmissionReason.NOT_SEEN, detail=cause or str(error))
    if not stat.S_ISREG(mode.st_mode):
        return LeftOut(name=name, reason=OmissionReason.SPECIAL, detail=kind_of(mode.st_mode))
    return SourceFile(name=name)


def _examine_link(path: Path, name: str, root: Path) -> SourceFile | LeftOut:
    try:
        path.stat()
    except OSError as error:
        detail = (error.strerror or "").lower() if error.errno == errno.ELOOP else ""
        return LeftOut(name=name, reason=OmissionReason.LINK_TO_NOTHING, detail=detail)
    if not path.resolve().is_relative_to(root):
        return LeftOut(name=name, reason=OmissionReason.LINK_OUTSIDE)
    mode = path.stat().st_mode
    if stat.S_ISDIR(mode):
        return LeftOut(name=name, reason=OmissionReason.LINK_TO_FOLDER)
    if not stat.S_ISREG(mode):
        return LeftOut(name=name, reason=OmissionReason.LINK_TO_SPECIAL, detail=kind_of(mode))
    return SourceFile(name=name, is_link=True)


def _names(
    opened: Path, folder: str, excluded: str, left_out: list[LeftOut], most: int
) -> Iterator[tuple[str, bool]]:
    """All names in the order of their bytes, and whether each is a folder, whose names follow at once."""
    waiting = [_entries(opened, folder, left_out, most)]
    while waiting:
        entry = next(waiting[-1], None)
        if entry is None:
            waiting.pop()
            continue
        yield entry
        name, is_folder = entry
        if is_folder and name != excluded:
            waiting.append(_entries(opened, name, left_out, most))


def _entries(opened: Path, folder: str, left_out: list[LeftOut], most: int) -> Iterator[tuple[str, bool]]:
    try:
        with os.scandir(opened / folder) as found:
            # The disk has them in any order: of too many the first ones by name are taken.
            first = nsmallest(most + 1, found, key=lambda entry: os.fsencode(entry.name))
            entries = [(entry.name, is_real_folder(entry)) for entry in first]
    except OSError as error:
        detail = error.strerror or str(error)
        left_out.append(LeftOut(name=folder or ".", reason=OmissionReason.NOT_ENTERED, detail=detail))
        return iter(())
    return iter([(f"{folder}/{name}" if folder else name, is_folder) for name, is_folder in entries])


class FolderSource(Source):
    """The stream that a build would make of a folder; read anew whenever it is resolved."""

    form = SourceForm.FOLDER
    has_image = False
    has_manifest = False
    is_assembled = True

    def __init__(self, folder: OpenedFolder, place: str, format: Format, reader: FolderReader, scratch: Path) -> None:
        self._folder = folder
        self._place = place
        self._format = format
        self._reader = reader
        self._scratch = scratch

    def resolve(self) -> StreamRoot:
        """The stream, with its steps and with a note for each that people must know; raises Usage."""
        with (
            new_file(self._scratch, "assembled-") as (path, sink),
            tempfile.TemporaryFile(dir=self._scratch) as spool,
        ):
            reading = self._reader.read(self._folder, self._place, sink, spool)
        reasons, also = seen_in(self._folder, self._format)
        return StreamRoot(
            path=path,
            reference=self._folder.name,
            format=self._format.summary.name,
            spooled=True,
            truncated=reading.truncated,
            reached=reading.reached,
            notes=tuple(sentences(reading.steps)),
            steps=tuple(one.step for one in reading.steps),
            origins=reading.origins,
            files=reading.files,
            folder=self._folder.path,
            build_error=reading.build_error,
            reasons=reasons,
            also=also,
            excluded=self._folder.by_project,
        )
