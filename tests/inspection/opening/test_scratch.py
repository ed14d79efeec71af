"""The folders into which sources are read."""

import os
import stat
import tempfile
from pathlib import Path

import pytest

from xpkgtui.inspection.opening.scratch import ScratchFolders


def test_only_the_folders_of_the_newest_openings_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folders = ScratchFolders()
    made = [folders.new() for _ in range(20)]
    assert [path.exists() for path in made] == [False] * 12 + [True] * 8
    assert (made[-1].name, made[-1].parent.name[:8]) == ("20", "xpkgtui-")
    assert {stat.S_IMODE(path.stat().st_mode) for path in made[-8:]} == {0o700}
    folders.close()
    assert not any(path.exists() for path in made)


def test_as_many_stay_as_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folders = ScratchFolders(kept=2)
    assert [path.exists() for path in [folders.new() for _ in range(4)]] == [False] * 2 + [True] * 2
    folders.close()


@pytest.mark.parametrize("has_folders", [False, True])
def test_every_one_is_empty_and_has_a_name_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_folders: bool
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    folders = ScratchFolders(kept=2)
    made = []
    for _ in range(5):
        made.append(folders.new())
        assert list(made[-1].iterdir()) == []
        (made[-1] / "text").touch()
        if has_folders:
            (made[-1] / "inner").mkdir()
    assert len(set(made)) == 5
    assert [path.exists() for path in made] == [False, False, False, True, True]
    folders.close()
    assert list(tmp_path.iterdir()) == []


def test_what_was_left_behind_long_ago_goes_but_not_what_a_link_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    left, fresh, link = (tmp_path / f"xpkgtui-{name}" for name in ("left", "fresh", "link"))
    (left / "inner").mkdir(parents=True)
    fresh.mkdir()
    link.symlink_to(kept)
    for path in (left, link):
        os.utime(path, (1_000, 1_000), follow_symlinks=False)
    folders = ScratchFolders()
    folders.new()
    folders.close()
    assert (left.exists(), fresh.exists(), [path.name for path in kept.iterdir()]) == (False, True, ["file"])


def test_a_temporary_folder_that_may_be_written_and_not_listed_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = Path(tempfile.mkdtemp())
    temporary.chmod(0o333)
    monkeypatch.setenv("TMPDIR", str(temporary))
    if is_root := os.geteuid() == 0:
        os.chown(temporary, 65534, -1)
        os.seteuid(65534)
    folders = ScratchFolders()
    try:
        with pytest.raises(PermissionError):
            os.listdir(temporary)
        assert folders.new().is_dir()
        folders.close()
    finally:
        if is_root:
            os.seteuid(0)
        temporary.chmod(0o700)
        temporary.rmdir()
