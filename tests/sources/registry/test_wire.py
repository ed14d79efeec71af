"""What is logged of requests: enough to see what happens, no secret, nothing that a terminal obeys."""

import logging
from collections.abc import Iterator

import pytest

from xpkgtui.sources.access import REQUESTS, Exchange
from xpkgtui.sources.registry.wire import log_exchange, log_headers


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture
def lines() -> Iterator[list[str]]:
    kept = Kept()
    REQUESTS.addHandler(kept)
    REQUESTS.setLevel(logging.DEBUG)
    yield kept.lines
    REQUESTS.removeHandler(kept)
    REQUESTS.setLevel(logging.WARNING)


def exchange(status: int) -> Exchange:
    return Exchange(method="GET", host="a.example", path="/v2/x?…", status=status, milliseconds=12, size=3456)


def test_an_exchange_is_one_line(lines: list[str]) -> None:
    log_exchange("https", exchange(200))
    assert lines == ["GET https://a.example/v2/x?…  200  3,456 bytes  12 ms"]


def test_a_request_without_an_answer_says_so(lines: list[str]) -> None:
    log_exchange("https", exchange(0))
    assert "  no answer  " in lines[0]


@pytest.mark.parametrize(
    "name",
    ["Authorization", "Cookie", "Set-Cookie", "Proxy-Authorization", "X-Amz-Security-Token", "Location", "X-New"],
)
def test_what_may_be_a_secret_is_named_and_not_shown(lines: list[str], name: str) -> None:
    log_headers("request", {name: "hunter2"})
    assert lines == [f"  request  {name}: (not shown)"]


def test_a_hostile_header_cannot_speak_to_the_terminal(lines: list[str]) -> None:
    log_headers("answer", {"Server": "a\x1b[2J\u202eb", "X\x1b[31m": "c"})
    assert not any(character in line for line in lines for character in "\x1b\u202e")


def test_an_answer_of_many_headers_is_cut(lines: list[str]) -> None:
    log_headers("answer", {f"x-{number}": "a" for number in range(1000)})
    assert len(lines) == 40
