"""Scalars that a tag makes something of, as go-yaml does."""

import pytest

from xpkgtui.documents.yaml.resolver import Undecodable, resolve_tagged

TIMESTAMP = "tag:yaml.org,2002:timestamp"


@pytest.mark.parametrize(
    "text", ["2001-12-14", "2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10", "2001-12-14T23:59:59Z"]
)
def test_a_time_stays_the_text_that_it_is(text: str) -> None:
    assert resolve_tagged(TIMESTAMP, text) == text


@pytest.mark.parametrize(
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


@pytest.mark.parametrize(("packed", "text"), [("YQ==", "a"), ("Y\r\nQ==\n", "a"), ("/f8=", "\ufffd\ufffd")])
def test_bytes_become_text_with_a_mark_for_each_that_is_none(packed: str, text: str) -> None:
    assert resolve_tagged("tag:yaml.org,2002:binary", packed) == text


def test_what_is_not_base64_is_refused() -> None:
    with pytest.raises(Undecodable, match="invalid base64 data"):
        resolve_tagged("tag:yaml.org,2002:binary", "?")
