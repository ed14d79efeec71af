"""What is fetched, what is not fetched twice, and what is never kept."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from builders.inspection.fake_source import FakeLocalSource, FakeSource, content, descriptor_of, stored_path

from xpkgtui.errors import Corrupt, NotFound
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.limits import Limits, OverLimit
from xpkgtui.oci.descriptor import Digest
from xpkgtui.sources.access import REQUESTS, Access
from xpkgtui.sources.source import ImageRoot

Make = Callable[..., Fetcher]


def stored(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "cache" / "v1" / "blobs").glob("*/*"))


async def reached(event: threading.Event) -> None:
    """Waits for a thread without keeping the loop from its work."""
    assert await asyncio.to_thread(event.wait, 10)


async def test_a_blob_is_fetched_into_the_store(make: Make, tmp_path: Path) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer" * 1000)
    assert await content(make(source), descriptor) == b"layer" * 1000
    assert stored(tmp_path) == [descriptor.digest.hex]


async def test_a_blob_that_is_stored_is_not_asked_for(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(REQUESTS, "info", lambda text, *words: said.append(text % words))
    source = FakeSource()
    descriptor = source.add(b"layer")
    await make(source).blob(descriptor)
    second = make(source)
    await second.blob(descriptor)
    await second.blob(descriptor)
    assert source.asked == [f"blob {descriptor.digest.short}"]
    assert (second.traffic.cached, second.traffic.fetched) == (5, 0)
    assert said == [f"cached {descriptor.digest}  5 bytes"] * 2


async def test_fifty_waiters_cause_one_transfer(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    fetcher = make(source)
    paths = await asyncio.gather(*(fetcher.blob(descriptor) for _ in range(50)))
    assert len(set(paths)) == 1
    assert len(source.asked) == 1


async def test_the_last_waiter_who_leaves_stops_the_transfer(make: Make, tmp_path: Path) -> None:
    source = FakeSource(gate=threading.Event())
    descriptor = source.add(b"layer")
    task = asyncio.create_task(make(source).blob(descriptor))
    await reached(source.opened)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await reached(source.aborted)
    assert stored(tmp_path) == []


async def test_the_bytes_of_a_transfer_that_was_stopped_are_counted(make: Make) -> None:
    source = FakeSource(gate=threading.Event())
    descriptor = source.add(b"layers")
    fetcher = make(source)
    task = asyncio.create_task(fetcher.blob(descriptor))
    await reached(source.opened)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await reached(source.aborted)
    assert fetcher.traffic.fetched == 3


async def test_a_waiter_who_leaves_takes_nobody_along(make: Make) -> None:
    source = FakeSource(gate=threading.Event())
    descriptor = source.add(b"layer")
    fetcher = make(source)
    leaving, staying = (asyncio.create_task(fetcher.blob(descriptor)) for _ in range(2))
    await reached(source.opened)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert source.gate is not None
    source.gate.set()
    await staying
    assert await content(fetcher, descriptor) == b"layer"
    assert len(source.asked) == 1
    assert not source.aborted.is_set()


async def test_wrong_bytes_are_refused_and_not_kept(make: Make, tmp_path: Path) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    source.contents[descriptor.digest] = b"lawyer"[:5]
    with pytest.raises(Corrupt) as caught:
        await make(source).blob(descriptor)
    assert str(descriptor.digest) in caught.value.tried[0]
    assert str(Digest.of(b"lawye")) in caught.value.tried[1]
    assert stored(tmp_path) == []


@pytest.mark.parametrize("size", [0, 4, 6])
async def test_a_wrong_size_is_refused(make: Make, tmp_path: Path, size: int) -> None:
    source = FakeSource()
    descriptor = replace(source.add(b"layer"), size=size)
    with pytest.raises(Corrupt):
        await make(source).blob(descriptor)
    assert stored(tmp_path) == []
    assert list((tmp_path / "cache" / "v1" / "ingest").iterdir()) == []


async def test_a_wrong_size_is_refused_although_the_content_is_stored(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    fetcher = make(source)
    await fetcher.blob(descriptor)
    with pytest.raises(Corrupt):
        await fetcher.blob(replace(descriptor, size=4))
    with pytest.raises(Corrupt):
        await fetcher.small_blob(replace(descriptor, size=6), 100)


async def test_a_digest_that_cannot_be_verified_is_not_fetched(make: Make) -> None:
    source = FakeSource()
    descriptor = replace(descriptor_of(b"layer"), digest=Digest.parse("md5:" + "0" * 32))
    with pytest.raises(Corrupt, match="md5"):
        await make(source).blob(descriptor)
    assert source.asked == []


async def test_a_blob_beyond_the_limit_is_not_fetched(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    with pytest.raises(OverLimit, match="at most 4 bytes of a layer as it is stored"):
        await make(source, limits=Limits(blob=4)).blob(descriptor)
    assert source.asked == []


async def test_an_error_reaches_all_waiters_and_is_not_kept(make: Make) -> None:
    source = FakeSource()
    descriptor = descriptor_of(b"layer")
    fetcher = make(source)
    results = await asyncio.gather(*(fetcher.blob(descriptor) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [NotFound] * 3
    source.add(b"layer")
    assert await content(fetcher, descriptor) == b"layer"


async def test_a_damaged_copy_is_fetched_again(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    first = make(source)
    await first.blob(descriptor)
    stored_path(first, descriptor).write_bytes(b"liver")
    second = make(source)
    assert await content(second, descriptor) == b"layer"
    assert len(source.asked) == 2
    assert "damaged" in second.notes[0]


async def test_a_damaged_copy_of_the_same_size_has_no_price_and_is_shown_nowhere(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    first = make(source)
    await first.blob(descriptor)
    stored_path(first, descriptor).write_bytes(b"liver")
    offline = make(FakeSource())
    assert await offline.has(descriptor)
    assert not await offline.is_verified(descriptor)
    with pytest.raises(NotFound):
        await offline.small_blob(descriptor, 100)


async def test_a_copy_that_is_damaged_meanwhile_is_noticed_too(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    fetcher = make(source)
    await fetcher.blob(descriptor)
    stored_path(fetcher, descriptor).write_bytes(b"liver")
    assert await content(fetcher, descriptor) == b"layer"


async def test_progress_is_told_to_its_end(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer" * 100)
    told: list[tuple[int, int | None]] = []
    await make(source).blob(descriptor, lambda done, total: told.append((done, total)))
    assert told[0] == (250, 500)
    assert told[-1] == (500, 500)


async def test_a_manifest_is_asked_for_once(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b'{"layers":[]}')
    fetcher = make(source)
    assert await fetcher.manifest(descriptor) == b'{"layers":[]}'
    await fetcher.manifest(descriptor)
    await make(source).manifest(descriptor)
    assert len(source.asked) == 1


async def test_a_wrong_manifest_is_refused_and_not_kept(make: Make, tmp_path: Path) -> None:
    source = FakeSource()
    descriptor = source.add(b'{"layers":[]}')
    source.contents[descriptor.digest] = b'{"layers":{}}'
    with pytest.raises(Corrupt):
        await make(source).manifest(descriptor)
    assert stored(tmp_path) == []


async def test_a_config_comes_as_bytes_within_its_limit(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"{}")
    assert await make(source).small_blob(descriptor, 2) == b"{}"
    with pytest.raises(Corrupt):
        await make(source).small_blob(descriptor, 1)


async def test_a_local_source_is_read_where_it_stands(make: Make, tmp_path: Path) -> None:
    source = FakeLocalSource()
    descriptor = source.add(b"layer")
    fetcher = make(source)
    await fetcher.resolve()
    await fetcher.resolve()
    assert await content(fetcher, descriptor) == b"layer"
    # A layout may change under us, so it is asked each time; and it costs no network.
    assert source.asked[:2] == ["resolve", "resolve"]
    assert fetcher.traffic.fetched == 0
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("size", [5, 100_000])
async def test_a_local_blob_is_hashed_once_in_an_opening(make: Make, size: int) -> None:
    source = FakeLocalSource()
    descriptor = source.add(b"l" * size)
    fetcher = make(source)
    reports: list[int] = []
    for _ in range(2):
        await fetcher.blob(descriptor, lambda done, _: reports.append(done))
    assert await fetcher.is_verified(descriptor)
    # The hashing of what takes a while, and the end of each call.
    assert reports[-2:] == [size, size]
    assert len(reports) == (3 if size > 5 else 2)
    assert not await make(source).is_verified(descriptor)


async def test_a_source_that_was_resolved_when_it_was_opened_is_not_asked_again(make: Make) -> None:
    source = FakeLocalSource()
    root = source.resolve()
    source.asked.clear()
    assert await make(source).resolve(root) == root
    assert source.asked == []


async def test_what_such_a_source_says_is_verified(make: Make) -> None:
    source = FakeLocalSource()
    root = source.resolve()
    assert isinstance(root, ImageRoot)
    with pytest.raises(Corrupt):
        await make(source).resolve(replace(root, data=root.data + b" "))


async def test_a_wrong_local_blob_is_refused(make: Make) -> None:
    source = FakeLocalSource()
    descriptor = source.add(b"layer")
    source.contents[descriptor.digest] = b"liver"
    fetcher = make(source)
    with pytest.raises(Corrupt):
        await fetcher.blob(descriptor)
    with pytest.raises(Corrupt):
        await fetcher.small_blob(descriptor, 10)
    assert not await fetcher.is_verified(descriptor)


async def test_refreshing_asks_once_for_what_is_stored(make: Make) -> None:
    source = FakeSource()
    blob, manifest = source.add(b"layer"), source.add(b'{"layers":[]}')
    for fetcher in (make(source), anew := make(source, access=Access(refresh=True))):
        assert await content(fetcher, blob) == b"layer"
        await fetcher.manifest(manifest)
    assert len(source.asked) == 4
    assert await content(anew, blob) == b"layer"
    assert await anew.has(blob)
    assert len(source.asked) == 4


async def test_what_is_to_be_refreshed_has_its_price_again(make: Make) -> None:
    source = FakeSource()
    blob = source.add(b"layer")
    await make(source).blob(blob)
    anew = make(source, access=Access(refresh=True))
    assert not await anew.has(blob)
    assert not await anew.is_verified(blob)
    assert await make(source, access=Access(refresh=True, offline=True)).has(blob)


async def test_closing_waits_for_no_thread(make: Make) -> None:
    source = FakeSource(gate=threading.Event())
    descriptor = source.add(b"layer")
    fetcher = make(source)
    task = asyncio.create_task(fetcher.blob(descriptor))
    await reached(source.opened)
    fetcher.close()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert source.closed


async def test_a_blob_whose_descriptor_carries_other_bytes_is_refused(make: Make) -> None:
    source = FakeSource()
    descriptor = replace(source.add(b"layer"), data=b"loyer")
    with pytest.raises(Corrupt, match="carries bytes"):
        await make(source).blob(descriptor)
    assert source.asked == []
