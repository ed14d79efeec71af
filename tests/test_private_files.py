"""Private files and folders are for this user alone, have names of their own, and are made where they can be."""

import os
import resource
import stat
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import Usage
from xpkgtui.private_files import new_folder, open_new, remove_folder, write_atomically, write_new
from xpkgtui.sources.files import new_file


def test_a_new_file_is_for_this_user_alone_and_is_not_inherited(tmp_path: Path) -> None:
    handle, path = open_new(tmp_path, "one-")
    try:
        assert (path.parent, stat.S_IMODE(path.stat().st_mode)) == (tmp_path, 0o600)
        assert path.name.startswith("one-")
        assert not os.get_inheritable(handle)
    finally:
        os.close(handle)


def test_no_two_have_the_same_name(tmp_path: Path) -> None:
    for _ in range(50):
        os.close(open_new(tmp_path, "one-")[0])
    assert len(list(tmp_path.iterdir())) == 50


def test_a_file_is_replaced_by_a_private_one_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "one"
    path.write_bytes(b"before")
    path.chmod(0o644)
    write_atomically(path, b"after")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (b"after", 0o600)
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_replaced_stays_and_nothing_else_is_left(tmp_path: Path) -> None:
    folder = tmp_path / "one"
    (folder / "inner").mkdir(parents=True)
    with pytest.raises(OSError, match="directory"):
        write_atomically(folder, b"after")
    assert list(tmp_path.iterdir()) == [folder]


def test_a_file_that_cannot_be_written_whole_is_none(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4, limits[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            write_new(tmp_path, b"too long", "one-", ".log")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.iterdir())


@each_row("variable", ["TMPDIR", "TEMP", "TMP"])
def test_a_folder_is_made_where_the_user_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    made = new_folder("xpkgtui-")
    assert (made.parent, stat.S_IMODE(made.stat().st_mode)) == (tmp_path, 0o700)


def test_otherwise_it_is_made_where_temporary_folders_are(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMPDIR", "TEMP", "TMP"):
        monkeypatch.delenv(name, raising=False)
    made = new_folder("xpkgtui-")
    remove_folder(made)
    assert made.parent == Path("/tmp")


def test_elsewhere_where_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert new_folder("xpkgtui-").parent == tmp_path


def test_a_folder_goes_with_everything_in_it_but_not_with_what_a_link_names(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    folder = tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    (folder / "inner" / "file").touch()
    (folder / "file").touch()
    (folder / "link").symlink_to(kept)
    remove_folder(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert list(kept.iterdir())


def test_a_folder_that_is_gone_is_no_error(tmp_path: Path) -> None:
    remove_folder(tmp_path / "missing")


def test_a_thread_that_still_writes_makes_no_file_in_a_folder_that_is_removed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "1").mkdir(parents=True)
    remove_folder(root)
    with pytest.raises(Usage, match="cannot be written"), new_file(root / "1", "one-"):
        pass
    assert list(tmp_path.iterdir()) == []
