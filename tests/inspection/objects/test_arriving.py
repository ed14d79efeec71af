"""Objects that a cache knows are listed while their bytes are taken; nothing is answered before these are here."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.inspections import answers, inspect_source
from builders.oci.images import package, write_layout
from builders.packages.judgements import CRD, PROVIDER

from xpkgtui.fetching.cache.extracts import ReadingCache
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import ObjectsListed, PartFailed, StreamRead
from xpkgtui.inspection.messages.judging import ImageJudged
from xpkgtui.inspection.messages.replies import FactsRead, TextReady
from xpkgtui.inspection.messages.requests import Open, Options, ReadFacts, ReadText, Text
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opening import inspect
from xpkgtui.limits import LIMITS
from xpkgtui.oci.descriptor import Digest
from xpkgtui.rules.case import StreamFile
from xpkgtui.service.local import LocalPort


async def reopened(source: Path, cache: Path) -> list[object]:
    port = LocalPort()
    try:
        options = Options(cache_dir=str(cache), image_first=True)
        return list(await answers(port, Open(source=str(source), options=options)))
    finally:
        await port.close()


async def test_a_second_opening_lists_the_objects_first_and_ends_the_same(large: Path, tmp_path: Path) -> None:
    first, second = [await reopened(large, tmp_path / "cache") for _ in range(2)]
    kinds = [[type(event) for event in events] for events in (first, second)]
    assert kinds[0].index(StreamRead) < kinds[0].index(ObjectsListed)
    assert kinds[1].index(ObjectsListed) < kinds[1].index(StreamRead)
    # What the image alone is judged by comes before bytes that take a while, and not before a list that is at hand.
    assert kinds[0].index(ImageJudged) < kinds[0].index(StreamRead)
    assert ImageJudged not in kinds[1]
    one, other = (fold_all(Inspection(source=str(large)), events) for events in (first, second))  # type: ignore[arg-type]
    assert one.stream is not None
    assert other.stream is not None
    assert Path(other.stream.path).name == Path(one.stream.path).name
    assert (other.rows, other.reading, other.findings) == (one.rows, one.reading, one.findings)
    assert (other.verdict, other.manifest) == (one.verdict, one.manifest)


async def test_a_list_that_nothing_judges_takes_no_bytes_until_they_are_asked_for(
    large: Path, tmp_path: Path
) -> None:
    options = Options(cache_dir=str(tmp_path / "cache"))
    asked = [ReadText(text=Text.DOCUMENT_JSON, document=number) for number in (1, 2)]
    port = LocalPort()
    first = fold_all(Inspection(source=str(large)), await answers(port, Open(source=str(large), options=options)))
    assert [type(one) for each in asked for one in await answers(port, each)] == [TextReady, TextReady]
    await port.close()
    port = LocalPort()
    request = Open(source=str(large), options=replace(options, lists_alone=True))
    second = fold_all(Inspection(source=str(large)), await answers(port, request))
    assert second.rows == tuple(replace(one, badge=None) for one in first.rows)
    assert (second.reading, second.case) == (first.reading, None)
    large.unlink()
    (ready,) = await answers(port, asked[0])
    assert isinstance(ready, TextReady)
    assert json.loads(Path(ready.path).read_text())["kind"] == "Provider"
    # Of other objects nothing is kept.
    for one in (ReadFacts(document=1), asked[1]):
        assert [type(event) for event in await answers(port, one)] == [PartFailed]
    await port.close()


async def test_nothing_kept_speaks_of_a_layer_that_is_damaged(tmp_path: Path) -> None:
    comments = "".join(f"  # {'x' * 70}\n" for _ in range(20_000))
    layout = write_layout(tmp_path / "layout", package(f"{PROVIDER}---\n{CRD}{comments}"))
    options = Options(cache_dir=str(tmp_path / "cache"))
    state = await inspect_source(layout, options)
    assert len(state.rows) == 2
    assert state.case is not None
    assert state.case.image is not None
    blob = layout / "blobs" / "sha256" / state.case.image.layers[0].descriptor.digest.hex
    data = bytearray(blob.read_bytes())
    data[-5] ^= 1
    blob.write_bytes(data)
    events = await reopened(layout, tmp_path / "cache")
    assert not [event for event in events if isinstance(event, ObjectsListed) and event.rows]


async def test_bytes_that_are_not_those_that_the_cache_spoke_of_stop_the_opening(tmp_path: Path) -> None:
    built = package(f"{PROVIDER}---\n{CRD}" + f"  # {'x' * 70}\n" * 20_000)
    layout, cache = write_layout(tmp_path / "layout", built), tmp_path / "cache"
    await reopened(layout, cache)
    readings, image = ReadingCache(str(cache)), Digest.of(built.manifest + built.config)
    known = readings.find(image, "manager-2.4", LIMITS)
    assert known is not None
    readings.keep(image, LIMITS, replace(known, sha256="ab" * 32))
    (failed,) = [event for event in await reopened(layout, cache) if isinstance(event, PartFailed)]
    assert failed.failure.title == "The layers were changed while they were read."


def stream_of(bring: object) -> PackageStream:
    file = StreamFile(path="", size=5, sha256="aa")
    return PackageStream(file, format_of("xpkg"), bring=bring)  # type: ignore[arg-type]


async def test_all_who_wait_for_the_bytes_share_one_way(tmp_path: Path) -> None:
    calls: list[int] = []
    path = tmp_path / "stream.yaml"
    path.write_bytes(b"a: 1\n")
    gate = asyncio.Event()

    async def bring() -> Path:
        calls.append(1)
        await gate.wait()
        return path

    stream = stream_of(bring)
    waiting = [asyncio.ensure_future(stream.arrive()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    await asyncio.sleep(0)
    assert not stream.is_here
    gate.set()
    await asyncio.gather(*waiting[1:])
    await stream.arrive()
    assert (calls, stream.is_here, stream.file.path) == ([1], True, str(path))


async def test_what_no_index_knows_is_split_once_it_is_here(tmp_path: Path) -> None:
    path = tmp_path / "stream.yaml"
    path.write_bytes(b"a: 1\n")

    async def bring() -> Path:
        return path

    pool = Threads(1)
    stream = stream_of(bring)
    assert [chunk.end for chunk in await stream.split(pool)] == [5]
    pool.close()


async def test_a_screen_takes_the_bytes_of_a_known_package_once_they_are_wanted(
    large: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It draws the list before, for which it needs the processor."""
    monkeypatch.setattr(inspect, "LIST_REST_AFTER", 600.0)
    monkeypatch.setattr(inspect, "LARGE", 1 << 20)
    await inspect_source(large, Options(cache_dir=str(tmp_path / "cache")))
    port = LocalPort()
    events: list[object] = []
    listed = asyncio.Event()

    async def opening() -> None:
        options = Options(cache_dir=str(tmp_path / "cache"), image_first=True)
        async for event in port.ask(Open(source=str(large), options=options)):
            events.append(type(event))
            if isinstance(event, ObjectsListed):
                listed.set()

    under_way = asyncio.ensure_future(opening())
    await listed.wait()
    await asyncio.sleep(0)
    assert StreamRead not in events
    assert [event for event in await answers(port, ReadFacts(document=1)) if isinstance(event, FactsRead)]
    await under_way
    assert StreamRead in events
    await port.close()


async def test_bytes_that_nobody_wants_are_waited_for_a_moment() -> None:
    async def bring() -> Path:
        return Path()

    stream = stream_of(bring)
    await stream.wanted(0.01)
    waiting = asyncio.ensure_future(stream.wanted(60))
    await asyncio.sleep(0)
    assert not waiting.done()
    await stream.arrive()
    await waiting
