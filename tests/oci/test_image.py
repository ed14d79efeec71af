"""Images: what manifest and config say about each layer, side by side."""

import json

import pytest
from builders.cases import each_row
from builders.oci.images import image
from builders.oci.layers import file, layer
from builders.work import calls

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.annotations.layers import image_of, stray_labels
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Manifest
from xpkgtui.oci.media_types import DOCKER_LAYER_PLAIN

PREFIX = "io.crossplane.xpkg:"
BOTTOM = layer(file("a"))
PACKAGE = layer(file("package.yaml", "a: 1"), base=True)
UNMARKED = layer(file("package.yaml", "a: 1"))


def config(**fields: object) -> ImageConfig:
    """A config with these fields."""
    return ImageConfig.parse(json.dumps(fields).encode())


def test_first_layer_annotated_base_is_the_base() -> None:
    found = image(BOTTOM, PACKAGE, layer(file("b"), base=True)).parsed()
    assert found.base is not None
    assert found.base.index == 1


def test_image_without_annotation_has_no_base() -> None:
    assert image(BOTTOM, UNMARKED).parsed().base is None


def test_label_stands_beside_the_annotation_and_does_not_replace_it() -> None:
    labeled = image(UNMARKED, labels={PREFIX + UNMARKED.digest: "base"}).parsed().layers[0]
    assert (labeled.mark.label, labeled.mark.annotation, labeled.mark.is_base, labeled.mark.derived) == (
        "base",
        None,
        False,
        False,
    )


def test_label_of_an_archive_becomes_the_annotation_that_push_would_make() -> None:
    labeled = image(UNMARKED, labels={PREFIX + UNMARKED.digest: "base"}).parsed(derive=True).layers[0]
    assert (labeled.mark.annotation, labeled.mark.is_base, labeled.mark.derived) == ("base", True, True)


def test_label_of_an_archive_of_plain_layers_names_none_after_a_push() -> None:
    plain = layer(file("package.yaml"), compression="none", media_type=DOCKER_LAYER_PLAIN)
    for layers, annotated in (((plain, UNMARKED), []), ((UNMARKED, plain), [1])):
        named = layers[annotated[0] if annotated else 0]
        found = image(*layers, labels={PREFIX + named.digest: "base"}).parsed(derive=True).layers
        assert [each.index for each in found if each.mark.is_base] == annotated
        assert [each.mark.label for each in found if each.mark.label] == ["base"]


def test_annotation_that_is_there_is_not_derived() -> None:
    labeled = image(PACKAGE, labels={PREFIX + PACKAGE.digest: "upbound"}).parsed(derive=True).layers[0]
    assert (labeled.mark.annotation, labeled.mark.label, labeled.mark.derived) == ("base", "upbound", False)


def test_label_that_names_no_layer_is_stray() -> None:
    labels = {PREFIX + UNMARKED.digest: "base", PREFIX + "sha256:0": "base", "other": "x"}
    assert dict(stray_labels(image(UNMARKED, labels=labels).parsed())) == {"sha256:0": "base"}


def test_diff_ids_and_history_belong_to_their_layers() -> None:
    found = image(BOTTOM, PACKAGE, history=("FROM scratch", "COPY package.yaml")).parsed()
    assert [each.diff_id for each in found.layers] == [BOTTOM.diff_id, PACKAGE.diff_id]
    assert [each.history for each in found.layers] == ["FROM scratch", "COPY package.yaml"]


def test_steps_that_made_no_layer_are_left_out_of_the_history() -> None:
    steps = [{"created_by": "ENV a=b", "empty_layer": True}, {"created_by": "COPY"}, {}]
    assert config(history=steps).history == ("COPY", "")


def test_history_of_another_length_belongs_to_no_layer() -> None:
    assert [each.history for each in image(BOTTOM, PACKAGE, history=("one",)).parsed().layers] == ["", ""]


def test_layers_beyond_the_diff_ids_have_none() -> None:
    found = image(BOTTOM, PACKAGE)
    short = config(rootfs={"type": "layers", "diff_ids": [BOTTOM.diff_id]})
    joined = image_of(Manifest.parse(found.manifest), short)
    assert [each.diff_id for each in joined.layers] == [BOTTOM.diff_id, None]


def test_image_is_shown_without_its_config() -> None:
    joined = image_of(Manifest.parse(image(BOTTOM, PACKAGE).manifest), None, derive=True)
    assert joined.base is not None
    assert (joined.base.mark.label, joined.base.diff_id, dict(stray_labels(joined))) == (None, None, {})


def test_config_of_nulls_is_an_empty_config() -> None:
    empty = config()
    assert config(config=None, rootfs=None, history=None, os=None) == empty
    assert config(config={"Labels": None, "Entrypoint": None, "Cmd": None}, rootfs={"diff_ids": None}) == empty
    assert empty.platform.is_empty


def test_label_of_null_is_empty() -> None:
    assert dict(config(config={"Labels": {"a": None}}).labels) == {"a": ""}


@each_row(
    "fields",
    [
        {"config": []},
        {"config": {"Labels": []}},
        {"config": {"Labels": {"a": 1}}},
        {"config": {"Entrypoint": "sh"}},
        {"config": {"Cmd": [1]}},
        {"rootfs": "x"},
        {"rootfs": {"diff_ids": "x"}},
        {"os": 1},
    ],
)
def test_config_of_the_wrong_types_is_malformed(fields: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        config(**fields)


def test_command_and_entrypoint_are_kept() -> None:
    found = config(config={"Entrypoint": ["/p"], "Cmd": ["--x"]}, os="linux", architecture="arm64")
    assert (found.entrypoint, found.cmd, str(found.platform)) == (("/p",), ("--x",), "linux/arm64")


def test_the_last_path_of_the_environment_counts() -> None:
    for environment, path in ((["A=/a", "PATH=/b", "PATH=/c:/d=e", "PATHS=/f"], "/c:/d=e"), (["PATH="], "")):
        assert config(config={"Env": environment}).search_path == path
    usual = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    assert config(config={"Env": ["PATH"]}).search_path == config().search_path == usual


def test_the_base_layer_is_looked_for_once_however_many_layers_ask_for_it() -> None:
    found = image(*[UNMARKED] * 400).parsed()
    assert calls(lambda: [found.base for _ in found.layers]) < 2_000
