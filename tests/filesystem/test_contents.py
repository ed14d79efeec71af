"""The bytes of entries."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from builders.oci.layers import file, layer, layer_of, tar

from xpkgtui.filesystem.contents import Copied, copy_entries, copy_entry


def read_entry(source: io.BytesIO, order: int, *, limit: int) -> tuple[bytes, Copied]:
    """What is copied of an entry."""
    sink = io.BytesIO()
    copied = copy_entry(source, order, sink, limit=limit)
    return sink.getvalue(), copied


def test_the_bytes_of_an_entry_are_found_by_its_place() -> None:
    assert read_entry(io.BytesIO(layer(file("a", "1"), file("b", "22")).blob), 1, limit=10)[0] == b"22"


def test_an_entry_beyond_the_limit_is_cut_and_reported() -> None:
    data, copied = read_entry(io.BytesIO(layer(file("a", "12345")).blob), 0, limit=3)
    assert (data, copied.size, copied.truncated) == (b"123", 3, True)


def test_an_entry_as_long_as_the_limit_is_whole() -> None:
    assert not read_entry(io.BytesIO(layer(file("a", "123")).blob), 0, limit=3)[1].truncated


def test_an_entry_that_ends_too_early_gives_what_there_is() -> None:
    data, copied = read_entry(io.BytesIO(layer_of(tar(file("a", "x" * 900))[:1000]).blob), 0, limit=2000)
    assert (len(data), copied.problem) == (488, "it ends within a file")


def test_an_entry_that_is_not_there_is_reported() -> None:
    assert read_entry(io.BytesIO(layer(file("a")).blob), 7, limit=10)[1].problem == "the layer has no such entry"


class _Counted(io.BytesIO):
    """Counts the bytes that are read."""

    count = 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = super().read(size)
        self.count += len(data)
        return data


def read_entries(source: io.BytesIO, orders: set[int]) -> tuple[dict[int, bytes], Copied]:
    """The entries that were copied as a whole, by their numbers."""
    whole: dict[int, bytes] = {}

    @contextmanager
    def sink_of(order: int) -> Iterator[io.BytesIO]:
        sink = io.BytesIO()
        yield sink
        whole[order] = sink.getvalue()

    copied = copy_entries(source, orders, sink_of)
    return whole, copied


def test_many_entries_are_copied_in_one_pass() -> None:
    blob = layer(*(file(f"f{number}", f"{number}" * 100) for number in range(1_000))).blob
    source = _Counted(blob)
    whole, copied = read_entries(source, set(range(0, 1_000, 3)))
    assert (len(whole), whole[999], copied.problem) == (334, b"999" * 100, None)
    assert source.count <= len(blob)


def test_of_entries_the_torn_one_is_not_whole() -> None:
    torn = layer_of(tar(file("a", "x"), file("b", "y" * 900))[:2_000]).blob
    whole, copied = read_entries(io.BytesIO(torn), {0, 1})
    assert (whole, copied.size, copied.problem) == ({0: b"x"}, 1, "it ends within a file")
