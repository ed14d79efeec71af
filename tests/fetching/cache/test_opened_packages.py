"""Packages that were opened before: what is kept of them, what is believed, and how many there are."""

from pathlib import Path

import pytest

from xpkgtui.fetching.cache import opened_packages as opened
from xpkgtui.fetching.cache.opened_packages import OpenedPackage, keep_opened, opened_files, read_opened


def package(source: str) -> OpenedPackage:
    return OpenedPackage(source=source, package="a", version="", format="xpkg", sha256="0" * 64, size=1, kinds=())


def test_a_package_is_kept_under_its_source_and_comes_back(tmp_path: Path) -> None:
    for source in ("r.example/a:v1", "r.example/a:v2", "r.example/a:v1"):
        keep_opened(tmp_path, package(source))
    known = [read_opened(path) for path, _ in opened_files(tmp_path)]
    assert {one.source for one in known if one} == {"r.example/a:v1", "r.example/a:v2"}


def test_a_file_that_was_changed_or_moved_is_not_believed(tmp_path: Path) -> None:
    keep_opened(tmp_path, package("r.example/a:v1"))
    ((path, _),) = opened_files(tmp_path)
    data = path.read_bytes()
    for place in range(0, len(data), 7):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert read_opened(path) is None
    other = path.with_name("0" * 64 + path.suffix)
    other.write_bytes(data)
    assert read_opened(other) is None


def test_the_oldest_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "MOST_KEPT", 2)
    for number in range(4):
        keep_opened(tmp_path, package(f"r.example/a:v{number}"))
    assert len(opened_files(tmp_path)) == 2


def test_there_are_none_where_there_is_no_cache(tmp_path: Path) -> None:
    assert opened_files(tmp_path / "none") == ()
