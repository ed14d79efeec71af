"""The folder that files are saved in: nothing leaves it, nothing is replaced unasked, each file is whole."""

import os
from pathlib import Path

import pytest
from builders.cases import each_row

from xpkgtui.errors import Cancelled, Unwritable, Usage
from xpkgtui.inspection.files.destination import Destination, folded, is_writable


def made(folder: Path) -> Destination:
    destination = Destination(str(folder))
    destination.make()
    return destination


def listed(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def test_a_file_gets_its_folders_and_its_mode(tmp_path: Path) -> None:
    destination = made(tmp_path / "out")
    with destination.new("a/b/run", executable=True) as file:
        file.write(b"x")
    path = tmp_path / "out/a/b/run"
    assert (path.read_bytes(), path.stat().st_mode & 0o7777) == (b"x", 0o755)


def test_a_link_in_the_folder_is_not_followed(tmp_path: Path) -> None:
    destination, outside = made(tmp_path / "out"), tmp_path / "outside"
    outside.mkdir()
    (tmp_path / "out/a").symlink_to(outside)
    with pytest.raises(Unwritable), destination.new("a/b"):
        pass
    assert listed(outside) == []


def test_a_link_in_place_of_the_file_is_replaced_and_not_written_through(tmp_path: Path) -> None:
    destination, outside = made(tmp_path / "out"), tmp_path / "outside"
    outside.write_text("mine")
    (tmp_path / "out/a").symlink_to(outside)
    with destination.new("a") as file:
        file.write(b"x")
    assert (outside.read_text(), (tmp_path / "out/a").is_symlink()) == ("mine", False)


@each_row("path", ["../x", "a/../../x", "..", "a/.."])
def test_no_path_leaves_the_folder(path: str, tmp_path: Path) -> None:
    destination = made(tmp_path / "out")
    with pytest.raises(Unwritable), destination.new(path):
        pass
    assert [name for name in listed(tmp_path) if Path(tmp_path, name).is_file()] == []


def test_what_would_be_replaced_is_named(tmp_path: Path) -> None:
    (tmp_path / "b").write_text("mine")
    with pytest.raises(Usage, match=r"already has b$"):
        Destination(str(tmp_path)).require_free(["a", "b"], force=False)


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("kept")
    with pytest.raises(Usage, match="x is not a folder"):
        Destination(str(tmp_path / "x")).require_free(["a"], force=True)


@each_row("force", [False, True])
@each_row("path", ["link/x", "file/x", "folder"])
def test_what_stands_in_the_way_is_never_replaced(path: str, force: bool, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    with pytest.raises(Usage, match="something else in the place of"):
        Destination(str(tmp_path)).require_free([path], force=force)


def test_a_file_that_is_read_is_not_replaced_even_with_force(tmp_path: Path) -> None:
    source = tmp_path / "a"
    source.write_text("mine")
    kept = {(source.stat().st_dev, source.stat().st_ino)}
    with pytest.raises(Usage, match="would replace what is read: a"):
        Destination(str(tmp_path)).require_free(["a"], force=True, kept=kept)


def test_a_file_that_fails_leaves_nothing(tmp_path: Path) -> None:
    destination = made(tmp_path)

    def write() -> None:
        with destination.new("a") as file:
            file.write(b"half")
            raise ValueError("damaged")

    with pytest.raises(ValueError, match="damaged"):
        write()
    assert listed(tmp_path) == []


def test_an_abandoned_file_is_removed_and_no_other_one_begins(tmp_path: Path) -> None:
    destination = made(tmp_path)

    def write() -> None:
        with destination.new("a") as file:
            file.write(b"half")
            destination.abandon()

    with pytest.raises(Cancelled):
        write()
    with pytest.raises(Cancelled), destination.new("b"):
        pass
    assert listed(tmp_path) == []


def test_names_that_differ_in_case_are_told_apart_where_the_file_system_does(tmp_path: Path) -> None:
    destination = made(tmp_path)
    (tmp_path / "probe").write_text("")
    assert destination.ignores_case() == os.path.exists(tmp_path / "PROBE")
    assert listed(tmp_path) == ["probe"]


@each_row(
    ("path", "is_fine"),
    [
        ("a/b", True),
        ("\udcff", True),
        ("a" * 255, True),
        ("a" * 256, False),
        ("a\0", False),
        ("", False),
        ("a/..", False),
    ],
)
def test_names_that_no_file_can_have(path: str, is_fine: bool) -> None:
    assert is_writable(path) is is_fine


def test_composed_and_decomposed_letters_are_one_name() -> None:
    assert folded("É") == folded("e\u0301")
