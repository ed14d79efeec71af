"""Reads a catalog: every document of every file that is not ignored, in the order of the walk."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import BinaryIO

from xpkgtui.documents.origins import OriginsBuilder
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.catalog.ignoring import Ignoring, is_ignore_file
from xpkgtui.formats.catalog.summary import IGNORE_FILE, LABEL
from xpkgtui.formats.fact import listed
from xpkgtui.limits import LARGEST_STREAM, OverLimit, ReachedLimit
from xpkgtui.readers.assembly import cut
from xpkgtui.readers.folder import (
    NO_FILE,
    FolderReading,
    FolderStep,
    LeftOut,
    OmissionReason,
    SourceFile,
    SourceFolder,
)
from xpkgtui.readers.reader import FolderEntry, Sign, Step
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

_SEPARATOR = b"---\n"
_HEAD = 1 << 16
"""Bytes of an ignored file that are looked into whatever was read of others."""
_LARGEST_IGNORE_FILE = 1 << 20
"""Bytes."""
_NAMED = 8
"""Files that a sentence names."""


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """The reason why a file, or the rest of it, is not read."""

    message: str
    """What opm says, or a sentence."""
    fails: bool = False
    """Whether opm fails there as well."""


def read(folder: SourceFolder, place: str, sink: BinaryIO) -> FolderReading:
    """Writes every document as it is; what cannot be cut comes last."""
    walk = folder.walk(place, endings=("",), patterns=folder.exclude)
    entries = folder.entries(place)
    names = [one.name for one in entries if one.type is not EntryType.DIRECTORY]
    ignoring, unread = _read_ignoring(folder, place, walk.files, sum(name.count("/") + 1 for name in names))
    ignored = {}
    for name in names:
        if not is_ignore_file(name) and (pattern := ignoring.pattern_of(below(place, name))):
            ignored[name] = f"{pattern.text} in {pattern.file}"
    wanted = [file for file in walk.files if file.name not in ignored and not is_ignore_file(file.name)]
    reached = [folder.limits.reached("folder")] if walk.stopped else []
    copying = _Copying(folder, sink)
    if ignoring.reached is None:
        unread |= {one.name: _unread_of(one, folder.name, place) for one in walk.left_out if one.name not in ignored}
        copying.copy(wanted)
    else:  # which of the files belong to the catalog is not known
        reached.append(ignoring.reached)
    return FolderReading(
        origins=copying.origins.origins(),
        steps=tuple(_steps(folder, place, copying, sorted(ignored), sorted(unread | copying.unread))),
        truncated=copying.is_truncated,
        reached=(*reached, *copying.reached),
        files=tuple(_entries(folder, entries, ignored, unread | copying.unread)),
    )


def _entries(
    folder: SourceFolder,
    entries: Iterable[FolderEntry],
    ignored: Mapping[str, str],
    unread: Mapping[str, UnreadFile],
) -> Iterator[FolderEntry]:
    """The entries, each with the reason why it is left out, and whether it would have been a part of the catalog."""
    left = _MOST_READ
    for entry in entries:
        if (why := unread.get(entry.name)) is not None:
            entry = replace(entry, unread=why.message, fails=why.fails)
        elif entry.name in ignored:
            file = SourceFile(name=entry.name, is_link=entry.type is EntryType.SYMLINK)
            try:
                text = folder.read(file, max(_HEAD, left))
            except XpkgError:
                text = b""
            left -= len(text)
            holds = "documents of a catalog" if is_blob(text) else ""
            entry = replace(entry, left_out=ignored[entry.name], holds=holds)
        yield entry


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
        self.unread: dict[str, UnreadFile] = {}
        """Files whose rest cannot be cut; only the first one's text is at the end of the stream."""
        self.is_truncated = False
        self.reached: tuple[ReachedLimit, ...] = ()
        self._folder = folder
        self._sink = sink
        self._left = LARGEST_STREAM
        self._line = 1
        self._rest: _Rest | None = None

    def copy(self, files: list[SourceFile]) -> None:
        for file in files:
            if self.is_truncated or self.reached:
                break
            try:
                data = self._folder.read(file, self._left + 1)
            except XpkgError as error:
                self.unread[file.name] = UnreadFile(f"{file.name} cannot be read: {error.title}")
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
        for found in cut(data, limits):
            text = data[found.start : found.end]
            if found.is_broken:
                if self._rest is None:
                    self._rest = _Rest(file=name, line=found.line, text=text)
                else:
                    message = found.problem or f"{name} cannot be read from line {found.line:,} on"
                    self.unread[name] = UnreadFile(message, fails=True)
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


def _steps(
    folder: SourceFolder, place: str, copying: _Copying, ignored: list[str], unread: list[str]
) -> list[FolderStep]:
    label = labeled(folder)
    where = f"/{place}, by the label {LABEL}" if label is not None else (place or "the folder itself")
    steps = [Step(title="Looks for the catalog", evidence=where)]
    if ignored:
        names = listed(ignored, _NAMED)
        steps.append(Step(title="Ignores files", evidence=f"{plural(len(ignored), 'file')}: {names}"))
    evidence = f"{plural(copying.documents, 'document')} in {plural(copying.files, 'file')}"
    steps.append(Step(title="Reads the other files", evidence=evidence))
    folder_steps = [FolderStep(step=step) for step in steps]
    if ignored:
        sentence = (
            f"{plural(len(ignored), 'file is', 'files are')} ignored by {IGNORE_FILE}: {listed(ignored, _NAMED)}"
        )
        folder_steps[1] = FolderStep(step=steps[1], sentence=sentence)
    if unread:
        evidence = listed([*unread], _NAMED)
        step = Step(title="Leaves out", evidence=evidence, sign=Sign.WARNING)
        folder_steps.append(FolderStep(step=step, sentence=f"Not read: {evidence}"))
    return folder_steps


def _unread_of(one: LeftOut, folder: str, place: str) -> UnreadFile:
    """The reason for what a walk left out; `folder` is the one that was opened, as it was typed."""
    match one.reason:
        case OmissionReason.LINK_TO_NOTHING:
            return UnreadFile(f"open {below(place, one.name)}: {one.detail or NO_FILE}", fails=True)
        case OmissionReason.LINK_TO_FOLDER:
            path = f"{folder.rstrip('/')}/{one.name}" if folder else one.name
            return UnreadFile(f"read {path}: is a directory", fails=True)
        case OmissionReason.LINK_OUTSIDE:
            return UnreadFile(f"{one.name} is a link that leads out of the folder")
    return UnreadFile(f"{one.name} is not a file that can be read{f': {one.detail}' if one.detail else ''}")


def _read_ignoring(
    folder: SourceFolder, place: str, files: tuple[SourceFile, ...], parts: int
) -> tuple[Ignoring, dict[str, UnreadFile]]:
    """The patterns of all ignore files, and which of these files cannot be read; `parts` are those of all paths."""
    found: list[tuple[str, str]] = []
    unread: dict[str, UnreadFile] = {}
    names: dict[str, str] = {}
    for file in (file for file in files if is_ignore_file(file.name)):
        try:
            data = folder.read(file, _LARGEST_IGNORE_FILE + 1)
        except XpkgError as error:
            unread[file.name] = UnreadFile(f"{file.name} cannot be read: {error.title}")
            continue
        if len(data) > _LARGEST_IGNORE_FILE:
            unread[file.name] = UnreadFile(f"{file.name} has more than 1 MiB, of which the rest is not read")
        path = below(place, file.name)
        names[path] = file.name
        found.append((path, data[:_LARGEST_IGNORE_FILE].decode("utf-8", "replace")))
    ignoring = Ignoring.of(found, parts, folder.limits)
    if ignoring.problem:
        unread[names[ignoring.problem_file]] = UnreadFile(ignoring.problem, fails=True)
    return ignoring, unread


_CONFIGS = "configs"
"""The usual folder of a catalog in an image."""
_OTHERS = ("manifests", "metadata")
"""A folder with both is a bundle."""
_STACK = ".registry"
_TEXTS = (".yaml", ".yml", ".json")
_LOOKED_AT = 60
_SEARCHED_BYTES = 1 << 20
"""Bytes of a file: an icon may stand before the schema."""
_MOST_READ = 8 << 20
"""Bytes of all files."""
_SEARCHED = ReachedLimit(
    name="recognition",
    most=_MOST_READ,
    fixed=f"xpkgtui looks for catalogs in the first MiB of {_LOOKED_AT} files, and in {_MOST_READ >> 20} MiB of all",
)
_DEEPEST = 4
"""Folders above a document of a catalog: a project that has a catalog deep inside, as an example, is none."""
BLOB = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|[\n{,])[ \t]*(?i:\"schema\"|'schema'|schema)[ \t]*:\s*[\"']?olm\.")
"""A document of a catalog, by its text."""
_ESCAPED = re.compile(rb"\\(?:u00|x|U000000)([2-7][0-9A-Fa-f])")
"""A character of ASCII, as texts in double quotes may write it."""


def place_of(folder: SourceFolder) -> str | None:
    """The folder of the catalog; None where there is none."""
    if (root := labeled(folder)) is not None:
        return root if not root or folder.has_folder(root) else None
    if all(map(folder.has_folder, _OTHERS)) or folder.has_folder(_STACK):
        return None
    if folder.has_folder(_CONFIGS) and _holds_catalog(folder, _CONFIGS):
        return _CONFIGS
    return "" if (folder.has_file(IGNORE_FILE) and _has_text(folder)) or _holds_catalog(folder, "") else None


def labeled(folder: SourceFolder) -> str | None:
    """The folder that the label of the image names; None where there is no label."""
    value = folder.labels.get(LABEL)
    if value is None:
        return None
    parts = [part for part in value.split("/") if part not in ("", ".")]
    return "/".join(parts)


def is_blob(head: bytes) -> bool:
    """Whether a text looks like documents of a catalog; a list is none, whatever texts it quotes."""
    if b"\\" in head:
        head = _ESCAPED.sub(lambda found: bytes.fromhex(found[1].decode()), head)
    # Most texts of a megabyte do not have the four bytes; the search alone would take 35 ms.
    return b"olm." in head and BLOB.search(head) is not None and not head.lstrip().startswith(b"[")


def _has_text(folder: SourceFolder) -> bool:
    return next(_texts(folder, ""), None) is not None


def _holds_catalog(folder: SourceFolder, place: str) -> bool:
    """Whether a document of a catalog is found; raises `OverLimit` where not everything was looked at."""
    left, is_cut = _MOST_READ, False
    for number, file in enumerate(_texts(folder, place)):
        if number == _LOOKED_AT or left <= 0:
            is_cut = True
            break
        most = min(_SEARCHED_BYTES, left)
        try:
            head = folder.read(file, most)
        except XpkgError:
            continue
        if is_blob(head):
            return True
        left -= len(head)
        is_cut = is_cut or len(head) == most
    if is_cut:
        raise OverLimit(f"Whether {folder.name} is a catalog is not known", _SEARCHED)
    return False


def _texts(folder: SourceFolder, place: str) -> Iterator[SourceFile]:
    """Those near the top first."""
    depths = ((below(place, file.name).count("/"), file) for file in folder.walk(place, endings=_TEXTS).files)
    shallow = [(depth, file) for depth, file in depths if depth <= _DEEPEST]
    return (file for _, file in sorted(shallow, key=itemgetter(0)))


def below(place: str, name: str) -> str:
    """A name as it is below the catalog."""
    return name.removeprefix(f"{place}/") if place else name
