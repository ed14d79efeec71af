"""Regular expressions: what RE2 surely refuses, and nothing else."""

import pytest
from builders.cases import each_row

from xpkgtui.golang.regexp.syntax import UnknownSyntax, complaint, parse


@each_row(
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


@each_row(
    ("pattern", "reason"),
    [
        ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
        ("(?<!a)b", "invalid named capture: `(?<!a)b`"),
        ("(?i*a)", "invalid or unsupported Perl syntax: `(?i*`"),
        (r"\x{110000}", r"invalid escape sequence: `\x{110000`"),
        (r"\x{fffff0}", r"invalid escape sequence: `\x{fffff0`"),
        ("[[:letter:]]", "invalid character class range: `[:letter:]`"),
        ("(a", "missing closing ): `(a`"),
        ("a)", "unexpected ): `a)`"),
        ("[a-z", "missing closing ]: `[a-z`"),
        ("*a", "missing argument to repetition operator: `*`"),
        ("a**", "invalid nested repetition operator: `**`"),
        (r"(a)\1", r"invalid escape sequence: `\1`"),
        ("a{1001}", "invalid repeat count: `{1001}`"),
        ("a{2,1}", "invalid repeat count: `{2,1}`"),
        ("(a{2,}){501}", "invalid repeat count: `{501}`"),
        ("(?P<", "invalid or unsupported Perl syntax: `(?P`"),
        ("(?", "invalid or unsupported Perl syntax: `(?`"),
        ("(?<", "invalid or unsupported Perl syntax: `(?<`"),
        ("(?<n", "invalid named capture: `(?<n`"),
        ("(?P<n", "invalid named capture: `(?P<n`"),
        ("(?P<n>", "missing closing ): `(?P<n>`"),
        ("(?P<n-m>a)", "invalid named capture: `(?P<n-m>`"),
        ("(?<>a)", "invalid named capture: `(?<>`"),
        ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
        ("(?P>n)", "invalid or unsupported Perl syntax: `(?P`"),
        ("(?i-)", "invalid or unsupported Perl syntax: `(?i-)`"),
        ("(?-", "invalid or unsupported Perl syntax: `(?-`"),
        ("(?x)", "invalid or unsupported Perl syntax: `(?x`"),
        ("(?i\nx", "invalid or unsupported Perl syntax: `(?i\n`"),
        ("(?imsU-imsU:", "missing closing ): `(?imsU-imsU:`"),
        ("a(?i-s", "invalid or unsupported Perl syntax: `(?i-s`"),
        ("(?i--s)", "invalid or unsupported Perl syntax: `(?i--`"),
        (r"\x", r"invalid escape sequence: `\x`"),
        (r"\x4", r"invalid escape sequence: `\x4`"),
        (r"\x4g", r"invalid escape sequence: `\x4g`"),
        (r"\x{", r"invalid escape sequence: `\x{`"),
        (r"\x{}", r"invalid escape sequence: `\x{}`"),
        (r"\x{4", r"invalid escape sequence: `\x{4`"),
        (r"\x{4g}", r"invalid escape sequence: `\x{4g`"),
        (r"\x{10FFFF0}", r"invalid escape sequence: `\x{10FFFF0`"),
        (r"\8", r"invalid escape sequence: `\8`"),
        (r"\1", r"invalid escape sequence: `\1`"),
        (r"\q", r"invalid escape sequence: `\q`"),
        ("\\\xe9", "invalid escape sequence: `\\\xe9`"),
        ("\\", "trailing backslash at end of expression: ``"),
        ("a\\", "trailing backslash at end of expression: ``"),
        ("[", "missing closing ]: `[`"),
        ("[a", "missing closing ]: `[a`"),
        ("[]", "missing closing ]: `[]`"),
        ("[^", "missing closing ]: `[^`"),
        ("[^]", "missing closing ]: `[^]`"),
        ("[b-a]", "invalid character class range: `b-a`"),
        (r"[a-\d]", r"invalid escape sequence: `\d`"),
        ("[a-", "missing closing ]: `[a-`"),
        (r"[z-\x41]", r"invalid character class range: `z-\x41`"),
        ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
        ("[[:^foo:]]", "invalid character class range: `[:^foo:]`"),
        ("[[:alpha:", "missing closing ]: `[[:alpha:`"),
        ("[[:alpha", "missing closing ]: `[[:alpha`"),
        ("x*?*", "invalid nested repetition operator: `*?*`"),
        ("x*??", "invalid nested repetition operator: `*??`"),
        ("x+*", "invalid nested repetition operator: `+*`"),
        ("x{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
        ("x{2}*", "invalid nested repetition operator: `{2}*`"),
        ("x*{2}", "invalid nested repetition operator: `*{2}`"),
        ("x{2}??", "invalid nested repetition operator: `{2}??`"),
        ("{2}", "missing argument to repetition operator: `{2}`"),
        ("x{1001}", "invalid repeat count: `{1001}`"),
        ("x{1001,}", "invalid repeat count: `{1001,}`"),
        ("x{2,1001}", "invalid repeat count: `{2,1001}`"),
        ("x{999999999999}", "invalid repeat count: `{999999999999}`"),
        ("x{3,2}", "invalid repeat count: `{3,2}`"),
        ("(x{2}){501}", "invalid repeat count: `{501}`"),
        ("(x{1000}){2}", "invalid repeat count: `{2}`"),
        ("((x{10}){10}){11}", "invalid repeat count: `{11}`"),
        ("|*", "missing argument to repetition operator: `*`"),
        ("(*)", "missing argument to repetition operator: `*`"),
        ("(|*)", "missing argument to repetition operator: `*`"),
        ("(?i)*", "missing argument to repetition operator: `*`"),
        ("a|*", "missing argument to repetition operator: `*`"),
        (r"\b**", "invalid nested repetition operator: `**`"),
        (r"\Q\E+", "missing argument to repetition operator: `+`"),
        (r"\C", r"invalid escape sequence: `\C`"),
        (r"\Z", r"invalid escape sequence: `\Z`"),
        (r"\G", r"invalid escape sequence: `\G`"),
        ("(?m", "invalid or unsupported Perl syntax: `(?m`"),
        ("x{0,1}{2}", "invalid nested repetition operator: `{0,1}{2}`"),
        ("x{1000}{1}", "invalid nested repetition operator: `{1000}{1}`"),
        ("(?s-i", "invalid or unsupported Perl syntax: `(?s-i`"),
        ("(?U-U:a", "missing closing ): `(?U-U:a`"),
        ("[[:word:]", "missing closing ]: `[[:word:]`"),
        ("a*+", "invalid nested repetition operator: `*+`"),
        ("a?*", "invalid nested repetition operator: `?*`"),
        ("a{1}?*", "invalid nested repetition operator: `{1}?*`"),
        ("(x{501}|y{3}){2}", "invalid repeat count: `{2}`"),
        ("(?P<\xe9>a)", "invalid named capture: `(?P<\xe9>`"),
        ("(x*{2}", "invalid nested repetition operator: `*{2}`"),
        ("[[:alpha:]", "missing closing ]: `[[:alpha:]`"),
    ],
)
def test_bad_pattern_is_reported_as_go_reports_it(pattern: str, reason: str) -> None:
    assert complaint(pattern) == reason


def test_what_is_too_long_or_too_deep_is_not_known() -> None:
    parse("a" * 10_000)
    parse("(" * 99 + ")" * 99)
    for pattern in ("a" * 10_001, "(" * 100 + ")" * 100):
        with pytest.raises(UnknownSyntax):
            parse(pattern)
