"""Progress of work."""

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from xpkgtui.errors import Cancelled
from xpkgtui.inspection.messages.events import Event, Progressed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.work import Progress, Stop, deadline, run_all, timed


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


async def test_what_waits_for_a_registry_says_for_how_long_and_how_long_at_most() -> None:
    emitted: list[Event] = []

    async def emit(event: Event) -> None:
        emitted.append(event)

    done = asyncio.Event()
    opening = Progressed(part=PartName.PLATFORMS, what="Opening a/b", limit=30)
    waiting = asyncio.ensure_future(timed(done.wait(), emit, opening, second=0.01))
    while len(emitted) < 3:
        await asyncio.wait({waiting}, timeout=0.01)
    done.set()
    assert await waiting
    said = [(event.waited, event.limit) for event in emitted if isinstance(event, Progressed)]
    assert said[:3] == [(1, 30), (2, 30), (3, 30)]


async def test_what_answers_at_once_says_nothing() -> None:
    emitted: list[Event] = []

    async def emit(event: Event) -> None:
        emitted.append(event)

    async def answer() -> int:
        return 1

    assert await timed(answer(), emit, Progressed(part=PartName.PLATFORMS, what="Opening a/b")) == 1
    assert not emitted


@pytest.mark.parametrize("is_early", [False, True])
def test_what_waits_for_another_thread_ends_with_the_flag_and_not_later(is_early: bool) -> None:
    stop, future = Stop(), Future[int]()
    if is_early:
        stop.set()
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(stop.wait_for, future)
        stop.set()
        with pytest.raises(Cancelled):
            waiting.result(timeout=10)
    assert future.cancelled()


def test_what_another_thread_gave_is_given_and_no_longer_waited_for() -> None:
    stop, future = Stop(), Future[int]()
    future.set_result(7)
    assert stop.wait_for(future) == 7
    stop.set()
    assert not future.cancelled()


def test_work_is_to_end_once_that_is_said() -> None:
    stop = Stop()
    assert stop() is False
    stop.set()
    assert stop() is True


async def test_six_requests_are_on_their_way_at_once() -> None:
    running, most = 0, []

    async def read() -> None:
        nonlocal running
        running += 1
        most.append(running)
        await asyncio.sleep(0)
        running -= 1

    assert await run_all([read] * 20, deadline()) == 0
    assert (max(most), len(most)) == (6, 20)
