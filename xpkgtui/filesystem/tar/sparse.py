"""Files with holes: the maps of GNU's four sparse forms."""

from collections.abc import Callable, Mapping

from xpkgtui.filesystem.tar import pax
from xpkgtui.filesystem.tar.header import BLOCK, Header, TarProblem, number

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
    while total < pax.LARGEST:
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
        version != (b"", b"") or not records.get(pax.SPARSE_MAP)
    ):
        return None
    header.name = records.get(b"GNU.sparse.name") or header.name
    size = records.get(b"GNU.sparse.size") or records.get(b"GNU.sparse.realsize")
    if size:
        header.size = pax.integer(size)
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
    count = pax.integer(records.get(b"GNU.sparse.numblocks", b""))
    listed = records.get(pax.SPARSE_MAP, b"")
    values = [pax.integer(value) for value in listed.split(b",")] if listed else []
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
            if len(data) + BLOCK > pax.LARGEST:
                raise TarProblem("a sparse file has too long a map", upstream=_TOO_LONG)
            block = _whole(read, BLOCK)
            lines += block.count(b"\n")
            data.extend(block)

    feed(1)
    count = pax.integer(bytes(data[: data.index(b"\n")]))
    if count < 0:
        raise TarProblem("a sparse file has a map of wrong length")
    feed(1 + 2 * count)
    values = [pax.integer(line) for line in bytes(data).split(b"\n", 1 + 2 * count)[1 : 1 + 2 * count]]
    return tuple(zip(values[::2], values[1::2], strict=True))


def _whole(read: Callable[[int], bytes], size: int) -> bytes:
    data = read(size)
    if len(data) < size:
        raise TarProblem("the map of a sparse file ends too early", upstream="unexpected EOF")
    return data
