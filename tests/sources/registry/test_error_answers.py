"""Answers other than 200: their words, and the backoff."""

from email.utils import formatdate

import pytest
from builders.registry.faulty import FaultyRegistry, Reply, errors, sequence
from builders.registry.sources import ADDRESS, MANIFEST, Opened

from xpkgtui.errors import Unreachable


def test_retry_after_is_waited_for(faulty: FaultyRegistry) -> None:
    busy = Reply(status=429, headers={"Retry-After": "2"})
    faulty.routes[ADDRESS] = sequence(busy, busy, Reply(body=MANIFEST))
    opened = Opened(faulty.host)
    assert opened.source.resolve().data == MANIFEST
    assert opened.pauses == [2.0, 2.0]


def test_retry_after_may_be_a_date(faulty: FaultyRegistry) -> None:
    busy = Reply(status=503, headers={"Retry-After": formatdate(0, usegmt=True)})
    faulty.routes[ADDRESS] = sequence(busy, Reply(body=MANIFEST))
    opened = Opened(faulty.host)
    opened.source.resolve()
    assert opened.pauses == [0.0]


def test_an_hour_is_not_waited_for(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=429, headers={"Retry-After": "3600"})
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable, match="asks to wait 3600 seconds"):
        opened.source.resolve()
    assert opened.pauses == []


@pytest.mark.parametrize("asked", ["9999999999", "1" * 5_000, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_wait_of_any_length_is_understood(faulty: FaultyRegistry, asked: str) -> None:
    faulty.routes[ADDRESS] = Reply(status=429, headers={"Retry-After": asked})
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable, match="asks to wait for more than a day"):
        opened.source.resolve()
    assert len(faulty.asked) == 1


def test_leading_zeros_do_not_make_a_wait_long(faulty: FaultyRegistry) -> None:
    busy = Reply(status=429, headers={"Retry-After": "0" * 20 + "2"})
    faulty.routes[ADDRESS] = sequence(busy, Reply(body=MANIFEST))
    opened = Opened(faulty.host)
    opened.source.resolve()
    assert opened.pauses == [2.0]


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_passing_fault_is_tried_three_times_more(faulty: FaultyRegistry, status: int) -> None:
    faulty.routes[ADDRESS] = Reply(status=status, body=errors("UNAVAILABLE", "come back"))
    opened = Opened(faulty.host)
    with pytest.raises(Unreachable) as caught:
        opened.source.resolve()
    assert len(faulty.asked) == 4
    assert len(caught.value.tried) == 4
    assert sum(opened.pauses) < 3


@pytest.mark.parametrize("status", [204, 206, 304, 400, 405, 410, 418, 501])
def test_a_lasting_fault_is_not_tried_again(faulty: FaultyRegistry, status: int) -> None:
    faulty.routes[ADDRESS] = Reply(status=status)
    with pytest.raises(Unreachable, match=str(status)):
        Opened(faulty.host).source.resolve()
    assert len(faulty.asked) == 1


def test_the_registrys_own_words_are_made_visible(faulty: FaultyRegistry) -> None:
    faulty.routes[ADDRESS] = Reply(status=418, body=errors("TEAPOT", "\x1b]52;c;ZXZpbA==\x07" + "x" * 5000))
    with pytest.raises(Unreachable) as caught:
        Opened(faulty.host).source.resolve()
    assert "TEAPOT" in caught.value.title
    assert "\x1b" not in caught.value.title
    assert len(caught.value.title) < 300


@pytest.mark.parametrize("body", [b"[]", b"null", b'{"errors":{}}', b'{"errors":[null]}', b"[" * 50_000, b"\xff"])
def test_an_error_body_of_any_shape_is_survived(faulty: FaultyRegistry, body: bytes) -> None:
    faulty.routes[ADDRESS] = Reply(status=418, body=body)
    with pytest.raises(Unreachable, match="418"):
        Opened(faulty.host).source.resolve()
