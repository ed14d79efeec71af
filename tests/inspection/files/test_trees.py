"""The files of a folder, which has no layers."""

import json
import os
from pathlib import Path

import pytest
from builders.oci.images import image, write_layout
from builders.oci.layers import file, layer
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
    assert ["31", "–", "acme.yaml  (opm reads this one)"] in rows
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


def test_layers_are_compared_with_those_below_and_the_lowest_with_nothing(tmp_path: Path) -> None:
    lower, upper = layer(file("a", "1")), layer(file("a", "2"), file("b"))
    layout = write_layout(tmp_path / "layout", image(lower, upper, layer(file("package.yaml", META), base=True)))
    changes = []
    for number in range(3):
        text = run("ls", str(layout), "--layer", str(number), "--format", "json", "--no-cache").stdout
        changes.append([(each["path"], each["change"]) for each in json.loads(text)["entries"]])
    assert changes == [[("a", None)], [("a", "changed"), ("b", "added")], [("package.yaml", "added")]]


def test_a_file_is_printed_as_it_lies(catalog: Path) -> None:
    ended = run("cat", str(catalog), "drafts/one.yaml")
    assert (ended.exit_code, ended.stdout) == (0, "schema: olm.package\nname: draft\n")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("../secret", "there is no ../secret among the files that were looked at"),
        ("acme.yml", "did you mean  acme.yaml"),
        ("one.yaml", "did you mean  drafts/one.yaml"),
        ("drafts", "drafts is a folder"),
    ],
)
def test_what_is_not_one_of_its_files_is_not_printed(path: str, said: str, catalog: Path) -> None:
    (catalog.parent / "secret").write_text("secret")
    ended = run("cat", str(catalog), path)
    assert (ended.exit_code, ended.stdout, said in ended.stderr) == (3, "", True)


def test_a_link_out_of_the_folder_is_not_followed(catalog: Path) -> None:
    (catalog.parent / "secret").write_text("schema: olm.package\nname: secret\n")
    (catalog / "away.yaml").symlink_to(catalog.parent / "secret")
    (catalog / "near.yaml").symlink_to("acme.yaml")
    assert run("cat", str(catalog), "near.yaml").stdout == "schema: olm.package\nname: acme\n"
    ended = run("cat", str(catalog), "away.yaml")
    assert (ended.exit_code, ended.stdout, "leads out of" in ended.stderr) == (6, "", True)


def test_a_file_is_printed_up_to_the_limit(catalog: Path) -> None:
    size = (1 << 20) + 100
    (catalog / "drafts" / "large.yaml").write_text("#" * size)
    ended = run("cat", str(catalog), "drafts/large.yaml", "--limit", "file=1MiB")
    assert (ended.exit_code, len(ended.stdout), "--limit file=" in ended.stderr) == (3, 1 << 20, True)


def test_a_layer_of_a_folder_is_refused_with_what_to_do(catalog: Path) -> None:
    ended = run("cat", str(catalog), "acme.yaml", "--layer", "0")
    assert (ended.exit_code, "A folder has no layers" in ended.stderr, "Remove --layer" in ended.stderr) == (
        3,
        True,
        True,
    )


def test_a_name_that_is_not_there_is_looked_for_in_the_folder_not_in_a_view(catalog: Path) -> None:
    ended = run("ls", str(catalog), "one.yaml")
    assert "there is no one.yaml among the files that were looked at" in ended.stderr
    assert "drafts/one.yaml" in ended.stderr


@pytest.mark.parametrize("name", ["package.yaml", "other.yaml"])
def test_without_an_annotation_the_layer_that_supplies_the_package_is_listed_or_else_the_last(
    name: str, tmp_path: Path
) -> None:
    built = image(layer(file(name, META)), layer(file("last", "x")))
    ended = run("ls", str(write_layout(tmp_path / "layout", built)), "--view", "base")
    listed = [row.split()[4] for row in ended.stdout.splitlines()]
    assert listed == (["package.yaml"] if name == "package.yaml" else ["last"])
