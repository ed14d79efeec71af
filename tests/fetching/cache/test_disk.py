"""The files of a store: private, whole or absent, locked."""

import os
import threading
from pathlib import Path

import pytest

from xpkgtui.errors import Cancelled
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.descriptor import Digest


def put(store: Store, data: bytes) -> Digest:
    digest = Digest.of(data)
    store.put(digest, data)
    return digest


def test_a_fifo_in_place_of_content_keeps_nobody_waiting(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = Digest.of(b"content")
    os.mkfifo(store.path(digest))
    assert store.find(digest) is None


def test_a_link_in_place_of_content_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "content").write_bytes(b"content")
    store = Store(tmp_path / "cache")
    digest = Digest.of(b"content")
    store.path(digest).symlink_to(tmp_path / "content")
    assert store.find(digest) is None


def test_what_is_not_committed_leaves_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    with store.ingest() as incoming:
        incoming.write(b"half")
    assert list((store.root / "ingest").iterdir()) == []


def test_a_lock_admits_one_and_a_stopped_waiter_leaves(tmp_path: Path) -> None:
    first, second = Store(tmp_path / "cache"), Store(tmp_path / "cache")
    digest = Digest.of(b"content")
    stopped = threading.Event()
    stopped.set()
    with first.locked(digest, stopped.wait), pytest.raises(Cancelled), second.locked(digest, stopped.wait):
        pass
    with second.locked(digest, stopped.wait):
        pass


def test_a_lock_may_be_let_go_before_its_end(tmp_path: Path) -> None:
    first, second = Store(tmp_path / "cache"), Store(tmp_path / "cache")
    digest = Digest.of(b"content")
    with first.locked(digest, lambda _: True) as release:
        release()
        with second.locked(digest, lambda _: True):
            release()
            with pytest.raises(Cancelled), first.locked(digest, lambda _: True):
                pass


def test_a_holder_that_was_stopped_delays_others_by_ten_seconds_and_only_once(tmp_path: Path) -> None:
    holder, other = Store(tmp_path / "cache"), Store(tmp_path / "cache")
    first, second = Digest.of(b"first"), Digest.of(b"second")
    waited: list[float] = []

    def wait(seconds: float) -> bool:
        waited.append(seconds)
        return False

    with holder.locked(first, wait), holder.locked(second, wait):
        with other.locked(first, wait):
            pass
        assert 9 < sum(waited) <= 10
        with other.locked(second, wait):
            pass
    assert sum(waited) <= 10
