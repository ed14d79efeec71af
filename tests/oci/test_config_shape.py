"""Which configs Go's decoder takes; every row was settled by running go-containerregistry 0.21.8."""

import json
from collections.abc import Mapping

import pytest
from builders.cases import each_row

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
_REFUSED: tuple[tuple[Mapping[str, object], str], ...] = (
    ({"created": ""}, "created of the config is not a time"),
    ({"created": "x"}, "created of the config is not a time"),
    ({"created": "2020-02-30T00:00:00Z"}, "created of the config is not a time"),
    ({"created": "2020-01-01T24:00:00Z"}, "created of the config is not a time"),
    ({"created": "2020-01-01T00:00:00"}, "created of the config is not a time"),
    ({"created": "2020-01-01T00:00:60Z"}, "created of the config is not a time"),
    ({"created": "2020-01-01t00:00:00z"}, "created of the config is not a time"),
    ({"created": "2020-01-01T00:00:00+24:00"}, "created of the config is not a time"),
    ({"rootfs": {"diff_ids": [None]}}, "diff_ids of rootfs of the config, 0 is not a sha256 digest"),
    ({"rootfs": {"diff_ids": ["x"]}}, "diff_ids of rootfs of the config, 0 is not a sha256 digest"),
    (
        {
            "rootfs": {
                "diff_ids": [
                    "sha512:00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
                ]
            }
        },
        "diff_ids of rootfs of the config, 0 is not a sha256 digest",
    ),
    (
        {"rootfs": {"diff_ids": ["sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]}},
        "diff_ids of rootfs of the config, 0 is not a sha256 digest",
    ),
    ({"history": "x"}, "history of the config is not a list"),
    ({"history": [{"created_by": 5}]}, "created_by of history of the config, 0 is no string"),
    ({"Author": 5}, "Author of the config is no string"),
    ({"os.features": "x"}, "os.features of the config is not a list"),
    ({"config": []}, "config of the config is no object"),
    ({"config": {"env": ["a", 1]}}, "env of config of the config, 1 is no string"),
    ({"config": {"Tty": 1}}, "Tty of config of the config is no boolean"),
    ({"config": {"StopSignal": 9}}, "StopSignal of config of the config is no string"),
    ({"config": {"Volumes": {"/a": []}}}, "'/a' of Volumes of config of the config is no object"),
    (
        {"config": {"Healthcheck": {"Retries": 1.0}}},
        "Retries of Healthcheck of config of the config is no whole number",
    ),
    (
        {"config": {"Healthcheck": {"Timeout": 9223372036854775808}}},
        "Timeout of Healthcheck of config of the config is too large a number",
    ),
    ({"os": 5}, "os of the config is no string"),
    ({"architecture": 5}, "architecture of the config is no string"),
    ({"history": [{"author": 5}]}, "author of history of the config, 0 is no string"),
    ({"history": [{"comment": 5}]}, "comment of history of the config, 0 is no string"),
    ({"history": [{"empty_layer": 1}]}, "empty_layer of history of the config, 0 is no boolean"),
    ({"history": [{"created": 5}]}, "created of history of the config, 0 is not a time"),
    ({"rootfs": []}, "rootfs of the config is no object"),
    ({"rootfs": {"diff_ids": {}}}, "diff_ids of rootfs of the config is not a list"),
    ({"config": {"Cmd": [1]}}, "Cmd of config of the config, 0 is no string"),
    ({"config": {"Entrypoint": [1]}}, "Entrypoint of config of the config, 0 is no string"),
    ({"config": {"OnBuild": [1]}}, "OnBuild of config of the config, 0 is no string"),
    ({"config": {"Shell": [1]}}, "Shell of config of the config, 0 is no string"),
    ({"config": {"Domainname": 5}}, "Domainname of config of the config is no string"),
    ({"config": {"Hostname": 5}}, "Hostname of config of the config is no string"),
    ({"config": {"Image": 5}}, "Image of config of the config is no string"),
    ({"config": {"User": 5}}, "User of config of the config is no string"),
    ({"config": {"WorkingDir": 5}}, "WorkingDir of config of the config is no string"),
    ({"config": {"MacAddress": 5}}, "MacAddress of config of the config is no string"),
    ({"config": {"AttachStderr": 5}}, "AttachStderr of config of the config is no boolean"),
    ({"config": {"AttachStdin": 5}}, "AttachStdin of config of the config is no boolean"),
    ({"config": {"AttachStdout": 5}}, "AttachStdout of config of the config is no boolean"),
    ({"config": {"OpenStdin": 5}}, "OpenStdin of config of the config is no boolean"),
    ({"config": {"StdinOnce": 5}}, "StdinOnce of config of the config is no boolean"),
    ({"config": {"ArgsEscaped": 5}}, "ArgsEscaped of config of the config is no boolean"),
    ({"config": {"NetworkDisabled": 5}}, "NetworkDisabled of config of the config is no boolean"),
    (
        {
            "config": {
                "Labels": {"kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk": 5}
            }
        },
        f"{'k' * 80!r} of Labels of config of the config is no string",
    ),
    ({"config": {"ExposedPorts": {"1": 5}}}, "'1' of ExposedPorts of config of the config is no object"),
    (
        {"config": {"Healthcheck": {"Interval": "x"}}},
        "Interval of Healthcheck of config of the config is no whole number",
    ),
    (
        {"config": {"Healthcheck": {"StartPeriod": "x"}}},
        "StartPeriod of Healthcheck of config of the config is no whole number",
    ),
    ({"config": {"Healthcheck": {"Test": "x"}}}, "Test of Healthcheck of config of the config is not a list"),
    (
        {"config": {"Healthcheck": {"Retries": True}}},
        "Retries of Healthcheck of config of the config is no whole number",
    ),
    (
        {"config": {"Healthcheck": {"Retries": -9223372036854775809}}},
        "Retries of Healthcheck of config of the config is too large a number",
    ),
    ({"docker_version": 5}, "docker_version of the config is no string"),
    ({"container": 5}, "container of the config is no string"),
    ({"os.version": 5}, "os.version of the config is no string"),
    ({"variant": 5}, "variant of the config is no string"),
    ({"created": 5}, "created of the config is not a time"),
)


@each_row("fields", _TAKEN, ids=json.dumps)
def test_config_that_go_decodes_is_one(fields: Mapping[str, object]) -> None:
    ImageConfig.parse(json.dumps(fields).encode())


@each_row(("fields", "fault"), _REFUSED)
def test_config_that_go_does_not_decode_is_none(fields: Mapping[str, object], fault: str) -> None:
    with pytest.raises(Malformed) as raised:
        ImageConfig.parse(json.dumps(fields).encode())
    assert str(raised.value) == fault


_OF_GO = {
    "no string": "Domainname Hostname Image User WorkingDir MacAddress StopSignal",
    "no boolean": "AttachStderr AttachStdin AttachStdout OpenStdin StdinOnce Tty ArgsEscaped NetworkDisabled",
    "not a list": "Cmd Entrypoint Env OnBuild Shell",
    "no object": "Volumes ExposedPorts Labels Healthcheck",
}
"""Fields of the settings in Go's Config, by what is said of a number in them."""


@each_row(("field", "said"), [(one, said) for said, names in _OF_GO.items() for one in names.split()])
def test_every_setting_has_its_type(field: str, said: str) -> None:
    with pytest.raises(Malformed, match=f"^{field} of config of the config is {said}$"):
        ImageConfig.parse(json.dumps({"config": {field: 5}}).encode())


@each_row("field", ["architecture", "author", "container", "docker_version", "os", "os.version", "variant"])
def test_every_text_of_a_config_is_one(field: str) -> None:
    with pytest.raises(Malformed, match=f"^{field} of the config is no string$"):
        ImageConfig.parse(json.dumps({field: 5}).encode())
