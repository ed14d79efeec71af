"""A resolution runs beside the event loop: a request that is cancelled ends while the resolver computes."""

import asyncio
import contextlib
import threading

import pytest

from xpkgtui.errors import Silent
from xpkgtui.fetching.cache.tag_cache import TagListing
from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.needed import DependencyTree
from xpkgtui.formats.dependencies.questions import Answer, Asking, Question, TagsFound, TagsOf
from xpkgtui.formats.xpkg.dependencies.resolution import DEPENDENCIES
from xpkgtui.inspection.dependencies.reading import asked
from xpkgtui.inspection.dependencies.registries import NamedHosts, RegistryAnswers
from xpkgtui.inspection.messages.requests import Options

TAGS, OTHERS = TagsOf(repository="a.io/b/c"), TagsOf(repository="a.io/b/d")
LAST = TagsOf(repository="a.io/b/e")


async def answered(_question: Question) -> Answer:
    return TagsFound()


async def unheard(_done: int, _total: int) -> None:
    """Nobody looks at the progress."""


async def test_an_answer_may_come_while_the_resolver_computes() -> None:
    loop, may_answer, was_answered = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    async def answer(question: Question) -> Answer:
        if question == OTHERS:
            await may_answer.wait()
            loop.call_soon(was_answered.set)
        return TagsFound()

    def both() -> Asking:
        yield TAGS, OTHERS
        loop.call_soon_threadsafe(may_answer.set)
        was_answered.wait()
        answers = yield (OTHERS,)
        return DependencyTree(unread=f"{len(answers)} answers")

    pool = Threads()
    try:
        assert (await asked(both(), answer, unheard, pool)).unread == "2 answers"
    finally:
        pool.close()


async def test_what_was_answered_during_a_step_is_used_before_others_are_waited_for() -> None:
    loop, may_answer, was_answered = asyncio.get_running_loop(), asyncio.Event(), threading.Event()
    is_used = asyncio.Event()

    async def answer(question: Question) -> Answer:
        if question == OTHERS:
            await may_answer.wait()
            loop.call_soon(was_answered.set)
        if question == LAST:
            await is_used.wait()
        return TagsFound()

    def three() -> Asking:
        yield TAGS, OTHERS, LAST
        loop.call_soon_threadsafe(may_answer.set)
        was_answered.wait()
        answers = yield OTHERS, LAST
        assert OTHERS in answers
        loop.call_soon_threadsafe(is_used.set)
        answers = yield (LAST,)
        return DependencyTree(unread=f"{len(answers)} answers")

    pool = Threads()
    try:
        async with asyncio.timeout(5):
            assert (await asked(three(), answer, unheard, pool)).unread == "3 answers"
    finally:
        pool.close()


@pytest.mark.parametrize("is_asked_first", [False, True])
async def test_a_cancelled_resolution_does_not_wait_for_a_step(is_asked_first: bool) -> None:
    computing, release = threading.Event(), threading.Event()

    def endless() -> Asking:
        if is_asked_first:
            yield (TAGS,)
        computing.set()
        release.wait()
        yield ()
        raise AssertionError

    pool = Threads()
    task = asyncio.create_task(asked(endless(), answered, unheard, pool))
    try:
        await asyncio.to_thread(computing.wait)
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        assert not release.is_set()
        assert task.cancelled()
    finally:
        release.set()
        pool.close()


async def test_a_host_that_never_answers_in_time_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[str] = []

    class Repository:
        def __init__(self, source: str, _options: object, **_more: object) -> None:
            self.name = source.partition(":")[2].lstrip("/")

        async def listing(self) -> TagListing:
            asked_for.append(self.name)
            if self.name == "a.io/silent":
                raise Silent("a.io cannot be reached: no answer in time.")
            return TagListing(names=(), at=0)

        def close(self) -> None:
            """Has nothing open."""

    monkeypatch.setattr("xpkgtui.inspection.tags.opened_repository.OpenedRepository", Repository)
    pool = Threads()
    answers = RegistryAnswers(Options(), pool, {}, NamedHosts(Options().access, None), DEPENDENCIES)
    try:
        for name in [*["a.io/silent"] * 5, "a.io/x", "b.io/x", *["a.io/silent"] * 9, "a.io/x", "b.io/x"]:
            await answers.answer(TagsOf(repository=name))
    finally:
        answers.close()
        pool.close()
    assert (asked_for.count("a.io/silent"), asked_for.count("a.io/x"), asked_for.count("b.io/x")) == (11, 1, 2)
