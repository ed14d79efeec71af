"""PAX records: the extended headers of the entry that follows."""

from collections.abc import Mapping

from xpkgtui.filesystem.tar.header import Header, TarProblem
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
            _check_time(value)


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


def _check_time(value: bytes) -> None:
    match = _TIME.fullmatch(value)
    if not match:
        raise TarProblem("an extended header has a time that is not valid")
    integer(match[1])
