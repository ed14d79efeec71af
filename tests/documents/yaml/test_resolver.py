"""Scalars that a tag makes something of, as go-yaml does."""

from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.documents.yaml.resolver import BadKey, Undecodable, key_of, resolve_tagged

TIMESTAMP = "tag:yaml.org,2002:timestamp"


@each_row("text", ["2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10", "2001-12-14T23:59:59Z"])
def test_a_time_stays_the_text_that_it_is(text: str) -> None:
    assert resolve_tagged(TIMESTAMP, text) == text


@each_row(
    "text",
    [
        "2001-13-14",
        "2001-12-14T24:00:00Z",
        "2001-12-14T00:60:00Z",
        "2001-12-14T00:00:60Z",
        "2001-12-14 00:00:00 Z",
        "2001-12-14T00:00:00",
        "soon",
    ],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(Undecodable, match="as a !!timestamp"):
        resolve_tagged(TIMESTAMP, text)


@each_row(("packed", "text"), [("YQ==", "a"), ("Y\r\nQ==\n", "a"), ("/f8=", "\ufffd\ufffd")])
def test_bytes_become_text_with_a_mark_for_each_that_is_none(packed: str, text: str) -> None:
    assert resolve_tagged("tag:yaml.org,2002:binary", packed) == text


def test_what_is_not_base64_is_refused() -> None:
    with pytest.raises(Undecodable, match="invalid base64 data"):
        resolve_tagged("tag:yaml.org,2002:binary", "?")


PREFIX = "tag:yaml.org,2002:"


@each_row(
    ("tag", "text", "value"),
    [
        ("int", "5", 5),
        ("float", "1.5", 1.5),
        ("float", "5", 5.0),
        ("float", "9223372036854775807", float((1 << 63) - 1)),
        ("bool", "yes", True),
        ("null", "~", None),
        ("str", "5", "5"),
        ("other", "5", "5"),
    ],
)
def test_a_tag_takes_what_is_of_its_type(tag: str, text: str, value: object) -> None:
    assert resolve_tagged(PREFIX + tag, text) == value
    assert type(resolve_tagged(PREFIX + tag, text)) is type(value)


@each_row(
    ("tag", "text", "fault"),
    [
        ("int", "x", "cannot decode !!str `x` as a !!int"),
        ("int", "1.5", "cannot decode !!float `1.5` as a !!int"),
        ("bool", "5", "cannot decode !!int `5` as a !!bool"),
        ("null", "yes", "cannot decode !!bool `yes` as a !!null"),
        ("float", "9223372036854775808", "cannot decode !!int `9223372036854775808` as a !!float"),
        ("float", "~", "cannot decode !!null `~` as a !!float"),
        ("binary", "?", "!!binary value contains invalid base64 data"),
    ],
)
def test_a_tag_refuses_others_in_the_words_of_go_yaml(tag: str, text: str, fault: str) -> None:
    with pytest.raises(Undecodable) as raised:
        resolve_tagged(PREFIX + tag, text)
    assert str(raised.value) == fault


@each_row(
    ("value", "key"),
    [
        ("a", "a"),
        (True, "true"),
        (False, "false"),
        (5, "5"),
        ((1 << 63) - 1, "9223372036854775807"),
        (1 << 63, BadKey("uint64", "0x8000000000000000")),
        (None, BadKey("%!s(<nil>)", "<nil>")),
        (1.5, "1.5"),
        (100000.0, "100000"),
        (1000000.0, "1e+06"),
        (0.0001, "0.0001"),
        (0.00001, "1e-05"),
        (1.25e10, "1.25e+10"),
        (0.1, "0.1"),
        (float("nan"), ".nan"),
        (float("inf"), ".inf"),
        (float("-inf"), "-.inf"),
        (1e300, ".inf"),
        (-1e300, "-.inf"),
    ],
)
def test_a_key_is_the_text_that_go_makes_of_it(value: Any, key: object) -> None:
    assert key_of(value) == key
