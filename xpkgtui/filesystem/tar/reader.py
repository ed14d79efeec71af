"""A tar read entry by entry: in linear time and bounded whatever it holds, as lenient as Go's archive/tar.

The standard library's reader can loop for ever (CVE-2025-8194), and container programs are written in Go.
"""

from collections.abc import Callable, Iterator

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.stored import ByteSource
from xpkgtui.filesystem.tar import header as headers
from xpkgtui.filesystem.tar import pax, sparse
from xpkgtui.filesystem.tar.body import Body
from xpkgtui.filesystem.tar.entry import GLOBAL, HEADER_ONLY, Entry
from xpkgtui.filesystem.tar.header import BLOCK, ZERO_BLOCK, Header, TarProblem
from xpkgtui.limits import LIMITS, LimitExceeded, Limits

_SKIP = 1 << 18
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
        records: pax.Records = {}
        long_name = long_link = b""
        while (block := self._block()) is not None:
            self._header_at = self._at - BLOCK
            self._count_header()
            header = headers.parse(block)
            self._open(header)
            if header.flag in "xg":
                data = self._special()
                self._count_records(data)
                records = pax.parse(data)
                if header.flag == GLOBAL:
                    return self._global(header, records)
            elif header.flag == "L":
                long_name = headers.text(self._special())
            elif header.flag == "K":
                long_link = headers.text(self._special())
            else:
                return self._finish(header, block, records, long_name, long_link)
        return None

    def _finish(
        self, header: Header, block: bytes, records: pax.Records, long_name: bytes, long_link: bytes
    ) -> Entry:
        pax.apply(header, records)
        header.name = long_name or header.name
        header.linkname = long_link or header.linkname
        if header.flag == "\0":
            header.flag = "5" if header.name.endswith(b"/") else "0"
        self._open(header)
        fragments: sparse.Fragments | None
        if header.flag == "S":
            fragments = sparse.old_map(header, block, self._exactly)
        else:
            fragments = sparse.pax_map(header, records, self.body.read) if records else None
        if fragments is not None:
            if header.flag in HEADER_ONLY:
                raise TarProblem("an entry that is not a file claims to be sparse")
            sparse.check(fragments, header.size)
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

    def _global(self, header: Header, records: pax.Records) -> Entry:
        name = records.get(b"path") or header.name
        return Entry(order=self._count, name=name.decode("utf-8", "surrogateescape"), flag=GLOBAL)

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
        needed = min(self.body.stored, pax.LARGEST + 1)
        data = b""
        while len(data) < needed:
            data += self.body.read_stored(needed - len(data))
        if len(data) > pax.LARGEST:
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
            self.body.read_stored(min(self.body.stored, _SKIP))
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
