"""OCI layouts and skopeo's folders."""

import json
from pathlib import Path

import pytest
from builders.inspection.opened import image_of, image_root, layer_bytes, opened, refusal
from builders.oci.images import index, package, write_dir, write_layout

from xpkgtui.errors import Corrupt, NotAPackage, NotFound, Usage
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.sources.source import Form


def test_the_only_entry_is_the_image(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_layout(tmp_path / "l", built), tmp_path)
    root = image_root(source)
    assert (source.form, str(root.digest), root.derive, root.notes) == (Form.OCI_LAYOUT, built.digest, False, ())
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


@pytest.mark.parametrize("choice", [":docker.io/acme/b:v1", ":acme/b:v1", "#acme/b:v1"])
def test_an_image_may_be_called_as_docker_shows_it(choice: str, tmp_path: Path) -> None:
    source = opened(f"oci:{saved_by_docker(tmp_path / 'layout')}{choice}", tmp_path)
    assert layer_bytes(source) == [package("a: 2").layers[0].blob]


def test_two_names_of_one_image_are_no_question(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built, built, tags=("v1", "latest"))
    assert str(image_root(opened(folder, tmp_path)).digest) == built.digest


def test_entries_without_names_make_index_json_the_index(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), package("b: 2"))
    root = image_root(opened(folder, tmp_path))
    assert root.data == (folder / "index.json").read_bytes()


def test_a_tag_that_is_not_there_lists_those_that_are(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"), tags=("v1",))
    error = refusal(f"{folder}:v2", tmp_path)
    assert isinstance(error, NotFound)
    assert error.suggestions == (f"{folder}:v1",)


def test_a_missing_blob_is_named(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built)
    (folder / "blobs/sha256" / built.digest[7:]).unlink()
    error = refusal(folder, tmp_path)
    assert isinstance(error, Corrupt)
    assert built.digest in error.title


def test_a_changed_manifest_is_corrupt(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built)
    (folder / "blobs/sha256" / built.digest[7:]).write_bytes(built.manifest + b" ")
    assert isinstance(refusal(folder, tmp_path), Corrupt)


def test_a_link_out_of_the_layout_is_not_followed(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built)
    blob = folder / "blobs/sha256" / built.digest[7:]
    blob.rename(tmp_path / "outside")
    blob.symlink_to(tmp_path / "outside")
    assert "leads out of" in refusal(folder, tmp_path).title


def test_a_link_within_the_layout_is_followed(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built)
    blob = folder / "blobs/sha256" / built.digest[7:]
    blob.rename(folder / "blob")
    blob.symlink_to(folder / "blob")
    assert image_root(opened(folder, tmp_path)).data == built.manifest


def test_a_blob_that_is_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, mkfifo: object) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built)
    blob = folder / "blobs/sha256" / built.digest[7:]
    blob.unlink()
    mkfifo(blob)  # type: ignore[operator]
    error = refusal(folder, tmp_path)
    assert isinstance(error, Corrupt)
    assert error.tried == (f"{blob} is a named pipe, not a file that can be read",)


@pytest.mark.parametrize("digest", ["sha256:../../../../etc/passwd", "sha256:" + "A" * 64, "../x:abc", "sha256:", ""])
def test_a_digest_that_is_a_path_is_corrupt(digest: str, tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    entry = {"mediaType": "x", "digest": digest, "size": 1}
    (folder / "index.json").write_text(json.dumps({"manifests": [entry]}))
    assert isinstance(refusal(folder, tmp_path), Corrupt)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"manifests":1}', '{"manifests":[1]}', "[" * 100_000])
def test_a_broken_index_json_is_corrupt(text: str, tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    (folder / "index.json").write_text(text)
    assert isinstance(refusal(folder, tmp_path), Corrupt)


@pytest.mark.parametrize("text", ['{"manifests":null}', '{"manifests":[]}', "{}"])
def test_a_layout_of_nothing_is_an_index_of_nothing(text: str, tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    (folder / "index.json").write_text(text)
    assert image_root(opened(folder, tmp_path)).data == text.encode()


def test_an_index_json_that_is_too_large_is_corrupt(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    (folder / "index.json").write_bytes(b" " * (5 << 20))
    assert isinstance(refusal(folder, tmp_path), Corrupt)


def test_a_manifest_that_is_too_large_is_corrupt(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_layout(tmp_path / "l", built)
    (folder / "blobs/sha256" / built.digest[7:]).write_bytes(b" " * (5 << 20))
    assert "larger than 4 MiB" in refusal(folder, tmp_path).title


def test_children_of_an_index_are_found_by_digest(tmp_path: Path) -> None:
    child = package("a: 1")
    source = opened(write_layout(tmp_path / "l", index((child, "linux/amd64"))), tmp_path)
    assert source.manifest(Descriptor.parse(child.descriptor())) == child.manifest


def test_a_folder_of_skopeo_is_read(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_dir(tmp_path / "d", built), tmp_path)
    assert source.form is Form.DIR
    assert str(image_root(source).digest) == built.digest
    assert layer_bytes(source) == [built.layers[0].blob]
    assert image_of(source).base is not None


def test_the_prefix_of_skopeo_needs_no_version_file(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", package("a: 1"))
    (folder / "version").unlink()
    assert opened(f"dir:{folder}", tmp_path).form is Form.DIR


def test_a_missing_blob_of_skopeo_is_named(tmp_path: Path) -> None:
    built = package("a: 1")
    folder = write_dir(tmp_path / "d", built)
    (folder / built.layers[0].digest[7:]).unlink()
    source = opened(folder, tmp_path)
    with pytest.raises(Corrupt, match=built.layers[0].digest):
        source.blob(built.parsed().manifest.layers[0])


def test_a_broken_manifest_of_skopeo_is_corrupt(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", package("a: 1"))
    (folder / "manifest.json").write_text("{")
    assert isinstance(refusal(folder, tmp_path), Corrupt)


def test_a_layout_is_no_folder_of_skopeo(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    error = refusal(f"dir:{folder}", tmp_path)
    assert isinstance(error, NotAPackage)
    assert "is an OCI layout" in error.title


def test_a_folder_in_the_place_of_a_blob_is_a_missing_blob(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_layout(tmp_path / "l", built), tmp_path)
    (layer,) = image_of(source).layers
    blob = tmp_path / "l/blobs/sha256" / layer.descriptor.digest.hex
    blob.unlink()
    blob.mkdir()
    with pytest.raises(Corrupt, match="does not hold the blob"):
        source.blob(layer.descriptor)
