"""The judge of a large package starts when its objects are listed: its start would hold up the list."""

from collections.abc import AsyncGenerator

import pytest

from xpkgtui.inspection.messages.events import Event, Fetched, ObjectsListed, StreamRead
from xpkgtui.inspection.messages.requests import Open, Request
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import StreamFile
from xpkgtui.service.routing import Router

LISTED = ObjectsListed(first=0, rows=(), total=0)
COST = Fetched(fetched=0, cached=0, requests=0, needed=0, total=None, exchanges=())


def read(size: int) -> StreamRead:
    return StreamRead(reading=Reading(reader="stream"), stream=StreamFile(path="/x", size=size, sha256="aa"))


class Scripted:
    """An endpoint that is a script."""

    judges = True

    def __init__(self, *events: Event) -> None:
        self.events = events
        self.is_started = False

    def ensure_started(self) -> bool:
        self.is_started = True
        return True

    def close(self) -> None:
        """Holds nothing."""

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        for event in self.events:
            yield event


@pytest.mark.parametrize(
    ("events", "started"),
    [
        ((read(80_000_000), LISTED, LISTED, COST), [False, False, False, True]),
        ((LISTED, LISTED, read(80_000_000), COST), [False, False, True, True]),
        ((read(8_000), LISTED, COST), [False, False, False]),
    ],
)
async def test_the_judge_starts_once_something_large_is_listed(
    events: tuple[Event, ...], started: list[bool]
) -> None:
    judge = Scripted()
    port = Router(Scripted(*events), judge)
    assert [judge.is_started async for _ in port.ask(Open(source="x"))] == started
