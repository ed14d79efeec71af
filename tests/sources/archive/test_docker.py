"""Docker archives: their manifest.json, the choice of an image, which bytes are taken under which digests."""

import hashlib
import json
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.inspection.opened import image_of, image_root, layer_bytes, opened, refusal
from builders.oci.archives import listing, named, odd_archives, saved
from builders.oci.images import BuiltImage, docker_archive, image, index, labeled, oci_archive, package, xpkg
from builders.oci.layers import digest, file, gzip, layer, tar

from xpkgtui.errors import Corrupt, NotFound, Usage, XpkgError
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.tar import reader as tars
from xpkgtui.formats.xpkg.annotations.layers import stray_labels
from xpkgtui.sources.archive.docker import summary
from xpkgtui.sources.files import FileBlob, bytes_blob
from xpkgtui.sources.source import SourceForm

ANSWERS = json.loads((Path(__file__).parents[2] / "oracle" / "archives.json").read_text())


def package_yaml(blob: bytes) -> bytes:
    (found,) = (body.read(1 << 20) for entry, body in tars.entries(Inflated(bytes_blob(blob))) if entry.path)
    return found


@each_row("case", odd_archives())
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
    assert [each.mark.annotation for each in found.layers] == [None, "base"]


@each_row("style", ["xpkg", "skopeo", "docker25"])
def test_every_style_gives_the_stored_bytes(style: str, tmp_path: Path) -> None:
    built = package("a: 1", layer(file("x"), compression="none"))
    source = opened(saved(tmp_path, docker_archive((built, ()), style=style)), tmp_path)
    assert source.form is SourceForm.DOCKER_ARCHIVE
    assert layer_bytes(source) == [each.blob for each in built.layers]


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
    with pytest.raises(Corrupt) as raised:
        opening.blob(found.descriptor)
    assert raised.value.title == f"{tmp_path}/image.tar does not hold the layer {digest(b'far')}"
    assert raised.value.hint == "it is a foreign layer, which archives do not hold"


def test_a_layer_that_is_listed_with_its_descriptor_and_missing_is_not_foreign(tmp_path: Path) -> None:
    built = named("a")
    sources = {built.layers[0].diff_id: {"mediaType": "x/y", "digest": digest(b"far"), "size": 3}}
    data = tar(file("c.json", built.config), listing("gone.tar.gz", LayerSources=sources))
    opening = opened(saved(tmp_path, data), tmp_path)
    with pytest.raises(Corrupt) as raised:
        opening.blob(image_of(opening).layers[0].descriptor)
    assert raised.value.hint == "get it again from where it came, or build it again"
    with pytest.raises(Corrupt) as raised:
        opening.manifest(image_of(opening).layers[0].descriptor)
    assert raised.value.title == f"{tmp_path}/image.tar does not hold the manifest {digest(b'far')}"


def test_a_layer_that_is_named_after_its_digest_may_be_missing(tmp_path: Path) -> None:
    built, far = named("a"), digest(b"far")[7:]
    for name in (f"{far}.tar.gz", f"blobs/sha256/{far}", f"{far}.tar.zst", f"{far}.tar"):
        data = tar(file("c.json", built.config), file("l", built.layers[0].blob), listing("l", name))
        root = image_root(opened(saved(tmp_path, data), tmp_path))
        assert root.missing == ((1, name),)
        layers = json.loads(root.data)["layers"]
        assert layers[1] == {
            "mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip",
            "digest": f"sha256:{far}",
            "size": 0,
        }
    error = refusal(saved(tmp_path, tar(file("c.json", "{}"), listing("x" + far))), tmp_path)
    assert error.title == f"{tmp_path}/image.tar lists 'x{far}', which is not in it"


def test_the_made_manifest_lists_what_the_archive_holds(tmp_path: Path) -> None:
    built = named("a")
    data = tar(file("c.json", built.config), file("l", built.layers[0].blob), listing("l"))
    source = opened(saved(tmp_path, data), tmp_path)
    root = image_root(source)
    assert json.loads(root.data) == {
        "schemaVersion": 2,
        "mediaType": "application/vnd.docker.distribution.manifest.v2+json",
        "config": {
            "mediaType": "application/vnd.docker.container.image.v1+json",
            "digest": digest(built.config),
            "size": len(built.config),
        },
        "layers": [
            {
                "mediaType": "application/vnd.docker.image.rootfs.diff.tar.gzip",
                "digest": digest(built.layers[0].blob),
                "size": len(built.layers[0].blob),
            }
        ],
    }
    assert (root.reference, root.is_chosen, root.is_compressed) == (f"{tmp_path}/image.tar", False, False)
    with source.blob(image_of(source).layers[0].descriptor) as blob:
        assert isinstance(blob, FileBlob)
        assert blob.is_hashed


def test_a_cut_archive_tells_how_far_it_could_be_read(tmp_path: Path) -> None:
    data = xpkg(package("a: 1", layer(file("x", bytes(range(256)) * 64), compression="none")))
    error = refusal(saved(tmp_path, data[:4096]), tmp_path)
    assert isinstance(error, Corrupt)
    assert error.title == f"unexpected end of the archive {tmp_path}/image.tar after 1 member"
    assert error.hint == "it may be a broken download: fetch it again"
    assert error.tried == ("the tar: it ends within a file",)
    several = tar(file("a"), file("b"), file("manifest.json", b"x" * 900))
    error = refusal(saved(tmp_path, several[: several.index(b"xxx")]), tmp_path)
    assert error.title == f"unexpected end of the archive {tmp_path}/image.tar after 2 members"


def test_an_archive_whose_padding_was_cut_is_whole(tmp_path: Path) -> None:
    data = xpkg(package("a: 1")).rstrip(b"\0")
    assert image_of(opened(saved(tmp_path, data), tmp_path)).layers


def test_layer_digests_of_genuine_packages_match_their_labels(corpus: Path, tmp_path: Path) -> None:
    packages = sorted(corpus.glob("crossplane-xpkg/*/**/*.xpkg"))
    found = {path.name: image_of(opened(path, tmp_path)) for path in packages if path.is_file()}
    assert len(found) == 3
    assert {name: (each.base is not None, dict(stray_labels(each))) for name, each in found.items()} == {
        name: (True, {}) for name in found
    }


def test_config_that_is_too_large_does_not_end_the_inspection(tmp_path: Path) -> None:
    built = named("a")
    config = built.config + b" " * (9 << 20)
    data = tar(file("c.json", config), file("l", built.layers[0].blob), listing("l"))
    root = image_root(opened(saved(tmp_path, data), tmp_path))
    assert json.loads(root.data)["config"]["digest"] == digest(config)


def test_damage_names_a_next_step(tmp_path: Path) -> None:
    assert refusal(saved(tmp_path, gzip(xpkg(package("a: 1")))[:-9]), tmp_path).hint


def test_the_only_entry_is_the_image(tmp_path: Path) -> None:
    built = package("a: 1")
    source = opened(saved(tmp_path, oci_archive(built)), tmp_path)
    root = image_root(source)
    assert (source.form, str(root.digest), root.data, root.derive) == (
        SourceForm.OCI_ARCHIVE,
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
    assert error.title == f"{tmp_path}/image.tar does not hold the blob {built.digest}"
    assert error.hint == "a layout may lack blobs; copy the image again with all blobs"


def test_a_manifest_with_another_digest_is_refused(tmp_path: Path) -> None:
    built = package("a: 1")
    listed = file("index.json", json.dumps({"schemaVersion": 2, "manifests": [built.descriptor()]}))
    blob = file(f"blobs/sha256/{built.digest[7:]}", built.manifest + b" ")
    error = refusal(saved(tmp_path, tar(file("oci-layout", "{}"), listed, blob)), tmp_path)
    assert error.title == f"the manifest {built.digest} does not have that digest"
    assert error.hint == f"its bytes have {digest(built.manifest + b' ')}: the file was changed after it was written"


def test_a_gzipped_archive_is_read(tmp_path: Path) -> None:
    source = opened(saved(tmp_path, gzip(oci_archive(package("a: 1")))), tmp_path / "scratch")
    assert image_root(source).is_compressed
    assert image_of(source).layers
    source.close()


def test_an_index_that_lists_nothing_is_itself_the_root(tmp_path: Path) -> None:
    data = tar(file("oci-layout", "{}"), file("index.json", '{"schemaVersion":2,"manifests":[]}'))
    assert image_root(opened(saved(tmp_path, data), tmp_path)).data == b'{"schemaVersion":2,"manifests":[]}'


def test_entries_of_one_name_are_told_apart_by_digest(tmp_path: Path) -> None:
    first, second = package("a: 1"), package("b: 2")
    path = saved(tmp_path, oci_archive(first, second, tags=("v1", "v1")))
    error = refusal(f"{path}#v1", tmp_path)
    assert isinstance(error, Usage)
    assert error.suggestions == (f"{path}@{first.digest}", f"{path}@{second.digest}")
    assert str(image_root(opened(error.suggestions[1], tmp_path)).digest) == second.digest


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
