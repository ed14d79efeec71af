"""The colours that were chosen last."""

from pathlib import Path

import pytest

from xpkgtui.settings.colours import read_colours, remember_colours


def test_colours_are_read_as_they_were_kept(tmp_path: Path) -> None:
    environment = {"XDG_STATE_HOME": str(tmp_path)}
    assert read_colours(environment) is None
    remember_colours("xpkg-light", environment)
    assert read_colours(environment) == "xpkg-light"


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"theme": 1}', "[" * 100_000])
def test_a_damaged_file_chooses_nothing(text: str, tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").mkdir()
    (tmp_path / "xpkgtui" / "colours.json").write_text(text)
    assert read_colours({"XDG_STATE_HOME": str(tmp_path)}) is None


def test_a_folder_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "xpkgtui").write_text("a file")
    remember_colours("xpkg-light", {"XDG_STATE_HOME": str(tmp_path)})
