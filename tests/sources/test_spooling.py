"""Files that take what comes in a stream: as much as is allowed, and nothing where that fails."""

import errno
import io
from pathlib import Path

import pytest

from xpkgtui.errors import Usage
from xpkgtui.sources.spooling import is_no_room, new_file, spool


@pytest.mark.parametrize(
    ("head", "rest", "written", "is_more"),
    [
        (b"", b"", b"", False),
        (b"ab", b"cd", b"abcd", False),
        (b"ab", b"cde", b"abcde", False),
        (b"ab", b"cdef", b"abcde", True),
        (b"abcde", b"", b"abcde", False),
        (b"abcde", b"f", b"abcde", True),
        (b"abcdef", b"", b"abcde", True),
    ],
)
def test_as_much_is_written_as_is_allowed(
    head: bytes, rest: bytes, written: bytes, is_more: bool, tmp_path: Path
) -> None:
    path, more = spool(io.BytesIO(rest), tmp_path / "scratch", 5, head)
    assert (path.read_bytes(), more) == (written, is_more)
    assert path.name.startswith("spooled-")
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.parametrize(
    ("error", "wanted"), [(OSError(errno.ENOSPC, "No space left"), Usage), (ValueError(), ValueError)]
)
def test_nothing_is_left_where_writing_fails(error: Exception, wanted: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(wanted), new_file(tmp_path, "a"):
        raise error
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_room_is_said_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Usage) as raised, new_file(tmp_path / "gone" / "scratch", "a"):
        pass
    assert str(raised.value) == "the temporary folder cannot be written: No such file or directory"
    assert raised.value.hint == "set TMPDIR to a folder with room for the package"
    codes = errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES
    assert [is_no_room(OSError(code, "")) for code in codes] == [True, True, True, True, False]
