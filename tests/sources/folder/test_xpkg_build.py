"""Folders of sources: what a build reads of them, settled by running its own libraries."""

from pathlib import Path

import pytest
from builders.inspection.opened import opened, outcome, stream_root
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import names, rows_of

from xpkgtui.errors import NotAPackage, Usage


def test_the_meta_object_comes_first_and_the_rest_as_it_is_walked(tmp_path: Path) -> None:
    files = {name: composition(name.partition(".")[0].replace("/", "-")) for name in ("b.yaml", "a.yml", "a/z.yaml")}
    assert names(tmp_path / "p", {**files, "crossplane.yaml": META}) == ["acme", "a-z", "a", "b"]


def test_the_meta_object_may_be_in_any_file(tmp_path: Path) -> None:
    files = {"crossplane.yaml": composition("one"), "zzz.yaml": f"{composition('two')}---\n{META}"}
    assert names(tmp_path / "p", files) == ["acme", "one", "two"]


def test_many_reasons_to_leave_files_out_are_counted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    for number in range(20):
        (folder / f"{number:02}.yaml").symlink_to("nowhere")
    assert stream_root(opened(folder, tmp_path)).notes[-1] == "12 more files left out for such reasons."


def test_a_folder_is_read_anew_each_time(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    source = opened(folder, tmp_path)
    source.resolve()
    write_folder(folder, {"a.yaml": composition("new")})
    assert [row.name for row in rows_of(stream_root(source))] == ["acme", "new"]


def test_a_folder_of_sources_leaves_nothing_to_choose(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    with pytest.raises(Usage):
        opened(f"{folder}#v1", tmp_path)


def test_a_prefix_does_not_stand_for_a_folder_of_sources(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p", {"crossplane.yaml": META})
    with pytest.raises(NotAPackage, match="folder of sources"):
        opened(f"dir:{folder}", tmp_path)


def test_a_folder_that_is_a_link_is_read_and_said_not_to_be_built(tmp_path: Path) -> None:
    write_folder(tmp_path / "p", {"crossplane.yaml": META})
    (tmp_path / "link").symlink_to("p")
    root = stream_root(opened(tmp_path / "link", tmp_path / "scratch"))
    assert [row.name for row in rows_of(root)] == ["acme"]
    assert "is a link, which a build does not follow" in root.notes[0]


def test_a_package_folder_that_is_a_link_is_none(tmp_path: Path) -> None:
    write_folder(tmp_path / "outside", {"crossplane.yaml": META})
    write_folder(tmp_path / "p", {"notes.txt": ""})
    (tmp_path / "p/package").symlink_to("../outside")
    with pytest.raises(NotAPackage):
        opened(tmp_path / "p", tmp_path / "scratch")


def test_a_folder_whose_name_leaves_no_room_for_a_file_is_no_source(tmp_path: Path) -> None:
    """Looking for files in it fails otherwise than where there are none."""
    folder = tmp_path
    while (room := 4090 - len(str(folder))) > 0:
        folder /= "d" * min(250, max(1, room - 1))
    folder.mkdir(parents=True)
    assert isinstance(outcome(folder, tmp_path), NotAPackage)
