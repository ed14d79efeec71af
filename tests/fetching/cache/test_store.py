"""The store of content: verified, and never in the way."""

import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from xpkgtui.fetching.cache.disk import LEAST
from xpkgtui.fetching.cache.extracts import ReadingCache, StoredExtracts
from xpkgtui.fetching.cache.store import LIMIT, Store, StoreSize, clear, measure, prune
from xpkgtui.fetching.cache.tag_cache import TagCache
from xpkgtui.limits import LIMITS
from xpkgtui.oci.descriptor import Digest
from xpkgtui.readers.reader import Reading
from xpkgtui.reporting.chapters import source_of
from xpkgtui.visible import size


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


def test_damaged_content_is_moved_away(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = put(store, b"content")
    store.path(digest).write_bytes(b"contend")
    fresh = Store(tmp_path / "cache")
    assert fresh.find(digest) is None
    assert not store.path(digest).exists()
    assert len(fresh.notes) == 1


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
    assert store.root.parent != tmp_path / "cache", "what is new goes elsewhere"
    assert store.find(put(store, b"content")) is not None
    assert store.find(kept) is not None, "what the old folder holds is still read"


def test_without_a_folder_there_is_a_private_one_that_goes_away() -> None:
    store = Store(None)
    path = store.find(put(store, b"content"))
    assert path is not None
    store.close()
    assert not path.exists()


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder, and a user who cannot write to what is not writable."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        os.seteuid(os.getuid())


def make_read_only(folder: Path) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
        if os.getuid() == 0:
            os.chown(path, 65534, 65534)
    if os.getuid() == 0:
        os.seteuid(65534)


def test_a_cache_that_cannot_be_written_is_read(unprivileged: Path) -> None:
    warm = Store(unprivileged / "cache")
    digest = put(warm, b"content")
    TagCache(warm, lambda: 1.0).keep("name", digest=digest, media_type="", reference="name", notes=())
    yaml = b"yaml" * LEAST
    readings = ReadingCache(str(unprivileged / "cache"))
    extracts = StoredExtracts(warm, readings, LIMITS)
    with extracts.incoming() as incoming:
        incoming.write(yaml)
        extracts.keep(incoming, digest, Reading(reader="one", size=len(yaml), sha256=Digest.of(yaml).hex))
    make_read_only(unprivileged)
    store = Store(unprivileged / "cache")
    assert store.root.parent != unprivileged / "cache"
    assert len(store.notes) == 1
    assert store.read(digest, 100) == b"content"
    assert TagCache(store, lambda: 1.0).find("name") is not None
    assert StoredExtracts(store, readings, LIMITS).find(digest, "one") is not None
    assert put(store, b"more") != digest
    store.close()


def put_at(store: Store, data: bytes) -> Digest:
    digest = Digest.of(data)
    store.put(digest, data)
    return digest


def test_what_was_used_longest_ago_makes_room(tmp_path: Path) -> None:
    moments = iter(range(1, 100))
    older = Store(tmp_path / "cache", now=lambda: float(next(moments)))
    first, second = put_at(older, b"1" * 40), put_at(older, b"2" * 40)
    older.find(first)
    newer = Store(tmp_path / "cache", limit=100)
    third = put_at(newer, b"3" * 40)
    assert [newer.find(digest) is not None for digest in (first, second, third)] == [True, False, True]


def test_a_tenth_is_free_once_room_was_made(tmp_path: Path) -> None:
    older, newer = Store(tmp_path / "cache"), Store(tmp_path / "cache", limit=100)
    for number in range(10):
        put_at(older, bytes([number]) * 10)
    put_at(newer, b"ten bytes.")
    assert measure(newer.root).size == 90


def test_the_manual_says_how_much_is_kept() -> None:
    assert f"at most {size(LIMIT)}, by" in " ".join(source_of("cache").split())


def test_what_is_in_use_does_not_make_room(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache", limit=100)
    digests = [put_at(store, bytes([number]) * 40) for number in range(4)]
    assert all(store.find(digest) for digest in digests)


def test_prune_leaves_as_much_as_it_is_told(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    for number in range(4):
        put_at(store, bytes([number]) * 40)
    assert prune(store.root, 100, 0.0) == 80
    assert measure(store.root) == StoreSize(count=2, size=80)


def test_clear_removes_everything(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = put_at(store, b"content")
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


def test_a_process_walks_a_folder_once_for_many_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(Store(tmp_path / "cache"), b"first")
    walked: list[Path] = []

    def walk(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
        walked.append(folder)
        yield from ()

    monkeypatch.setattr(os, "walk", walk)
    put(Store(tmp_path / "cache"), b"second")
    assert walked == []
