"""Hashes that a thread works out beside the reader."""

import hashlib
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.fetching.hashing import RunningSha256


@given(st.lists(st.binary(max_size=40), max_size=60), st.integers(0, 200))
def test_a_hash_is_that_of_all_bytes_wherever_it_is_worked_out(pieces: list[bytes], least: int) -> None:
    running = RunningSha256(least, cpus=2)
    for data in pieces:
        running.update(data)
    assert running.hexdigest() == hashlib.sha256(b"".join(pieces)).hexdigest()


def test_a_hash_goes_on_after_it_was_asked_for() -> None:
    running = RunningSha256(0, cpus=2)
    running.update(b"a")
    first = running.hexdigest()
    running.update(b"b")
    assert [first, running.hexdigest()] == [hashlib.sha256(text).hexdigest() for text in (b"a", b"ab")]


@pytest.mark.parametrize(("size", "cpus", "starts"), [(99, 2, False), (101, 2, True), (101, 1, False)])
def test_a_thread_is_started_for_what_is_worth_it(size: int, cpus: int, starts: bool) -> None:
    before = set(threading.enumerate())
    running = RunningSha256(100, cpus=cpus)
    running.update(bytes(size))
    assert len(set(threading.enumerate()) - before) == starts
    running.close()


@pytest.mark.parametrize("end", [RunningSha256.close, RunningSha256.hexdigest])
def test_the_thread_ends_with_the_hash(end: Callable[[RunningSha256], object]) -> None:
    before = set(threading.enumerate())
    running = RunningSha256(0, cpus=2)
    running.update(b"a")
    (started,) = set(threading.enumerate()) - before
    end(running)
    started.join(10)
    assert not started.is_alive()


def test_bytes_are_hashed_where_they_are_read_when_no_thread_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    running = RunningSha256(0, cpus=2)
    running.update(b"a")
    assert running.hexdigest() == hashlib.sha256(b"a").hexdigest()
