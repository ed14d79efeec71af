"""The files of a folder, which has no layers."""

import json
import os
from pathlib import Path

import pytest
from builders.program.headless import run

CRD = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.example}\n"
META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Configuration\nmetadata: {name: acme}\n"


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    folder = tmp_path / "catalog"
    (folder / "drafts").mkdir(parents=True)
    (folder / ".indexignore").write_text("drafts\n")
    (folder / "drafts" / "one.yaml").write_text("schema: olm.package\nname: draft\n")
    (folder / "acme.yaml").write_text("schema: olm.package\nname: acme\n")
    return folder


def test_every_file_is_listed_and_those_that_are_taken_say_so(catalog: Path) -> None:
    ended = run("ls", str(catalog))
    rows = [row.split(None, 3)[1:] for row in ended.stdout.splitlines()]
    assert ["31", "–", "acme.yaml  (opm takes this one)"] in rows
    assert ["32", "–", "drafts/one.yaml  (not read)"] in rows
    assert (ended.exit_code, "note: A folder has no layers. Listed are the files" in ended.stderr) == (0, True)


def test_a_folder_in_it_and_a_file_are_listed_alone(catalog: Path) -> None:
    assert [row.split()[3] for row in run("ls", str(catalog), "drafts").stdout.splitlines()] == ["drafts/one.yaml"]
    assert [row.split()[3] for row in run("ls", str(catalog), "acme.yaml").stdout.splitlines()] == ["acme.yaml"]
    ended = run("ls", str(catalog), "other")
    assert (ended.exit_code, ended.stdout, "there is no other" in ended.stderr) == (3, "", True)


def test_sources_to_build_are_listed_with_null_for_their_layer(tmp_path: Path) -> None:
    (tmp_path / "apis").mkdir()
    (tmp_path / "crossplane.yaml").write_text(META)
    (tmp_path / "apis" / "crd.yaml").write_text(CRD)
    os.symlink("crd.yaml", tmp_path / "apis" / "link.yaml")
    (tmp_path / "README.md").write_text("hello")
    entries = json.loads(run("ls", str(tmp_path), "--format", "json").stdout)["entries"]
    assert [(each["path"], each["type"], each["layer"]) for each in entries] == [
        ("apis/crd.yaml", "file", None),
        ("apis/link.yaml", "symlink", None),
        ("crossplane.yaml", "file", None),
    ]
    assert entries[1]["linkname"] == "crd.yaml"


def test_a_layer_of_a_folder_lists_nothing_and_says_why(catalog: Path) -> None:
    ended = run("ls", str(catalog), "--layer", "0")
    assert (ended.stdout, "A folder has no layers. Its files are in" in ended.stderr) == ("", True)


def test_a_folder_of_several_packages_names_them(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
        (folder / "crossplane.yaml").write_text(META)
    for command in ("ls", "show", "check"):
        ended = run(command, str(tmp_path))
        assert ended.exit_code == 3
        assert all(str(folder) in ended.stderr for folder in folders)
