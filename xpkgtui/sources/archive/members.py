"""The members of a tar and their positions, found in one pass without unpacking any."""

import posixpath
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import BinaryIO

from xpkgtui.errors import Corrupt
from xpkgtui.filesystem.compression.inflated import Compression
from xpkgtui.filesystem.tar import header, reader
from xpkgtui.filesystem.tar.entry import Entry, EntryType
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.golang.paths import clean
from xpkgtui.limits import LIMITS, LimitExceeded, Limits, OverLimit
from xpkgtui.sources.files import FileBlob, open_regular
from xpkgtui.values import dataclass

SHOWN = 5
"""Names that an error lists."""


@dataclass(frozen=True, slots=True)
class Member:
    """A stretch of the tar."""

    offset: int
    size: int


class Members:
    """The files of a tar by cleaned name, looked up as go-containerregistry does: the first of a name wins."""

    def __init__(self, path: Path, name: str, limits: Limits = LIMITS) -> None:
        self._path = path
        self.name = name
        """The archive as it was typed."""
        self._found: dict[str, Member | str] = {}
        """Members, or the targets of links."""
        self._sparse: set[str] = set()
        self.names: list[str] = []
        """The first names, cleaned; folders left out."""
        self._broken = ""
        self._count = 0
        with open_regular(path) as stream:
            try:
                self._scan(stream, stream.seek(0, 2), limits)
            except TarProblem as problem:
                self._broken = problem.message
            except LimitExceeded as limit:
                raise OverLimit(f"{name} was not read", limit.reached) from limit

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def folder_of(self, *names: str) -> str:
        """The first folder that holds one of these; empty where none does."""
        endings = tuple(f"/{name}" for name in names)
        return next((posixpath.dirname(name) for name in self._found if name.endswith(endings)), "")

    def folder_with(self, marks: Collection[str]) -> str:
        """The first folder that holds a file or a folder of one of these names; empty where none does."""
        parts = (name.split("/") for name in sorted(self._found))
        found = ((each, at) for each in parts for at, part in enumerate(each[1:], 1) if part in marks)
        return next(("/".join(each[:at]) for each, at in found), "")

    def find(self, name: str) -> Member | None:
        """The member of this name, links followed; raises Corrupt where they form a circle."""
        seen: set[str] = set()
        while isinstance(found := self._found.get(key := clean(name)), str):
            if key in seen:
                raise Corrupt(f"the links of {name} in {self.name} form a circle")
            seen.add(key)
            # Hard links too are taken as relative to where they stand, because go-containerregistry does.
            name = posixpath.join(posixpath.dirname(key), clean(found).lstrip("/"))
        return found

    def require(self, name: str) -> Member:
        """The member of this name; raises Corrupt where there is none."""
        member = self.find(name)
        if member is None:
            self.require_whole()
            reason = "stored as a sparse file, which is not read" if clean(name) in self._sparse else "not in it"
            raise Corrupt(f"{self.name} lists {name[:200]!r}, which is {reason}")
        return member

    def is_absent(self, name: str) -> bool:
        """Whether a tar that can be read to its end has nothing of this name."""
        return not self._broken and clean(name) not in self._found and clean(name) not in self._sparse

    def require_whole(self) -> None:
        """Raises Corrupt where the tar could not be read to its end."""
        if self._broken:
            members = f"{self._count} member{'' if self._count == 1 else 's'}"
            raise Corrupt(
                f"unexpected end of the archive {self.name} after {members}",
                hint="it may be a broken download: fetch it again",
                tried=(f"the tar: {self._broken}",),
            )

    def open(self, member: Member) -> FileBlob:
        """The bytes of a member."""
        return FileBlob(open_regular(self._path), member.offset, member.size)

    def _scan(self, stream: BinaryIO, size: int, limits: Limits) -> None:
        stream.seek(0)
        for entry, body in reader.entries(stream, limits):
            offset, stored = stream.tell(), body.stored
            if offset + stored > size:
                raise TarProblem("it ends within a file")
            # Bodies are passed over by seeking: a large archive is indexed as fast as a small one.
            stream.seek(stored, 1)
            body.stored = 0
            self._count += 1
            self._add(entry, Member(offset, stored))

    def _add(self, entry: Entry, member: Member) -> None:
        name = clean(entry.name)
        if len(self.names) <= SHOWN and entry.type is not EntryType.DIRECTORY:
            self.names.append(name)
        if entry.sparse:
            self._sparse.add(name)
        else:
            is_link = entry.type in (EntryType.SYMLINK, EntryType.HARDLINK)
            self._found.setdefault(name, entry.linkname if is_link else member)


def compression_notes(compression: Compression) -> tuple[str, ...]:
    """A sentence about the compression of a whole archive; none for gzip, which is common."""
    is_common = compression in (Compression.NONE, Compression.GZIP)
    return () if is_common else (f"The archive is compressed with {compression}.",)


def is_tar(head: bytes) -> bool:
    """Whether a file with this beginning is a tar: its first block is a header with a true checksum."""
    block = head[: header.BLOCK]
    if len(block) < header.BLOCK:
        return False
    try:
        header.parse(block)
    except TarProblem:
        return False
    return True
