"""Lists of sources: one a line."""

import pytest

from xpkgtui.cli.parameters.many import sources_in


def test_blank_lines_comments_and_repetitions_are_skipped() -> None:
    lines = [b"a\n", b"\n", b"  # b\n", b" c d \r\n", b"a\n", b"e"]
    assert list(sources_in(lines)) == ["a", "c d", "e"]


@pytest.mark.parametrize("line", [b"\xff\n", b"x" * 4_097, b"-\n"])
def test_lines_that_cannot_be_sources_are_named(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"^line 2 "):
        list(sources_in([b"a\n", line]))
