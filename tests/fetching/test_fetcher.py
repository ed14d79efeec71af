"""What is fetched, what is not fetched twice, and what is never kept."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from builders.fake_source import FakeSource, descriptor_of

from xpkgtui.errors import Corrupt, NotFound, Unreachable
from xpkgtui.fetching.fetcher import Fetcher
from xpkgtui.fetching.store import Store
from xpkgtui.oci.digest import Digest
from xpkgtui.oci.reference import Reference
from xpkgtui.sources.source import Access, Form, ImageRoot

TAGGED = Reference.parse("registry.example/acme/package:v1.0.0")
Make = Callable[..., Fetcher]


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Make]:
    made: list[Fetcher] = []

    def fetcher(source: FakeSource, **options: object) -> Fetcher:
        made.append(Fetcher(source, Store(tmp_path / "cache"), **options))  # type: ignore[arg-type]
        return made[-1]

    yield fetcher
    for one in made:
        one.close()


def stored(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / "cache" / "v1" / "blobs").glob("*/*"))


async def reached(event: threading.Event) -> None:
    """Waits for a thread without keeping the loop from its work."""
    assert await asyncio.to_thread(event.wait, 10)


async def test_a_blob_is_fetched_into_the_store(make: Make, tmp_path: Path) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer" * 1000)
    path = await make(source).blob(descriptor)
    assert path.read_bytes() == b"layer" * 1000
    assert stored(tmp_path) == [descriptor.digest.hex]


async def test_a_blob_that_is_stored_is_not_asked_for(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    await make(source).blob(descriptor)
    second = make(source)
    await second.blob(descriptor)
    assert source.asked == [f"blob {descriptor.digest.short}"]
    assert (second.counters.hits, second.counters.cached, second.counters.fetched) == (1, 5, 0)


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
    assert (await staying).read_bytes() == b"layer"
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
    with pytest.raises(Corrupt, match="more than the 4 B"):
        await make(source, largest=4).blob(descriptor)
    assert source.asked == []


async def test_an_error_reaches_all_waiters_and_is_not_kept(make: Make) -> None:
    source = FakeSource()
    descriptor = descriptor_of(b"layer")
    fetcher = make(source)
    results = await asyncio.gather(*(fetcher.blob(descriptor) for _ in range(3)), return_exceptions=True)
    assert [type(result) for result in results] == [NotFound] * 3
    source.add(b"layer")
    assert (await fetcher.blob(descriptor)).read_bytes() == b"layer"


async def test_a_damaged_copy_is_fetched_again(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    path = await make(source).blob(descriptor)
    path.write_bytes(b"liver")
    second = make(source)
    assert (await second.blob(descriptor)).read_bytes() == b"layer"
    assert len(source.asked) == 2
    assert "damaged" in second.store.notes[0]


async def test_a_copy_that_is_damaged_meanwhile_is_noticed_too(make: Make) -> None:
    source = FakeSource()
    descriptor = source.add(b"layer")
    fetcher = make(source)
    (await fetcher.blob(descriptor)).write_bytes(b"liver")
    assert (await fetcher.blob(descriptor)).read_bytes() == b"layer"


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


async def test_a_tag_is_believed_for_two_minutes(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    for moment, asked in ((1000.0, 1), (1119.0, 1), (1121.0, 2)):
        root = await make(source, now=lambda moment=moment: moment).resolve()
        assert isinstance(root, ImageRoot)
        assert len(source.asked) == asked


async def test_refresh_asks_although_the_tag_is_remembered(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source).resolve()
    await make(source, access=Access(refresh=True)).resolve()
    assert source.asked == ["resolve", "resolve"]


async def test_offline_serves_an_old_tag_and_says_how_old(make: Make) -> None:
    source = FakeSource(reference=TAGGED)
    await make(source, now=lambda: 0.0).resolve()
    root = await make(source, access=Access(offline=True), now=lambda: 1e9).resolve()
    assert isinstance(root, ImageRoot)
    assert root.notes == ("Offline: this is the tag as of 1970-01-01 00:00 UTC.",)
    assert source.asked == ["resolve"]


async def test_offline_has_no_tag_that_was_never_read(make: Make) -> None:
    with pytest.raises(Unreachable, match="offline"):
        await make(FakeSource(reference=TAGGED), access=Access(offline=True)).resolve()


async def test_a_pinned_digest_is_never_asked_for_again(make: Make) -> None:
    reference = replace(TAGGED, digest=Digest.of(b"{}"))
    source = FakeSource(reference=reference)
    await make(source, now=lambda: 0.0).resolve()
    root = await make(source, access=Access(refresh=True), now=lambda: 1e9).resolve()
    assert isinstance(root, ImageRoot)
    assert (root.data, root.notes) == (b"{}", ())
    assert source.asked == ["resolve"]


async def test_a_local_source_takes_the_same_road(make: Make) -> None:
    source = FakeSource(form=Form.OCI_LAYOUT)
    descriptor = source.add(b"layer")
    fetcher = make(source)
    await fetcher.resolve()
    await fetcher.resolve()
    assert (await fetcher.blob(descriptor)).read_bytes() == b"layer"
    # A layout may change under us, so it is asked each time; and it costs no network.
    assert source.asked[:2] == ["resolve", "resolve"]
    assert fetcher.counters.fetched == 0


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
