"""Files that take what comes in a stream: as much as is allowed, and nothing where that fails."""

import io
from pathlib import Path

from builders.cases import each_row

from xpkgtui.sources.files import spool


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
