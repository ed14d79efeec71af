"""A tar read entry by entry: in linear time and bounded whatever it holds, as lenient as Go's archive/tar.

The standard library's reader can loop for ever (CVE-2025-8194), and container programs are written in Go.
"""

from collections.abc import Callable, Iterator, Mapping

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.filesystem.tar import header as headers
from xpkgtui.filesystem.tar.entry import GLOBAL, HEADER_ONLY, Entry
from xpkgtui.filesystem.tar.header import BLOCK, ZERO_BLOCK, Body, Header, TarProblem, number
from xpkgtui.limits import LIMITS, PIECE, LimitExceeded, Limits
from xpkgtui.patterns import late

LARGEST = 1 << 20
"""Bytes that Go accepts for one extended header."""
_INTEGER = late(rb"[+-]?[0-9]{1,4000}")
_LENGTH = late(rb"\+?0*([0-9]{1,7}) ")
_TIME = late(rb"([+-]?[0-9]{1,4000})(?:\.[0-9]*)?")
_TEXTS = frozenset({b"path", b"linkpath", b"uname", b"gname"})
_TIMES = frozenset({b"atime", b"ctime", b"mtime"})
SPARSE_OFFSET, SPARSE_LENGTH, SPARSE_MAP = b"GNU.sparse.offset", b"GNU.sparse.numbytes", b"GNU.sparse.map"

Records = dict[bytes, bytes]


def parse(data: bytes) -> Records:
    """The records of one extended header; raises `TarProblem` for a bad one."""
    records: Records = {}
    pieces: list[bytes] = []
    at = 0
    while at < len(data):
        key, value, at = _record(data, at)
        if key in (SPARSE_OFFSET, SPARSE_LENGTH):
            if key != (SPARSE_LENGTH if len(pieces) % 2 else SPARSE_OFFSET) or b"," in value:
                raise TarProblem("an extended header has its sparse records in disorder")
            pieces.append(value)
        else:
            records[key] = value
    if pieces:
        records[SPARSE_MAP] = b",".join(pieces)
    return records


def apply(header: Header, records: Mapping[bytes, bytes]) -> None:
    """Overwrites the fields of a header with records; an empty value changes nothing."""
    for key, value in records.items():
        if not value:
            continue
        if key == b"path":
            header.name = value
        elif key == b"linkpath":
            header.linkname = value
        elif key == b"size":
            header.size = integer(value)
        elif key == b"uid":
            header.uid = integer(value)
        elif key == b"gid":
            header.gid = integer(value)
        elif key in _TIMES:
            match = _TIME.fullmatch(value)
            if not match:
                raise TarProblem("an extended header has a time that is not valid")
            integer(match[1])


def integer(value: bytes) -> int:
    """A decimal number of 64 bits; raises `TarProblem`."""
    if not _INTEGER.fullmatch(value) or not -(1 << 63) <= (found := int(value)) < 1 << 63:
        raise TarProblem("an extended header has a number that is not a number")
    return found


def _record(data: bytes, at: int) -> tuple[bytes, bytes, int]:
    match = _LENGTH.match(data, at)
    if not match:
        raise TarProblem("an extended header has a record without length")
    end = at + int(match[1])
    if int(match[1]) < 5 or end > len(data) or end <= match.end() or data[end - 1] != 10:
        raise TarProblem("an extended header has a record of wrong length")
    key, equals, value = data[match.end() : end - 1].partition(b"=")
    if not equals or not key or b"\0" in (value if key in _TEXTS else key):
        raise TarProblem("an extended header has a record that is not valid")
    return key, value, end


Fragments = tuple[tuple[int, int], ...]
"""Offset and length of every piece of data, in order."""

_TOO_LONG = "archive/tar: sparse map too long"


def old_map(header: Header, block: bytes, read: Callable[[int], bytes]) -> Fragments:
    """The map of type S, found in the header and in the blocks after it; sets the real size."""
    if not header.is_gnu:
        raise TarProblem("a sparse file is not in GNU's form")
    header.size = number(block[483:495])
    found: list[tuple[int, int]] = []
    area, count, total = block[386:483], 4, 97
    while total < LARGEST:
        for at in range(0, count * 24, 24):
            if not area[at]:
                break
            found.append((number(area[at : at + 12]), number(area[at + 12 : at + 24])))
        if not area[count * 24]:
            return tuple(found)
        area, count = _whole(read, BLOCK), 21
        total += BLOCK
    raise TarProblem("a sparse file has too long a map", upstream=_TOO_LONG)


def pax_map(header: Header, records: Mapping[bytes, bytes], read: Callable[[int], bytes]) -> Fragments | None:
    """The map of forms 0.0, 0.1 and 1.0, or None where the file is not sparse; sets name and real size."""
    version = records.get(b"GNU.sparse.major", b""), records.get(b"GNU.sparse.minor", b"")
    if version not in ((b"0", b"0"), (b"0", b"1"), (b"1", b"0")) and (
        version != (b"", b"") or not records.get(SPARSE_MAP)
    ):
        return None
    header.name = records.get(b"GNU.sparse.name") or header.name
    size = records.get(b"GNU.sparse.size") or records.get(b"GNU.sparse.realsize")
    if size:
        header.size = integer(size)
    return _map_in_body(read) if version[0] == b"1" else _map_in_records(records)


def check(fragments: Fragments, size: int) -> None:
    """Raises `TarProblem` unless the pieces are in order, do not overlap and end within `size`."""
    before = 0
    for offset, length in fragments:
        if offset < before or length < 0 or offset + length > size:
            raise TarProblem("a sparse file has an impossible map")
        before = offset + length
    if size < 0:
        raise TarProblem("a sparse file has a negative size")


def _map_in_records(records: Mapping[bytes, bytes]) -> Fragments:
    count = integer(records.get(b"GNU.sparse.numblocks", b""))
    listed = records.get(SPARSE_MAP, b"")
    values = [integer(value) for value in listed.split(b",")] if listed else []
    if count < 0 or len(values) != 2 * count:
        raise TarProblem("a sparse file has a map of wrong length")
    return tuple(zip(values[::2], values[1::2], strict=True))


def _map_in_body(read: Callable[[int], bytes]) -> Fragments:
    """The map of form 1.0: one number a line, in as many whole blocks as they need."""
    data = bytearray()
    lines = 0

    def feed(needed: int) -> None:
        nonlocal lines
        while lines < needed:
            if len(data) + BLOCK > LARGEST:
                raise TarProblem("a sparse file has too long a map", upstream=_TOO_LONG)
            block = _whole(read, BLOCK)
            lines += block.count(b"\n")
            data.extend(block)

    feed(1)
    count = integer(bytes(data[: data.index(b"\n")]))
    if count < 0:
        raise TarProblem("a sparse file has a map of wrong length")
    feed(1 + 2 * count)
    values = [integer(line) for line in bytes(data).split(b"\n")[1 : 1 + 2 * count]]
    return tuple(zip(values[::2], values[1::2], strict=True))


def _whole(read: Callable[[int], bytes], size: int) -> bytes:
    data = read(size)
    if len(data) < size:
        raise TarProblem("the map of a sparse file ends too early", upstream="unexpected EOF")
    return data


_HEADERS = 2
"""Headers for each entry that is allowed; few need more than one that extends another."""


def never() -> bool:
    """A `stop` that never stops anything."""
    return False


def entries(
    stream: ByteSource, limits: Limits = LIMITS, stop: Callable[[], bool] = never, *, with_globals: bool = False
) -> Iterator[tuple[Entry, Body]]:
    """Every entry with its body; unread bodies are skipped.

    Raises `TarProblem` where Go stops with an error, `LimitExceeded`, `Cancelled`, and what the stream raises.
    PAX global headers are included with `with_globals`.
    """
    reader = _Reader(stream, limits, stop)
    while entry := reader.next():
        if with_globals or entry.flag != GLOBAL:
            yield entry, reader.body


class _Reader:
    def __init__(self, stream: ByteSource, limits: Limits, stop: Callable[[], bool]) -> None:
        self._stream = stream
        self._limits = limits
        self._stop = stop
        self._pad = 0
        self._at = self._header_at = 0
        self._count = self._headers = 0
        self._names = self._work = self._records = 0
        self.body = Body(self._exactly, 0)

    def next(self) -> Entry | None:
        """The next entry, or None at the end."""
        records: Records = {}
        long_name = long_link = b""
        while (block := self._block()) is not None:
            self._header_at = self._at - BLOCK
            self._count_header()
            header = headers.parse(block)
            self._open(header)
            if header.flag in "xg":
                data = self._special()
                self._count_records(data)
                records = parse(data)
                if header.flag == GLOBAL:
                    name = records.get(b"path") or header.name
                    return Entry(order=self._count, name=name.decode("utf-8", "surrogateescape"), flag=GLOBAL)
            elif header.flag == "L":
                long_name = headers.text(self._special())
            elif header.flag == "K":
                long_link = headers.text(self._special())
            else:
                return self._finish(header, block, records, long_name, long_link)
        return None

    def _finish(self, header: Header, block: bytes, records: Records, long_name: bytes, long_link: bytes) -> Entry:
        apply(header, records)
        header.name = long_name or header.name
        header.linkname = long_link or header.linkname
        if header.flag == "\0":
            header.flag = "5" if header.name.endswith(b"/") else "0"
        self._open(header)
        fragments: Fragments | None
        if header.flag == "S":
            fragments = old_map(header, block, self._exactly)
        else:
            fragments = pax_map(header, records, self.body.read) if records else None
        if fragments is not None:
            if header.flag in HEADER_ONLY:
                raise TarProblem("an entry that is not a file claims to be sparse")
            check(fragments, header.size)
            self.body.fragment(fragments, header.size)
        return self._entry(header, is_sparse=fragments is not None)

    def _entry(self, header: Header, *, is_sparse: bool = False) -> Entry:
        self._count += 1
        if self._count > self._limits.entries:
            raise LimitExceeded(self._limits.reached("entries"))
        self._names += len(header.name) + len(header.linkname)
        if self._names > self._limits.names:
            raise LimitExceeded(self._limits.reached("names"))
        self._work += len(header.name) * (1 + header.name.count(b"/"))
        if self._work > self._limits.path_work:
            raise LimitExceeded(self._limits.reached("name"))
        return Entry(
            order=self._count - 1,
            at=self._header_at,
            name=header.name.decode("utf-8", "surrogateescape"),
            flag=header.flag,
            size=header.size,
            linkname=header.linkname.decode("utf-8", "surrogateescape"),
            mode=header.mode,
            uid=header.uid,
            gid=header.gid,
            devmajor=header.devmajor,
            devminor=header.devminor,
            sparse=is_sparse,
        )

    def _count_header(self) -> None:
        """Bounds the headers, including those that only extend others."""
        self._headers += 1
        if self._headers > _HEADERS * self._limits.entries:
            raise LimitExceeded(self._limits.reached("entries"))
        if self._headers % 256 == 0 and self._stop():
            raise Cancelled

    def _count_records(self, data: bytes) -> None:
        """Bounds the records of PAX headers; each ends in a line feed."""
        self._records += data.count(b"\n")
        if self._records > self._limits.records:
            raise LimitExceeded(self._limits.reached("records"))

    def _open(self, header: Header) -> None:
        size = 0 if header.flag in HEADER_ONLY else header.size
        if size < 0:
            raise TarProblem("an entry has a negative size")
        self._pad = -size % BLOCK
        self.body = Body(self._exactly, size)

    def _special(self) -> bytes:
        """The body of an extended header."""
        needed = min(self.body.stored, LARGEST + 1)
        data = b""
        while len(data) < needed:
            data += self.body.read_stored(needed - len(data))
        if len(data) > LARGEST:
            raise TarProblem("an extended header is too large", upstream="archive/tar: header field too long")
        return data

    def _block(self) -> bytes | None:
        """The next header block; None at the end of the tar."""
        if not self._skip():
            return None
        block = self._exactly(BLOCK)
        if not block:
            return None
        if block == ZERO_BLOCK:
            block = self._exactly(BLOCK)
            if not block or block == ZERO_BLOCK:
                return None
            if len(block) == BLOCK:
                raise TarProblem("a single empty block is between entries")
        if len(block) < BLOCK:
            raise TarProblem("it ends within a header", upstream="unexpected EOF")
        return block

    def _skip(self) -> bool:
        """Skips the rest of the body; False where the tar ends within the padding, which is a good end."""
        while self.body.stored:
            self.body.read_stored(min(self.body.stored, PIECE))
            if self._stop():
                raise Cancelled
        padding, self._pad = self._pad, 0
        return len(self._exactly(padding)) == padding

    def _exactly(self, size: int) -> bytes:
        """`size` bytes, fewer only at the end; raises what the stream raises for a damage before that."""
        data = self._stream.read(size)
        while len(data) < size:
            more = self._stream.read(size - len(data))
            if not more:
                break
            data += more
        self._at += len(data)
        return data
