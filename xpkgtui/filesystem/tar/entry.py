"""One entry of a tar, as its headers describe it."""

import posixpath
from enum import StrEnum

from xpkgtui.values import dataclass


class EntryType(StrEnum):
    """The type of an entry, in the words that lists use."""

    FILE = "file"
    DIRECTORY = "directory"
    SYMLINK = "symlink"
    HARDLINK = "hardlink"
    DEVICE = "device"
    FIFO = "fifo"
    OTHER = "other"


_TYPES = {
    "0": EntryType.FILE,
    "7": EntryType.FILE,
    "S": EntryType.FILE,
    "1": EntryType.HARDLINK,
    "2": EntryType.SYMLINK,
    "3": EntryType.DEVICE,
    "4": EntryType.DEVICE,
    "5": EntryType.DIRECTORY,
    "6": EntryType.FIFO,
}
HEADER_ONLY = frozenset("123456")
"""Flags of entries without a body, whatever size they claim."""
GLOBAL = "g"
"""The flag of a PAX global header, which Go returns like an entry and applies to nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A header with the values of its extended headers applied."""

    order: int
    """Its number in the layer, from 0; global headers are not counted."""
    name: str
    """As the archive spells it; bytes that are not UTF-8 are surrogates."""
    at: int = 0
    """The byte offset of its header in the tar."""
    flag: str
    """The type flag as written, except that Go's reading of the oldest form is applied."""
    size: int = 0
    """The claimed size of the body with its holes; arbitrary where there is no body."""
    linkname: str = ""
    mode: int = 0
    uid: int = 0
    gid: int = 0
    devmajor: int = 0
    devminor: int = 0
    sparse: bool = False
    program: str = ""
    """What a file that can be executed is by its first bytes, as `program_of` says; empty where unread."""
    loader: str = ""
    """The file that loads such a program, as `loader_of` says."""

    @property
    def type(self) -> EntryType:
        return _TYPES.get(self.flag, EntryType.OTHER)

    @property
    def has_body(self) -> bool:
        """Whether bytes follow; unknown types are read like files."""
        return self.flag not in HEADER_ONLY and self.flag != GLOBAL

    @property
    def is_executable(self) -> bool:
        """Whether one of the bits to execute is set on a file."""
        return self.mode & 0o111 != 0 and self.type is EntryType.FILE

    @property
    def path(self) -> str:
        """Its path below the root: `a/b`, empty for the root itself; `..` never leaves the root."""
        return clean(self.name)


def clean(name: str) -> str:
    """A name as a path below the root, without leading slash, `.`, `..` and doubled slashes."""
    if "/." not in name and "//" not in name and name[:1] not in ("", ".", "/") and name[-1] != "/":
        return name
    return posixpath.normpath("/" + name).lstrip("/")
