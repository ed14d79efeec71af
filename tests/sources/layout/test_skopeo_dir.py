"""Folders of `skopeo copy ... dir:`."""

from pathlib import Path

import pytest
from builders.inspection.opened import image_of, image_root, layer_bytes, opened, refusal
from builders.oci.images import package, write_dir, write_layout

from xpkgtui.errors import Corrupt, NotAPackage
from xpkgtui.sources.source import Form


def test_a_folder_of_skopeo_is_read(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_dir(tmp_path / "d", built), tmp_path)
    assert source.form is Form.DIR
    assert str(image_root(source).digest) == built.digest
    assert layer_bytes(source) == [built.layers[0].blob]
    assert image_of(source).base is not None


def test_the_prefix_of_skopeo_needs_no_version_file(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", package("a: 1"))
    (folder / "version").unlink()
    assert opened(f"dir:{folder}", tmp_path).form is Form.DIR


def test_a_missing_blob_of_skopeo_is_named(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_dir(tmp_path / "d", built)
    (folder / built.layers[0].digest[7:]).unlink()
    source = opened(folder, tmp_path)
    with pytest.raises(Corrupt, match=built.layers[0].digest):
        source.blob(built.parsed().manifest.layers[0])


def test_a_broken_manifest_of_skopeo_is_corrupt(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", package("a: 1"))
    (folder / "manifest.json").write_text("{")
    assert isinstance(refusal(folder, tmp_path), Corrupt)


def test_a_layout_is_no_folder_of_skopeo(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    error = refusal(f"dir:{folder}", tmp_path)
    assert isinstance(error, NotAPackage)
    assert "is an OCI layout" in error.title
