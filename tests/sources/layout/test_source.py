"""OCI layouts."""

import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import image_of, image_root, layer_bytes, opened, refusal
from builders.oci.images import index, package, write_dir, write_layout

from xpkgtui.errors import Corrupt, NotAPackage
from xpkgtui.oci.descriptor import Descriptor
from xpkgtui.sources.source import SourceForm


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


@each_row("digest", ["sha256:../../../../etc/passwd", "sha256:" + "A" * 64, "../x:abc", "sha256:", ""])
def test_a_digest_that_is_a_path_is_corrupt(digest: str, tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    entry = {"mediaType": "x", "digest": digest, "size": 1}
    (folder / "index.json").write_text(json.dumps({"manifests": [entry]}))
    assert isinstance(refusal(folder, tmp_path), Corrupt)


@each_row("text", ["", "{", "[]", "null", '{"manifests":1}', '{"manifests":[1]}', "[" * 100_000])
def test_a_broken_index_json_is_corrupt(text: str, tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "l", package("a: 1"))
    (folder / "index.json").write_text(text)
    assert isinstance(refusal(folder, tmp_path), Corrupt)


@each_row("text", ['{"manifests":null}', '{"manifests":[]}', "{}"])
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


def test_a_folder_in_the_place_of_a_blob_is_a_missing_blob(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_layout(tmp_path / "l", built), tmp_path)
    (layer,) = image_of(source).layers
    blob = tmp_path / "l/blobs/sha256" / layer.descriptor.digest.hex
    blob.unlink()
    blob.mkdir()
    with pytest.raises(Corrupt, match="does not hold the blob"):
        source.blob(layer.descriptor)


def test_what_is_about_an_image_is_named_with_it(tmp_path: Path) -> None:
    built, other = package("a: 1"), package("b: 1")
    name = f"sha256-{built.digest[7:]}"
    tags = ("v1", f"{name}.sig", name, "v2", f"sha256-{other.digest[7:]}.sig")
    parts = (built, package("c: 1"), package("d: 1"), other, package("e: 1"))
    folder = write_layout(tmp_path / "l", *parts, tags=tags)
    assert image_root(opened(f"{folder}:v1", tmp_path)).related == (f"{name}.sig", name)


def test_a_folder_of_skopeo_is_read(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(write_dir(tmp_path / "d", built), tmp_path)
    assert source.form is SourceForm.DIR
    assert str(image_root(source).digest) == built.digest
    assert layer_bytes(source) == [built.layers[0].blob]
    assert image_of(source).base is not None


def test_the_prefix_of_skopeo_needs_no_version_file(tmp_path: Path) -> None:
    folder = write_dir(tmp_path / "d", package("a: 1"))
    (folder / "version").unlink()
    assert opened(f"dir:{folder}", tmp_path).form is SourceForm.DIR


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
