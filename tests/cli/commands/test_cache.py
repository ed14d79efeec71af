"""`cache`: look, prune, clear."""

from pathlib import Path

import pytest
from builders.cases import each_row
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.fetching.cache.store import Store
from xpkgtui.oci.descriptor import Digest


def run(*args: str, **environment: str) -> Result:
    return CliRunner().invoke(program, ["cache", *args], obj=CommandContext(environment=environment))


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    store = Store(tmp_path / "cache")
    for number in range(3):
        data = bytes([number]) * 1_000_000
        store.put(Digest.of(data), data)
    store.close()
    return tmp_path / "cache"


def test_info_prints_folder_and_size(filled: Path) -> None:
    shown = run("info", "--cache-dir", str(filled)).stdout
    assert shown == f"folder  {filled}\nholds   3.0 MB in 3 files\nlimit   2.1 GB\n"


def test_info_counts_one_file_in_words(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put(Digest.of(b"x"), b"x")
    store.close()
    assert " in 1 file\n" in run("info", "--cache-dir", str(tmp_path)).stdout


def test_info_makes_no_folder(tmp_path: Path) -> None:
    run("info", "--cache-dir", str(tmp_path / "none"))
    assert not (tmp_path / "none").exists()


def test_prune_keeps_what_was_wanted(filled: Path) -> None:
    assert run("prune", "--keep", "2", "--cache-dir", str(filled)).stdout == f"1.0 MB removed from {filled}\n"


def test_prune_below_the_limit_removes_nothing(filled: Path) -> None:
    assert run("prune", "--cache-dir", str(filled)).stdout == f"0 B removed from {filled}\n"


def test_clear_removes_everything(filled: Path) -> None:
    run("clear", "--cache-dir", str(filled))
    assert "0 B in 0 files" in run("info", "--cache-dir", str(filled)).stdout


def test_clearing_nothing_is_fine(tmp_path: Path) -> None:
    assert run("clear", "--cache-dir", str(tmp_path / "none")).exit_code == 0


def test_folder_comes_from_settings(filled: Path) -> None:
    assert "3 files" in run("info", XPKGTUI_CACHE_DIR=str(filled)).stdout


def test_file_in_place_of_the_folder_is_a_usage_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert run("clear", "--cache-dir", str(tmp_path / "file")).exit_code == 2


def listing(folder: Path) -> list[tuple[str, int]]:
    """Everything in a folder, with modes."""
    every = sorted([folder, *folder.rglob("*")])
    return [(str(path.relative_to(folder)), path.lstat().st_mode) for path in every]


@each_row("command", ["info", "prune", "clear"])
def test_a_folder_that_is_not_a_cache_is_refused_and_left_alone(tmp_path: Path, command: str) -> None:
    """`v1/blobs` may be anything of another program."""
    folder = tmp_path / "documents"
    (folder / "v1" / "blobs").mkdir(parents=True)
    (folder / "v1" / "blobs" / "letter").write_text("dear")
    folder.chmod(0o777)
    before = listing(folder)
    ended = run(command, "--cache-dir", str(folder))
    assert (ended.exit_code, listing(folder)) == (2, before)
    assert "is not a cache of xpkgtui" in ended.stderr


@each_row("command", ["info", "prune", "clear"])
def test_an_empty_folder_stays_empty(tmp_path: Path, command: str) -> None:
    tmp_path.chmod(0o777)
    before = listing(tmp_path)
    assert run(command, "--cache-dir", str(tmp_path)).exit_code == 0
    assert listing(tmp_path) == before


@pytest.mark.parametrize("command", ["info", "prune", "clear"])
@pytest.mark.parametrize("linked", [".", "v1", "v1/blobs", "CACHEDIR.TAG"])
def test_a_cache_that_is_linked_from_elsewhere_is_refused(
    filled: Path, tmp_path: Path, command: str, linked: str
) -> None:
    moved = filled / linked
    moved.rename(tmp_path / "elsewhere")
    moved.symlink_to(tmp_path / "elsewhere")
    before = listing(tmp_path / "elsewhere")
    assert run(command, "--cache-dir", str(filled)).exit_code == 2
    assert listing(tmp_path / "elsewhere") == before


@each_row("command", ["info", "prune", "clear"])
def test_a_file_is_refused(tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("kept")
    assert run(command, "--cache-dir", str(tmp_path / "file")).exit_code == 2
    assert (tmp_path / "file").read_text() == "kept"


def test_a_cache_in_a_folder_of_other_things_is_cleared_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    store = Store(tmp_path)
    store.put(Digest.of(b"content"), b"content")
    store.close()
    assert run("clear", "--cache-dir", str(tmp_path)).stdout == f"7 B removed from {tmp_path}\n"
    assert (tmp_path / "letter").read_text() == "dear"


def test_no_cache_has_nothing_to_look_after(tmp_path: Path) -> None:
    assert run("info", XPKGTUI_NO_CACHE="1").exit_code == 2
