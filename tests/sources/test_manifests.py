"""The files of a set of manifests, and the folders that are packages instead."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from xpkgtui.errors import Usage
from xpkgtui.limits import LIMITS
from xpkgtui.sources.manifests import ManifestFiles

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\n"
INSTALLED = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: crossplane}\n"


@pytest.mark.parametrize(
    ("name", "text", "is_package"),
    [
        ("crossplane.yaml", META, True),
        ("crossplane.yaml", INSTALLED, False),
        ("index.json", '{"manifests": []}', True),
        ("index.json", '{"name": "web"}', False),
        ("oci-layout", "{}", True),
    ],
)
def test_a_folder_is_a_package_by_what_its_file_says(tmp_path: Path, name: str, text: str, is_package: bool) -> None:
    folder = tmp_path / "apps"
    folder.mkdir()
    (folder / name).write_text(text)
    files = ManifestFiles((str(tmp_path),))
    assert [Path(one.path).name for one in files.skipped] == (["apps"] if is_package else [])
    assert [Path(one.path).name for one in files.files] == ([] if is_package else [name])
    if is_package:
        with pytest.raises(Usage, match=f"is a package: it has {name}"):
            ManifestFiles((str(folder),))


@pytest.mark.parametrize("head", [b"\x1f\x8b", b"sha256:0".ljust(257, b"\0") + b"ustar\0"], ids=["gzip", "tar"])
def test_a_package_that_is_named_is_no_manifest(tmp_path: Path, head: bytes) -> None:
    package = tmp_path / "a.xpkg"
    package.write_bytes(head)
    with pytest.raises(Usage, match="is an archive, not a manifest") as caught:
        ManifestFiles((str(package),))
    assert "xpkgtui check" in caught.value.hint


def test_entries_beyond_the_limit_are_not_read_and_named(tmp_path: Path) -> None:
    for name in ("a.yaml", "b.txt", "c.yaml"):
        (tmp_path / name).write_text(INSTALLED)
    files = ManifestFiles((str(tmp_path),), limits=replace(LIMITS, folder=2))
    assert len(files.files) < 2
    assert [one.limit for one in files.unread] == ["folder"]


def test_a_pipe_that_is_named_as_a_package_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "crossplane.yaml")
    assert [one.why for one in ManifestFiles((str(tmp_path),)).unread] == ["it is not a regular file"]
