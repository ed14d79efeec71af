"""The folder of a cache is private, and a folder of other things stays as it is."""

import stat
from pathlib import Path

from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.descriptor import Digest


def test_nobody_else_may_look(tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    digest = Digest.of(b"content")
    store.put(digest, b"content")
    assert stat.S_IMODE(store.path(digest).stat().st_mode) == 0o600
    folders = [path for path in (tmp_path / "cache").rglob("*") if path.is_dir()]
    assert {stat.S_IMODE(path.stat().st_mode) for path in folders} == {0o700}


def test_backups_are_told_to_pass_by(tmp_path: Path) -> None:
    Store(tmp_path / "cache")
    tag = (tmp_path / "cache" / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55")


def test_backups_of_other_things_are_not_skipped(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    store = Store(tmp_path)
    assert store.root.parent == tmp_path
    assert not (tmp_path / "CACHEDIR.TAG").exists()
    assert (store.root / "CACHEDIR.TAG").is_file()


def test_a_tag_that_is_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    (tmp_path / "cache" / "CACHEDIR.TAG").symlink_to(tmp_path / "elsewhere")
    Store(tmp_path / "cache")
    assert not (tmp_path / "elsewhere").exists()


def test_a_folder_of_other_things_keeps_its_mode_and_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    tmp_path.chmod(0o777)
    store = Store(tmp_path)
    assert store.root.parent != tmp_path
    assert "others can write" in store.notes[0]
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o777
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_a_folder_of_other_things_that_others_only_read_is_used(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    tmp_path.chmod(0o755)
    assert Store(tmp_path).root.parent == tmp_path


def test_a_cache_that_was_opened_to_others_is_closed_again(tmp_path: Path) -> None:
    Store(tmp_path / "cache")
    (tmp_path / "cache").chmod(0o777)
    assert Store(tmp_path / "cache").root.parent == tmp_path / "cache"
    assert stat.S_IMODE((tmp_path / "cache").stat().st_mode) == 0o755


def test_a_linked_folder_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    store = Store(tmp_path / "cache")
    assert store.root.parent != tmp_path / "cache"
    assert "symbolic link" in store.notes[0]
    assert list((tmp_path / "elsewhere").iterdir()) == []
