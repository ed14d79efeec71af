"""Manifests: which kind a body is, and when it must not be guessed."""

import json
from typing import Any

import pytest
from builders.cases import each_row

from xpkgtui.errors import Malformed
from xpkgtui.oci import media_types
from xpkgtui.oci.descriptor import Descriptor, Digest
from xpkgtui.oci.manifest import Index, Manifest, parse

DIGEST = str(Digest.of(b""))
LAYER = {"mediaType": media_types.OCI_LAYER_GZIP, "digest": DIGEST, "size": 0}
CONFIG = {"mediaType": media_types.OCI_CONFIG, "digest": DIGEST, "size": 0}
ENTRY = {"mediaType": media_types.OCI_MANIFEST, "digest": DIGEST, "size": 0}


def body(**fields: object) -> bytes:
    """A body with these fields."""
    return json.dumps({"schemaVersion": 2, **fields}).encode()


@each_row("served", [*media_types.ACCEPTED])
def test_body_without_media_type_is_what_it_was_served_as(served: str) -> None:
    found = parse(body(), served)
    assert isinstance(found, Index) is (served in media_types.INDEXES)
    assert found.media_type == served


@each_row("served", ["", "application/octet-stream", "text/plain", "application/json; charset=utf-8"])
def test_type_that_says_nothing_leaves_the_shape_to_decide(served: str) -> None:
    assert parse(body(layers=[LAYER]), served).media_type == media_types.OCI_MANIFEST
    assert parse(body(manifests=[ENTRY]), served).media_type == media_types.OCI_INDEX


def test_parameters_and_case_of_the_served_type_say_nothing() -> None:
    assert isinstance(parse(body(), f"{media_types.OCI_INDEX.upper()}; charset=utf-8"), Index)


AMBIGUOUS = {
    "it is ambiguous: its media types name both an index and a manifest",
    "it is ambiguous: an index that lists layers, or has a config",
    "it is ambiguous: a manifest that lists manifests",
}


@each_row(
    ("fields", "served"),
    [
        ({"layers": [LAYER], "manifests": [ENTRY]}, ""),
        ({"config": CONFIG, "manifests": [ENTRY]}, ""),
        ({"layers": [LAYER], "manifests": [ENTRY]}, media_types.OCI_INDEX),
        ({"layers": [LAYER], "manifests": [ENTRY], "mediaType": media_types.OCI_MANIFEST}, ""),
        ({"layers": [LAYER], "mediaType": media_types.OCI_INDEX}, ""),
        ({"layers": [LAYER]}, media_types.DOCKER_LIST),
        ({"manifests": [ENTRY], "mediaType": media_types.OCI_MANIFEST}, ""),
        ({"manifests": [ENTRY]}, media_types.OCI_MANIFEST),
        ({"layers": [LAYER], "mediaType": media_types.OCI_MANIFEST}, media_types.OCI_INDEX),
        ({"mediaType": media_types.OCI_INDEX}, media_types.DOCKER_MANIFEST),
    ],
)
def test_body_that_is_two_things_to_two_readers_is_refused(fields: dict[str, object], served: str) -> None:
    with pytest.raises(Malformed) as raised:
        parse(body(**fields), served)
    assert str(raised.value) in AMBIGUOUS


def test_all_fields_of_a_manifest_and_an_index_are_read() -> None:
    more = {"annotations": {"a": "b"}, "artifactType": "c/d", "subject": ENTRY}
    layer, config, entry = (Descriptor.parse(one) for one in (LAYER, CONFIG, ENTRY))
    facts: dict[str, Any] = {"annotations": {"a": "b"}, "artifact_type": "c/d", "subject": entry, "schema_version": 2}
    manifest = Manifest(media_type=media_types.OCI_MANIFEST, config=config, layers=(layer,), **facts)
    assert parse(body(config=CONFIG, layers=[LAYER], **more)) == manifest
    assert parse(body(manifests=[ENTRY], **more)) == Index(
        media_type=media_types.OCI_INDEX, manifests=(entry,), **facts
    )


@each_row(
    ("fields", "fault"),
    [
        ({"layers": {}}, "there is not a list of each layer"),
        ({"manifests": {}}, "there is not a list of each entry"),
        ({"layers": [5]}, "layer 0 is not an object"),
        ({"manifests": [ENTRY, 5]}, "entry 1 is not an object"),
        ({"config": 5}, "config is not an object"),
        ({"config": {"size": "x"}}, "config has a size that is not a number of bytes"),
        ({"layers": [], "subject": {"mediaType": 5}}, "mediaType of subject is not a string"),
        ({"manifests": [], "subject": 5}, "subject is not an object"),
        ({"layers": [], "mediaType": 5}, "mediaType is not a string"),
        ({"layers": [], "artifactType": 5}, "artifactType is not a string"),
        ({"manifests": [], "artifactType": 5}, "artifactType is not a string"),
        ({"layers": [], "annotations": 5}, "annotations of the manifest is not an object"),
        ({"manifests": [], "annotations": 5}, "annotations of the index is not an object"),
        ({"layers": [], "schemaVersion": True}, "schemaVersion is not an integer"),
        ({"layers": [], "schemaVersion": "2"}, "schemaVersion is not an integer"),
    ],
)
def test_a_field_of_another_type_is_named(fields: dict[str, object], fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        parse(body(**fields))
    assert str(raised.value) == fault


def test_null_list_of_the_other_kind_makes_nothing_ambiguous() -> None:
    assert isinstance(parse(body(layers=[LAYER], manifests=None)), Manifest)
    assert isinstance(parse(body(manifests=[ENTRY], layers=None, config=None)), Index)


@each_row(
    ("fields", "served"),
    [
        ({"schemaVersion": 1, "fsLayers": [], "history": []}, ""),
        ({"fsLayers": []}, ""),
        ({}, media_types.DOCKER_SCHEMA1_SIGNED),
        ({"mediaType": media_types.DOCKER_SCHEMA1}, ""),
    ],
)
def test_schema_1_is_called_by_its_name(fields: dict[str, object], served: str) -> None:
    with pytest.raises(Malformed, match=r"^this is a Docker schema 1 manifest, which Crossplane cannot read$"):
        parse(body(**fields), served)


def test_version_1_alone_is_no_schema_1_because_crossplane_never_looks() -> None:
    assert parse(body(schemaVersion=1, layers=[LAYER])).schema_version == 1


def test_artifact_manifest_is_called_by_its_name() -> None:
    for found in (body(blobs=[LAYER]), body(mediaType="application/vnd.oci.artifact.manifest.v1+json", layers=[])):
        with pytest.raises(Malformed, match=r"^this is an OCI artifact manifest, which lists blobs and no layers$"):
            parse(found)


@each_row("data", [b"{}", body(), body(errors=[])])
def test_object_that_is_neither_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed, match=r"^it is neither an index nor a manifest$"):
        parse(data)


def test_layers_and_config_may_be_null_or_missing() -> None:
    for found in (parse(body(layers=None)), parse(body(config=CONFIG)), parse(body(layers=[]))):
        assert isinstance(found, Manifest)
        assert found.layers == ()
    assert Manifest.parse(body(layers=[LAYER])).config is None


@each_row("config", [{}, {"size": 5}, {"digest": None}])
def test_config_without_a_digest_is_none(config: dict[str, object]) -> None:
    assert Manifest.parse(body(layers=[LAYER], config=config, subject=config)).config is None


def test_entries_may_be_null_or_missing() -> None:
    assert Index.parse(body(manifests=None)).manifests == Index.parse(body()).manifests == ()


def test_broken_layer_is_named_by_its_number() -> None:
    with pytest.raises(Malformed, match="layer 1 has no digest"):
        parse(body(layers=[LAYER, {}]))


@each_row(
    "lists",
    [
        {"layers": {}},
        {"layers": "x"},
        {"manifests": 1},
        {"layers": [1]},
        {"config": "x"},
        {"config": {"size": "x"}},
        {"manifests": [], "subject": "x"},
    ],
)
def test_part_of_the_wrong_type_is_refused(lists: dict[str, object]) -> None:
    with pytest.raises(Malformed):
        parse(body(**lists))


def test_every_field_is_kept() -> None:
    found = Manifest.parse(
        body(config=CONFIG, layers=[LAYER], subject=ENTRY, annotations={"a": "b"}, artifactType="application/x")
    )
    assert found.config is not None
    assert found.subject is not None
    assert (found.config.media_type, found.subject.media_type) == (media_types.OCI_CONFIG, media_types.OCI_MANIFEST)
    assert (dict(found.annotations), found.artifact_type, found.schema_version) == ({"a": "b"}, "application/x", 2)


@each_row(
    ("media_type", "foreign"),
    [
        (media_types.DOCKER_FOREIGN_LAYER, True),
        ("application/vnd.oci.image.layer.nondistributable.v1.tar+gzip", True),
        (media_types.OCI_LAYER_GZIP, False),
    ],
)
def test_layers_that_are_not_meant_to_travel_are_foreign(media_type: str, foreign: bool) -> None:
    assert media_types.is_foreign(media_type) is foreign
