"""The tables of upstream's own tests about listing, drawing, rendering and following upgrades."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.cases import each_row
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
from builders.oracle import answers
from builders.packages.bundles import LABELS, members
from builders.packages.bundles import write as write_bundle
from builders.program.headless import headless, run
from builders.upstream.listings import BUNDLES, DRAWINGS, DRAWN, HEADS, LISTED, SUCCESSORS, stream
from builders.upstream.tables import ours, told

from xpkgtui.formats.catalog.summary import DATABASE_LABEL, LABEL

TOLD = answers("upstream")


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """The catalog that is listed."""
    path = tmp_path / "catalog.json"
    path.write_text(stream(LISTED))
    return path


def channels(source: Path, *options: str) -> list[Any]:
    """The channels that `upgrades` lists."""
    found = run("upgrades", str(source), "--format", "json", *options)
    assert found.exit_code == 0
    listed: list[Any] = json.loads(found.stdout)["upgrades"]
    return listed


def test_packages_are_listed_with_their_default_channels(listed: Path) -> None:
    found = [one for one in channels(listed) if one["default"]]
    assert [(one["package"], one["channel"]) for one in found] == [("bar", "beta"), ("foo", "beta")]


@pytest.mark.parametrize("package", ["foo", ""])
def test_channels_are_listed_with_their_heads(package: str, listed: Path) -> None:
    found = channels(listed, *(("--package", package) if package else ()))
    wanted = [row for row in HEADS if row[0] == package or not package]
    assert [[one["package"], one["channel"], one["head"]] for one in found] == wanted
    assert TOLD["listing"] == HEADS


@pytest.mark.parametrize("package", ["foo", ""])
def test_bundles_are_listed_with_their_edges(package: str, listed: Path) -> None:
    found = [
        [one["package"], one["channel"], entry["name"], entry["replaces"], entry["skips"], entry["skipRange"]]
        for one in channels(listed, *(("--package", package) if package else ()))
        for entry in one["entries"]
    ]
    assert found == [row for row in BUNDLES if row[0] == package or not package]


def test_an_unknown_package_is_an_error_that_names_those_there_are(listed: Path) -> None:
    found = run("upgrades", str(listed), "--package", "unknown")
    assert found.exit_code == 3
    assert "There is no package unknown with channels." in found.stderr
    assert "bar, foo" in found.stderr


def test_an_unknown_index_is_an_error(tmp_path: Path) -> None:
    assert run("upgrades", str(tmp_path / "unknown-index")).exit_code == 3


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_is_that_of_render_graph(name: str, tmp_path: Path) -> None:
    (tmp_path / "catalog.json").write_text(stream(DRAWN))
    package = DRAWINGS[name]
    only = ("--package", package) if package else ()
    found = run("upgrades", str(tmp_path), "--format", "mermaid", *only)
    assert found.stdout.splitlines() == TOLD["drawings"][name]


@each_row("name", SUCCESSORS)
def test_what_may_follow_an_installed_bundle(name: str) -> None:
    case, versions = SUCCESSORS[name]
    found, wanted = ours("successors", case), told("successors", name)
    names = None if versions is None else sorted(f"test-package.v{one}" for one in versions)
    assert (None if wanted["successors"] is None else sorted(wanted["successors"])) == names
    for part in ("successors", "error", "heads"):
        assert found[part] == wanted[part]


_FILE = [file("configs/catalog.json", stream(LISTED))]
RENDERED = {
    "DeclcfgImage": (_FILE, {LABEL: "/configs"}, "catalog"),
    "BundleImage": (members(), LABELS, "registry+v1"),
    "SqliteImage": ([file("database/index.db", b"SQLite format 3\0")], {DATABASE_LABEL: "/database/index.db"}, ""),
    "UnlabeledImage": ([file("etc/hosts", "127.0.0.1 localhost\n")], {"org.example": "a"}, ""),
}


@each_row("name", RENDERED)
def test_an_image_is_what_its_labels_say(name: str, tmp_path: Path) -> None:
    entries, labels, format = RENDERED[name]
    write_layout(tmp_path / "image", image(layer(*entries), labels=labels), tags=("v1",))
    if format:
        assert headless("show", tmp_path / "image").document["format"] == format
    else:
        told = run("check", str(tmp_path / "image"))
        assert told.exit_code == 1
        assert ("a SQLite index; `opm migrate`" in told.stdout) is (name == "SqliteImage")


def test_a_folder_is_a_catalog_unless_it_has_manifests_and_metadata(tmp_path: Path) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs/catalog.json").write_text(stream(LISTED))
    assert headless("show", tmp_path / "configs").document["format"] == "catalog"
    assert headless("show", write_bundle(tmp_path / "bundle")).document["format"] == "registry+v1"
