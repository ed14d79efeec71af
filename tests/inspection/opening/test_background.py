"""What is read beside the package: cheap layers, by their sizes alone, and the packages of other platforms."""

import os
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, inspect_source, opened
from builders.oci.images import BuiltImage, BuiltIndex, image, index, package, write_layout
from builders.oci.layers import BuiltLayer, file, layer
from builders.packages.bundles import SOUND, members
from builders.packages.judgements import PROVIDER
from builders.registry.registries import DebianRegistry

from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import CaseReady, LayersChanged
from xpkgtui.inspection.messages.judging import Judged
from xpkgtui.inspection.messages.parts import Ready
from xpkgtui.inspection.messages.requests import Judge, LayerScope, OpenPlatform, Options, ReadBackground
from xpkgtui.inspection.rows.layers import UnreadReason
from xpkgtui.rules.finding import Acceptance
from xpkgtui.rules.likeness import Likeness
from xpkgtui.service.local import LocalPort

STREAM = file("package.yaml", PROVIDER)
BASE = layer(STREAM, base=True)
OTHER_STREAM = PROVIDER.replace("Read on.", "Read more.")
EXAMPLES = layer(file(".up/examples.yaml", "kind: [\n"), annotation="upbound")


def noise(size: int) -> BuiltLayer:
    """A layer that is about that large."""
    return layer(file("bin/provider", os.urandom(size)), compression="none")


def options(reach: LayerScope, **more: object) -> Options:
    return Options(price=-1, reach=reach, **{"children": True, **more})  # type: ignore[arg-type]


async def read(
    folder: Path, built: BuiltImage | BuiltIndex, reach: LayerScope = LayerScope.CHEAP, **more: object
) -> Inspection:
    return await inspect_source(write_layout(folder / "layout", built), options(reach, **more))


def rules(state: Inspection) -> set[str]:
    return {finding.rule for finding in state.findings}


def likeness(state: Inspection) -> list[Likeness | None]:
    return [row.stream.likeness if row.stream else None for row in state.entries]


def platforms(*images: BuiltImage) -> BuiltIndex:
    names = ("linux/amd64", "linux/arm64", "linux/s390x")
    return index(*zip(images, names, strict=False))


@pytest.mark.parametrize(
    ("reach", "speaks"), [(LayerScope.PATH, False), (LayerScope.CHEAP, True), (LayerScope.ALL, True)]
)
async def test_a_layer_of_examples_is_read_where_that_is_cheap(
    tmp_path: Path, reach: LayerScope, speaks: bool
) -> None:
    state = await read(tmp_path, image(BASE, EXAMPLES), reach)
    assert ("XPKG411" in rules(state)) is speaks
    assert [item.layer for item in state.unread] == ([] if speaks else [1])


@pytest.mark.registry
@pytest.mark.parametrize(
    ("reach", "unread"), [(LayerScope.CHEAP, [1]), (LayerScope.ALL, []), (LayerScope.PATH, [0, 1])]
)
async def test_a_registry_gives_a_megabyte_of_the_smallest_layers(
    registry: DebianRegistry, tmp_path: Path, reach: LayerScope, unread: list[int]
) -> None:
    built = image(noise(500_000), noise(600_000), BASE)
    name = f"beside/{reach}"
    registry.push_layout(name, "v1", write_layout(tmp_path / "layout", built))
    state = await inspect_source(f"{registry.host}/{name}:v1", options(reach, cache_dir=str(tmp_path / "cache")))
    assert [item.layer for item in state.unread] == unread


@pytest.mark.registry
async def test_what_is_in_the_cache_changes_nothing(registry: DebianRegistry, tmp_path: Path) -> None:
    built = image(noise(1_200_000), BASE)
    registry.push_layout("beside/cached", "v1", write_layout(tmp_path / "layout", built))
    name = f"{registry.host}/beside/cached:v1"
    whole = await inspect_source(name, options(LayerScope.ALL, cache_dir=str(tmp_path / "cache")))
    again = await inspect_source(name, options(LayerScope.CHEAP, cache_dir=str(tmp_path / "cache")))
    assert (whole.unread, [item.layer for item in again.unread]) == ((), [0])


async def test_damage_that_crossplane_does_not_read_does_not_leave_the_verdict_open(tmp_path: Path) -> None:
    long = layer(file("a/" * 3000 + "x"))
    state = await read(tmp_path, image(long, BASE))
    assert "XPKG307" in rules(state)
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is Acceptance.ACCEPTED


async def test_the_same_layer_on_both_platforms_needs_no_reading(tmp_path: Path) -> None:
    state = await read(
        tmp_path, platforms(package(PROVIDER), package(PROVIDER, platform="linux/arm64")), LayerScope.PATH
    )
    assert likeness(state) == [None, Likeness.SAME]
    assert state.unread == ()


async def test_the_same_layer_compressed_otherwise_needs_no_reading(tmp_path: Path) -> None:
    other = image(layer(STREAM, base=True, compression="zstd"), platform="linux/arm64")
    state = await read(tmp_path, platforms(image(BASE), other), LayerScope.PATH)
    assert likeness(state) == [None, Likeness.SAME]


async def test_the_same_package_in_other_layers_is_read(tmp_path: Path) -> None:
    other = image(layer(STREAM, file("more"), base=True), platform="linux/arm64")
    state = await read(tmp_path, platforms(image(BASE), other))
    assert likeness(state) == [None, Likeness.SAME]
    assert "XPKG108" not in rules(state)


async def test_files_of_another_format_are_named_beside_the_one_that_is_annotated(tmp_path: Path) -> None:
    state = await read(tmp_path, image(BASE, layer(*members(SOUND))))
    assert state.format.also == ("OLM bundle: it has the folders manifests/ and metadata/",)


@pytest.mark.parametrize("base", [True, False], ids=["annotated", "flattened"])
async def test_another_package_is_found(tmp_path: Path, base: bool) -> None:
    other = image(layer(file("package.yaml", OTHER_STREAM), base=base), platform="linux/arm64")
    third = image(layer(file("readme.md"), base=base), platform="linux/s390x")
    state = await read(tmp_path, platforms(image(layer(STREAM, base=base)), other, third))
    assert likeness(state) == [None, Likeness.DIFFERENT, Likeness.LACKING]
    assert [finding.message for finding in state.findings if finding.rule == "XPKG108"] == [
        "The package.yaml of manifest 1 (linux/arm64) differs from that of manifest 0 (linux/amd64)",
        "There is a package.yaml in manifest 0 (linux/amd64), but none in manifest 2 (linux/s390x)",
    ]


async def test_what_is_not_compared_is_told_with_its_price(tmp_path: Path) -> None:
    other = image(layer(file("package.yaml", OTHER_STREAM), base=True), platform="linux/arm64")
    state = await read(tmp_path, platforms(image(BASE), other), LayerScope.PATH)
    assert likeness(state) == [None, Likeness.UNREAD]
    (item,) = state.unread
    assert (item.platform, item.reason, item.size) == (
        "linux/arm64",
        UnreadReason.PLATFORM,
        len(other.layers[0].blob),
    )
    assert "XPKG108" not in rules(state)


async def test_platforms_that_are_all_opened_are_all_compared(tmp_path: Path) -> None:
    other = image(layer(file("package.yaml", OTHER_STREAM), base=True), platform="linux/arm64")
    state = await read(tmp_path, platforms(image(BASE), other), LayerScope.PATH, every_platform=True)
    assert likeness(state) == [None, Likeness.DIFFERENT]


async def test_another_platform_is_compared_with_the_one_that_is_asked_for(tmp_path: Path) -> None:
    other = image(layer(file("package.yaml", OTHER_STREAM), base=True), platform="linux/arm64")
    state = await read(tmp_path, platforms(image(BASE), other), platform="linux/arm64")
    assert likeness(state) == [Likeness.DIFFERENT, None]
    port = LocalPort()
    state = await opened(port, tmp_path / "layout", options(LayerScope.CHEAP, platform="linux/arm64"))
    state = fold_all(state, await answers(port, OpenPlatform(digest=image(BASE).digest)))
    await port.close()
    assert likeness(state) == [None, Likeness.DIFFERENT]


async def test_a_platform_whose_layer_is_gone_is_not_compared(tmp_path: Path) -> None:
    other = image(layer(file("package.yaml", OTHER_STREAM), base=True), platform="linux/arm64")
    folder = write_layout(tmp_path / "layout", platforms(image(BASE), other))
    (folder / "blobs" / other.layers[0].digest.replace(":", "/")).unlink()
    state = await inspect_source(folder, options(LayerScope.CHEAP))
    assert likeness(state) == [None, Likeness.UNREAD]
    assert [item.reason for item in state.unread] == [UnreadReason.FAILED]


async def test_it_is_read_when_the_verdict_stands_and_only_the_image_is_judged_anew(tmp_path: Path) -> None:
    folder = write_layout(tmp_path / "layout", image(BASE, EXAMPLES))
    port = LocalPort()
    state = await opened(port, folder)
    before = state.findings
    found = await answers(port, ReadBackground())
    case = next(event.case for event in found if isinstance(event, CaseReady))
    assert any(isinstance(event, LayersChanged) for event in found)
    judged = await answers(port, Judge(case=case, known=()))
    await port.close()
    state = fold_all(state, [*found, *judged])
    assert rules(state) == {one.rule for one in before} | {"XPKG411"}
    assert len(state.findings) == len(before) + 1
    assert not any(isinstance(event, Judged) and event.restart for event in judged)
    assert isinstance(state.verdict, Ready)
    assert state.verdict.value.acceptance is Acceptance.ACCEPTED
