"""Packages that lie about, for the start screen."""

import os
from pathlib import Path

import pytest
from builders.oci.images import docker_archive, package, xpkg

from xpkgtui.sources.recognition.nearby import nearby_packages

TAR = bytes(257) + b"ustar" + bytes(250)
META = b"apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: acme\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def names(folder: Path) -> list[str]:
    return [os.path.relpath(each.path, folder) for each in nearby_packages(str(folder))]


@pytest.mark.parametrize(
    ("name", "data"), [("a.xpkg", TAR), ("a.tar", TAR), ("a.xpkg", b"\x1f\x8b"), ("a.yaml", META)]
)
def test_package_files_are_found_by_content(folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(data)
    assert names(folder) == [name]


@pytest.mark.parametrize(("name", "data"), [("a.xpkg", b"PK"), ("a.yaml", b"kind: Pod\n"), ("a.txt", TAR)])
def test_other_files_are_not(folder: Path, name: str, data: bytes) -> None:
    (folder / name).write_bytes(data)
    assert names(folder) == []


@pytest.mark.parametrize("marker", ["oci-layout", "package/crossplane.yaml"])
def test_layouts_and_source_folders_are_found(folder: Path, marker: str) -> None:
    (folder / "b" / marker).parent.mkdir(parents=True)
    (folder / "b" / marker).touch()
    assert names(folder) == ["b"]


def test_one_folder_deep_and_no_deeper(folder: Path) -> None:
    (folder / "a" / "b").mkdir(parents=True)
    for place in ("a", "a/b"):
        (folder / place / "p.xpkg").write_bytes(TAR)
    assert names(folder) == ["a/p.xpkg"]


def test_huge_folder_is_looked_at_only_so_far(folder: Path) -> None:
    for number in range(300):
        (folder / f"{number}.xpkg").write_bytes(TAR)
    assert len(names(folder)) == 200


def test_fifo_is_never_opened(folder: Path) -> None:
    os.mkfifo(folder / "a.xpkg")
    assert names(folder) == []


def test_folder_that_is_not_there_holds_nothing(folder: Path) -> None:
    assert nearby_packages(str(folder / "nowhere")) == ()


def test_a_package_says_its_kind_or_form_its_size_and_age(folder: Path) -> None:
    (folder / "a.xpkg").write_bytes(TAR)
    (folder / "b" / "package").mkdir(parents=True)
    (folder / "b" / "package" / "crossplane.yaml").write_bytes(META)
    (folder / "c").mkdir()
    (folder / "c" / "oci-layout").touch()
    (folder / "d.yaml").write_bytes(META)
    os.utime(folder / "a.xpkg", (1, 5))
    found = nearby_packages(str(folder))
    assert [each.kind for each in found] == [
        "package archive",
        "Provider acme, sources",
        "OCI layout",
        "Provider acme",
    ]
    assert [each.size for each in found] == [len(TAR), len(META), 0, len(META)]
    assert found[0].modified == 5


def test_an_archive_says_which_package_is_in_it(folder: Path) -> None:
    stream = "---\n" + META.decode()
    (folder / "a.xpkg").write_bytes(xpkg(package(stream)))
    (folder / "b.xpkg").write_bytes(docker_archive((package(stream), ("a:1",)), (package(stream), ("b:1",))))
    assert [each.kind for each in nearby_packages(str(folder))] == ["Provider acme", "2 images"]


def test_only_so_many_archives_are_looked_into(folder: Path) -> None:
    data = xpkg(package("---\n" + META.decode()))
    for number in range(50):
        (folder / f"{number:02}.xpkg").write_bytes(data)
    kinds = [each.kind for each in nearby_packages(str(folder))]
    assert kinds == ["Provider acme"] * 40 + ["package archive"] * 10


def test_a_folder_with_very_many_files_has_no_size_and_links_are_not_followed(folder: Path) -> None:
    (folder / "a" / "blobs").mkdir(parents=True)
    (folder / "a" / "oci-layout").write_bytes(b"12345")
    (folder / "a" / "loop").symlink_to(folder)
    (folder / "z" / "blobs").mkdir(parents=True)
    (folder / "z" / "oci-layout").touch()
    for number in range(5_001):
        (folder / "z" / "blobs" / str(number)).touch()
    assert [each.size for each in nearby_packages(str(folder))] == [5, None]
