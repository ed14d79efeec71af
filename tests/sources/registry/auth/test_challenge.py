"""Challenges as servers write them, and as attackers do."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from xpkgtui.sources.registry.auth.challenge import parse


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("", []),
        ("Basic", [("basic", {})]),
        ('Basic realm="Registry Realm"', [("basic", {"realm": "Registry Realm"})]),
        ('Bearer realm="https://a/t",service=reg', [("bearer", {"realm": "https://a/t", "service": "reg"})]),
        ('Bearer scope="",service="reg"', [("bearer", {"scope": "", "service": "reg"})]),
        (r'Bearer realm="a\"b\\c"', [("bearer", {"realm": 'a"b\\c'})]),
        ('Bearer realm = "a" , scope="b"', [("bearer", {"realm": "a", "scope": "b"})]),
        ('Basic realm="a", Bearer realm="b"', [("basic", {"realm": "a"}), ("bearer", {"realm": "b"})]),
        ('Negotiate, Bearer REALM="b"', [("negotiate", {}), ("bearer", {"realm": "b"})]),
        ('Bearer realm="a",realm="b"', [("bearer", {"realm": "a"})]),
        ('Bearer realm="unclosed', [("bearer", {"realm": "unclosed"})]),
        ('Bearer realm="a", \x00', [("bearer", {"realm": "a"})]),
        ("=", []),
    ],
)
def test_a_header_is_read(header: str, expected: list[tuple[str, dict[str, str]]]) -> None:
    assert [(challenge.scheme, dict(challenge.parameters)) for challenge in parse(header)] == expected


@given(some.text(alphabet='Ba ,="\\\t;é', max_size=60))
def test_any_header_is_read_without_an_error(header: str) -> None:
    parse(header)


@pytest.mark.parametrize("unit", ["a ", 'a="', "a,", '"', "a=", 'a="\\"', ",", "a=b "])
def test_a_long_header_is_read_in_a_moment(unit: str) -> None:
    assert len(parse(unit * 100_000)) <= 65536
