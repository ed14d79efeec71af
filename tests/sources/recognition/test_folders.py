"""Recognition of folders, and the words for those that are not a source."""

from pathlib import Path

import pytest
from builders.inspection.opened import image_root, opened, refusal
from builders.oci.images import package, write_dir, write_layout, xpkg

from xpkgtui.errors import NotAPackage, Usage

STREAM = b"---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: a\n---\n"
BUILT = package(STREAM)


def test_a_folder_without_oci_layout_is_told_so(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", BUILT)
    (folder / "oci-layout").unlink()
    assert "without oci-layout" in refusal(folder, tmp_path).title
    assert str(image_root(opened(f"oci:{folder}", tmp_path)).digest) == BUILT.digest


def test_a_folder_of_packages_offers_them(tmp_path: Path) -> None:
    (tmp_path / "a.xpkg").write_bytes(xpkg(BUILT))
    error = refusal(tmp_path, tmp_path)
    assert isinstance(error, NotAPackage)
    assert error.suggestions == (f"{tmp_path}/a.xpkg",)


def test_an_empty_folder_is_called_one(tmp_path: Path) -> None:
    assert "an empty folder" in refusal(tmp_path, tmp_path).title


@pytest.mark.parametrize("prefix", ["oci-archive:", "docker-archive:"])
def test_a_folder_is_no_archive(prefix: str, tmp_path: Path) -> None:
    assert isinstance(refusal(f"{prefix}{write_layout(tmp_path / 'l', BUILT)}", tmp_path), NotAPackage)


def test_there_is_nothing_to_choose_in_a_folder_of_skopeo(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", BUILT)
    assert isinstance(refusal(f"{folder}#v1", tmp_path), Usage)
