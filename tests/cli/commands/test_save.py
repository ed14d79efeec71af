"""`save`: what is written for files, objects and the cache, and what is said of it."""

import gzip
from pathlib import Path

import pytest
from builders.oci.images import image, package, write_layout, xpkg
from builders.oci.layers import file, layer, symlink
from builders.packages.folders import META
from builders.program.headless import run
from hypothesis import given
from hypothesis import strategies as st

from xpkgtui.cli.saved_stream import object_names
from xpkgtui.formats.role import Role
from xpkgtui.inspection.rows.objects import ObjectRow

OBJECT = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n"
STREAM = f"{META}---\n{OBJECT}---\n# none\n---\n{OBJECT}"


@pytest.fixture
def source(tmp_path: Path) -> str:
    """A package with two objects of one name."""
    path = tmp_path / "p.xpkg"
    path.write_bytes(xpkg(package(STREAM)))
    return str(path)


def row(number: int, kind: str | None, name: str | None, role: Role = Role.OBJECT) -> ObjectRow:
    return ObjectRow(document=number, line=1, start=0, end=0, first_line=1, kind=kind, name=name, role=role)


def names(*rows: ObjectRow) -> list[str]:
    return [name for name, _ in object_names(rows)]


def test_files_are_said_with_what_is_left_out(tmp_path: Path) -> None:
    built = image(layer(file("package.yaml", META), symlink("a", "b"), symlink("c", "b")))
    ended = run("save", str(write_layout(tmp_path / "l", built)), str(tmp_path / "out"))
    assert (ended.exit_code, ended.stdout) == (0, f"{tmp_path}/out: 1 file, {len(META)} B\n")
    assert ended.stderr == "note: left out: 2 links\n"


def test_objects_have_a_file_each(source: str, tmp_path: Path) -> None:
    assert run("save", source, str(tmp_path / "out"), "--objects").exit_code == 0
    found = {path.name: path.read_text() for path in (tmp_path / "out").iterdir()}
    assert found.pop("configmap_a.yaml") == found.pop("configmap_a_2.yaml") == OBJECT
    assert list(found.values()) == [META]


def test_the_cache_has_the_stream_compressed(source: str, tmp_path: Path) -> None:
    ended = run("save", source, str(tmp_path / "out"), "--as", "cache", "--package", "x.io/a/b")
    path = Path(ended.stdout.strip())
    assert path.parent == tmp_path / "out"
    assert path.read_bytes()[4:9] == bytes([0, 0, 0, 0, 4]), "without a time, as fast as Crossplane compresses it"
    assert gzip.decompress(path.read_bytes()).decode() == STREAM
    assert "packagePullPolicy: Never" in ended.stderr


def test_the_cache_of_a_local_package_needs_its_repository(source: str, tmp_path: Path) -> None:
    ended = run("save", source, str(tmp_path / "out"), "--as", "cache")
    assert (ended.exit_code, (tmp_path / "out").exists()) == (2, False)
    assert "--package" in ended.stderr


@pytest.mark.parametrize(
    "options",
    [("--objects", "--as", "cache"), ("a", "--objects"), ("--layer", "0", "--as", "cache"), ("--package", "x")],
)
def test_options_that_contradict_are_usage(options: tuple[str, ...], source: str, tmp_path: Path) -> None:
    assert run("save", source, str(tmp_path / "out"), *options).exit_code == 2


@pytest.mark.parametrize("options", [(), ("--objects",), ("--as", "cache", "--package", "x.io/a/b")])
def test_nothing_is_replaced_without_force(options: tuple[str, ...], source: str, tmp_path: Path) -> None:
    call = ("save", source, str(tmp_path / "out"), *options)
    assert [run(*call).exit_code, run(*call).exit_code, run(*call, "--force").exit_code] == [0, 2, 0]


def test_an_image_is_not_saved_into_itself(tmp_path: Path) -> None:
    layout = write_layout(tmp_path / "l", package(META))
    assert run("save", str(layout), str(layout / "out"), "--force").exit_code == 2


def test_a_path_that_is_not_there_names_the_nearest(source: str, tmp_path: Path) -> None:
    ended = run("save", source, str(tmp_path / "out"), "packge.yaml")
    assert ended.exit_code == 3
    assert "package.yaml" in ended.stderr


def test_objects_are_named_by_kind_and_name() -> None:
    assert names(row(1, "Provider", "a"), row(2, None, None, Role.BROKEN), row(3, None, None, Role.EMPTY)) == [
        "provider_a.yaml",
        "document_2.yaml",
    ]


@given(st.lists(st.tuples(st.none() | st.text(max_size=20), st.none() | st.text(max_size=300)), max_size=20))
def test_names_are_safe_and_differ_whatever_objects_are_called(called: list[tuple[str | None, str | None]]) -> None:
    found = names(*(row(number, kind, name) for number, (kind, name) in enumerate(called, 1)))
    assert len({name.lower() for name in found}) == len(called)
    assert all(name.isascii() and "/" not in name and name[0] not in ".-" and len(name) <= 255 for name in found)
