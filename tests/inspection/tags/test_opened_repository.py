"""A repository: when its registry is asked, how many tags at once, and what ends it."""

import asyncio
import json
import threading
from pathlib import Path

import pytest
from builders.cases import each_row
from builders.registry.faulty import Asked, FaultyRegistry, Reply, errors

from xpkgtui.errors import Unauthorized, Unreachable, Usage
from xpkgtui.inspection.inspector import Inspector
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.listing import TagLook, TagsListed, TagsLooked
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Open, Options
from xpkgtui.inspection.tags.opened_repository import OpenedRepository, repository_of
from xpkgtui.sources.access import Access

PATH = "/v2/a/b/tags/list"
INDEX = "application/vnd.oci.image.index.v1+json"
MANIFEST = json.dumps({"schemaVersion": 2, "config": None, "layers": []}).encode()


class Asking:
    """A repository of a faulty registry, asked at moments that a test sets."""

    def __init__(self, registry: FaultyRegistry, folder: Path) -> None:
        self.registry, self.folder, self.now = registry, folder, 1_000.0
        self.events: list[Event] = []

    async def emit(self, event: Event) -> None:
        """Keeps an event."""
        self.events.append(event)

    def opened(self, **access: bool) -> OpenedRepository:
        """The repository."""
        options = Options(cache_dir=str(self.folder), access=Access(**access))  # type: ignore[arg-type]
        return OpenedRepository(f"{self.registry.host}/a/b", options, now=lambda: self.now)

    async def tags(self, **access: bool) -> TagsListed:
        """The first part of the list."""
        self.events.clear()
        repository = self.opened(**access)
        await repository.answer(ListTags(repository="", options=Options()), self.emit)
        repository.close()
        return next(event for event in self.events if isinstance(event, TagsListed))

    async def look(self, *names: str) -> list[TagLook]:
        """What tags are."""
        self.events.clear()
        repository = self.opened()
        try:
            await repository.answer(LookAtTags(repository="", tags=names, options=Options()), self.emit)
        finally:
            repository.close()
        return [look for event in self.events if isinstance(event, TagsLooked) for look in event.looks]


@pytest.fixture
def asking(faulty: FaultyRegistry, tmp_path: Path) -> Asking:
    faulty.routes[PATH] = Reply(body=b'{"tags": ["v1.0.0", "v1.10.0", "v1.9.0", "main"]}')
    return Asking(faulty, tmp_path)


async def test_a_list_is_kept_for_two_minutes(asking: Asking) -> None:
    for moment, requests in ((1_000.0, 1), (1_119.0, 1), (1_121.0, 2)):
        asking.now = moment
        assert (await asking.tags()).names == ("v1.10.0", "v1.9.0", "v1.0.0", "main")
        assert len(asking.registry.asked) == requests


async def test_a_list_is_asked_for_again_where_that_is_wanted(asking: Asking) -> None:
    await asking.tags()
    await asking.tags(ask_tags=True)
    assert len(asking.registry.asked) == 2


async def test_an_old_list_stands_in_for_a_registry_that_does_not_answer(asking: Asking) -> None:
    await asking.tags()
    asking.now += 7_200
    asking.registry.routes[PATH] = Reply(status=503)
    assert (await asking.tags()).stale == "cached 2 h ago; registry unreachable"
    with pytest.raises(Unreachable):
        await asking.tags(refresh=True)


async def test_tags_that_are_gone_are_remembered_until_they_are_back(asking: Asking) -> None:
    await asking.tags()
    asking.registry.routes[PATH] = Reply(body=b'{"tags": ["v1.0.0"]}')
    for _ in range(2):
        gone = (await asking.tags(ask_tags=True)).gone
        assert sorted(one.name for one in gone) == ["main", "v1.10.0", "v1.9.0"]
    asking.registry.routes[PATH] = Reply(body=b'{"tags": ["v1.0.0", "v1.9.0"]}')
    assert sorted(one.name for one in (await asking.tags(ask_tags=True)).gone) == ["main", "v1.10.0"]


async def test_a_long_list_comes_whole(asking: Asking) -> None:
    names = [f"v1.{number}.0" for number in range(5_000)]
    asking.registry.routes[PATH] = Reply(body=json.dumps({"tags": names}).encode())
    listed = await asking.tags()
    assert len(listed.names) == listed.releases == 5_000


async def test_four_tags_are_looked_at_side_by_side(asking: Asking) -> None:
    here, most = threading.Semaphore(0), []
    together = threading.Barrier(4)

    def meet(_: Asked) -> Reply:
        together.wait(10)
        most.append(here)
        return Reply(body=MANIFEST)

    names = [f"v{number}.0.0" for number in range(8)]
    for name in names:
        asking.registry.routes[f"/v2/a/b/manifests/{name}"] = meet
    assert {look.name for look in await asking.look(*names)} == {*names}
    assert len(most) == 8


async def test_a_tag_that_is_missing_leaves_the_others(asking: Asking) -> None:
    asking.registry.add_manifest("a/b", "v1.0.0", MANIFEST)
    looks = {look.name: look for look in await asking.look("v1.0.0", "v3.0.0")}
    assert looks["v1.0.0"].is_known
    assert "no tag v3.0.0" in looks["v3.0.0"].problem


def index(*entries: dict[str, object]) -> bytes:
    """An index of these entries."""
    return json.dumps({"schemaVersion": 2, "mediaType": INDEX, "manifests": entries}).encode()


async def test_an_index_without_an_image_says_so(asking: Asking) -> None:
    typed = {"Content-Type": INDEX}
    digest = asking.registry.add_manifest("a/b", "v1.0.0", index(), **typed)
    entry = {"mediaType": INDEX, "digest": digest, "size": len(index())}
    asking.registry.add_manifest("a/b", "v2.0.0", index(entry), **typed)
    problems = {look.name: look.problem for look in await asking.look("v1.0.0", "v2.0.0")}
    assert problems == {"v1.0.0": "Its index lists no image.", "v2.0.0": "Its index lists another index."}


async def test_a_registry_that_refuses_ends_all_looks(asking: Asking) -> None:
    for number in range(20):
        asking.registry.routes[f"/v2/a/b/manifests/v{number}.0.0"] = Reply(status=403, body=errors("DENIED"))
    with pytest.raises(Unauthorized):
        await asking.look(*(f"v{number}.0.0" for number in range(20)))
    assert len(asking.registry.asked) < 20


async def test_what_was_looked_at_is_not_asked_for_again(asking: Asking) -> None:
    asking.registry.add_manifest("a/b", "v1.0.0", MANIFEST)
    await asking.look("v1.0.0")
    before = len(asking.registry.asked)
    assert (await asking.look("v1.0.0"))[0].fetched == 0
    assert len(asking.registry.asked) == before


async def test_stopping_leaves_a_request_that_hangs_behind(asking: Asking) -> None:
    is_asked = threading.Event()

    def hang(asked: Asked) -> Reply:
        is_asked.set()
        return asking.registry.hang(asked)

    asking.registry.routes["/v2/a/b/manifests/v1.0.0"] = hang
    looking = asyncio.create_task(asking.look("v1.0.0"))
    await asyncio.to_thread(is_asked.wait, 10)
    looking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await looking


async def test_an_inspector_lists_while_a_package_stays_open(asking: Asking, large: Path) -> None:
    inspector = Inspector()
    options = Options(cache_dir=str(asking.folder))
    await inspector.answer(Open(source=str(large), options=options), asking.emit)
    asking.events.clear()
    name = f"{asking.registry.host}/a/b"
    await inspector.answer(ListTags(repository=name, options=options), asking.emit)
    assert any(isinstance(event, TagsListed) for event in asking.events)
    inspector.close()


@each_row("text", ["/etc", "dir:/etc", "https://host.example/a/b"])
def test_what_is_no_repository_is_refused(text: str) -> None:
    with pytest.raises(Usage):
        repository_of(text)
