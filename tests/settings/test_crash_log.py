"""The logs of crashes: what they hold, who may read them, and where they lie."""

import tempfile
from pathlib import Path

import pytest

from xpkgtui import __version__
from xpkgtui.settings.crash_log import MOST_LOGS, report, write_crash_log

HOSTILE = "a\x1b]52;c;ZXZpbA==\x07b\x9bc\u202ed"


def crash(message: str = "it broke") -> Exception:
    try:
        raise ZeroDivisionError(message)
    except ZeroDivisionError as error:
        return error


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(tmp_path)}


def written(error: Exception, environment: dict[str, str]) -> Path:
    path = write_crash_log(error, environment)
    assert path
    return path


def test_the_traceback_is_in_a_file_that_only_the_owner_may_read(environment: dict[str, str], tmp_path: Path) -> None:
    path = written(crash(), environment)
    assert path.parent == tmp_path / "xpkgtui" / "log"
    assert path.stat().st_mode & 0o777 == 0o600
    text = path.read_text()
    assert text.startswith("xpkgtui ")
    assert "Traceback (most recent call last):" in text
    assert "ZeroDivisionError: it broke" in text


def test_what_a_package_says_is_made_visible(environment: dict[str, str]) -> None:
    text = written(crash(HOSTILE), environment).read_text()
    assert "a␛]52;c;ZXZpbA==␇b\\x9bc\\u202ed" in text
    assert not [character for character in text if character != "\n" and not character.isprintable()]


def test_a_long_message_is_cut(environment: dict[str, str]) -> None:
    text = written(crash("x" * 100_000 + "\ny" * 100_000), environment).read_text()
    assert len(text) < 20_000
    assert "Traceback" in text


def test_the_oldest_logs_are_removed(environment: dict[str, str]) -> None:
    paths = [written(crash(), environment) for _ in range(MOST_LOGS + 3)]
    (paths[0].parent / "notes.log").write_text("of the user")
    written(crash(), environment)
    assert [path.exists() for path in paths[:4]] == [False] * 4
    assert sum(path.name.startswith("xpkgtui-crash-") for path in paths[0].parent.iterdir()) == MOST_LOGS
    assert (paths[0].parent / "notes.log").exists()


def test_where_the_folder_cannot_be_written_it_lies_among_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    path = written(crash(), {"XDG_STATE_HOME": str(tmp_path / "file")})
    assert (path.parent, path.stat().st_mode & 0o777) == (tmp_path, 0o600)


def test_where_nothing_can_be_written_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "file"))
    assert write_crash_log(crash(), {"XDG_STATE_HOME": str(tmp_path / "file")}) is None


@pytest.mark.parametrize(("rows", "is_cut"), [(399, False), (400, True)])
def test_of_a_long_report_beginning_and_end_are_kept(rows: int, is_cut: bool) -> None:
    error = ValueError("\n".join(f"row {number}" for number in range(rows)))
    about, empty, *found = report(error).split("\n")
    assert (about.startswith(f"xpkgtui {__version__}, Python 3."), empty) == (True, "")
    whole = ["ValueError: row 0", *(f"row {number}" for number in range(1, rows)), ""]
    assert found == ([*whole[:300], "…", *whole[-100:]] if is_cut else whole)


def test_a_long_line_of_a_report_is_cut() -> None:
    rows = report(ValueError("a" * 1_988 + "\n" + "b" * 2_001)).split("\n")
    assert [len(row) for row in rows[2:4]] == [2_000, 2_000]
    assert (rows[2][-1], rows[3][-1]) == ("a", "…")
