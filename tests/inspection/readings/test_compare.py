"""Readers compared without opening anything anew: as it is, and as if another layer were the base."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from builders.oci.images import image, index, write_layout
from builders.packages.disagreeing import DISAGREEING, GOOD
from builders.packages.judgements import PROVIDER

from xpkgtui.errors import FailureKind
from xpkgtui.formats.images.comparison import ReaderComparison
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.judging import VerdictReached
from xpkgtui.inspection.messages.replies import ReadersCompared
from xpkgtui.inspection.messages.requests import (
    CompareReaders,
    LayerScope,
    Open,
    OpenPlatform,
    Options,
    Request,
    WhatIf,
)
from xpkgtui.readers.reader import ReadStage
from xpkgtui.rules.finding import Acceptance
from xpkgtui.service.local import LocalPort


async def answers(port: LocalPort, request: Request) -> Sequence[Event]:
    return [event async for event in port.ask(request)]


async def compared(port: LocalPort, base: int | None) -> ReaderComparison:
    (found,) = [
        event.comparison
        for event in await answers(port, CompareReaders(reach=LayerScope.CHEAP, base=base))
        if isinstance(event, ReadersCompared)
    ]
    return found


def accepted(events: Sequence[Event]) -> Acceptance | None:
    (verdict,) = [event.verdict.acceptance for event in events if isinstance(event, VerdictReached)]
    return verdict


async def test_another_base_is_tried_without_being_shown(tmp_path: Path) -> None:
    port = LocalPort()
    try:
        await answers(port, Open(source=str(write_layout(tmp_path / "layout", GOOD))))
        tried, shown = await compared(port, 0), await compared(port, None)
        assert (tried.base, shown.base) == (0, None)
        deciding = tried.of("manager-2.4")
        assert deciding is not None
        assert deciding.message == "package.yaml not found in package"
        assert {one.acceptance for one in shown.results} == {Acceptance.ACCEPTED}
        assert tried.repairs == ()
    finally:
        await port.close()


async def test_layer_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    port = LocalPort()
    try:
        await answers(port, Open(source=str(write_layout(tmp_path / "layout", GOOD))))
        (failed,) = await answers(port, CompareReaders(reach=LayerScope.CHEAP, base=9))
        assert isinstance(failed, PartFailed)
        assert (failed.failure.kind, failed.failure.title) == (FailureKind.USAGE, "The image has no layer 9.")
    finally:
        await port.close()


async def test_what_if_stays_while_more_of_the_same_image_is_read(tmp_path: Path) -> None:
    port = LocalPort()
    built = DISAGREEING["labels alone"]
    try:
        opened = await answers(port, Open(source=str(write_layout(tmp_path / "layout", built)), options=Options()))
        assert accepted(opened) is Acceptance.ACCEPTED
        assert accepted(await answers(port, WhatIf(base=0))) is Acceptance.REFUSED
        again = OpenPlatform(digest=str(built.descriptor()["digest"]), consent=True)
        assert accepted(await answers(port, again)) is Acceptance.REFUSED
        assert accepted(await answers(port, WhatIf(base=None))) is Acceptance.ACCEPTED
    finally:
        await port.close()


@pytest.mark.parametrize("name", DISAGREEING)
async def test_every_layer_can_be_tried(tmp_path: Path, name: str) -> None:
    port = LocalPort()
    try:
        await answers(port, Open(source=str(write_layout(tmp_path / "layout", DISAGREEING[name]))))
        assert (await compared(port, 0)).results
    finally:
        await port.close()


async def test_the_reader_of_the_profile_stands_before_the_one_whose_bytes_it_judges(tmp_path: Path) -> None:
    (tmp_path / "package.yaml").write_text(PROVIDER)
    port, path = LocalPort(), str(tmp_path / "package.yaml")
    try:
        names = {}
        for profile in ("crossplane", "format-v2"):
            await answers(port, Open(source=path, options=Options(profile=profile)))
            names[profile] = [one.reader.name for one in (await compared(port, None)).results]
    finally:
        await port.close()
    own = next(name for name in names["format-v2"] if name not in names["crossplane"])
    assert [name for name in names["format-v2"] if name != own] == names["crossplane"]
    assert names["format-v2"].count(own) == 1
    assert names["format-v2"][names["format-v2"].index(own) + 1] == "spec"


async def test_an_index_without_an_image_is_what_each_reader_says_of_it(tmp_path: Path) -> None:
    attestation = {"vnd.docker.reference.type": "attestation-manifest"}
    built = index((image(annotations=attestation), "unknown/unknown"))
    port = LocalPort()
    try:
        await answers(port, Open(source=str(write_layout(tmp_path / "layout", built))))
        found = await compared(port, None)
    finally:
        await port.close()
    says = f"no child with platform linux/amd64 in index {tmp_path / 'layout'}"
    said = {one.reader.name: (one.stage, one.message) for one in found.results}
    assert said["spec"] == (ReadStage.FETCH, None)
    assert said["manager-1.0"] == said["manager-2.4"] == said["extract"] == (ReadStage.FETCH, says)
