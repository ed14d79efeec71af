"""OCI archives: layouts in a tar."""

import json
from pathlib import Path

import pytest
from builders.inspection.opened import image_of, image_root, layer_bytes, opened, refusal
from builders.oci.archives import saved
from builders.oci.images import index, oci_archive, package
from builders.oci.layers import file, gzip, tar

from xpkgtui.errors import Corrupt, NotAPackage, Usage
from xpkgtui.sources.source import Form


def test_the_only_entry_is_the_image(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(saved(tmp_path, oci_archive(built)), tmp_path)
    root = image_root(source)
    assert (source.form, str(root.digest), root.data, root.derive) == (
        Form.OCI_ARCHIVE,
        built.digest,
        built.manifest,
        False,
    )
    assert layer_bytes(source) == [built.layers[0].blob]


def test_names_with_a_dot_in_front_are_the_same_names(tmp_path: Path) -> None:
    built = package("a: 1")
    blobs = [file(f"./blobs/sha256/{name[7:]}", data) for name, data in built.blobs().items()]
    listed = file("./index.json", json.dumps({"schemaVersion": 2, "manifests": [built.descriptor()]}))
    source = opened(saved(tmp_path, tar(file("./oci-layout", "{}"), listed, *blobs)), tmp_path)
    assert layer_bytes(source) == [built.layers[0].blob]


def test_a_choice_among_named_entries(tmp_path: Path) -> None:
    first, second = package("a: 1"), package("b: 2")
    path = saved(tmp_path, oci_archive(first, second, tags=("v1", "v2")))
    assert refusal(path, tmp_path).suggestions == (f"{path}#v1", f"{path}#v2")
    chosen = image_root(opened(f"{path}#v2", tmp_path))
    assert (str(chosen.digest), chosen.is_chosen) == (second.digest, True)


def test_an_index_is_given_as_it_is_and_its_children_by_digest(tmp_path: Path) -> None:
    child = package("a: 1")
    built = index((child, "linux/amd64"))
    source = opened(saved(tmp_path, oci_archive(built)), tmp_path)
    root = image_root(source)
    assert root.data == built.manifest
    assert source.manifest(child.parsed().manifest.layers[0]) == child.layers[0].blob


def test_a_missing_blob_is_named(tmp_path: Path) -> None:
    built = package("a: 1")
    listed = file("index.json", json.dumps({"schemaVersion": 2, "manifests": [built.descriptor()]}))
    error = refusal(saved(tmp_path, tar(file("oci-layout", "{}"), listed)), tmp_path)
    assert isinstance(error, Corrupt)
    assert built.digest in error.title


def test_a_manifest_with_another_digest_is_refused(tmp_path: Path) -> None:
    built = package("a: 1")
    listed = file("index.json", json.dumps({"schemaVersion": 2, "manifests": [built.descriptor()]}))
    blob = file(f"blobs/sha256/{built.digest[7:]}", built.manifest + b" ")
    error = refusal(saved(tmp_path, tar(file("oci-layout", "{}"), listed, blob)), tmp_path)
    assert "does not have that digest" in error.title


def test_a_gzipped_archive_is_read(tmp_path: Path) -> None:
    source = opened(saved(tmp_path, gzip(oci_archive(package("a: 1")))), tmp_path / "scratch")
    assert image_root(source).is_compressed
    assert image_of(source).layers
    source.close()


def test_an_index_that_lists_nothing_is_itself_the_root(tmp_path: Path) -> None:
    data = tar(file("oci-layout", "{}"), file("index.json", '{"schemaVersion":2,"manifests":[]}'))
    assert image_root(opened(saved(tmp_path, data), tmp_path)).data == b'{"schemaVersion":2,"manifests":[]}'


@pytest.mark.parametrize("prefix", ["docker-archive:", "oci:", "dir:"])
def test_a_prefix_that_does_not_fit_is_told(prefix: str, tmp_path: Path) -> None:
    error = refusal(f"{prefix}{saved(tmp_path, oci_archive(package('a: 1')))}", tmp_path)
    assert isinstance(error, NotAPackage)
    assert prefix in error.title


def test_entries_of_one_name_are_told_apart_by_digest(tmp_path: Path) -> None:
    first, second = package("a: 1"), package("b: 2")
    path = saved(tmp_path, oci_archive(first, second, tags=("v1", "v1")))
    error = refusal(f"{path}#v1", tmp_path)
    assert isinstance(error, Usage)
    assert error.suggestions == (f"{path}@{first.digest}", f"{path}@{second.digest}")
    assert str(image_root(opened(error.suggestions[1], tmp_path)).digest) == second.digest
