"""Runs what asks registries: its questions side by side, each once."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from functools import partial
from time import monotonic
from typing import TypeVar, cast

from xpkgtui.fetching.threads import Threads
from xpkgtui.formats.dependencies.questions import Answer, Question

Whole = TypeVar("Whole")
"""What a resolution leads to."""
_SHARE = 4
"""Times as long as a step took, for which the next one waits: each looks at all answers so far."""


async def asked(
    asking: Generator[tuple[Question, ...], Mapping[Question, Answer], Whole],
    answer: Callable[[Question], Coroutine[object, object, Answer]],
    progress: Callable[[int, int], Awaitable[None]],
    pool: Threads,
) -> Whole:
    """Runs a resolution: its questions side by side, those that only may be needed too.

    `progress` gets the number of questions that were answered, and of all. What the resolver computes between two
    questions runs in a thread, so that a cancelled request ends at once; the thread ends with that step.
    """
    tasks: dict[Question, asyncio.Task[Answer]] = {}

    try:
        answers: dict[Question, Answer] = {}
        while True:
            begun = monotonic()
            questions, whole = await pool.run(partial(_step, asking, answers))
            took = monotonic() - begun
            if questions is None:
                return cast("Whole", whole)
            for one in questions:
                if one not in tasks:
                    tasks[one] = asyncio.create_task(answer(one))
            running = [tasks[one] for one in questions if not tasks[one].done()]
            is_new = any(task.done() for one, task in tasks.items() if one not in answers)  # during the step
            if running and not is_new:
                await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            if running := [one for one in running if not one.done()]:
                await asyncio.wait(running, timeout=_SHARE * took)
            answers = {one: task.result() for one, task in tasks.items() if task.done()}
            await progress(len(answers), len(tasks))
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)


def _step(
    asking: Generator[tuple[Question, ...], Mapping[Question, Answer], Whole], answers: dict[Question, Answer]
) -> tuple[tuple[Question, ...] | None, Whole | None]:
    """The next questions, or None and what the resolution led to."""
    try:
        return (asking.send(answers) if answers else next(asking)), None
    except StopIteration as end:
        return None, cast("Whole", end.value)
