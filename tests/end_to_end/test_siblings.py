"""Catalogs, operator bundles and projects get one sentence: what they are, and what to do."""

import io
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.oci.layers import file, gzip, tar
from builders.packages.judgements import PROVIDER
from builders.program.headless import headless
from builders.screens.opened import open_screen
from formats.xpkg.sources.test_siblings import CSV

PROJECT = "apiVersion: meta.dev.upbound.io/v2alpha1\nkind: Project\nmetadata: {name: net}\n"
KINDS = {
    CSV: ("operator bundle of OLM", "operator-sdk bundle validate"),
    PROJECT: ("Project", "`up project build` or `crossplane project build`"),
}
FORMS = ("file", "separated", "gzip", "folder")
FILES = {CSV: "manifests/etcd.clusterserviceversion.yaml", PROJECT: "upbound.yaml"}


def written(folder: Path, form: str, text: str) -> str:
    """The source that holds a text in a form."""
    data = text.encode()
    if form == "folder":
        path = folder / "sources" / FILES[text]
        path.parent.mkdir(parents=True)
        path.write_bytes(data)
        return str(folder / "sources")
    path = folder / "a.yaml"
    path.write_bytes(gzip(data) if form == "gzip" else b"---\n" + data if form == "separated" else data)
    return str(path)


@each_row(("text", "form"), [(text, form) for text in KINDS for form in FORMS if (text, form) != (CSV, "folder")])
@each_row("command", ["show", "check"])
def test_a_sibling_is_named_with_what_to_do(command: str, text: str, form: str, tmp_path: Path) -> None:
    answer = headless(command, written(tmp_path, form, text))
    what, how = KINDS[text]
    assert (answer.code, answer.result["error"]["kind"]) == (3, "not-a-package")
    assert what in answer.result["error"]["title"]
    assert how in answer.result["error"]["hint"]


@each_row("start", ["", "---\n"])
@each_row("text", KINDS, ids=["bundle", "project"])
def test_a_sibling_on_standard_input_is_named(text: str, start: str) -> None:
    answer = headless("check", "-", stdin=(start + text).encode())
    assert KINDS[text][0] in answer.result["error"]["title"]


def test_a_folder_of_packages_beside_a_project_offers_the_packages(tmp_path: Path) -> None:
    for name, text in (("a/upbound.yaml", PROJECT), ("b/crossplane.yaml", PROVIDER)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text)
    error = headless("check", tmp_path).result["error"]
    assert "is not a package, but holds one" in error["title"]
    assert error["suggestions"] == [str(tmp_path / "b")]


def test_a_tar_of_a_project_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(tar(file("upbound.yaml", PROJECT)))
    error = headless("check", tmp_path / "a.tar").result["error"]
    assert "is a tar of a Project" in error["title"]
    assert "crossplane project build" in error["hint"]


def test_packagemanifests_and_charts_are_named(tmp_path: Path) -> None:
    manifests = "packageName: etcd\nchannels:\n- name: alpha\n  currentCSV: etcd.v1\n"
    for name, file_name, text, what in (
        ("old", "package.yaml", manifests, "packagemanifests"),
        ("chart", "Chart.yaml", "apiVersion: v2\nname: etcd\nversion: 1.0.0\n", "Helm chart"),
    ):
        (tmp_path / name).mkdir()
        (tmp_path / name / file_name).write_text(text)
        answer = headless("check", tmp_path / name)
        assert (answer.code, what in answer.result["error"]["title"]) == (3, True)


@pytest.mark.pilot
@pytest.mark.parametrize("text", KINDS, ids=["bundle", "project"])
async def test_the_screen_names_a_sibling(text: str, tmp_path: Path) -> None:
    async with open_screen("-", stdin=io.BytesIO(b"---\n" + text.encode())) as shown:
        assert shown.focus == "failure"
        assert KINDS[text][0] in " ".join(shown.text.split())
