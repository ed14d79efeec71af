"""Where the members of a tar stand, found in one pass and without unpacking any."""

import posixpath
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NoReturn

from xpkgtui.errors import Corrupt
from xpkgtui.filesystem import header, tar
from xpkgtui.filesystem.entry import EntryType
from xpkgtui.filesystem.header import TarProblem
from xpkgtui.filesystem.limits import LimitExceeded
from xpkgtui.sources.files import FileBlob, open_regular

_SLASHES = re.compile("^//+")


@dataclass(frozen=True, slots=True)
class Member:
    """A stretch of the tar."""

    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class _Link:
    target: str
    is_hard: bool


class Members:
    """The files of a tar by cleaned name, looked up as go-containerregistry does: the first of a name wins."""

    def __init__(self, path: Path, name: str) -> None:
        self._path = path
        self._name = name
        self._found: dict[str, Member | _Link] = {}
        self._broken = ""
        self._count = 0
        with open_regular(path) as stream:
            try:
                self._scan(stream, stream.seek(0, 2))
            except TarProblem as problem:
                self._broken = problem.message
            except LimitExceeded as limit:
                raise Corrupt(f"{name} is too large: {limit}") from limit

    def __contains__(self, name: str) -> bool:
        return name in self._found

    def __len__(self) -> int:
        return len(self._found)

    def names(self, most: int) -> list[str]:
        """The first names, cleaned."""
        return list(islice(self._found, most))

    def find(self, name: str) -> Member | None:
        """The member of this name, links followed; raises Corrupt where they lead in a circle."""
        seen: set[str] = set()
        while isinstance(found := self._found.get(key := clean(name)), _Link):
            if key in seen:
                raise Corrupt(f"the links of {name} in {self._name} lead in a circle")
            seen.add(key)
            name = self._follow(key, found)
        return found

    def require(self, name: str) -> Member:
        """The member of this name; raises Corrupt where there is none."""
        member = self.find(name)
        if member is None:
            self.require_whole()
            raise Corrupt(f"{self._name} lists {name!r}, which is not in it")
        return member

    def require_whole(self) -> None:
        """Raises Corrupt where the tar could not be read to its end."""
        if self._broken:
            self._raise_broken()

    def open(self, member: Member) -> FileBlob:
        """The bytes of a member."""
        return FileBlob(open_regular(self._path), member.offset, member.size)

    def _scan(self, stream: BinaryIO, size: int) -> None:
        stream.seek(0)
        for entry, body in tar.entries(stream):
            offset, stored = stream.tell(), body.stored
            if offset + stored > size:
                raise TarProblem("it ends within a file", after=entry.order)
            # Bodies are passed over by seeking: a large archive is indexed as fast as a small one.
            stream.seek(stored, 1)
            body.stored = 0
            self._count += 1
            self._add(clean(entry.name), entry.type, entry.linkname, None if entry.sparse else Member(offset, stored))

    def _add(self, name: str, kind: EntryType, target: str, member: Member | None) -> None:
        if kind in (EntryType.SYMLINK, EntryType.HARDLINK):
            self._found.setdefault(name, _Link(target, kind is EntryType.HARDLINK))
        elif member is not None and kind in (EntryType.FILE, EntryType.OTHER):
            self._found.setdefault(name, member)

    def _follow(self, name: str, link: _Link) -> str:
        """Links are relative to where they stand; hard links also to the top, as tar writes them."""
        beside = clean(f"{posixpath.dirname(name)}/{clean(link.target)}")
        beside = beside if posixpath.dirname(name) else clean(link.target.lstrip("/"))
        if link.is_hard and beside not in self._found:
            return clean(link.target)
        return beside

    def _raise_broken(self) -> NoReturn:
        raise Corrupt(
            f"unexpected end of the archive {self._name} after {self._count} members",
            hint="it was cut, as by a broken download: fetch it again",
            tried=(f"the tar: {self._broken}",),
        )


def clean(name: str) -> str:
    """A name as Go's path.Clean gives it."""
    return posixpath.normpath(_SLASHES.sub("/", name)) if name else "."


def is_tar(head: bytes) -> bool:
    """Whether a file with this beginning is a tar: its first block is a header with a true checksum."""
    block = head[: header.BLOCK]
    if len(block) < header.BLOCK or block == header.ZERO_BLOCK:
        return False
    try:
        header.parse(block)
    except TarProblem:
        return False
    return True
