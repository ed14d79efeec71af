"""Text in base64, and the byte at which Go stops."""

import pytest

from xpkgtui.formats.xpkg.base64_text import fault_of_base64


@pytest.mark.parametrize("text", ["", "aGkh", "aGk=", "aA==", "a\nG\rk\n=\n", "aA=\n=\n", "aB=="])
def test_text_that_go_decodes_has_no_fault(text: str) -> None:
    assert fault_of_base64(text) is None


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("x", 0),
        ("aGkhx", 4),
        ("aGk", 0),
        ("aG k", 2),
        ("é", 0),
        ("=", 0),
        ("a=", 1),
        ("aA=", 3),
        ("aA=x", 2),
        ("aGk=x", 4),
        ("aA==\nx", 5),
        ("aG-_", 2),
    ],
)
def test_byte_at_which_go_stops_is_told(text: str, at: int) -> None:
    assert fault_of_base64(text) == at
