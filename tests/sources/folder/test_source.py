"""Folders of sources: what a build reads of them, settled by running its own libraries."""

from pathlib import Path

import pytest
from builders.inspection.opened import opened, outcome, stream_root
from builders.packages.folders import META, composition, write_folder
from builders.packages.resolved_folders import rows_of

from xpkgtui.errors import NotAPackage, Usage


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


def test_a_folder_whose_name_leaves_no_room_for_a_file_is_no_source(tmp_path: Path) -> None:
    """Looking for files in it fails otherwise than where there are none."""
    folder = tmp_path
    while (room := 4090 - len(str(folder))) > 0:
        folder /= "d" * min(250, max(1, room - 1))
    folder.mkdir(parents=True)
    assert isinstance(outcome(folder, tmp_path), NotAPackage)
