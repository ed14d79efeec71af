"""Hashes that a thread works out beside the reader."""

import hashlib
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.fetching.hashing import HashingThread


@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=40)), max_size=60), st.integers(0, 200))
def test_two_hashes_in_one_thread_are_those_of_their_own_bytes(pieces: list[tuple[bool, bytes]], least: int) -> None:
    thread = HashingThread(least, cpus=2)
    hashes = {True: thread.running_sha256(), False: thread.running_sha256()}
    for which, data in pieces:
        hashes[which].update(data)
    for which, found in hashes.items():
        whole = b"".join(data for each, data in pieces if each is which)
        assert found.hexdigest() == hashlib.sha256(whole).hexdigest()
    thread.close()


def test_a_hash_goes_on_after_it_was_asked_for() -> None:
    running = HashingThread(0, cpus=2).running_sha256()
    running.update(b"a")
    first = running.hexdigest()
    running.update(b"b")
    assert [first, running.hexdigest()] == [hashlib.sha256(text).hexdigest() for text in (b"a", b"ab")]


@pytest.mark.parametrize(("size", "cpus", "starts"), [(99, 2, False), (101, 2, True), (101, 1, False)])
def test_a_thread_is_started_for_what_is_worth_it(size: int, cpus: int, starts: bool) -> None:
    thread = HashingThread(100, cpus=cpus)
    assert thread.takes(size) is starts
    thread.close()


def test_the_thread_ends_when_it_is_closed() -> None:
    before = set(threading.enumerate())
    thread = HashingThread(0, cpus=2)
    thread.running_sha256().update(b"a")
    (started,) = set(threading.enumerate()) - before
    thread.close()
    started.join(10)
    assert not started.is_alive()
