"""What files of `.registry` hold beside documents: the bytes of icons, and the path that a behavior names."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from xpkgtui.documents.document import PackageDocument, parse
from xpkgtui.documents.stream import split
from xpkgtui.errors import XpkgError
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.formats.go_decoding.loosely import text_of
from xpkgtui.formats.prose.icon import picture_of
from xpkgtui.formats.stack.files import REGISTRY, Sort, inside, sorts_of
from xpkgtui.formats.stack.values import found, templates_of
from xpkgtui.readers.folder import NO_FILE, SourceFile, SourceFolder
from xpkgtui.readers.folder_entry import FolderEntry

_MOST = 256
"""Files that are looked into."""
_HEAD = 1 << 16
"""Bytes of each."""


def looked_at(folder: SourceFolder, entries: Iterable[FolderEntry]) -> Iterator[FolderEntry]:
    """The entries, with what was found in those that matter."""
    left = _MOST
    for entry in entries:
        sorts = sorts_of(inside(entry.name))
        if sorts and entry.type is EntryType.SYMLINK and not folder.has_file(entry.name):
            why = "is a directory" if folder.has_folder(entry.name) else NO_FILE
            yield replace(entry, unread=why, fails=True)
            continue
        is_read = entry.type is EntryType.FILE and entry.size and left > 0
        if not is_read or not {Sort.ICON, Sort.BEHAVIOR} & set(sorts):
            yield entry
            continue
        left -= 1
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


def _lacking(folder: SourceFolder, name: str, data: bytes) -> str:
    """The path of a behavior, where the folder that `.registry` lies in does not have it."""
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
