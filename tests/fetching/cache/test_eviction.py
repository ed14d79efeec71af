"""Eviction: what makes room in a store, and what is swept."""

from pathlib import Path

from xpkgtui.fetching.cache.eviction import StoreSize, clear, measure, prune
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.digest import Digest


def put(store: Store, data: bytes) -> Digest:
    digest = Digest.of(data)
    store.put(digest, data)
    return digest


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
    assert prune(store.root, 100, 0.0) == 80
    assert measure(store.root) == StoreSize(count=2, size=80)


def test_clear_removes_everything(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = put(store, b"content")
    assert clear(store.root) == 7
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
