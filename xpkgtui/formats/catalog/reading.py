"""The reading of a catalog: every document of every file that is not ignored, in the order of the walk."""

from dataclasses import replace
from typing import BinaryIO

from xpkgtui.documents.origins import OriginsBuilder
from xpkgtui.documents.stream import Allowance
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.catalog.cutting import cut
from xpkgtui.formats.catalog.ignoring import Ignoring
from xpkgtui.formats.catalog.places import below, is_blob, labelled
from xpkgtui.formats.catalog.summary import IGNORE_FILE, LABEL
from xpkgtui.formats.fact import amount, listed
from xpkgtui.limits import LARGEST_STREAM, ReachedLimit
from xpkgtui.readers.folder import FolderReading, FolderStep, LeftOut, SourceFile, SourceFolder
from xpkgtui.readers.folder_entry import FolderEntry
from xpkgtui.readers.reader import Sign, Step
from xpkgtui.values import dataclass

_SEPARATOR = b"---\n"
_PARSED = 2 << 20
_IGNORE_FILE = 1 << 20
"""Bytes of an ignore file."""
_HEAD = 1 << 16
_NAMED = 8
"""Files that a sentence names."""


def read(folder: SourceFolder, place: str, sink: BinaryIO) -> FolderReading:
    """Writes every document as it is; what cannot be cut comes last."""
    walk = folder.walk(place, endings=("",), patterns=folder.exclude)
    ignoring = _ignoring(folder, place, walk.files)
    wanted, ignored = [], {}
    for file in walk.files:
        path = below(place, file.name)
        if path.rpartition("/")[2] == IGNORE_FILE:
            continue
        if pattern := ignoring.pattern_of(path):
            ignored[file.name] = f"{pattern.text} in {pattern.file}"
        else:
            wanted.append(file)
    copying = _Copying(folder, sink)
    copying.copy(wanted)
    return FolderReading(
        origins=copying.origins.origins(),
        steps=tuple(_steps(folder, place, copying, sorted(ignored))),
        truncated=copying.is_truncated,
        reached=copying.reached,
        files=tuple(_entry(folder, entry, place, ignored, ignoring) for entry in folder.entries(place)),
    )


def _ignoring(folder: SourceFolder, place: str, files: tuple[SourceFile, ...]) -> Ignoring:
    found = []
    for file in files:
        if file.name.rpartition("/")[2] == IGNORE_FILE:
            try:
                data = folder.read(file, _IGNORE_FILE)
            except XpkgError:
                continue
            found.append((below(place, file.name), data.decode("utf-8", "replace")))
    return Ignoring.of(found)


def _entry(
    folder: SourceFolder, entry: FolderEntry, place: str, ignored: dict[str, str], ignoring: Ignoring
) -> FolderEntry:
    """The entry with the reason why it is left out, and whether it would have been a part of the catalog."""
    path = below(place, entry.name)
    if entry.type is EntryType.DIRECTORY:
        return entry
    if entry.name not in ignored:
        pattern = ignoring.pattern_of(path)
        return replace(entry, left_out=f"{pattern.text} in {pattern.file}") if pattern else entry
    try:
        head = folder.read(SourceFile(name=entry.name, is_link=entry.type is EntryType.SYMLINK), _HEAD)
    except XpkgError:
        head = b""
    return replace(entry, left_out=ignored[entry.name], holds="documents of a catalog" if is_blob(head) else "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rest:
    """The rest of a file from where it cannot be cut."""

    file: str
    line: int
    text: bytes


class _Copying:
    """Files copied into one stream, document by document."""

    def __init__(self, folder: SourceFolder, sink: BinaryIO) -> None:
        self.origins = OriginsBuilder()
        self.files = self.documents = 0
        self.left_out: list[LeftOut] = []
        self.unread: list[str] = []
        """Files whose rest cannot be cut; only the first one's text is at the end of the stream."""
        self.is_truncated = False
        self.reached: tuple[ReachedLimit, ...] = ()
        self._folder = folder
        self._sink = sink
        self._left = LARGEST_STREAM
        self._line = 1
        self._allowance = Allowance(_PARSED)
        self._rest: _Rest | None = None

    def copy(self, files: list[SourceFile]) -> None:
        for file in files:
            if self.is_truncated or self.reached:
                break
            try:
                data = self._folder.read(file, self._left + 1)
            except XpkgError as error:
                self.unread.append(f"{file.name} ({error.title})")
                continue
            self.is_truncated = len(data) > self._left
            data = data[: self._left]
            self._left -= len(data)
            self.files += 1
            self._copy(data, file.name)
        if self._rest is not None:
            self._write(self._rest.text, self._rest.file, self._rest.line)

    def _copy(self, data: bytes, name: str) -> None:
        limits = self._folder.limits
        for found in cut(data, self._allowance, limits):
            text = data[found.start : found.end]
            if found.is_broken:
                if self._rest is None:
                    self._rest = _Rest(file=name, line=found.line, text=text)
                else:
                    self.unread.append(f"{name} from line {found.line:,} on")
                return
            if self.documents >= limits.documents:
                self.reached = (limits.reached("documents"),)
                return
            self.documents += 1
            self._write(text, name, found.line)

    def _write(self, text: bytes, name: str, line: int) -> None:
        if self._line > 1:
            self._sink.write(_SEPARATOR)
            self._line += 1
        self.origins.add(self._line, name, line)
        text = text if text.endswith(b"\n") else text + b"\n"
        self._sink.write(text)
        self._line += text.count(b"\n")


def _steps(folder: SourceFolder, place: str, copying: _Copying, ignored: list[str]) -> list[FolderStep]:
    label = labelled(folder)
    where = f"/{place}, by the label {LABEL}" if label is not None else (place or "the folder itself")
    steps = [Step(title="Looks for the catalog", evidence=where)]
    if ignored:
        names = listed(ignored, _NAMED)
        steps.append(Step(title="Ignores files", evidence=f"{amount(len(ignored), 'file')}: {names}"))
    evidence = f"{amount(copying.documents, 'document')} in {amount(copying.files, 'file')}"
    steps.append(Step(title="Reads the other files", evidence=evidence))
    told = [FolderStep(step=step) for step in steps]
    if ignored:
        sentence = (
            f"{amount(len(ignored), 'file is', 'files are')} ignored by {IGNORE_FILE}: {listed(ignored, _NAMED)}"
        )
        told[1] = FolderStep(step=steps[1], sentence=sentence)
    if copying.unread:
        evidence = listed(copying.unread, _NAMED)
        step = Step(title="Leaves out", evidence=evidence, sign=Sign.WARNING)
        told.append(FolderStep(step=step, sentence=f"Not read: {evidence}"))
    return told
