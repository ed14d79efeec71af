"""Which configs Go's decoder takes; every row was settled by running go-containerregistry 0.21.8."""

import json
from collections.abc import Mapping

import pytest

from xpkgtui.errors import Malformed
from xpkgtui.oci.image import ImageConfig

_ZERO = "sha256:" + "0" * 64
_TAKEN: tuple[Mapping[str, object], ...] = (
    {"created": "2020-01-01T00:00:00Z", "history": [{"created": "0000-02-29T23:59:59.5+23:59", "empty_layer": True}]},
    {"created": "2020-01-01T0:00:00,5Z"},
    {"created": None, "history": None, "rootfs": None, "config": None, "os.features": [None]},
    {"rootfs": {"diff_ids": [_ZERO]}, "unknown": 1, "config": {"unknown": [1], "Healthcheck": {"Interval": -1}}},
    {"config": {"Volumes": {"/a": {}, "/b": None}, "ExposedPorts": {"1/tcp": {"x": 1}}, "Labels": {"a": None}}},
    {"history": [None]},
)
_REFUSED: tuple[Mapping[str, object], ...] = (
    *({"created": text} for text in ("", "x", "2020-02-30T00:00:00Z", "2020-01-01T24:00:00Z", "2020-01-01T00:00:00")),
    *({"created": text} for text in ("2020-01-01T00:00:60Z", "2020-01-01t00:00:00z", "2020-01-01T00:00:00+24:00")),
    *({"rootfs": {"diff_ids": [text]}} for text in (None, "x", "sha512:" + "0" * 128, _ZERO.replace("0", "A"))),
    {"history": "x"},
    {"history": [{"created_by": 5}]},
    {"Author": 5},
    {"os.features": "x"},
    {"config": []},
    {"config": {"env": ["a", 1]}},
    {"config": {"Tty": 1}},
    {"config": {"StopSignal": 9}},
    {"config": {"Volumes": {"/a": []}}},
    {"config": {"Healthcheck": {"Retries": 1.0}}},
    {"config": {"Healthcheck": {"Timeout": 1 << 63}}},
)


@pytest.mark.parametrize("fields", _TAKEN, ids=json.dumps)
def test_config_that_go_decodes_is_one(fields: Mapping[str, object]) -> None:
    ImageConfig.parse(json.dumps(fields).encode())


@pytest.mark.parametrize("fields", _REFUSED, ids=json.dumps)
def test_config_that_go_does_not_decode_is_none(fields: Mapping[str, object]) -> None:
    with pytest.raises(Malformed):
        ImageConfig.parse(json.dumps(fields).encode())
