"""The manifest.json of a Docker archive, and the choice of one of its images."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import image_root, layer_bytes, opened, refusal
from builders.oci.archives import listing, named, saved
from builders.oci.images import BuiltImage, docker_archive, labeled, package
from builders.oci.layers import file, tar

from xpkgtui.errors import Corrupt, NotFound, Usage
from xpkgtui.sources.archive.docker import summary


def test_fields_of_the_list_are_taken_in_any_case_as_go_takes_them(tmp_path: Path) -> None:
    built = named("a")
    fields = {"config": "c.json", "REPOTAGS": [None], "layers": ["l.tar.gz"]}
    data = tar(
        file("c.json", built.config),
        file("l.tar.gz", built.layers[0].blob),
        file("manifest.json", json.dumps([fields])),
    )
    assert layer_bytes(opened(saved(tmp_path, data), tmp_path)) == [built.layers[0].blob]


@pytest.fixture
def two(tmp_path: Path) -> tuple[Path, BuiltImage, BuiltImage]:
    """An archive of two images."""
    first, second = named("first"), named("second")
    tags = ("example.org/p:configuration",), ("example.org/p_fn:amd64", "example.org/p_fn:latest")
    return saved(tmp_path, docker_archive((first, tags[0]), (second, tags[1]))), first, second


def test_several_images_are_a_question_with_its_answers(
    two: tuple[Path, BuiltImage, BuiltImage], tmp_path: Path
) -> None:
    error = refusal(two[0], tmp_path)
    assert isinstance(error, Usage)
    assert error.title == f"{two[0]} holds 2 images, as `crossplane project build` writes them: choose one"
    assert error.hint == f"write {two[0]}#TAG or {two[0]}#NUMBER; Crossplane's own tools do not read such an archive"
    assert error.suggestions == (f"{two[0]}#example.org/p:configuration", f"{two[0]}#example.org/p_fn:amd64")


@pytest.mark.parametrize("choice", ["example.org/p_fn:amd64", "example.org/p_fn:latest", "amd64", "2"])
def test_a_choice_is_a_name_a_tag_or_a_number(
    choice: str, two: tuple[Path, BuiltImage, BuiltImage], tmp_path: Path
) -> None:
    source = opened(f"{two[0]}#{choice}", tmp_path)
    assert layer_bytes(source) == [two[2].layers[0].blob]
    assert image_root(source).is_chosen


@each_row("choice", ["#acme/p:v1", "#docker.io/acme/p:v1", ":acme/p:v1", "#index.docker.io/acme/p:v1"])
def test_a_name_may_be_written_as_docker_shows_it(choice: str, tmp_path: Path) -> None:
    tags = ("docker.io/acme/p:v1",), ("docker.io/library/p:v1",)
    path = saved(tmp_path, docker_archive((named("a"), tags[0]), (named("b"), tags[1])))
    assert layer_bytes(opened(f"docker-archive:{path}{choice}", tmp_path)) == [named("a").layers[0].blob]
    assert layer_bytes(opened(f"{path}#p:v1", tmp_path)) == [named("b").layers[0].blob]


@pytest.mark.parametrize("choice", ["0", "3", "99999999999", "-1", "nothing", "²"])
def test_a_choice_that_is_none_lists_the_choices(
    choice: str, two: tuple[Path, BuiltImage, BuiltImage], tmp_path: Path
) -> None:
    error = refusal(f"{two[0]}#{choice}", tmp_path)
    assert isinstance(error, NotFound)
    assert error.title == f"{two[0]} holds no image {choice!r}"
    assert len(error.suggestions) == 2


def test_images_of_one_tag_must_be_called_by_their_whole_name(tmp_path: Path) -> None:
    path = saved(tmp_path, docker_archive((named("a"), ("x.org/a:v1",)), (named("b"), ("x.org/b:v1",))))
    error = refusal(f"{path}#v1", tmp_path)
    assert isinstance(error, Usage)
    assert error.title == f"2 images of {path} are called 'v1': write the whole name"
    assert error.suggestions == (f"{path}#x.org/a:v1", f"{path}#x.org/b:v1")


@pytest.mark.parametrize("text", ["[" * 5000, "\xff"])
def test_a_broken_list_is_corrupt(text: str, tmp_path: Path) -> None:
    data = tar(file("c", "{}"), file("manifest.json", text.encode("latin-1")))
    assert isinstance(refusal(saved(tmp_path, data), tmp_path), Corrupt)


def test_choices_are_shortened_and_not_endless(tmp_path: Path) -> None:
    images = [{"Config": "c.json", "RepoTags": [f"{n:03}{'t' * 300}"]} for n in range(51)]
    path = saved(tmp_path, tar(file("c.json", "{"), file("manifest.json", json.dumps(images))))
    error = refusal(path, tmp_path)
    assert error.suggestions == tuple(f"{path}#{n:03}{'t' * 297}" for n in range(50))
    assert len(error.details) == 50


def test_an_archive_is_summed_up(tmp_path: Path, two: tuple[Path, BuiltImage, BuiltImage]) -> None:
    assert summary(two[0]) == "2 images"
    built = labeled(package("---\napiVersion: meta.pkg.crossplane.io/v1\nkind: Function\nmetadata:\n  name: f\n"))
    assert summary(saved(tmp_path, docker_archive((built, ())), "one.tar")) == "Function f"
    assert summary(saved(tmp_path, tar(file("manifest.json", "[]")), "none.tar")) == ""
    assert summary(tmp_path / "gone") == ""


def test_a_list_of_endless_layers_is_refused(tmp_path: Path) -> None:
    data = tar(file("c.json", "{}"), file("l", "x"), listing(*["l"] * 5001))
    path = saved(tmp_path, data)
    assert refusal(path, tmp_path).title == f"manifest.json of {path} lists more than 5,000 layers"
    path = saved(tmp_path, tar(file("c.json", "{}"), file("l", "x"), listing(*["l"] * 5000)))
    assert len(json.loads(image_root(opened(path, tmp_path)).data)["layers"]) == 5000


def test_images_that_tell_nothing_are_offered_all_the_same(two: tuple[Path, BuiltImage, BuiltImage]) -> None:
    error = refusal(two[0], two[0].parent)
    assert [detail.partition(",")[0] for detail in error.details] == ["no layer is labeled base"] * 2


def test_images_with_broken_configs_are_offered_all_the_same(tmp_path: Path) -> None:
    images = [{"Config": "c.json", "RepoTags": None, "Layers": ["l"]}] * 2
    data = tar(file("c.json", "{"), file("l", "x"), file("manifest.json", json.dumps(images)))
    error = refusal(saved(tmp_path, data), tmp_path)
    assert (error.suggestions, error.details) == ((f"{tmp_path}/image.tar#1", f"{tmp_path}/image.tar#2"), ("", ""))
