"""A layer as the changes it makes to a filesystem."""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Literal

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import Compression, Inflated, RunningHash
from xpkgtui.filesystem.compression.stored import ByteSource, EndReason, InflateProblem
from xpkgtui.filesystem.tar.entry import GLOBAL, Entry
from xpkgtui.filesystem.tar.header import Body, TarProblem
from xpkgtui.filesystem.tar.reader import entries, never
from xpkgtui.limits import LIMITS, PIECE, LimitExceeded, Limits, ReachedLimit
from xpkgtui.values import dataclass

HEAD = 4096
"""Bytes from the beginning of a file that are looked at."""
SCRIPT = "#!"
"""What the word for a script begins with; the path of its interpreter follows, and behind a blank its argument."""
UNKNOWN = "?"
"""The word for a file that no kernel executes."""
_LONGEST = 255
"""Bytes of the first line of a script that Linux reads."""
_MOST_SLICES = 30
"""Programs in one file of macOS; a class of Java begins with the same bytes, and a number of 45 or more."""
_ELF_SYSTEMS = {2: "netbsd", 6: "solaris", 9: "freebsd", 12: "openbsd"}
_ELF = {
    3: "386",
    20: "ppc",
    21: "ppc64",
    22: "s390x",
    40: "arm",
    62: "amd64",
    183: "arm64",
    243: "riscv64",
    258: "loong64",
}
_PE = {0x14C: "386", 0x1C4: "arm", 0x8664: "amd64", 0xAA64: "arm64"}
_MACH = {7: "386", 0x01000007: "amd64", 12: "arm", 0x0100000C: "arm64"}
_MACH_MAGIC = {b"\xce\xfa\xed\xfe", b"\xcf\xfa\xed\xfe"}


def program_of(head: bytes) -> str:
    """`linux/arm64`, as Go names them, `#!/bin/sh -e`, or `?` for what is neither; empty for another processor.

    `head` has the first `HEAD` bytes. A program of macOS for several processors is `darwin/`. ELF names no system for
    most of its programs, which are then taken for those of Linux.
    """
    if head.startswith(b"\x7fELF"):
        return _elf(head)
    if head[:4] in _MACH_MAGIC:
        return f"darwin/{_MACH.get(int.from_bytes(head[4:8], 'little'), '')}"
    if head.startswith(b"\xca\xfe\xba\xbe") and 0 < int.from_bytes(head[4:8], "big") < _MOST_SLICES:
        return "darwin/"
    if head.startswith(b"MZ"):
        return _pe(head)
    words = head[2:_LONGEST].split(b"\n")[0].strip(b" \t").decode("utf-8", "surrogateescape")
    if not head.startswith(SCRIPT.encode()) or not words:
        return UNKNOWN
    interpreter, blank, argument = words.replace("\t", " ").partition(" ")
    return f"{SCRIPT}{interpreter}{blank}{argument.strip()}"


_INTERPRETER = 3
"""The type of a program header that names what loads a program."""
_MOST_HEADERS = 64


def loader_of(head: bytes) -> str:
    """The file that the kernel starts in place of an ELF program, `/lib64/ld-linux-x86-64.so.2`.

    Empty where it needs none, and where the name stands behind its first bytes.
    """
    if not head.startswith(b"\x7fELF"):
        return ""
    order: Literal["little", "big"] = "little" if head[5:6] == b"\x01" else "big"

    def number(at: int, size: int) -> int:
        return int.from_bytes(head[at : at + size], order)

    is_wide = head[4:5] == b"\x02"
    word, table, sizes = (8, 32, 54) if is_wide else (4, 28, 42)
    offset, length = (8, 32) if is_wide else (4, 16)
    first, size, count = number(table, word), number(sizes, 2), number(sizes + 2, 2)
    for at in range(first, first + size * min(count, _MOST_HEADERS), size or 1):
        if number(at, 4) == _INTERPRETER:
            name = head[number(at + offset, word) :][: number(at + length, word)]
            is_whole = len(name) == number(at + length, word)
            return name.rstrip(b"\0").decode("utf-8", "surrogateescape") if is_whole else ""
    return ""


def _elf(head: bytes) -> str:
    is_little = head[5:6] == b"\x01"
    number = head[18:20][:: -1 if is_little else 1]
    machine = _ELF.get(int.from_bytes(number, "big"), "") if len(number) == 2 else ""
    if not machine:
        return ""
    if machine == "ppc64" and is_little:
        machine = "ppc64le"
    return f"{_ELF_SYSTEMS.get(head[7], 'linux')}/{machine}"


def _pe(head: bytes) -> str:
    at = int.from_bytes(head[60:64], "little")
    if head[at : at + 4] != b"PE\0\0":
        return ""
    return f"windows/{_PE.get(int.from_bytes(head[at + 4 : at + 6], 'little'), '')}"


_PREFIX = ".wh."
_OPAQUE = ".wh..wh..opq"


class Mark(StrEnum):
    """What an entry does instead of adding a file."""

    FILE = "file"
    """It removes one name of the layers below."""
    OPAQUE = "opaque"
    """It hides everything that lower layers have in its folder."""
    AUFS = "aufs"
    """A bookkeeping file of aufs, without effect."""
    INVALID = "invalid"
    """A whiteout of nothing, without effect."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ChangeSet:
    """The entries of one layer in their order; of a damaged one, everything before the damage."""

    compression: Compression
    entries: tuple[Entry, ...]
    diff_id: str | None = None
    """Digest of the inflated bytes; None unless all of them were read."""
    inflated: int = 0
    """Inflated bytes that were read."""
    inflate_problem: str | None = None
    """Why it does not inflate to its end."""
    is_refused: bool = False
    """Whether no reader decompresses it, though its bytes are whole."""
    tar_problem: str | None = None
    """Why its tar cannot be read to its end."""
    limit: ReachedLimit | None = None
    """The limit it exceeds, so that the rest was not read."""
    notes: tuple[str, ...] = ()
    """What is odd about its bytes, though they can be read."""

    @property
    def problem(self) -> str | None:
        """Why it is incomplete."""
        return (self.limit and self.limit.sentence) or self.inflate_problem or self.tar_problem

    @property
    def whiteouts(self) -> tuple[str, ...]:
        """Paths that it removes from the layers below."""
        return tuple(target(entry.path) for entry in self.entries if mark_of(entry.path) is Mark.FILE)

    @property
    def opaque(self) -> tuple[str, ...]:
        """Folders whose content in the layers below is hidden; empty text for the root."""
        return tuple(target(entry.path) for entry in self.entries if mark_of(entry.path) is Mark.OPAQUE)


_XZ = "it is xz data, which readers of images do not decompress"


def read_changeset(source: ByteSource, *, limits: Limits = LIMITS, stop: Callable[[], bool] = never) -> ChangeSet:
    """Reads a layer to its end; raises `Cancelled` and what the source raises, but nothing for bad content."""
    stream = Inflated(source, limits=limits, digest=hashlib.sha256())
    found: list[Entry] = []
    tar_problem = inflate_problem = None
    is_refused = False
    limit: ReachedLimit | None = None
    notes: list[str] = []
    try:
        try:
            for entry, body in entries(stream, limits, stop):
                found.append(entry)
                _look_into(found, body)
        except TarProblem as problem:
            is_refused = stream.is_unread_xz
            tar_problem = _XZ if is_refused else problem.message
        if _drain(stream, stop) and not tar_problem:
            notes.append("other bytes after the end of the tar")
    except InflateProblem as problem:
        inflate_problem, is_refused = problem.message, problem.damage is EndReason.WINDOW
    except LimitExceeded as problem:
        limit = problem.reached
    return ChangeSet(
        compression=stream.compression,
        entries=tuple(found),
        diff_id=None if inflate_problem or limit else stream.digest,
        inflated=stream.bytes_out,
        notes=(*sorted(stream.notes), *notes),
        tar_problem=tar_problem,
        inflate_problem=inflate_problem,
        is_refused=is_refused,
        limit=limit,
    )


class PassingChanges:
    """The changes that a layer makes, noted while a strict reader looks for one entry in it.

    Then nothing is inflated twice. They are those of `read_changeset`, or none at all.
    """

    def __init__(
        self, source: ByteSource, digest: RunningHash | None, limits: Limits, stop: Callable[[], bool]
    ) -> None:
        self.stream = Inflated(source, limits=limits, strict=True, digest=digest)
        self._entries = entries(self.stream, limits, stop, with_globals=True)
        self._found: list[Entry] = []
        self._stop = stop
        self._is_whole = True
        self._has_more = False
        """Whether more than zeros comes after the end of the tar."""

    def entries(self) -> Iterator[tuple[Entry, Body]]:
        """The entries with their bodies; raises as reading a tar does."""
        try:
            for entry, body in self._entries:
                if entry.flag == GLOBAL:
                    yield entry, body
                    continue
                self._found.append(entry)
                unread = body.stored
                yield entry, body
                if body.stored == unread:
                    _look_into(self._found, body)
        except (TarProblem, InflateProblem, LimitExceeded):
            self._is_whole = False
            raise

    def drain(self) -> None:
        """Reads what comes after the end of the tar; raises as inflating it does."""
        self._has_more = _drain(self.stream, self._stop) or self._has_more

    def rest(self) -> ChangeSet | None:
        """The changes, once the rest is read; None where that is not gzip, or where anything is odd about it."""
        try:
            for _ in self.entries() if self._is_whole else ():
                pass
            if self._is_whole:
                self.drain()
        except (TarProblem, InflateProblem, LimitExceeded):
            return None
        if (
            not self._is_whole
            or self._has_more
            or self.stream.notes
            or self.stream.compression is not Compression.GZIP
        ):
            return None
        return ChangeSet(
            compression=Compression.GZIP,
            entries=tuple(self._found),
            diff_id=self.stream.digest,
            inflated=self.stream.bytes_out,
        )


def mark_of(path: str) -> Mark | None:
    """What the entry at this path does instead of adding a file; None where it adds one."""
    last = path.rpartition("/")[2]
    if not last.startswith(_PREFIX):
        return None
    if last == _OPAQUE:
        return Mark.OPAQUE
    if last.startswith(_PREFIX * 2):
        return Mark.AUFS
    return Mark.INVALID if last[len(_PREFIX) :] in ("", ".", "..") else Mark.FILE


def target(path: str) -> str:
    """The path that a whiteout removes, or the folder of an opaque mark."""
    folder, slash, last = path.rpartition("/")
    return folder if last == _OPAQUE else f"{folder}{slash}{last.removeprefix(_PREFIX)}"


def _look_into(found: list[Entry], body: Body) -> None:
    """Notes what the last entry is, where it can be executed."""
    if found[-1].is_executable:
        head = body.read(HEAD)
        found[-1] = replace(found[-1], program=program_of(head), loader=loader_of(head))


def _drain(stream: Inflated, stop: Callable[[], bool]) -> bool:
    """Reads the rest; whether there was more than zeros."""
    more = False
    while data := stream.read(PIECE):
        more = more or bool(data.strip(b"\0"))
        if stop():
            raise Cancelled
    return more
