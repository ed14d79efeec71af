"""What was opened lately."""

from pathlib import Path

import pytest

from xpkgtui.settings.recents import MOST, read_recents, remember


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(tmp_path)}


def test_nothing_is_remembered_at_first(environment: dict[str, str]) -> None:
    assert read_recents(environment) == ()


def test_newest_comes_first_and_once(environment: dict[str, str]) -> None:
    for source in ("a.example/a", "a.example/b", "a.example/a"):
        remember(source, environment)
    assert read_recents(environment) == ("a.example/a", "a.example/b")


def test_only_so_many_are_kept(environment: dict[str, str]) -> None:
    for number in range(MOST + 5):
        remember(f"a.example/{number}", environment)
    assert len(read_recents(environment)) == MOST


def test_file_is_the_owners_only(environment: dict[str, str], tmp_path: Path) -> None:
    remember("a.example/a", environment)
    assert (tmp_path / "xpkgtui" / "recents.json").stat().st_mode & 0o777 == 0o600


def test_damaged_file_holds_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "recents.json").write_bytes(b"[" * 100_000)
    assert read_recents(environment) == ()


@pytest.mark.parametrize("source", ["-", "docker://me:secret@a.example/a", "me:secret@a.example/a"])
def test_secrets_and_standard_input_are_not_remembered(source: str, environment: dict[str, str]) -> None:
    remember(source, environment)
    assert read_recents(environment) == ()


def test_pinned_reference_is_no_secret(environment: dict[str, str]) -> None:
    pinned = "a.example/a:v1@sha256:" + "0" * 64
    remember(pinned, environment)
    assert read_recents(environment) == (pinned,)


def test_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remember("a.example/a", {"XDG_STATE_HOME": str(tmp_path / "file")})
