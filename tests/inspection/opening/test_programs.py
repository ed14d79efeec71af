"""The programs of all platforms: looked at where layers are there or cheap, and named where they are not."""

import json
from pathlib import Path

import pytest
from builders.inspection.inspections import inspect_source
from builders.oci.images import BuiltImage, config_bytes, image, index, write_layout
from builders.oci.layers import BuiltLayer, file, layer
from builders.oci.programs import elf
from builders.packages.judgements import PROVIDER

from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import Options, Reach
from xpkgtui.inspection.rows.layers import UnreadReason

BASE = layer(file("package.yaml", PROVIDER), base=True)


def starting(*layers: BuiltLayer, platform: str) -> BuiltImage:
    config = json.loads(config_bytes((*layers, BASE), platform, None, ()))
    config["config"] = {"Entrypoint": ["/bin/provider"]}
    return image(*layers, BASE, config=json.dumps(config).encode())


def program(processor: str) -> BuiltLayer:
    return layer(file("bin/provider", elf(processor), mode=0o755))


async def read(folder: Path, *programs: str, reach: Reach = Reach.CHEAP) -> Inspection:
    platforms = ("linux/amd64", "linux/arm64")
    images = [(starting(program(one), platform=name), name) for one, name in zip(programs, platforms, strict=False)]
    options = Options(price=-1, reach=reach, children=True)
    return await inspect_source(write_layout(folder / "layout", index(*images)), options)


def told(state: Inspection) -> list[str]:
    return [one.message.partition(",")[0] for one in state.findings if one.rule == "XPKG309"]


@pytest.mark.parametrize(
    ("programs", "foreign"),
    [
        (("amd64", "arm64"), []),
        (("amd64", "amd64"), ["The image for linux/arm64 starts /bin/provider"]),
        (("arm64", "arm64"), ["The image for linux/amd64 starts /bin/provider"]),
    ],
)
async def test_each_platform_is_compared_with_its_program(
    tmp_path: Path, programs: tuple[str, ...], foreign: list[str]
) -> None:
    assert told(await read(tmp_path, *programs)) == foreign


async def test_what_is_not_read_is_not_judged_and_said(tmp_path: Path) -> None:
    state = await read(tmp_path, "amd64", "amd64", reach=Reach.PATH)
    assert told(state) == []
    assert [one.platform for one in state.unread if one.reason is UnreadReason.PROGRAM] == ["linux/arm64"]


async def test_the_file_is_named_in_the_image_that_is_shown(tmp_path: Path) -> None:
    state = await read(tmp_path, "arm64", "arm64")
    (place,) = [one.place for one in state.findings if one.rule == "XPKG309"]
    assert (place.platform, place.layer, place.path) == (None, 0, "bin/provider")


async def test_the_file_of_another_platform_is_named_with_it(tmp_path: Path) -> None:
    state = await read(tmp_path, "amd64", "amd64")
    (place,) = [one.place for one in state.findings if one.rule == "XPKG309"]
    assert (place.platform, place.layer, place.path) == ("linux/arm64", 0, "bin/provider")
    assert place.layer_digest is None
