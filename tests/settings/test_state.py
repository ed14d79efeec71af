"""Recent sources and the theme, remembered between runs."""

import os
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.settings.state import MOST_RECENTS, Recent, read_recents, read_theme, remember_recent, remember_theme


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(tmp_path)}


def test_nothing_is_remembered_at_first(environment: dict[str, str]) -> None:
    assert read_recents(environment) == ()


def test_newest_comes_first_and_once(environment: dict[str, str]) -> None:
    for source in ("a.example/a", "a.example/b", "a.example/a"):
        remember_recent(source, environment)
    assert [recent.source for recent in read_recents(environment)] == ["a.example/a", "a.example/b"]


def test_only_so_many_are_kept(environment: dict[str, str]) -> None:
    for number in range(MOST_RECENTS + 5):
        remember_recent(f"a.example/{number}", environment)
    assert len(read_recents(environment)) == MOST_RECENTS


def test_file_is_the_owners_only(environment: dict[str, str], tmp_path: Path) -> None:
    remember_recent("a.example/a", environment)
    assert (tmp_path / "xpkgtui" / "recents.json").stat().st_mode & 0o777 == 0o600


def test_damaged_file_holds_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "recents.json").write_bytes(b"[" * 100_000)
    assert read_recents(environment) == ()


def test_a_fifo_in_place_of_the_file_holds_nothing(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").mkdir()
    os.mkfifo(tmp_path / "xpkgtui" / "recents.json")
    assert read_recents(environment) == ()


@pytest.mark.parametrize("source", ["-", "docker://me:secret@a.example/a", "me:secret@a.example/a"])
def test_secrets_and_standard_input_are_not_remembered(source: str, environment: dict[str, str]) -> None:
    remember_recent(source, environment)
    assert read_recents(environment) == ()


def test_pinned_reference_is_no_secret(environment: dict[str, str]) -> None:
    pinned = "a.example/a:v1@sha256:" + "0" * 64
    remember_recent(pinned, environment)
    assert [recent.source for recent in read_recents(environment)] == [pinned]


def test_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remember_recent("a.example/a", {"XDG_STATE_HOME": str(tmp_path / "file")})


def test_colors_are_read_as_they_were_kept(tmp_path: Path) -> None:
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    assert read_theme(environment) is None
    remember_theme("xpkg-light", environment)
    assert read_theme(environment) == "xpkg-light"


@each_row("text", ["", "[]", "{}", '{"theme": 1}', "[" * 100_000])
def test_a_damaged_file_chooses_no_theme(text: str, tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "colors.json").write_text(text)
    assert read_theme({"XDG_STATE_HOME": str(tmp_path)}) is None


def test_a_folder_that_cannot_be_written_keeps_no_theme(tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").write_text("a file")
    remember_theme("xpkg-light", {"XDG_STATE_HOME": str(tmp_path)})


def test_verdict_digest_and_time_are_read_as_they_were_kept(environment: dict[str, str]) -> None:
    remember_recent("a.example/a", environment, verdict="refused", digest="sha256:0", at=7)
    expected = Recent(source="a.example/a", verdict="refused", digest="sha256:0", at=7)
    assert read_recents(environment) == (expected,)


def test_a_file_of_sources_only_is_read_too(environment: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "recents.json").write_text(
        '["a.example/a", 1, {"source": 2}, {"source": "b", "at": "x"}]'
    )
    assert read_recents(environment) == (Recent(source="a.example/a"), Recent(source="b"))


def test_the_folder_is_the_owners_only(environment: dict[str, str], tmp_path: Path) -> None:
    remember_recent("a.example/a", environment)
    assert (tmp_path / "xpkgtui").stat().st_mode & 0o777 == 0o700


def test_a_source_of_4_096_characters_is_the_longest_that_is_remembered(environment: dict[str, str]) -> None:
    for length in (4_097, 4_096):
        remember_recent("a" * length, environment)
    assert [len(recent.source) for recent in read_recents(environment)] == [4_096]


def test_a_path_is_remembered_as_an_absolute_one(
    environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.xpkg").touch()
    remember_recent("p.xpkg", environment)
    assert [recent.source for recent in read_recents(environment)] == [str(tmp_path / "p.xpkg")]


@pytest.mark.parametrize(("size", "count"), [(1 << 18, 1), ((1 << 18) + 1, 0)])
def test_a_file_that_is_too_large_is_not_read(environment: dict[str, str], size: int, count: int) -> None:
    remember_recent("a.example/a", environment)
    path = Path(environment["XDG_STATE_HOME"], "xpkgtui", "recents.json")
    path.write_bytes(path.read_bytes().rjust(size))
    assert len(read_recents(environment)) == count
