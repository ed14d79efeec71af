"""The folder of content: private, atomic, verified, bounded, and never in the way."""

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from xpkgtui.errors import Cancelled
from xpkgtui.fetching.eviction import StoreSize, measure
from xpkgtui.fetching.store import Store
from xpkgtui.oci.digest import Digest


def put(store: Store, data: bytes) -> Digest:
    digest = Digest.of(data)
    store.put(digest, data)
    return digest


def test_content_is_found_by_its_digest(tmp_path: Path) -> None:
    digest = put(Store(tmp_path / "cache"), b"content")
    path = Store(tmp_path / "cache").find(digest)
    assert path == tmp_path / "cache" / "v1" / "blobs" / "sha256" / digest.hex
    assert path.read_bytes() == b"content"


def test_sha512_is_kept_beside_sha256(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = Digest("sha512", "0" * 128).of_same_kind(b"content")
    store.put(digest, b"content")
    assert store.find(digest) is not None


def test_nobody_else_may_look(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = put(store, b"content")
    assert stat.S_IMODE(store.path(digest).stat().st_mode) == 0o600
    folders = [path for path in (tmp_path / "cache").rglob("*") if path.is_dir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_backups_are_told_to_pass_by(tmp_path: Path) -> None:
    Store(tmp_path / "cache")
    tag = (tmp_path / "cache" / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55")


def test_damaged_content_is_moved_away(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = put(store, b"content")
    store.path(digest).write_bytes(b"contend")
    fresh = Store(tmp_path / "cache")
    assert fresh.find(digest) is None
    assert not store.path(digest).exists()
    assert len(fresh.notes) == 1


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


def test_a_linked_folder_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    store = Store(tmp_path / "cache")
    assert store.is_private
    assert "symbolic link" in store.notes[0]
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_file_where_the_folder_should_be_is_survived(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("")
    store = Store(tmp_path / "cache")
    assert store.find(put(store, b"content")) is not None
    assert len(store.notes) == 1


def test_a_full_disk_is_said_once_and_survived(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    kept = put(store, b"kept")
    full = OSError(errno.ENOSPC, "No space left on device")
    store.fall_back(full, store.root)
    store.fall_back(full, store.root)
    assert len(store.notes) == 1
    assert "No space left" in store.notes[0]
    assert store.find(put(store, b"content")) is not None
    assert store.find(kept) is not None, "what the old folder holds is still read"


def test_without_a_folder_there_is_a_private_one_that_goes_away() -> None:
    store = Store(None)
    path = store.find(put(store, b"content"))
    assert path is not None
    store.close()
    assert not path.exists()


def test_what_was_used_longest_ago_makes_room(tmp_path: Path) -> None:
    moments = iter(range(1, 100))
    older = Store(tmp_path / "cache", now=lambda: float(next(moments)))
    first, second = put(older, b"1" * 40), put(older, b"2" * 40)
    older.find(first)
    newer = Store(tmp_path / "cache", limit=100)
    third = put(newer, b"3" * 40)
    assert [newer.find(digest) is not None for digest in (first, second, third)] == [True, False, True]


def test_what_is_in_use_does_not_make_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", limit=100)
    digests = [put(store, bytes([number]) * 40) for number in range(4)]
    assert all(store.find(digest) for digest in digests)


def test_prune_leaves_as_much_as_it_is_told(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    for number in range(4):
        put(store, bytes([number]) * 40)
    assert store.prune(100) == 80
    assert measure(store.root) == StoreSize(count=2, size=80)


def test_clear_removes_everything(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = put(store, b"content")
    assert store.clear() == 7
    assert store.find(digest) is None
    assert measure(store.root).count == 0


def test_what_a_killed_process_left_is_swept_a_day_later(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    orphan = store.root / "ingest" / "in-orphan"
    orphan.write_bytes(b"half")
    Store(tmp_path / "cache")
    assert orphan.exists()
    later = orphan.stat().st_mtime + 90_000
    Store(tmp_path / "cache", now=lambda: later)
    assert not orphan.exists()


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
