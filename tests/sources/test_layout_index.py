"""The index.json of a layout, and the choice of one of its images."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import image_root, layer_bytes, opened, refusal
from builders.oci.images import package, write_layout

from xpkgtui.errors import NotFound, Usage
from xpkgtui.sources.source import SourceForm


def test_the_only_entry_is_the_image(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_layout(tmp_path / "l", built), tmp_path)
    root = image_root(source)
    assert (source.form, str(root.digest), root.derive, root.notes) == (
        SourceForm.OCI_LAYOUT,
        built.digest,
        False,
        (),
    )
    assert layer_bytes(source) == [built.layers[0].blob]


def test_the_name_of_the_only_entry_is_shown(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), tags=("v1",))
    assert image_root(opened(folder, tmp_path)).reference == f"{folder}:v1"


@pytest.mark.parametrize("mark", [":", "#"])
def test_a_tag_chooses_an_entry(mark: str, tmp_path: Path) -> None:
    first, second = package("a: 1"), package("b: 2")
    folder = write_layout(tmp_path / "l", first, second, tags=("v1", "v2"))
    assert str(image_root(opened(f"{folder}{mark}v2", tmp_path)).digest) == second.digest


def test_a_digest_chooses_an_entry(tmp_path: Path) -> None:
    first, second = package("a: 1"), package("b: 2")
    folder = write_layout(tmp_path / "l", first, second, tags=("v1", "v2"))
    assert image_root(opened(f"{folder}@{second.digest}", tmp_path)).data == second.manifest


@each_row("tags", [("v1", "{}.sig"), ("{}.att", "v1"), ("v1", "{}")])
def test_a_signature_is_not_another_image(tags: tuple[str, str], tmp_path: Path) -> None:
    built, signature = package("a: 1"), package("b: 2")
    images = (built, signature) if tags[0] == "v1" else (signature, built)
    start = built.digest.replace(":", "-")
    folder = write_layout(tmp_path / "l", *images, tags=tuple(tag.format(start) for tag in tags))
    root = image_root(opened(folder, tmp_path))
    assert (str(root.digest), root.reference, root.is_chosen) == (built.digest, f"{folder}:v1", False)
    assert [str(one.digest) for one in root.beside] == [signature.digest]


def test_signatures_are_no_choices(tmp_path: Path) -> None:
    first, second = package("a: 1"), package("b: 2")
    tags = ("v1", "v2", first.digest.replace(":", "-") + ".sig")
    error = refusal(write_layout(tmp_path / "l", first, second, package("c: 3"), tags=tags), tmp_path)
    assert "holds 2 images: choose one" in error.title
    assert error.suggestions == (f"{tmp_path / 'l'}:v1", f"{tmp_path / 'l'}:v2")


def test_several_names_are_a_question_with_its_answers(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), package("b: 2"), tags=("v1", "v2"))
    error = refusal(folder, tmp_path)
    assert isinstance(error, Usage)
    assert error.suggestions == (f"{folder}:v1", f"{folder}:v2")


def saved_by_docker(folder: Path) -> Path:
    """A layout of two images that share their tag, as `docker save a:v1 b:v1` writes it."""
    layout = write_layout(folder, package("a: 1"), package("a: 2"))
    index = json.loads((layout / "index.json").read_bytes())
    for name, entry in zip(("acme/a", "acme/b"), index["manifests"], strict=True):
        image = f"docker.io/{name}:v1"
        entry["annotations"] = {"io.containerd.image.name": image, "org.opencontainers.image.ref.name": "v1"}
    (layout / "index.json").write_text(json.dumps(index))
    return layout


def test_two_images_of_one_tag_are_a_question_too(tmp_path: Path) -> None:
    layout = saved_by_docker(tmp_path / "layout")
    error = refusal(layout, tmp_path)
    assert isinstance(error, Usage)
    assert error.suggestions == (f"{layout}:docker.io/acme/a:v1", f"{layout}:docker.io/acme/b:v1")


@each_row("choice", [":docker.io/acme/b:v1", ":acme/b:v1", "#acme/b:v1"])
def test_an_image_may_be_called_as_docker_shows_it(choice: str, tmp_path: Path) -> None:
    source = opened(f"oci:{saved_by_docker(tmp_path / 'layout')}{choice}", tmp_path)
    assert layer_bytes(source) == [package("a: 2").layers[0].blob]


def test_two_names_of_one_image_are_no_question(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built, built, tags=("v1", "latest"))
    assert str(image_root(opened(folder, tmp_path)).digest) == built.digest


@pytest.mark.parametrize("tags", [(), ("v1",)])
def test_entries_without_names_make_index_json_the_index(tags: tuple[str, ...], tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), package("b: 2"), tags=tags)
    root = image_root(opened(folder, tmp_path))
    assert root.data == (folder / "index.json").read_bytes()


def test_a_tag_that_is_not_there_lists_those_that_are(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), tags=("v1",))
    error = refusal(f"{folder}:v2", tmp_path)
    assert isinstance(error, NotFound)
    assert error.suggestions == (f"{folder}:v1",)


def test_an_image_far_behind_in_a_long_index_is_a_choice_too(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), package("b: 2"), tags=("v1", "v2"))
    index = json.loads((folder / "index.json").read_bytes())
    first, second = index["manifests"]
    (folder / "index.json").write_text(json.dumps(index | {"manifests": [*[first] * 10_000, second]}))
    assert isinstance(refusal(folder, tmp_path), Usage)
