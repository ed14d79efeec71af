"""Everything in the corpus opens, or is refused in words and with the code that is written down."""

import json
from pathlib import Path
from typing import Any

import pytest
from builders.corpus import sources
from builders.gate import few
from builders.program.headless import Answer, headless, objects, of_schema, run
from end_to_end.test_corpus_agrees import BUILT_OF
from end_to_end.test_corpus_siblings import FOLDERS

GROUPS = (
    *("crossplane-configurations", "crossplane-functions", "crossplane-providers", "crossplane-xpkg"),
    *("images", "legacy-stacks", "olm-fbc", "olm-plain-v0", "olm-registry-v1"),
)
HEAP = "crossplane-xpkg/up-xpkg-testdata/testdata"
"""Meta objects of several packages in one folder, of which no tool can build one."""
JUDGED = {*FOLDERS, *BUILT_OF.values()}
"""Folders that are judged elsewhere: siblings in every form, and those of which a package was built."""
LAYOUTS = "containers-image/oci/layout/fixtures"
IMAGES = {
    f"{LAYOUTS}/delete_image_multiple_images": "usage",
    f"{LAYOUTS}/delete_image_only_one_image": "corrupt",
    f"{LAYOUTS}/delete_image_shared_blobs_dir": "corrupt",
    f"{LAYOUTS}/delete_image_two_identical_references": "oci-layout",
    f"{LAYOUTS}/manifest": "not-a-package",
    f"{LAYOUTS}/name_lookups": "not-a-package",
    f"{LAYOUTS}/two_images_manifest": "not-a-package",
    "containers-image/docker/archive/fixtures/almostempty.tar": "docker-archive",
    "dive-not-an-image/test-gzip-image.tar": "not-a-package",
    "dive-oci/test-oci-gzip-image.tar": "oci-archive",
    "dive-oci/test-oci-uncompressed-image.tar": "oci-archive",
    "ggcr-foreign/foreign.tar": "docker-archive",
    "ggcr-foreign/sparse_foreign.tar": "corrupt",
    "ggcr-layout/test_index": "usage",
    "ggcr-layout/test_index_media_type": "oci-layout",
    "ggcr-layout/test_index_one_image": "oci-layout",
    "ggcr-mutate/overwritten_file.tar": "docker-archive",
    "ggcr-mutate/source_image.tar": "docker-archive",
    "ggcr-mutate/whiteout_image.tar": "docker-archive",
    "ggcr-tarball/content.tar": "not-a-package",
    "ggcr-tarball/hello-world-v25.tar": "docker-archive",
    "ggcr-tarball/no_manifest.tar": "not-a-package",
    "ggcr-tarball/test_bundle.tar": "usage",
    "ggcr-tarball/test_image_1.tar": "docker-archive",
    "ggcr-tarball/test_link.tar": "usage",
    "olm-bundle-docker-save/docker/bundle.tar": "docker-archive",
    "oras-distribution/artifacts.tar.gz": "not-a-package",
    "oras-distribution/artifacts_index.tar.gz": "not-a-package",
    "oras-distribution/images.tar.gz": "not-a-package",
    "oras-go-oci-tars/content/oci/testdata/hello-world-prefixed-path.tar": "oci-archive",
    "oras-go-oci-tars/content/oci/testdata/hello-world.tar": "oci-archive",
    "oras-go-oci-tars/internal/fs/tarfs/testdata/cleaned_path.tar": "not-a-package",
    "oras-go-oci-tars/internal/fs/tarfs/testdata/prefixed_path.tar": "not-a-package",
    "oras-zot-layouts/artifacts": "usage",
    "oras-zot-layouts/blobs": "oci-layout",
    "oras-zot-layouts/images": "usage",
    "scorecard-bundle.tar.gz/bundle.tar.gz": "tar",
    "storage-broken.tar/broken.tar": "not-a-package",
}
"""Which form each image has, or which kind of error it ends in; `usage` asks to choose one of several images."""
CODES = {"usage": 2, "not-a-package": 3, "undecided": 3, "corrupt": 6}
SEVERAL = [
    *(f"ggcr-tarball/{name}.tar#{number}" for name in ("test_bundle", "test_link") for number in (1, 2)),
    *("ggcr-layout/test_index", "oras-zot-layouts/images", "oras-zot-layouts/artifacts"),
    f"{LAYOUTS}/delete_image_multiple_images",
]
UNMARKED = {"manifest": "corrupt", "name_lookups": "usage", "two_images_manifest": "corrupt"}
"""Layouts without `oci-layout`, which their prefix opens all the same."""


def kind_of(answer: Answer) -> str | None:
    """The form of what opened, or the kind of error."""
    error = answer.document["error"]
    kind: str | None = error["kind"] if error else answer.document["form"]
    return kind


def untold(paths: list[Path]) -> list[str]:
    """Those of several sources whose verdict or error is not written, or not printed as it should be."""
    ended = run("check", "--format", "json", *map(str, paths), XPKGTUI_NO_CACHE="1")
    results = of_schema("check", ended.stdout)["results"]
    assert [one["source"] for one in results] == list(map(str, paths))
    assert ended.exit_code == max(map(code_of, results))
    return [one["source"] for one in results if not is_told(one, ended.stderr)]


def code_of(result: dict[str, Any]) -> int:
    """What `check` ends with where this is its only source."""
    error = result["error"]
    return CODES[error["kind"]] if error else int(result["verdict"] == "refused")


def is_told(result: dict[str, Any], said: str) -> bool:
    """Whether an error is printed, and a finding that refuses agrees with the verdict."""
    if error := result["error"]:
        return error["title"].splitlines()[0][:40] in said
    is_refused = any(one["severity"] == "error" for one in result["findings"])
    return bool(result["verdict"] == ("refused" if is_refused else "accepted"))


def choices(path: Path) -> list[str]:
    """The images of a layout by their digests."""
    if "#" in path.name:
        return [str(path)]
    digests = [entry["digest"] for entry in json.loads((path / "index.json").read_bytes())["manifests"]]
    return [f"{path}@{digest}" for digest in sorted(set(digests))]


@pytest.mark.whole
@pytest.mark.parametrize("group", GROUPS)
def test_first_file_of_each_of_its_folders_can_be_checked(group: str, corpus: Path) -> None:
    # All files are opened, though not judged, by the tests of `sources`.
    paths = {path.parent: path for path in sorted((corpus / group).rglob("*"), reverse=True) if path.is_file()}
    assert len(paths) > 5
    assert untold(list(paths.values())) == []


@pytest.mark.parametrize("group", few(GROUPS, 3))
def test_every_folder_of_it_can_be_checked(group: str, corpus: Path) -> None:
    folders = [path for path in sorted((corpus / group).glob("*")) if path.is_dir()]
    paths = [corpus / group, *(path for path in folders if f"{group}/{path.name}" not in JUDGED)]
    assert untold(paths) == []


@pytest.mark.whole
def test_every_folder_with_crossplane_yaml_is_shown_as_a_package(corpus: Path) -> None:
    is_judged = {name: not {name, name.removesuffix("/package")} & JUDGED for name in sources(corpus)}
    assert 1 < sum(is_judged.values()) < 5
    options = {name: () if judged else ("--no-check",) for name, judged in is_judged.items()}
    shown = {name: headless("show", path, *options[name]) for name, path in sources(corpus).items()}
    assert len(shown) > 30
    assert [name for name, answer in shown.items() if (answer.code, kind_of(answer)) != (0, "folder")] == []
    assert [name for name, answer in shown.items() if len(objects(answer, "meta")) != 1] == [HEAP]


def test_table_names_every_image_of_the_corpus(corpus: Path) -> None:
    images = corpus / "images"
    archives = [path for path in images.rglob("*") if path.is_file() and path.name.endswith((".tar", ".tar.gz"))]
    layouts = [path.parent for path in images.rglob("index.json")]
    assert {str(path.relative_to(images)) for path in (*archives, *layouts)} == set(IMAGES)


@pytest.mark.parametrize("name", few(IMAGES, 12, "storage-broken.tar/broken.tar", "dive-oci/test-oci-gzip-image.tar"))
def test_image_has_its_form_or_its_error(name: str, corpus: Path) -> None:
    shown, checked = (headless(command, corpus / "images" / name) for command in ("show", "check"))
    assert kind_of(shown) == IMAGES[name]
    assert (shown.code, checked.code) == ((code := CODES.get(IMAGES[name], 0)), code or 1)


@pytest.mark.parametrize("name", few(SEVERAL, 3))
def test_each_of_several_images_can_be_chosen(name: str, corpus: Path) -> None:
    shown = [headless("show", choice) for choice in choices(corpus / "images" / name)]
    assert [answer.code for answer in shown] == [6 if answer.document["error"] else 0 for answer in shown]
    assert {answer.document["verdict"] for answer in shown} == {"refused"}


@pytest.mark.parametrize("name", UNMARKED)
def test_layout_without_its_marker_is_read_with_a_prefix(name: str, corpus: Path) -> None:
    answer = headless("show", f"oci:{corpus / 'images' / LAYOUTS / name}")
    assert kind_of(answer) == UNMARKED[name]
