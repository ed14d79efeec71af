"""How long the tags of a repository take: from the registry's answer until they are in order, and until shown.

    python tests/benchmarks/tagging.py [--json] [--rounds N] [--only WORD]

A server on loopback lists the tags. The floor of "listed" is requests and json for the same pages, and sorting by
name; that of "shown" is a bare screen of Textual with a static text, pushed onto the same application. Both floors
keep nothing, while a list is kept in the cache, sealed. No tag is looked at. What 1,000 tags take beyond both floors
must stay below 100 ms.
"""

import asyncio
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import requests
from textual.screen import Screen
from textual.widgets import Static

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.measuring import Row, Subject, Took, about, compare, options, tell
from builders.program.resting import settle
from builders.registry.faulty import Asked, FaultyRegistry, Reply
from builders.screens.port import ScriptedPort
from builders.screens.repositories import REPOSITORY, Repository

from xpkgtui.app.application import Application
from xpkgtui.app.messages import Requested
from xpkgtui.app.state.outcomes import ShowTags
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import ListTags, LookAtTags, Options, Request
from xpkgtui.inspection.tags.opened_repository import OpenedRepository

COUNTS = (1_000, 100_000)
PAGE = 1_000
FLOOR, BARE = "{:,} tags with requests and json", "a bare screen beside {:,} tags"
LISTED, SHOWN = "{:,} tags: listed", "{:,} tags: shown"
ROWS = (
    *(Row(LISTED.format(count), FLOOR.format(count)) for count in COUNTS),
    *(Row(SHOWN.format(count), BARE.format(count)) for count in COUNTS),
)


def names(count: int) -> list[str]:
    """Versions, each tenth a prerelease, each hundredth a name."""
    return [
        f"branch-{number}" if not number % 100 else f"v{number // 100}.{number % 100}.0" + "-rc.1" * (not number % 10)
        for number in range(count)
    ]


def serve(registry: FaultyRegistry, count: int) -> str:
    """A repository with so many tags, in pages; its name."""
    every, repository = sorted(names(count)), f"many/tags-{count}"
    path = f"/v2/{repository}/tags/list"

    def page(asked: Asked) -> Reply:
        at = int(asked.path.partition("at=")[2] or 0)
        rest = at + PAGE < count
        link = {"Link": f'<{path}?at={at + PAGE}>; rel="next"'} if rest else {}
        return Reply(body=json.dumps({"tags": every[at : at + PAGE]}).encode(), headers=link)

    registry.routes[path] = page
    return f"{registry.host}/{repository}"


def bare(reference: str) -> Subject:
    """A subject: the pages with requests, read and sorted."""
    host, _, repository = reference.partition("/")

    def run() -> Took:
        began, cpu = time.perf_counter(), time.process_time()
        found: list[str] = []
        url: str | None = f"http://{host}/v2/{repository}/tags/list"
        with requests.Session() as session:
            while url:
                answer = session.get(url)
                found += answer.json()["tags"]
                link = answer.links.get("next")
                url = f"http://{host}{link['url']}" if link else None
        found.sort()
        return Took(wall=time.perf_counter() - began, cpu=time.process_time() - cpu)

    return run


def listed(reference: str, folder: Path) -> Subject:
    """A subject: the tags in order, as the service sends them."""

    async def ignore(_event: Event) -> None:
        """Takes an event."""

    def run() -> Took:
        options = Options(cache_dir=str(folder))
        shutil.rmtree(folder, ignore_errors=True)
        began, cpu = time.perf_counter(), time.process_time()
        repository = OpenedRepository(reference, options)
        asyncio.run(repository.answer(ListTags(repository=reference, options=options), ignore))
        took = Took(wall=time.perf_counter() - began, cpu=time.process_time() - cpu)
        repository.close()
        return took

    return run


class Unlooked(Repository):
    """A script that lists, and looks at nothing."""

    def __call__(self, request: Request) -> Sequence[Event]:
        return () if isinstance(request, LookAtTags) else super().__call__(request)


def shown(count: int) -> Subject:
    """A subject: from the key to the list on the screen, of tags that come at once."""

    async def measured() -> Took:
        script = Unlooked(*names(count))
        assert script.listed
        app = Application(ScriptedPort(script), source=None, options=Options())
        async with app.run_test(size=(120, 40)):
            await settle(app)
            began, cpu = time.perf_counter(), time.process_time()
            app.post_message(Requested(ShowTags(REPOSITORY)))
            await settle(app)
            while not app.listed.found.names:
                await settle(app)
            return Took(wall=time.perf_counter() - began, cpu=time.process_time() - cpu)

    return lambda: asyncio.run(measured())


def pushed() -> Subject:
    """A subject: a bare screen, pushed onto the same application."""

    class Bare(Screen[None]):
        def compose(self) -> list[Static]:
            return [Static("nothing")]

    async def measured() -> Took:
        app = Application(ScriptedPort(Repository()), source=None, options=Options())
        async with app.run_test(size=(120, 40)):
            await settle(app)
            began, cpu = time.perf_counter(), time.process_time()
            await app.push_screen(Bare())
            await settle(app)
            return Took(wall=time.perf_counter() - began, cpu=time.process_time() - cpu)

    return lambda: asyncio.run(measured())


def main() -> None:
    """Runs the subjects in turn and prints the ratios."""
    chosen = options(__doc__, rounds=5).parse_args()
    registry = FaultyRegistry()
    subjects: dict[str, Subject] = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in COUNTS:
            reference = serve(registry, count)
            subjects[FLOOR.format(count)] = bare(reference)
            subjects[LISTED.format(count)] = listed(reference, Path(folder, str(count)))
            subjects[BARE.format(count)], subjects[SHOWN.format(count)] = pushed(), shown(count)
        rows = [row for row in ROWS if chosen.only in row.measure]
        tell(compare(subjects, rows, chosen.rounds), about(chosen.program), as_json=chosen.json)
    registry.stop()


if __name__ == "__main__":
    main()
