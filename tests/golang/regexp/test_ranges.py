"""Classes of characters of RE2, beside what C and Python call them."""

import string
from collections.abc import Iterable

from builders.cases import each_row

from xpkgtui.golang.regexp.matching import is_found
from xpkgtui.golang.regexp.ranges import PERL, POSIX, united

ASCII = [chr(code) for code in range(128)]
SETS = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "ascii": "".join(ASCII),
    "blank": " \t",
    "cntrl": "".join(one for one in ASCII if ord(one) < 32 or ord(one) == 127),
    "digit": string.digits,
    "graph": string.ascii_letters + string.digits + string.punctuation,
    "lower": string.ascii_lowercase,
    "print": string.ascii_letters + string.digits + string.punctuation + " ",
    "punct": string.punctuation,
    "space": string.whitespace,
    "upper": string.ascii_uppercase,
    "word": string.ascii_letters + string.digits + "_",
    "xdigit": string.hexdigits,
}
PERL_SETS = {"d": string.digits, "s": "\t\n\f\r ", "w": SETS["word"]}


def characters(ranges: Iterable[tuple[int, int]]) -> set[str]:
    return {chr(code) for start, end in united(ranges) for code in range(start, end + 1)}


def test_classes_of_posix_hold_what_their_names_say() -> None:
    assert {name: characters(ranges) for name, ranges in POSIX.items()} == {
        name: set(one) for name, one in SETS.items()
    }


def test_classes_of_perl_hold_ascii_alone() -> None:
    assert {name: characters(ranges) for name, ranges in PERL.items()} == {
        name: set(one) for name, one in PERL_SETS.items()
    }


@each_row(
    ("pattern", "text", "found"),
    [
        ("(?i)^[a-c]$", "B", True),
        ("(?i)^[A-C]$", "b", True),
        ("(?i)^[[-`]$", "{", False),
        ("(?i)^[k]$", "\u212a", True),
        ("(?i)^[s]$", "\u017f", True),
        ("(?i)^[a-j]$", "\u212a", False),
    ],
)
def test_case_is_folded_in_classes(pattern: str, text: str, found: bool) -> None:
    assert is_found(pattern, text) is found
