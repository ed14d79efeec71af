"""Docker archives: which bytes are taken, under which digests, and which image is meant."""

import hashlib
import json
from pathlib import Path

import pytest
from builders.inspection.opened import image_of, image_root, layer_bytes, opened, refusal
from builders.oci.archives import joined, listing, named, odd_archives
from builders.oci.images import BuiltImage, docker_archive, image, labelled, oci_archive, package, xpkg
from builders.oci.layers import digest, file, folder, gzip, layer, tar, zstd

from xpkgtui.errors import Corrupt, NotAPackage, NotFound, Usage, XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.tar import reader as tars
from xpkgtui.formats.xpkg.annotations import stray_labels
from xpkgtui.sources.files import bytes_blob
from xpkgtui.sources.source import Form

ANSWERS = json.loads((Path(__file__).parents[2] / "oracle" / "archives.json").read_text())


def saved(folder: Path, data: bytes, name: str = "image.tar") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def package_yaml(blob: bytes) -> bytes:
    (found,) = (body.read(1 << 20) for entry, body in tars.entries(Inflated(bytes_blob(blob))) if entry.path)
    return found


@pytest.mark.parametrize("case", odd_archives())
def test_takes_the_bytes_that_go_containerregistry_takes(case: str, tmp_path: Path) -> None:
    path = saved(tmp_path, odd_archives()[case])
    try:
        taken = hashlib.sha256(package_yaml(layer_bytes(opened(path, tmp_path))[0])).hexdigest()
    except XpkgError:
        taken = None
    assert taken == ANSWERS[case]


def test_the_made_manifest_has_no_digest_and_derives_annotations(tmp_path: Path) -> None:
    root = image_root(opened(saved(tmp_path, xpkg(package("a: 1"))), tmp_path))
    assert (root.digest, root.derive, root.notes) == (None, True, ())


def test_labels_of_an_xpkg_become_the_annotation_of_their_layer(tmp_path: Path) -> None:
    runtime = layer(file("etc/passwd"))
    found = image_of(opened(saved(tmp_path, xpkg(package("a: 1", runtime))), tmp_path))
    assert [each.annotation for each in found.layers] == [None, "base"]


@pytest.mark.parametrize("style", ["xpkg", "skopeo", "docker25"])
def test_every_style_gives_the_stored_bytes(style: str, tmp_path: Path) -> None:
    built = package("a: 1", layer(file("x"), compression="none"))
    source = opened(saved(tmp_path, docker_archive((built, ()), style=style)), tmp_path)
    assert source.form is Form.DOCKER_ARCHIVE
    assert layer_bytes(source) == [each.blob for each in built.layers]


def test_fields_of_the_list_are_taken_in_any_case_as_go_takes_them(tmp_path: Path) -> None:
    built = named("a")
    fields = {"config": "c.json", "REPOTAGS": [None], "layers": ["l.tar.gz"]}
    data = tar(
        file("c.json", built.config),
        file("l.tar.gz", built.layers[0].blob),
        file("manifest.json", json.dumps([fields])),
    )
    assert layer_bytes(opened(saved(tmp_path, data), tmp_path)) == [built.layers[0].blob]


def test_layer_digests_are_those_of_the_bytes_and_not_of_the_name(tmp_path: Path) -> None:
    built = named("a")
    lie = f"{'0' * 64}.tar.gz"
    data = tar(file("c.json", built.config), file(lie, built.layers[0].blob), listing(lie))
    (found,) = image_of(opened(saved(tmp_path, data), tmp_path)).layers
    assert str(found.descriptor.digest) == digest(built.layers[0].blob)


def test_media_types_are_those_of_the_bytes(tmp_path: Path) -> None:
    layers = [layer(file("a"), compression=each) for each in ("gzip", "zstd", "none")]
    found = image_of(opened(saved(tmp_path, xpkg(image(*layers))), tmp_path))
    assert [each.descriptor.media_type.rpartition(".")[2] for each in found.layers] == ["gzip", "tar+zstd", "tar"]


def test_an_archive_without_layers_is_an_image_without_layers(tmp_path: Path) -> None:
    data = tar(file("c.json", image().config), listing())
    assert image_of(opened(saved(tmp_path, data), tmp_path)).layers == ()


def test_a_foreign_layer_that_is_left_out_keeps_its_descriptor(tmp_path: Path) -> None:
    built = named("a")
    foreign = "application/vnd.docker.image.rootfs.foreign.diff.tar.gzip"
    source = {"mediaType": foreign, "digest": digest(b"far"), "size": 3, "urls": ["https://far.example/layer"]}
    sources = {built.layers[0].diff_id: source}
    data = tar(file("c.json", built.config), listing("gone.tar.gz", LayerSources=sources))
    opening = opened(saved(tmp_path, data), tmp_path)
    (found,) = image_of(opening).layers
    assert found.descriptor.urls == ("https://far.example/layer",)
    with pytest.raises(Corrupt, match="does not hold the layer"):
        opening.blob(found.descriptor)


def test_a_cut_archive_tells_how_far_it_could_be_read(tmp_path: Path) -> None:
    data = xpkg(package("a: 1", layer(file("x", bytes(range(256)) * 64), compression="none")))
    error = refusal(saved(tmp_path, data[:4096]), tmp_path)
    assert isinstance(error, Corrupt)
    assert "unexpected end of the archive" in error.title
    assert "after 1 members" in error.title


def test_an_archive_whose_padding_was_cut_is_whole(tmp_path: Path) -> None:
    data = xpkg(package("a: 1")).rstrip(b"\0")
    assert image_of(opened(saved(tmp_path, data), tmp_path)).layers


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
    assert error.suggestions == (f"{two[0]}#example.org/p:configuration", f"{two[0]}#example.org/p_fn:amd64")


@pytest.mark.parametrize("choice", ["example.org/p_fn:amd64", "example.org/p_fn:latest", "amd64", "2"])
def test_a_choice_is_a_name_a_tag_or_a_number(
    choice: str, two: tuple[Path, BuiltImage, BuiltImage], tmp_path: Path
) -> None:
    source = opened(f"{two[0]}#{choice}", tmp_path)
    assert layer_bytes(source) == [two[2].layers[0].blob]
    assert image_root(source).notes == ("choice",)


@pytest.mark.parametrize("choice", ["#acme/p:v1", "#docker.io/acme/p:v1", ":acme/p:v1", "#index.docker.io/acme/p:v1"])
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
    assert len(error.suggestions) == 2


def test_images_of_one_tag_must_be_called_by_their_whole_name(tmp_path: Path) -> None:
    path = saved(tmp_path, docker_archive((named("a"), ("x.org/a:v1",)), (named("b"), ("x.org/b:v1",))))
    assert isinstance(refusal(f"{path}#v1", tmp_path), Usage)


@pytest.mark.parametrize("compress", [gzip, zstd])
def test_a_compressed_archive_is_read_and_said_to_be_one(compress: object, tmp_path: Path) -> None:
    built = package("a: 1")
    scratch = tmp_path / "scratch"
    source = opened(saved(tmp_path, {gzip: gzip, zstd: zstd}[compress](xpkg(built))), scratch)  # type: ignore[index]
    assert layer_bytes(source) == [built.layers[0].blob]
    assert image_root(source).notes[0] == "gzipped"
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


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        '[{"Config":5}]',
        '[{"Config":"c","Layers":"x"}]',
        '[{"Layers":[]}]',
        "[" * 5000,
        "\xff",
        '[{"Config":"c","LayerSources":[1]}]',
    ],
)
def test_a_broken_list_is_corrupt(text: str, tmp_path: Path) -> None:
    data = tar(file("c", "{}"), file("manifest.json", text.encode("latin-1")))
    assert isinstance(refusal(saved(tmp_path, data), tmp_path), Corrupt)


def test_a_list_of_endless_layers_is_refused(tmp_path: Path) -> None:
    data = tar(file("c.json", "{}"), file("l", "x"), listing(*["l"] * 6000))
    assert "more than 5,000 layers" in refusal(saved(tmp_path, data), tmp_path).title


def test_layer_digests_of_genuine_packages_match_their_labels(corpus: Path, tmp_path: Path) -> None:
    packages = sorted(corpus.glob("crossplane-xpkg/*/**/*.xpkg"))
    found = {path.name: image_of(opened(path, tmp_path)) for path in packages if path.is_file()}
    assert len(found) == 3
    assert {name: (each.base is not None, dict(stray_labels(each))) for name, each in found.items()} == {
        name: (True, {}) for name in found
    }


def project(folder: Path) -> Path:
    """What `crossplane project build` writes: a configuration and a function for two architectures."""
    meta = "---\napiVersion: meta.pkg.crossplane.io/v1\nkind: {}\nmetadata:\n  name: {}\n---\n"
    images = [(package(meta.format("Configuration", "net"), platform=""), ("example.org/net:configuration",))]
    for architecture in ("amd64", "arm64"):
        built = package(meta.format("Function", "net-fn"), layer(file("bin/fn")), platform=f"linux/{architecture}")
        images.append((built, (f"example.org/net_fn:{architecture}",)))
    return saved(folder, docker_archive(*((labelled(built), tags) for built, tags in images)), "net.xpkg")


def test_the_images_of_a_project_are_told_apart(tmp_path: Path) -> None:
    error = refusal(project(tmp_path), tmp_path)
    assert "3 images, as `crossplane project build` writes them" in error.title
    assert error.details == ("Configuration net", "Function net-fn, linux/amd64", "Function net-fn, linux/arm64")


@pytest.mark.parametrize("choice", ["configuration", "example.org/net:configuration", "1"])
def test_an_image_of_a_project_is_opened_as_if_pushed(choice: str, tmp_path: Path) -> None:
    found = image_of(opened(f"{project(tmp_path)}#{choice}", tmp_path))
    assert [each.annotation for each in found.layers] == ["base"]


def test_images_that_tell_nothing_are_offered_all_the_same(two: tuple[Path, BuiltImage, BuiltImage]) -> None:
    error = refusal(two[0], two[0].parent)
    assert [detail.partition(",")[0] for detail in error.details] == ["no layer is labelled base"] * 2


def test_images_with_broken_configs_are_offered_all_the_same(tmp_path: Path) -> None:
    images = [{"Config": "c.json", "RepoTags": None, "Layers": ["l"]}] * 2
    data = tar(file("c.json", "{"), file("l", "x"), file("manifest.json", json.dumps(images)))
    error = refusal(saved(tmp_path, data), tmp_path)
    assert (error.suggestions, error.details) == ((f"{tmp_path}/image.tar#1", f"{tmp_path}/image.tar#2"), ("", ""))


def test_archive_that_was_packed_in_a_folder_says_so(tmp_path: Path) -> None:
    data = tar(file("x/c.json", "{}"), file("x/1/layer.tar", b""), file("x/manifest.json", "[]"))
    error = refusal(saved(tmp_path, data), tmp_path)
    assert isinstance(error, NotAPackage)
    assert error.hint.endswith("pack what is in x")


def test_config_that_is_too_large_does_not_end_the_inspection(tmp_path: Path) -> None:
    built = named("a")
    config = built.config + b" " * (9 << 20)
    data = tar(file("c.json", config), file("l", built.layers[0].blob), listing("l"))
    root = image_root(opened(saved(tmp_path, data), tmp_path))
    assert json.loads(root.data)["config"]["digest"] == digest(config)


def test_damage_names_a_next_step(tmp_path: Path) -> None:
    assert refusal(saved(tmp_path, gzip(xpkg(package("a: 1")))[:-9]), tmp_path).hint
