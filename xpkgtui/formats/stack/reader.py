"""The walk through `.registry`, which makes the stream, and looks into icons and behaviors."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import BinaryIO

from xpkgtui.documents.chunk import Chunk
from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.prose.icon import picture_of
from xpkgtui.formats.stack.files import REGISTRY, Sort, inside, sorts_of, walk_order
from xpkgtui.formats.stack.shapes import found, templates_of
from xpkgtui.limits import ReachedLimit
from xpkgtui.readers.assembly import assemble
from xpkgtui.readers.folder import NO_FILE, FolderReading, FolderStep, SourceFile, SourceFolder
from xpkgtui.readers.reader import FolderEntry, Sign, Step

_ENDINGS = (".yaml", ".yml")
_MOST = 256
"""The most files that are opened."""
_HEAD = 1 << 16
"""Bytes that are read of each file."""


def read(folder: SourceFolder, place: str, sink: BinaryIO, spool: BinaryIO) -> FolderReading:
    """Writes app.yaml, then the other YAML files in the order in which they are walked."""
    entries = folder.entries(place)
    walked = folder.walk(place, endings=_ENDINGS)
    files = sorted(walked.files, key=lambda file: walk_order(file.name))
    queue = _Queue(files)
    most = f"xpkgtui opens at most {_MOST} icons and behaviors of a stack"
    opened = sum(map(_is_opened, entries))
    more = (ReachedLimit(name="icons", most=_MOST, needed=opened, fixed=most),) if opened > _MOST else ()
    assembly = assemble(folder, queue, sink, spool, queue.is_first, takes_files_whole=True)
    return FolderReading(
        origins=assembly.origins,
        steps=tuple(_steps(place, files, assembly.read)),
        truncated=assembly.truncated,
        reached=(*assembly.reached, *more, *((folder.limits.reached("folder"),) if walked.stopped else ())),
        files=tuple(inspected(folder, entries)),
    )


class _Queue:
    """The files, one after the other; knows which document is the description of the package."""

    def __init__(self, files: list[SourceFile]) -> None:
        self._files = files
        self._app = next((file.name for file in reversed(files) if Sort.APP in sorts_of(file.name)), None)
        self._is_app = False

    def __iter__(self) -> Iterator[SourceFile]:
        for file in self._files:
            self._is_app = file.name == self._app
            yield file

    def is_first(self, chunk: Chunk) -> bool:  # noqa: ARG002 - its file says it
        """Whether a document is the first one of the app.yaml that counts."""
        first, self._is_app = self._is_app, False
        return first


def _steps(place: str, files: Iterable[SourceFile], read: int) -> Iterator[FolderStep]:
    names = [inside(file.name) for file in files]
    where = f"/{place}" if place else "the folder"
    found = sum(bool(sorts_of(name)) for name in names)
    evidence = f"{where}: {read} YAML files, of which {found} have names that it reads"
    yield FolderStep(step=Step(title="Walks the folder", evidence=evidence))
    if not any(Sort.APP in sorts_of(name) for name in names):
        yield FolderStep(step=Step(title="Looks for app.yaml", evidence="there is none", sign=Sign.WARNING))


def inspected(folder: SourceFolder, entries: Iterable[FolderEntry]) -> Iterator[FolderEntry]:
    """Adds to icons their form, to behaviors the path that they lack, and to broken links the reason."""
    left = _MOST
    for entry in entries:
        sorts = sorts_of(inside(entry.name))
        if sorts and entry.type is EntryType.SYMLINK and not folder.has_file(entry.name):
            why = "is a directory" if folder.has_folder(entry.name) else NO_FILE
            yield replace(entry, unread=why, fails=True)
            continue
        left -= _is_opened(entry)
        if left < 0 or not _is_opened(entry):
            yield entry
            continue
        try:
            data = folder.read(SourceFile(name=entry.name), _HEAD)
        except XpkgError:
            yield entry
            continue
        if Sort.ICON in sorts:
            form, measures = picture_of(data)
            yield replace(entry, form=form, measures=measures)
        else:
            yield replace(entry, lacks=_lacking(folder, entry.name, data))


def _is_opened(entry: FolderEntry) -> bool:
    is_file = entry.type is EntryType.FILE and bool(entry.size)
    return is_file and bool({Sort.ICON, Sort.BEHAVIOR} & set(sorts_of(inside(entry.name))))


def _lacking(folder: SourceFolder, name: str, data: bytes) -> str:
    """Returns the path of a behavior if the folder that `.registry` lies in does not have it."""
    if not name.startswith(f"{REGISTRY}/") or len(data) >= _HEAD:
        return ""
    chunk = next((one for one in split(data, limits=folder.limits).chunks if not one.empty), None)
    document = parse(data, chunk, limits=folder.limits) if chunk else None
    if not isinstance(document, PackageDocument) or text_of(found(document.value, "source", "image")):
        return ""  # the templates lie in another image
    path = templates_of(document.value)
    below = path.strip("/")
    is_there = (
        below in ("", ".", "..") or below.startswith("../") or folder.has_folder(below) or folder.has_file(below)
    )
    return "" if is_there else path
