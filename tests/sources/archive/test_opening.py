"""Archives that are compressed, hybrid, or not an image archive."""

from pathlib import Path

import pytest
from builders.inspection.opened import image_root, layer_bytes, opened, refusal
from builders.oci.archives import joined, listing, named, saved
from builders.oci.images import BuiltImage, docker_archive, oci_archive, package, xpkg
from builders.oci.layers import file, folder, gzip, tar, zstd

from xpkgtui.errors import NotAPackage
from xpkgtui.sources.source import Form


@pytest.mark.parametrize("compress", [gzip, zstd])
def test_a_compressed_archive_is_read_and_said_to_be_one(compress: object, tmp_path: Path) -> None:
    built = package("a: 1")
    scratch = tmp_path / "scratch"
    source = opened(saved(tmp_path, {gzip: gzip, zstd: zstd}[compress](xpkg(built))), scratch)  # type: ignore[index]
    assert layer_bytes(source) == [built.layers[0].blob]
    assert image_root(source).is_compressed
    source.close()
    assert list(scratch.iterdir()) == []


def test_a_refused_compressed_archive_leaves_nothing_behind(tmp_path: Path) -> None:
    scratch = tmp_path / "scratch"
    assert isinstance(refusal(saved(tmp_path, gzip(tar(file("README.md")))), scratch), NotAPackage)
    assert list(scratch.iterdir()) == []


@pytest.fixture
def hybrid(tmp_path: Path) -> tuple[Path, BuiltImage]:
    """What Docker saves since 25: a layout and a docker archive in one."""
    built = package("a: 1")
    return saved(tmp_path, joined(oci_archive(built), docker_archive((built, ()), style="docker25"))), built


def test_a_hybrid_is_read_as_the_layout_that_it_is(hybrid: tuple[Path, BuiltImage], tmp_path: Path) -> None:
    source = opened(hybrid[0], tmp_path)
    assert source.form is Form.OCI_ARCHIVE
    assert str(image_root(source).digest) == hybrid[1].digest


def test_a_prefix_makes_a_hybrid_a_docker_archive(hybrid: tuple[Path, BuiltImage], tmp_path: Path) -> None:
    source = opened(f"docker-archive:{hybrid[0]}", tmp_path)
    assert source.form is Form.DOCKER_ARCHIVE
    assert layer_bytes(source) == [hybrid[1].layers[0].blob]


def test_an_index_that_lists_null_leaves_the_word_to_manifest_json(tmp_path: Path) -> None:
    built = named("a")
    data = tar(
        file("index.json", '{"schemaVersion":2,"manifests":null}'),
        file("oci-layout", '{"imageLayoutVersion":"1.0.0"}'),
        folder("blobs"),
        file("c.json", built.config),
        file("l.tar.gz", built.layers[0].blob),
        listing("l.tar.gz"),
    )
    assert opened(saved(tmp_path, data), tmp_path).form is Form.DOCKER_ARCHIVE


def test_archive_that_was_packed_in_a_folder_says_so(tmp_path: Path) -> None:
    data = tar(file("x/c.json", "{}"), file("x/1/layer.tar", b""), file("x/manifest.json", "[]"))
    error = refusal(saved(tmp_path, data), tmp_path)
    assert isinstance(error, NotAPackage)
    assert error.hint.endswith("pack what is in x")
