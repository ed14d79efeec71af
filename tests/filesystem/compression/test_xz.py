"""xz: files only, concatenated, padded, bounded."""

import io
import lzma
import zlib

import pytest

from xpkgtui.filesystem.compression.inflated import Compression, Inflated, detect
from xpkgtui.filesystem.compression.stored import InflateProblem, StreamOddity
from xpkgtui.limits import LimitExceeded, Limits

LINES = b"".join(b"%d\n" % number for number in range(100_000))
SMALL = lzma.compress(b"ab")


def opened(data: bytes, limits: Limits = Limits()) -> Inflated:  # noqa: B008 - frozen
    return Inflated(io.BytesIO(data), limits=limits, is_file=True)


def drained(stream: Inflated) -> bytes:
    return b"".join(iter(lambda: stream.read(1 << 16), b""))


def test_what_was_compressed_comes_out_again() -> None:
    assert drained(opened(lzma.compress(LINES))) == LINES


def test_streams_follow_each_other_with_padding_between_them() -> None:
    assert drained(opened(SMALL + bytes(8) + SMALL + bytes(4))) == b"abab"


def test_other_bytes_behind_it_are_noted() -> None:
    stream = opened(SMALL + b"other")
    assert (drained(stream), stream.notes) == (b"ab", {StreamOddity.TRAILING_DATA})


def test_a_truncated_stream_gives_its_beginning_and_is_reported() -> None:
    stream = opened(lzma.compress(LINES)[:-1000])
    assert LINES.startswith(stream.read(1000))
    with pytest.raises(InflateProblem, match="ends too early"):
        drained(stream)


def test_damaged_data_is_reported() -> None:
    data = bytearray(lzma.compress(LINES))
    data[1000] ^= 0xFF
    with pytest.raises(InflateProblem, match="damaged"):
        drained(opened(bytes(data)))


def test_a_bomb_is_stopped() -> None:
    with pytest.raises(LimitExceeded, match="at most 1 MiB of a layer"):
        drained(opened(lzma.compress(bytes(8 << 20)), Limits(layer=1 << 20)))


def test_many_empty_streams_are_stopped() -> None:
    assert drained(opened(SMALL * 10, Limits(members=10))) == b"ab" * 10
    with pytest.raises(LimitExceeded, match="at most 10 gzip members, zstd frames or xz streams"):
        drained(opened(lzma.compress(b"") * 11, Limits(members=10)))


def test_a_dictionary_of_a_gibibyte_is_refused() -> None:
    # Made of a small one, because whoever writes it needs several gibibytes: a byte of its block header, and the sum.
    small = lzma.compress(b"ab", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 20}])
    head = small[12:16] + b"\x24" + small[17:20]
    assert small[14:16] == b"\x21\x01"
    with pytest.raises(LimitExceeded, match="at most 130 MiB of memory"):
        drained(opened(small[:12] + head + zlib.crc32(head).to_bytes(4, "little") + small[24:]))


def test_the_largest_dictionary_of_xz_itself_is_read() -> None:
    assert drained(opened(lzma.compress(b"ab", preset=9))) == b"ab"


def test_a_layer_is_never_xz() -> None:
    assert (detect(SMALL), detect(SMALL, is_file=True)) == (Compression.NONE, Compression.XZ)
    assert drained(Inflated(io.BytesIO(SMALL))) == SMALL
