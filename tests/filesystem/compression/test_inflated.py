"""Decompressing: good bytes come out, bad ones are reported, and it ends."""

import contextlib
import gzip as stdlib_gzip
import hashlib
import io
import zlib

import pytest
from builders.cases import each_row
from builders.oci.layers import compress, gzip, zstd, zstd_window
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.filesystem.compression.inflated import Compression, Inflated, chunks, detect
from xpkgtui.filesystem.compression.stored import EndReason, InflateProblem, Stored, StreamOddity
from xpkgtui.limits import LimitExceeded, Limits

LINES = b"".join(b"%d\n" % number for number in range(100_000))
OTHERS = "other bytes follow its zstd data"


@given(st.binary(max_size=5000), st.sampled_from(["gzip", "zstd"]), st.integers(1, 700))
def test_what_was_compressed_comes_out_again(data: bytes, compression: str, step: int) -> None:
    stream = Inflated(io.BytesIO(compress(data, compression)))
    assert b"".join(iter(lambda: stream.read(step), b"")) == data


@given(st.binary(max_size=300))
def test_arbitrary_bytes_end_or_are_reported(data: bytes) -> None:
    out, problem = drain(Inflated(io.BytesIO(data)))
    assert problem or out is not None


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_members_and_frames_follow_each_other(compression: str) -> None:
    assert drain(Inflated(io.BytesIO(compress(b"ab", compression) + compress(b"cd", compression)))) == (b"abcd", None)


def test_the_digest_is_that_of_the_inflated_bytes() -> None:
    stream = Inflated(io.BytesIO(gzip(LINES)), digest=hashlib.sha256())
    drain(stream)
    assert stream.digest == "sha256:" + hashlib.sha256(LINES).hexdigest()


@pytest.mark.parametrize("compression", ["gzip", "zstd"])
def test_a_truncated_stream_gives_its_beginning_and_is_reported(compression: str) -> None:
    out, problem = drain(Inflated(io.BytesIO(compress(LINES, compression)[:50_000])))
    assert LINES.startswith(out)
    assert len(out) > 10_000
    assert problem == "unexpected EOF"


def test_everything_before_damaged_data_comes_out_byte_by_byte() -> None:
    damaged = bytearray(gzip(LINES))
    damaged[90_000:90_300] = b"\xff" * 300
    found = drain(Inflated(io.BytesIO(bytes(damaged))))
    assert found == (inflated_bytewise(bytes(damaged)), "flate: corrupt input before offset 89993")


def test_a_source_that_cannot_start_again_gives_the_same() -> None:
    damaged = bytearray(gzip(LINES))
    damaged[90_000:90_300] = b"\xff" * 300
    out, problem = drain(Inflated(OneWay(bytes(damaged))))
    assert inflated_bytewise(bytes(damaged)).startswith(out)
    assert problem
    assert problem.startswith("flate: corrupt input")


def test_a_wrong_checksum_is_reported_after_all_bytes() -> None:
    data = gzip(LINES)
    assert drain(Inflated(io.BytesIO(data[:-8] + bytes(4) + data[-4:]))) == (LINES, "gzip: invalid checksum")


def test_bytes_after_the_stream_are_noted() -> None:
    stream = Inflated(io.BytesIO(gzip(b"ab") + b"garbage"))
    assert drain(stream) == (b"ab", None)
    assert stream.notes == {StreamOddity.TRAILING_DATA}


@each_row(
    ("data", "message", "upstream", "damage"),
    [
        (
            gzip(b"ab") + b"\x1f\x8b",
            "its gzip data ends too early, after 24 bytes",
            "unexpected EOF",
            EndReason.TRUNCATED,
        ),
        (gzip(b"ab") + b"garbage and more", "a gzip header in it is wrong", "gzip: invalid header", EndReason.HEADER),
        (zstd(b"ab") + b"abcd", OTHERS, "invalid input: magic number mismatch", EndReason.HEADER),
        (zstd(b"ab") + b"abc", OTHERS, "unexpected EOF", EndReason.TRUNCATED),
    ],
)
def test_what_follows_is_a_damage_to_the_strict(data: bytes, message: str, upstream: str, damage: EndReason) -> None:
    stream = Inflated(io.BytesIO(data), strict=True)
    assert stream.read(9) == b"ab"
    with pytest.raises(InflateProblem) as raised:
        stream.read(9)
    found = raised.value
    assert (found.message, found.upstream, found.damage) == (message, upstream, damage)


def test_a_bad_header_is_reported_at_the_start_and_again_by_reading() -> None:
    stream = Inflated(io.BytesIO(b"\x1f\x8b\x07" + bytes(9)))
    for use in (stream.start, lambda: stream.read(1)):
        with pytest.raises(InflateProblem, match="a gzip header in it is wrong"):
            use()
    sound = Inflated(io.BytesIO(gzip(b"ab")))
    sound.start()
    assert sound.read(1) == b"a"
    sound.start()
    assert sound.read(9) == b"b"


def test_all_fields_of_a_gzip_header_are_passed_over() -> None:
    header = b"\x1f\x8b\x08\x1e" + bytes(6) + b"\x03\x00abc" + b"name\0" + b"comment\0"
    data = header + (zlib.crc32(header) & 0xFFFF).to_bytes(2, "little") + gzip(b"ab")[10:]
    assert drain(Inflated(io.BytesIO(data))) == (b"ab", None)
    assert stdlib_gzip.decompress(data) == b"ab"


def test_a_bomb_is_stopped_at_the_limit() -> None:
    stream = Inflated(io.BytesIO(gzip(bytes(20 << 20))), limits=Limits(layer=1 << 20))
    with pytest.raises(LimitExceeded):
        drain(stream)
    assert stream.bytes_out < 3 << 20


def test_a_large_layer_that_is_no_bomb_passes_the_limit() -> None:
    assert drain(Inflated(io.BytesIO(gzip(LINES)), limits=Limits(layer=1000)))[0] == LINES


def test_a_zstd_frame_is_read_with_as_much_memory_as_go_gives_it_or_the_limit_says_why_not() -> None:
    assert drain(Inflated(io.BytesIO(zstd_window(LINES, 28)))) == (LINES, None)
    for frame in (zstd_window(LINES, 29), zstd(LINES) + zstd_window(LINES, 29)):
        with pytest.raises(LimitExceeded, match="at most 256 MiB of memory to decompress zstd"):
            drain(Inflated(io.BytesIO(frame)))


def test_a_zstd_frame_that_go_gives_no_memory_is_refused_in_its_words() -> None:
    segment = b"\x28\xb5\x2f\xfd\xe0" + (1 << 30).to_bytes(8, "little")
    for frame in (zstd_window(b"ab", 30), zstd_window(b"ab", 31), segment):
        assert drain(Inflated(io.BytesIO(frame))) == (b"", "window size exceeded")


@each_row(
    ("head", "found"),
    [
        (b"\x1f\x8b", Compression.GZIP),
        (b"\x28\xb5\x2f\xfd", Compression.ZSTD),
        *((bytes([number]) + b"\x2a\x4d\x18", Compression.ZSTD) for number in (0x50, 0x5A, 0x5F)),
        (b"\x60\x2a\x4d\x18", Compression.NONE),
        (b"\x1f", Compression.NONE),
        (b"", Compression.NONE),
    ],
)
def test_compression_is_detected_by_the_first_bytes(head: bytes, found: Compression) -> None:
    assert detect(head) is found


class OneWay:
    """A source without seek."""

    def __init__(self, data: bytes) -> None:
        self._file = io.BytesIO(data)

    def read(self, size: int, /) -> bytes:
        """As files do."""
        return self._file.read(size)


def drain(stream: Inflated) -> tuple[bytes, str | None]:
    """Everything, and what Go would say at the end."""
    found = []
    try:
        while data := stream.read(1000):
            found.append(data)
    except InflateProblem as problem:
        return b"".join(found), problem.upstream
    return b"".join(found), None


@pytest.mark.parametrize("is_first", [True, False])
def test_a_frame_to_be_skipped_is_noted_where_it_comes_first(is_first: bool) -> None:
    frame, whole = b"\x50\x2a\x4d\x18\1\0\0\0x", zstd(LINES)
    stream = Inflated(io.BytesIO(frame + whole if is_first else whole + frame))
    assert stream.read(len(LINES) + 1) == LINES
    assert (StreamOddity.SKIPPABLE_FRAME in stream.notes) is is_first


def inflated_bytewise(data: bytes) -> bytes:
    """What zlib gives when it gets one byte after the other."""
    decoder = zlib.decompressobj(31)
    found: list[bytes] = []
    with contextlib.suppress(zlib.error):
        found.extend(decoder.decompress(bytes([byte])) for byte in data)
    return b"".join(found)


@each_row(
    "piece",
    [gzip(b""), zstd(b""), b"\x50\x2a\x4d\x18\0\0\0\0"],
    ids=["members of gzip", "frames of zstd", "skippable frames"],
)
@each_row("before", [True, False])
def test_no_more_members_and_frames_are_read_than_the_limit_says(piece: bytes, before: bool) -> None:
    whole = gzip(LINES) if piece.startswith(b"\x1f") else zstd(LINES)
    stored = io.BytesIO(piece * 100_000 + whole if before else whole + piece * 100_000)
    stream = Inflated(stored, limits=Limits(members=1000))
    if not before:
        assert stream.read(len(LINES)) == LINES
    with pytest.raises(LimitExceeded, match="at most 1,000 gzip members, zstd frames or xz streams"):
        stream.read(1)
    assert stored.tell() < 1000 * len(piece) + len(whole) + (1 << 17)


def test_small_members_are_not_copied_with_all_that_follows_them() -> None:
    handed = []

    class Counting(Stored):
        def some(self, most: int) -> bytes:
            handed.append(most)
            return super().some(most)

    stored = Counting(io.BytesIO(gzip(b"ab") * 1000))
    assert b"".join(chunks(stored, set(), strict=True, fast=False, most=1000)) == b"ab" * 1000
    assert sum(handed) < 1 << 20
