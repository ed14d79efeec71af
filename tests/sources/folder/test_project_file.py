"""xpkgtui.toml: the patterns that a repository leaves out, and what is no such file."""

from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import Usage
from xpkgtui.sources.folder.project_file import excluded_by_project


def patterns(folder: Path, text: str) -> tuple[str, ...]:
    """The patterns of a file with this text."""
    (folder / "xpkgtui.toml").write_text(text)
    return excluded_by_project(folder)


def test_the_patterns_are_those_of_the_list(tmp_path: Path) -> None:
    assert patterns(tmp_path, 'exclude = [".github/*", "hack"]\n') == (".github/*", "hack")


def test_no_file_and_an_empty_one_exclude_nothing(tmp_path: Path) -> None:
    assert excluded_by_project(tmp_path) == ()
    assert patterns(tmp_path, "") == ()


@each_row(
    ("text", "words", "hint"),
    [
        ("exclud = []", "has an unknown key 'exclud'", "Did you mean exclude?"),
        ("[tool]", "has an unknown key 'tool'", "It may have exclude, a list of patterns."),
        ("exclude = 'a'", "exclude in xpkgtui.toml is not a list of patterns", 'Write exclude = [".github/*"].'),
        ("exclude = ['a', 1]", "exclude in xpkgtui.toml is not a list of patterns", 'Write exclude = [".github/*"].'),
        ("exclude = ['a', '[']", "exclude in xpkgtui.toml: ", ""),
        ("exclude", "xpkgtui.toml is not TOML: ", ""),
    ],
)
def test_anything_else_is_refused(text: str, words: str, hint: str, tmp_path: Path) -> None:
    with pytest.raises(Usage) as caught:
        patterns(tmp_path, text)
    assert words in caught.value.title
    assert caught.value.hint == hint


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "xpkgtui.toml").write_bytes(b"exclude = ['\xff']")
    with pytest.raises(Usage, match="is not TOML"):
        excluded_by_project(tmp_path)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "xpkgtui.toml").mkdir()
    with pytest.raises(Usage, match="cannot be read"):
        excluded_by_project(tmp_path)


def test_what_follows_a_megabyte_is_not_read(tmp_path: Path) -> None:
    kept = "exclude = ['a']\n"
    assert patterns(tmp_path, kept + "#" * ((1 << 20) - len(kept)) + "\nexclude = 3\n") == ("a",)
