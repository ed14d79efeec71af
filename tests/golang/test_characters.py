"""Characters are to us what they are to Go 1.21 to 1.26, whichever Python runs."""

import hashlib
import sys
from collections.abc import Callable

import pytest
from builders.cases import each_row

from xpkgtui.golang.characters import SPACES, folded, is_digit, is_printable
from xpkgtui.golang.printing import quoted


@pytest.mark.parametrize(
    ("is_one", "count", "digest"),
    [
        (is_printable, 148_998, "092ac4a79b54597be48c18b81470e18e593c41fcb38b08c529c8f829ca01cc9a"),
        (is_digit, 680, "83a5de173180d25ea5cdf30fdfe9b884f5568faa587aaf9fea7d9f29237f556a"),
    ],
)
def test_all_characters_are_as_go_knows_them(is_one: Callable[[str], bool], count: int, digest: str) -> None:
    found = "".join(filter(is_one, map(chr, range(sys.maxunicode + 1))))
    assert len(found) == count
    assert hashlib.sha256(found.encode()).hexdigest() == digest


def test_spaces_are_those_of_python_without_the_separators_of_ascii() -> None:
    spaces = (one for one in map(chr, range(sys.maxunicode + 1)) if one.isspace())
    assert sorted(SPACES) == [one for one in spaces if one not in "\x1c\x1d\x1e\x1f"]


@each_row(
    ("character", "written"),
    [
        ("\U00011f50", "\U00011f50"),  # of Unicode 15.0: Python 3.11 does not know it
        ("\U0002ebf0", "\\U0002ebf0"),  # of 15.1, as Python 3.13 has it
        ("\U00010d50", "\\U00010d50"),  # of 16.0, as Python 3.14 has it
        ("\u00a0", "\\u00a0"),
        ("é", "é"),
        (" ", " "),
    ],
)
def test_quoting_escapes_what_go_cannot_print(character: str, written: str) -> None:
    assert quoted(f"a{character}\n") == f'"a{written}\\n"'


@each_row("text", ["skips", "SKIPS", "\u017fkip\u017f", "s\u212aips"])
def test_letters_that_are_folded(text: str) -> None:
    assert folded(text) == "skips"


@each_row("text", ["\ufb01eld", "\u0130con", "\u0131con", "stra\u00dfe"])
def test_letters_that_are_not_folded_into_others(text: str) -> None:
    assert folded(text) == text


def test_signs_that_have_a_letter_are_quoted_by_it() -> None:
    assert quoted('\a\b\f\n\r\t\v"\\') == r'"\a\b\f\n\r\t\v\"\\"'
    assert quoted("plain") == '"plain"'
    assert quoted("\x00\x1f\x7f\x80\U0010ffff") == r'"\x00\x1f\x7f\u0080\U0010ffff"'
