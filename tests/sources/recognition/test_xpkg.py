"""Packages in the cache of `crossplane resource validate`."""

from pathlib import Path

from builders.inspection.opened import opened, stream_root
from builders.packages.folders import META, composition, write_folder

from xpkgtui.sources.source import SourceForm


def test_a_package_without_meta_is_said_to_come_from_the_cache_of_validate(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "reg.example.org/acme/p@v1.2.0", {"package.yaml": composition("c")})
    source = opened(folder / "package.yaml", tmp_path / "scratch")
    assert source.form is SourceForm.STREAM
    (note,) = stream_root(source).notes
    assert "`crossplane resource validate`" in note
    assert "p:v1.2.0" in note


def test_a_package_with_its_meta_object_needs_no_such_words(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "p@v1.2.0", {"package.yaml": META})
    assert stream_root(opened(folder / "package.yaml", tmp_path / "scratch")).notes == ()
