"""The files of a cache: private, whole or absent, locked; believed only as they were sealed, under their name."""

import json
import os
import shutil
import threading
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import Cancelled
from xpkgtui.fetching.cache import disk
from xpkgtui.fetching.cache.cache_folder import LEARNED, VERSION
from xpkgtui.fetching.cache.disk import Learned, fingerprint
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.descriptor import Digest
from xpkgtui.settings.folders import state_folder


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


Pairs = tuple[tuple[str, int], ...]
VALUE: Pairs = (("verdict", 1), ("na\udcffme", 2))


def learned(program: str = "1") -> Learned[Pairs]:
    return Learned[Pairs](Pairs, lambda: program)


def unasked() -> object:
    raise AssertionError("nothing is there to be read")


def file(cache: Path) -> Path:
    (path,) = (cache / VERSION / LEARNED).iterdir()
    return path


def test_it_comes_back_for_what_it_speaks_of(tmp_path: Path) -> None:
    learned().keep(str(tmp_path), "one", VALUE)
    assert learned().find(str(tmp_path), "one") == VALUE
    assert learned().find(str(tmp_path), "other") is None
    assert learned().find(None, "one") is None


def test_another_program_reads_none_of_it_and_replaces_it(tmp_path: Path) -> None:
    old, new = learned("1"), learned("2")
    old.keep(str(tmp_path), "one", VALUE)
    assert new.find(str(tmp_path), "one") is None
    new.keep(str(tmp_path), "one", VALUE[:1])
    assert new.find(str(tmp_path), "one") == VALUE[:1]
    assert old.find(str(tmp_path), "one") is None


def test_no_program_is_asked_for_where_nothing_is_kept(tmp_path: Path) -> None:
    learned().keep(str(tmp_path), "one", VALUE)
    assert Learned[Pairs](Pairs, unasked).find(str(tmp_path), "other") is None


def test_a_byte_that_was_changed_makes_all_of_it_absent(tmp_path: Path) -> None:
    learned().keep(str(tmp_path), "one", VALUE)
    path = file(tmp_path)
    data = path.read_bytes()
    for place in range(len(data)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert learned().find(str(tmp_path), "one") is None
    for size in range(len(data)):
        path.write_bytes(data[:size])
        assert learned().find(str(tmp_path), "one") is None
    path.write_bytes(data + b" ")
    assert learned().find(str(tmp_path), "one") is None
    path.write_bytes(data)
    assert learned().find(str(tmp_path), "one") == VALUE


def test_a_file_under_the_name_of_another_is_not_believed(tmp_path: Path) -> None:
    learned().keep(str(tmp_path), "refused", VALUE)
    name = file(tmp_path).name
    learned().keep(str(tmp_path), "accepted", VALUE[:1])
    folder = tmp_path / VERSION / LEARNED
    (other,) = (path for path in folder.iterdir() if path.name != name)
    shutil.copy(other, folder / name)
    assert learned().find(str(tmp_path), "refused") is None
    assert learned().find(str(tmp_path), "accepted") == VALUE[:1]


def test_a_cache_of_another_user_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "theirs"))
    learned().keep(str(tmp_path / "cache"), "one", VALUE)
    assert learned().find(str(tmp_path / "cache"), "one") == VALUE
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "mine"))
    assert learned().find(str(tmp_path / "cache"), "one") is None


def test_content_without_a_seal_or_of_another_type_is_not_believed(tmp_path: Path) -> None:
    learned().keep(str(tmp_path), "one", VALUE)
    file(tmp_path).write_bytes(json.dumps(VALUE).encode())
    assert learned().find(str(tmp_path), "one") is None
    Learned[str](str, lambda: "1").keep(str(tmp_path), "one", "text")
    assert learned().find(str(tmp_path), "one") is None


def test_the_key_lies_outside_of_the_cache_for_this_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    learned().keep(str(tmp_path / "cache"), "one", VALUE)
    (key,) = state_folder({"XDG_STATE_HOME": str(tmp_path / "state")}).iterdir()
    assert (len(key.read_bytes()), key.stat().st_mode & 0o777) == (32, 0o600)
    assert key.read_bytes() not in file(tmp_path / "cache").read_bytes()


@each_row(("content", "mode"), [(b"", 0o600), (b"short", 0o600), (b"x" * 40, 0o600), (b"x" * 32, 0o644)])
def test_without_a_sound_key_nothing_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, mode: int
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "state" / "xpkgtui").mkdir(parents=True)
    key = tmp_path / "state" / "xpkgtui" / "cache.key"
    key.write_bytes(content)
    key.chmod(mode)
    learned().keep(str(tmp_path / "cache"), "one", VALUE)
    assert learned().find(str(tmp_path / "cache"), "one") is None
    assert not (tmp_path / "cache").exists()


def test_a_state_folder_that_cannot_be_made_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "state").write_text("a file")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    assert disk.sealed("one", b"data") is None
    assert disk.unsealed("one", b"x" * 64) is None


def test_the_fingerprint_is_that_of_the_files_of_the_program() -> None:
    version, package, count, newest = fingerprint()
    assert version
    assert Path(str(package), "fetching", "cache", "disk.py").is_file()
    assert int(str(count)) > 500
    assert int(str(newest)) >= Path(str(package), "codec.py").stat().st_ctime_ns
