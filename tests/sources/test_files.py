"""Stretches of files as blobs, and files that take what comes in a stream."""

import io
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import Cancelled, Corrupt, NotAPackage, NotFound
from xpkgtui.sources.files import FileBlob, bytes_blob, open_regular, read_small, spool


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """A file of ten letters."""
    path = tmp_path / "letters"
    path.write_bytes(b"abcdefghij")
    return path


def test_a_blob_ends_with_its_stretch(letters: Path) -> None:
    with FileBlob(open_regular(letters), 2, 5) as blob:
        assert [blob.read(3), blob.read(3), blob.read(3)] == [b"cde", b"fg", b""]


def test_a_blob_can_be_read_again_from_any_place_of_its_stretch(letters: Path) -> None:
    with FileBlob(open_regular(letters), 2, 5) as blob:
        blob.read(4)
        assert (blob.tell(), blob.seek(1), blob.read(9)) == (4, 1, b"defg")


def test_a_file_that_became_shorter_ends_early(letters: Path) -> None:
    with FileBlob(open_regular(letters), 8, 5) as blob:
        assert (blob.read(5), blob.read(5)) == (b"ij", b"")


def test_an_aborted_blob_gives_nothing_more() -> None:
    blob = bytes_blob(b"abc")
    blob.abort()
    with pytest.raises(Cancelled):
        blob.read(1)


def test_a_file_beyond_its_limit_is_corrupt(letters: Path) -> None:
    assert read_small(letters, 10, letters.parent) == b"abcdefghij"
    with pytest.raises(Corrupt):
        read_small(letters, 9, letters.parent)


@pytest.mark.parametrize("name", ["missing", "letters/x", "a\0b", "x" * 300])
def test_what_cannot_be_opened_is_told_with_its_reason(name: str, letters: Path) -> None:
    with pytest.raises(NotFound, match=r"cannot be opened: ."):
        open_regular(letters.parent / name)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(NotAPackage, match="a folder"):
        open_regular(tmp_path)


@pytest.fixture
def silent() -> Iterator[FileBlob]:
    """A file that is open, has no end and has nothing more to give, as /proc/kmsg."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.write(writing, b"head")
    with FileBlob(os.fdopen(reading, "rb")) as blob:
        yield blob
    os.close(writing)


def test_a_file_that_has_nothing_more_to_give_is_not_waited_for(silent: FileBlob) -> None:
    assert silent.read(4) == b"head"
    with pytest.raises(NotAPackage, match="no end"):
        silent.read(4)


def test_a_file_that_is_opened_does_not_block(letters: Path) -> None:
    with open_regular(letters) as file:
        assert not os.get_blocking(file.fileno())


@each_row(
    ("head", "rest", "written", "is_more"),
    [
        (b"ab", b"cd", b"abcd", False),
        (b"ab", b"cde", b"abcde", False),
        (b"ab", b"cdef", b"abcde", True),
        (b"abcde", b"", b"abcde", False),
        (b"abcdef", b"", b"abcde", True),
    ],
)
def test_as_much_is_written_as_is_allowed(
    head: bytes, rest: bytes, written: bytes, is_more: bool, tmp_path: Path
) -> None:
    path, more = spool(io.BytesIO(rest), tmp_path / "scratch", 5, head)
    assert (path.read_bytes(), more) == (written, is_more)
    assert path.name.startswith("spooled-")
