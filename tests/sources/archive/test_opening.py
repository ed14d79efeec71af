"""Archives that are compressed, hybrid, or not an image archive."""

from collections.abc import Callable
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import image_root, layer_bytes, opened, refusal
from builders.oci.archives import joined, listing, named, saved
from builders.oci.images import BuiltImage, docker_archive, oci_archive, package, xpkg
from builders.oci.layers import file, folder, gzip, header, tar, zstd

from xpkgtui.errors import Corrupt, NotAPackage
from xpkgtui.sources.archive.members import is_tar
from xpkgtui.sources.source import SourceForm


def test_a_tar_begins_with_a_whole_header() -> None:
    head = header("a")
    found = [is_tar(one) for one in (head, head + b"x", head[:511], bytes(512), b"", b"x" * 512)]
    assert found == [True, True, False, False, False, False]


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
    assert source.form is SourceForm.OCI_ARCHIVE
    assert str(image_root(source).digest) == hybrid[1].digest


def test_a_prefix_makes_a_hybrid_a_docker_archive(hybrid: tuple[Path, BuiltImage], tmp_path: Path) -> None:
    source = opened(f"docker-archive:{hybrid[0]}", tmp_path)
    assert source.form is SourceForm.DOCKER_ARCHIVE
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
    assert opened(saved(tmp_path, data), tmp_path).form is SourceForm.DOCKER_ARCHIVE


PASS = "pass an .xpkg or an image archive, with manifest.json or index.json at its top"
CHART = "unpack it, then render it with `helm template FOLDER`, or check it with `helm lint FOLDER`"
OLD = "is an image archive of Docker older than 1.10, without manifest.json", "load and save it with a newer Docker"
BUNDLE = "x/manifests/a.yaml", "x/metadata/annotations.yaml"
BARE = "open its package.yaml: tar -xOf FILE package.yaml | xpkgtui -"


@each_row(
    ("names", "title", "hint"),
    [
        (("a", "b", "c", "d", "e"), "is a tar without an image (only a, b, c, d, e)", PASS),
        (("a", "b", "c", "d", "e", "f"), "is a tar without an image (only a, b, c, d, e and 1 more)", PASS),
        (("x" * 81,), f"is a tar without an image (only {'x' * 79}…)", PASS),
        (("repositories",), *OLD),
        (("a/layer.tar",), *OLD),
        (
            ("a/layer.tar", "a/index.json"),
            "is a tar without an image (only a/layer.tar, a/index.json)",
            f"{PASS}: pack what is in a",
        ),
        (
            ("a/b/manifest.json",),
            "is a tar without an image (only a/b/manifest.json)",
            f"{PASS}: pack what is in a/b",
        ),
        (BUNDLE, f"is a tar without an image (only {', '.join(BUNDLE)})", f"{PASS}; or unpack it and open x of it"),
        (("package.yaml",), "is a tar with package.yaml and no image around it: a bare layer", BARE),
        (("Chart.yaml",), "is a tar of a Helm chart, not a package", CHART),
    ],
)
def test_a_tar_without_an_image_says_what_it_is(
    names: tuple[str, ...], title: str, hint: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, tar(folder("d"), *[file(name, "apiVersion: v2\nname: x\n") for name in names]))
    error = refusal(path, tmp_path)
    assert isinstance(error, NotAPackage)
    assert (error.title, error.hint) == (f"{path} {title}", hint)


@pytest.mark.parametrize(
    ("compress", "title"),
    [(gzip, "is a gzipped tar without an image (only a)"), (zstd, "is a tar in zstd without an image (only a)")],
)
def test_a_compressed_tar_without_an_image_says_so(
    compress: Callable[[bytes], bytes], title: str, tmp_path: Path
) -> None:
    path = saved(tmp_path, compress(tar(file("a"))))
    assert refusal(path, tmp_path / "scratch").title == f"{path} {title}"


@each_row(
    ("name", "prefix", "title"),
    [
        ("index.json", "docker-archive:", "is an image archive (OCI archive), not what docker-archive: stands for"),
        ("manifest.json", "oci-archive:", "is an image archive (Docker archive), not what oci-archive: stands for"),
        ("a", "oci-archive:", "is a tar without an image (only a)"),
    ],
)
def test_a_prefix_that_does_not_fit_is_refused(name: str, prefix: str, title: str, tmp_path: Path) -> None:
    path = saved(tmp_path, tar(file(name, "{}")))
    error = refusal(f"{prefix}{path}", tmp_path)
    assert (error.title, error.hint) == (f"{path} {title}", PASS if name == "a" else f"open {path}")


@each_row(
    ("name", "text", "title"),
    [
        ("index.json", "[]", "index.json of {} cannot be read: the document is not an object"),
        ("manifest.json", "[]", "manifest.json of {} lists no image"),
        ("manifest.json", "{}", "manifest.json of {} cannot be read: it is not a list of images"),
        ("manifest.json", "[5]", "manifest.json of {} cannot be read: an image of manifest.json is not an object"),
        ("manifest.json", '[{"Config":"gone"}]', "{} lists 'gone', which is not in it"),
        ("manifest.json", f'[{{"Config":"{"a" * 201}"}}]', f"{{}} lists '{'a' * 200}', which is not in it"),
        ("manifest.json", '[{"Config":""}]', "manifest.json of {} cannot be read: an image has no Config"),
        ("manifest.json", '[{"Config":5}]', "manifest.json of {} cannot be read: Config is not a string"),
        (
            "manifest.json",
            '[{"Config":"c","Layers":5}]',
            "manifest.json of {} cannot be read: Layers is not a list",
        ),
        (
            "manifest.json",
            '[{"Config":"c","RepoTags":[5]}]',
            "manifest.json of {} cannot be read: RepoTags, 0 is not a string",
        ),
        (
            "manifest.json",
            '[{"Config":"c","LayerSources":5}]',
            "manifest.json of {} cannot be read: LayerSources is not an object",
        ),
        (
            "manifest.json",
            f'[{{"Config":"c","LayerSources":{{"{"k" * 81}":5}}}}]',
            f"manifest.json of {{}} cannot be read: LayerSources {'k' * 80} is not an object",
        ),
    ],
)
def test_a_list_that_cannot_be_read_says_why(name: str, text: str, title: str, tmp_path: Path) -> None:
    path = saved(tmp_path, tar(file(name, text)))
    error = refusal(path, tmp_path)
    assert isinstance(error, Corrupt)
    assert (error.title, error.hint) == (title.format(path), "get it again from where it came, or build it again")
