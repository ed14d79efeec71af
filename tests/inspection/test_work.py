"""Progress of work."""

import asyncio

from xpkgtui.inspection.messages.events import Event, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.work import Progress


class Clock:
    """A time that stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_rate_is_that_of_the_step_and_waits_until_it_tells_something() -> None:
    clock = Clock()
    progress = Progress(clock)
    clock.now += 60
    progress.begin("Reading", 4_000)
    progress.advance(1_000, 4_000)
    assert progress.rate == 0
    clock.now += 2
    assert progress.rate == 500


async def test_progress_that_stands_still_is_emitted_once() -> None:
    emitted: list[Event] = []

    async def emit(event: Event) -> None:
        emitted.append(event)

    progress = Progress()
    progress.begin("Reading", 10)
    progress.advance(5, 10)
    done = asyncio.Event()
    watching = asyncio.ensure_future(progress.watch(done.wait(), emit, PartName.OBJECTS))
    while not emitted:
        await asyncio.wait({watching}, timeout=0.05)
    await asyncio.wait({watching}, timeout=0.3)
    done.set()
    await watching
    assert [event.done for event in emitted if isinstance(event, Progressed)] == [5]
