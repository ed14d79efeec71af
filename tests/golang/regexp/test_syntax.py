"""Regular expressions: what RE2 surely refuses, and nothing else."""

import pytest

from xpkgtui.golang.regexp.syntax import complaint


@pytest.mark.parametrize(
    "pattern",
    [
        "^[a-z]([-a-z0-9]*[a-z0-9])?$",
        r"\d+(\.\d+)*",
        "(?i)abc",
        "(?P<name>a)|(?:b)",
        "[[:alpha:]_]",
        "[]a]",
        "[^]a]",
        r"\Q(\E",
        "a{1,1000}",
        "a{,5}",
        "a*?b+?c??",
        "",
        r"[(]",
        r"\(",
    ],
)
def test_good_pattern_is_left_alone(pattern: str) -> None:
    assert complaint(pattern) is None


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?<!a)b", "invalid named capture: `(?<!a)b`"),
        ("(?i*a)", "invalid or unsupported Perl syntax: `(?i*`"),
        (r"\x{110000}", r"invalid escape sequence: `\x{110000`"),
        ("[[:letter:]]", "invalid character class range: `[:letter:]`"),
        ("(a", "missing closing ): `(a`"),
        ("a)", "unexpected ): `a)`"),
        ("[a-z", "missing closing ]: `[a-z`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("a**", "invalid nested repetition operator: `**`"),
        (r"(a)\1", r"invalid escape sequence: `\1`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("a{2,1}", "invalid repeat count: `{2,1}`"),
    ],
)
def test_bad_pattern_is_reported_as_go_reports_it(pattern: str, reason: str) -> None:
    assert complaint(pattern) == reason
