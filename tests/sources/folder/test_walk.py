"""The walk through a folder of sources."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import opened, stream_root
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import names, places, resolved, rows_of

from xpkgtui.formats.xpkg.sources.build import walk_sources
from xpkgtui.limits import Limits
from xpkgtui.readers.folder import SourceFile
from xpkgtui.sources.folder import walk as walks


def test_hidden_files_and_folders_are_read(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, ".git/x.yaml": composition("git"), ".yaml": composition("bare")}
    assert names(tmp_path / "p", files) == ["acme", "git", "bare"]


def test_other_endings_are_not_read(tmp_path: Path) -> None:
    files = {"crossplane.yaml": META, "a.YAML": composition("loud"), "b.json": "{}", "c.yaml.bak": composition("c")}
    assert names(tmp_path / "p", files) == ["acme"]


def test_a_folder_may_be_called_like_a_file(tmp_path: Path) -> None:
    assert names(tmp_path / "p", {"crossplane.yaml": META, "x.yaml/y.yaml": composition("in")}) == ["acme", "in"]


def test_a_link_to_a_file_inside_is_read(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"package/crossplane.yaml": META, "shared/a.yaml": composition("a")})
    (folder / "package/link.yaml").symlink_to("../shared/a.yaml")
    assert places(stream_root(opened(folder, tmp_path))) == [("package/crossplane.yaml", 1), ("package/link.yaml", 1)]


@each_row(
    ("target", "said"),
    [
        ("../outside.yaml", "leads out of the folder"),
        ("nowhere", "link to nothing"),
        ("x.yaml", "link to nothing"),
        ("sub", "link to a folder"),
        ("/dev/zero", "leads out of the folder"),
    ],
)
def test_other_links_are_left_out_and_told(target: str, said: str, tmp_path: Path) -> None:
    write_folder(tmp_path, {"outside.yaml": composition("out")})
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "sub/notes.txt": ""})
    (folder / "x.yaml").symlink_to(target)
    root = stream_root(opened(folder, tmp_path))
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert [said in note for note in root.notes] == [True]


def test_folders_that_are_links_are_not_entered(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    (folder / "again").symlink_to(".")
    assert [row.name for row in rows_of(stream_root(opened(folder, tmp_path)))] == ["acme"]


def test_a_named_pipe_is_left_out(tmp_path: Path, mkfifo: Callable[[Path], None]) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    mkfifo(folder / "pipe.yaml")
    mkfifo(folder / "target")
    (folder / "link.yaml").symlink_to("target")
    root = stream_root(opened(folder, tmp_path))
    assert root.notes == (
        "link.yaml is a link to a named pipe, which is left out.",
        "pipe.yaml is a named pipe, which is left out.",
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_what_may_not_be_read_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META, "a.yaml": composition("a"), "d/b.yaml": META})
    (folder / "a.yaml").chmod(0)
    (folder / "d").chmod(0)
    root = stream_root(opened(folder, tmp_path))
    (folder / "d").chmod(0o700)
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert ["a.yaml" in note or note.startswith("d cannot be entered") for note in root.notes] == [True, True]


def test_links_are_followed_to_files_and_folders_and_are_links_themselves(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "f").write_text("x")
    for name in ("d", "f", "gone"):
        (tmp_path / f"to-{name}").symlink_to(name)
    folder = walks.OpenedFolder(tmp_path, "p")
    names = ("d", "f", "gone", "to-d", "to-f", "to-gone", "n" * 300)
    assert [name for name in names if folder.has_folder(name)] == ["d", "to-d"]
    assert [name for name in names if folder.has_file(name)] == ["f", "to-f"]
    assert [name for name in names if folder.is_link(name)] == ["to-d", "to-f", "to-gone"]
    assert [walks.OpenedFolder(tmp_path / name, "p").is_link("") for name in ("d", "to-d")] == [False, True]


def test_deep_folders_are_walked(tmp_path: Path) -> None:
    deep = tmp_path / "p"
    for _ in range(300):
        deep /= "d"
    write_folder(deep, {"a.yaml": composition("deep")})
    assert names(tmp_path / "p", {"crossplane.yaml": META}) == ["acme", "deep"]


def test_names_are_sorted_by_their_bytes(tmp_path: Path) -> None:
    strange = os.fsdecode(b"\xff.yaml")
    try:
        write_folder(tmp_path / "p", {strange: composition("last")})
    except OSError:
        pytest.skip("this file system takes text only")
    files = {"crossplane.yaml": META, "é.yaml": composition("e"), "B.yaml": composition("b")}
    assert names(tmp_path / "p", files) == ["acme", "b", "e", "last"]


def test_a_walk_ends_at_some_time(tmp_path: Path) -> None:
    limits = Limits(folder=2)
    files = {f"{name}.yaml": composition(name) for name in ("aa", "bb", "cc", "crossplane")}
    root = resolved(tmp_path / "p", files, limits=limits)
    assert (root.reached, root.truncated) == ((limits.reached("folder"),), False)
    assert root.notes == ("Not all files were read: xpkgtui reads at most 2 entries of a folder of sources.",)


def test_a_folder_that_is_gone_is_left_out_and_said_why(tmp_path: Path) -> None:
    (found,) = walk_sources(walks.OpenedFolder(tmp_path / "gone", "p"), "").left_out
    assert (found.name, found.detail) == (".", "No such file or directory")


def test_folders_count_for_the_end_of_a_walk(tmp_path: Path) -> None:
    (tmp_path / "a/b/c/d/e").mkdir(parents=True)
    assert walk_sources(walks.OpenedFolder(tmp_path, "p", limits=Limits(folder=4)), "").stopped


@each_row("size", [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000])
def test_a_file_is_read_as_far_as_it_is_asked_for(size: int, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(bytes(range(256)) * (size // 256) + bytes(size % 256))
    folder = walks.OpenedFolder(tmp_path, "a")
    data = folder.read(SourceFile(name="a"), 1 << 20)
    assert len(data) == size
    for most in (1, 1 << 16, (1 << 16) + 1):
        assert folder.read(SourceFile(name="a"), most) == data[:most]


def test_of_too_many_entries_the_first_by_name_are_taken(tmp_path: Path) -> None:
    for name in ("d", "b", "e", "a", "c", "f"):
        (tmp_path / f"{name}.yaml").write_text("a: b\n")
    found = walks.OpenedFolder(tmp_path, "p", limits=Limits(folder=2)).walk(endings=(".yaml",))
    assert ([one.name for one in found.files], found.stopped) == (["a.yaml", "b.yaml"], True)
