"""A large stream: its first documents are listed before the others are looked for."""

import asyncio
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from builders.packages.judgements import CRD

from xpkgtui.documents.stream import split
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.known import format_of
from xpkgtui.inspection.folding import fold_all
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.events import Emit, Event, ObjectsListed
from xpkgtui.inspection.messages.replies import FactsRead, TextFound
from xpkgtui.inspection.messages.requests import Options, ReadFacts, SearchText
from xpkgtui.inspection.objects.describe import read_facts
from xpkgtui.inspection.objects.search import search_text
from xpkgtui.inspection.objects.stream import Indexes, PackageStream
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.objects import ListStop
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.rules.case import StreamFile

META = "apiVersion: meta.pkg.crossplane.io/v1\nkind: Provider\nmetadata:\n  name: acme\n"
LARGE = 5 << 20


@pytest.fixture
def pool() -> Threads:
    return Threads(1)


def text_of(count: int, *, meta_at: int = 1) -> str:
    """A stream of more than 4 MB."""
    padding = "x" * (LARGE // count)
    documents = [
        META if number == meta_at else f"apiVersion: v1\nkind: Thing\nmetadata:\n  name: n{number}\ndata: {padding}\n"
        for number in range(1, count + 1)
    ]
    return "---\n".join(documents)


def stream_of(path: Path, text: str, indexes: Indexes | None = None, limits: Limits = LIMITS) -> PackageStream:
    path.write_text(text)
    file = StreamFile(path=str(path), size=len(text), sha256="aa" if indexes else "")
    return PackageStream(file, format_of("xpkg"), indexes=indexes, limits=limits)


async def listed(stream: PackageStream, pool: Threads, events: list[ObjectsListed]) -> None:
    async def emit(event: Event) -> None:
        assert isinstance(event, ObjectsListed)
        events.append(event)

    await stream.split(pool)
    await stream.list_objects(pool, emit)


@pytest.mark.parametrize(("count", "sizes"), [(64, [64, 0]), (65, [64, 1]), (400, [64, 256, 80])])
async def test_the_first_rows_come_before_the_others_are_counted(
    tmp_path: Path, pool: Threads, count: int, sizes: list[int]
) -> None:
    text = text_of(count)
    stream = stream_of(tmp_path / "package.yaml", text)
    events: list[ObjectsListed] = []
    await listed(stream, pool, events)
    assert [len(event.rows) for event in events] == sizes
    assert [event.total for event in events] == [None, *[count] * (len(sizes) - 1)]
    assert [row.document for event in events for row in event.rows] == list(range(1, count + 1))
    assert stream.chunks == split(text.encode()).chunks
    states = [fold_all(Inspection(source="s"), events[:number]) for number in (1, len(events))]
    assert [state.is_listed for state in states] == [False, True]


@pytest.mark.parametrize("count", [3, 300])
async def test_where_reading_stops_is_known_with_the_last_rows_and_after_another_opening(
    tmp_path: Path, pool: Threads, count: int
) -> None:
    path, text = tmp_path / "package.yaml", text_of(count)
    stopping = f"{text}--- x\n{META}"
    stop = ListStop(line=text.count("\n") + 1, says="invalid Yaml document separator: x")
    for _ in range(2):
        events: list[ObjectsListed] = []
        await listed(stream_of(path, stopping, Indexes(str(tmp_path))), pool, events)
        state = fold_all(Inspection(source="s"), events)
        # As in Go, the document before that separator is dropped.
        assert (len(state.rows), state.objects_stop) == (count - 1, stop)
        assert all((event.total is None) == (event.stop is None) for event in events)


async def test_the_meta_object_is_among_the_first(tmp_path: Path, pool: Threads) -> None:
    """The profile depends on it, and the reader on the profile."""
    stream = stream_of(tmp_path / "package.yaml", text_of(300, meta_at=150))
    assert len(await stream.split(pool)) == 150
    whole = stream_of(tmp_path / "package.yaml", text_of(300, meta_at=150))
    assert len(await whole.split(pool, whole=True)) == 300


@pytest.mark.parametrize("question", [SearchText(word="n300"), ReadFacts(document=1)])
async def test_who_asks_about_all_documents_waits_until_they_are_listed(
    tmp_path: Path, pool: Threads, question: SearchText | ReadFacts
) -> None:
    stream = stream_of(tmp_path / "package.yaml", text_of(300))
    found: list[Event] = []
    asked: list[asyncio.Task[None]] = []

    async def keep(event: Event) -> None:
        found.append(event)

    async def emit(event: Event) -> None:
        if not asked:
            asked.append(asyncio.ensure_future(ask(stream, pool, question, keep)))
            await asyncio.sleep(0)

    await stream.split(pool)
    await stream.list_objects(pool, emit)
    await asked[0]
    match found[-1]:
        case FactsRead(origin=origin):
            assert "document 1 of 300" in origin
        case TextFound(documents=documents, total=total):
            assert (documents, total) == (frozenset({300}), 300)
        case other:
            pytest.fail(str(other))


async def ask(stream: PackageStream, pool: Threads, request: SearchText | ReadFacts, emit: Emit) -> None:
    if isinstance(request, SearchText):
        await search_text(stream, pool, request, emit)
    else:
        source = SimpleNamespace(pool=pool, options=Options())
        await read_facts(stream, cast("OpenedSource", source), request, emit)


async def test_a_listing_that_is_stopped_keeps_nobody_waiting(tmp_path: Path, pool: Threads) -> None:
    stream = stream_of(tmp_path / "package.yaml", text_of(300))

    async def emit(event: Event) -> None:
        raise asyncio.CancelledError

    await stream.split(pool)
    with pytest.raises(asyncio.CancelledError):
        await stream.list_objects(pool, emit)
    await stream.listed()
    assert len(stream.rows) == 64


async def test_of_a_known_stream_a_screen_gets_the_first_rows_and_the_others_when_it_wants_more(
    tmp_path: Path, pool: Threads
) -> None:
    path, text = tmp_path / "package.yaml", text_of(300)
    await listed(stream_of(path, text, Indexes(str(tmp_path))), pool, [])
    events: list[Event] = []
    told = asyncio.Event()

    async def emit(event: Event) -> None:
        events.append(event)
        told.set()

    stream = stream_of(path, text, Indexes(str(tmp_path)))
    await stream.split(pool)
    opening = asyncio.ensure_future(stream.list_objects(pool, emit, rest_after=600))
    await told.wait()
    await asyncio.sleep(0)
    first = len(events)
    await stream.arrive()
    await opening
    assert first == 1
    sizes = [(len(event.rows), event.total) for event in events if isinstance(event, ObjectsListed)]
    assert sizes == [(64, 300), (236, 300)]


async def test_definitions_that_have_to_be_parsed_share_one_effort(tmp_path: Path, pool: Threads) -> None:
    limits = replace(LIMITS, yaml=12_000)
    alone = stream_of(tmp_path / "one.yaml", CRD, limits=limits)
    await listed(alone, pool, [])
    assert [row.defines for row in alone.rows] == ["Thing"]
    stream = stream_of(tmp_path / "ten.yaml", "---\n".join([CRD] * 10), limits=limits)
    await listed(stream, pool, [])
    assert [row.defines for row in stream.rows] == ["Thing"] * 4 + [None] * 6
    assert {row.kind for row in stream.rows} == {"CustomResourceDefinition"}
