"""The bytes of one entry."""

import io

from builders.oci.layers import (
    file,
    layer,
    layer_of,
    tar,
)

from xpkgtui.filesystem.contents import Copied, copy_entry


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
