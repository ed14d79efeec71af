"""Fields as Go's decoder takes them: in any case, the last one wins."""

import base64
import json

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed
from xpkgtui.formats.xpkg.annotations.layers import annotation_of
from xpkgtui.oci.descriptor import DEFAULT, Descriptor, Digest, Platform
from xpkgtui.oci.image import ImageConfig
from xpkgtui.oci.manifest import Index, Manifest, parse

BODY = b"the blob"
LISTED = {"mediaType": "a/b", "digest": str(Digest.of(BODY)), "size": len(BODY)}


def raw(**fields: object) -> bytes:
    return json.dumps(fields).encode()


def test_layers_are_found_in_any_case() -> None:
    found = parse(
        raw(LAYERS=[{"Digest": LISTED["digest"], "SIZE": 8, "Annotations": {"io.crossplane.xpkg": "base"}}])
    )
    assert isinstance(found, Manifest)
    assert [(layer.size, annotation_of(layer)) for layer in found.layers] == [(8, "base")]


PLATFORM = {
    "os": "linux",
    "architecture": "arm64",
    "variant": "v8",
    "os.version": "1",
    "os.features": ["a"],
    "features": ["b"],
}
DATA = base64.b64encode(BODY).decode()
WHOLE = {**LISTED, "urls": ["https://a.io"], "data": DATA, "platform": PLATFORM, "artifactType": "c/d"}
NOTED = {**WHOLE, "annotations": {"a": "b"}}
MANIFEST = {
    "schemaVersion": 2,
    "mediaType": "application/vnd.oci.image.manifest.v1+json",
    "artifactType": "e/f",
    "config": NOTED,
    "layers": [NOTED],
    "annotations": {"c": "d"},
    "subject": NOTED,
}
INDEX = {
    "schemaVersion": 2,
    "mediaType": "application/vnd.oci.image.index.v1+json",
    "manifests": [NOTED],
    "annotations": {"c": "d"},
}
CONFIG = {
    **PLATFORM,
    "rootfs": {"type": "layers", "diff_ids": [LISTED["digest"]]},
    "config": {"Labels": {"a": "b"}, "Entrypoint": ["a"], "Cmd": ["b"], "Env": ["PATH=/a"]},
    "history": [{"created_by": "a"}],
}


def shouted(value: object) -> object:
    """Fields in capitals, but for names that are data."""
    if isinstance(value, list):
        return [shouted(one) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key.upper(): one if key in ("annotations", "Labels", "history") else shouted(one)
        for key, one in value.items()
    }


@pytest.mark.parametrize("fields", [MANIFEST, INDEX], ids=["manifest", "index"])
def test_every_field_is_found_in_any_case(fields: dict[str, object]) -> None:
    usual, loud = (parse(json.dumps(one).encode()) for one in (fields, shouted(fields)))
    assert loud == usual


def test_every_field_of_a_config_is_found_in_any_case() -> None:
    usual, loud = (ImageConfig.parse(json.dumps(one).encode()) for one in (CONFIG, shouted(CONFIG)))
    assert loud == usual
    assert (usual.entrypoint, usual.cmd) == (("a",), ("b",))


def test_manifests_are_found_in_any_case() -> None:
    found = parse(raw(Manifests=[LISTED]))
    assert isinstance(found, Index)
    assert len(found.manifests) == 1


def test_the_last_of_two_spellings_wins() -> None:
    found = Manifest.parse(raw(layers=[LISTED], Layers=[LISTED, LISTED]))
    assert len(found.layers) == 2


def test_a_platform_in_capitals_matches() -> None:
    assert Platform.parse({"OS": "linux", "Architecture": "amd64"}).matches(DEFAULT)


def test_keys_of_annotations_keep_their_case() -> None:
    found = Descriptor.parse({**LISTED, "annotations": {"Digest": "x"}})
    assert dict(found.annotations) == {"Digest": "x"}


def test_a_config_is_read_in_any_case() -> None:
    diff_id = "sha256:" + "0" * 64
    found = ImageConfig.parse(raw(Config={"labels": {"a": "b"}, "cmd": ["x"]}, RootFS={"Diff_IDs": [diff_id]}))
    assert (dict(found.labels), found.cmd, found.diff_ids) == ({"a": "b"}, ("x",), (diff_id,))


def test_data_of_the_digest_is_right() -> None:
    found = Descriptor.parse({**LISTED, "data": base64.b64encode(BODY).decode()})
    assert (found.data, found.has_wrong_data) == (BODY, False)


@each_row("data", [b"", b"the blog", b"the blob "])
def test_other_data_is_wrong(data: bytes) -> None:
    assert Descriptor.parse({**LISTED, "data": base64.b64encode(data).decode()}).has_wrong_data


@pytest.mark.parametrize("data", [7, "no base64!"])
def test_data_that_go_cannot_decode_is_malformed(data: object) -> None:
    with pytest.raises(Malformed, match="data"):
        Descriptor.parse({**LISTED, "data": data})
