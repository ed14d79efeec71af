"""`cache`: look, prune, clear."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from xpkgtui.cli.context import CommandContext
from xpkgtui.cli.program import program
from xpkgtui.fetching.store import Store
from xpkgtui.oci.digest import Digest


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


def test_no_cache_has_nothing_to_look_after(tmp_path: Path) -> None:
    assert run("info", XPKGTUI_NO_CACHE="1").exit_code == 2
