"""Child processes that check sources; one that dies makes its source undecided, and the others go on."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from xpkgtui.cli.checked_sources import inspect_all
from xpkgtui.cli.exit_codes import InternalError
from xpkgtui.cli.many.identity import asked_of, is_unchanged, local_content
from xpkgtui.cli.many.messages import CHECK, CHECKED, ORDERED, CheckedSource, CheckOrder, CheckTask
from xpkgtui.cli.parameters.profiles import is_reported, known_rules
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.reporting.documents.check import line as line_of
from xpkgtui.reporting.for_ci.results import Checkout, of_inspections, outcome_of
from xpkgtui.reporting.sentence import is_refused_silently, told_sentence
from xpkgtui.service.frames import FrameError, encode, expect_greeting, frames, greeting
from xpkgtui.service.local import LocalPort
from xpkgtui.service.server import alarm, watch_for_cycles
from xpkgtui.service.spawning import ChildRole, Spawned, ending, spawn
from xpkgtui.visible import line

if TYPE_CHECKING:
    from xpkgtui.service.port import Port


def main(fd: int, _role: str, _stdin: int, private: str) -> None:
    """Serves on the socket `fd` until the other side is gone; does not return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_serve(socket.socket(fileno=fd), Path(private) if private else None))
    os._exit(0)


async def _serve(connection: socket.socket, private: Path | None) -> None:
    reader, writer = await asyncio.open_connection(sock=connection)
    writer.write(greeting())
    watch_for_cycles()
    port = LocalPort.alone(alarm, private)
    with contextlib.suppress(OSError):  # the other side was killed
        order = await anext(frames(reader, ORDERED), None)
        if order is not None:
            is_listed = is_reported(order.select, order.ignore, known_rules)
            async for task in frames(reader, CHECK):
                if task.known is not None and await is_unchanged(port, task.source, task.known, order.options):
                    found = CheckedSource(lines=(), is_unchanged=True)
                else:
                    found = await _checked(port, task.source, order, is_listed)
                writer.write(encode(CHECKED, found))
                await writer.drain()
    await port.close()
    # Threads that still read are not awaited.
    os._exit(0)


async def _checked(port: "Port", source: str, order: CheckOrder, is_listed: Callable[[str], bool]) -> CheckedSource:
    """The results of a source; a bug of this program makes it undecided."""
    content = local_content(source)
    # Notes are for people: here they would only fill the file of last words.
    with contextlib.redirect_stderr(None):
        try:
            (states,) = await inspect_all(port, (source,), order.options, lambda _: {}, order.beside)
        except Exception as error:  # noqa: BLE001 - the other sources are checked all the same
            states = InternalError(f"{type(error).__name__}: {str(error)[:300]}")
    if isinstance(states, InternalError):
        return replace(undecided(source, order, f"a bug in xpkgtui: {states}"), bug=str(states))
    reported = (
        replace(state, findings=tuple(one for one in state.findings if is_listed(one.rule))) for state, _ in states
    )
    silent = frozenset(number for number, (state, _) in enumerate(states) if is_refused_silently(state))
    return _checked_source(tuple(reported), order, content, silent)


def undecided(source: str, order: CheckOrder, why: str, *tried: str) -> CheckedSource:
    """The results of a source of which nothing is known."""
    failure = Failure(kind=FailureKind.UNDECIDED, title=why, tried=tried)
    return _checked_source((Inspection(source=source, failure=failure),), order)


def _checked_source(
    states: tuple[Inspection, ...], order: CheckOrder, content: str = "", silent: frozenset[int] = frozenset()
) -> CheckedSource:
    options, checkout, asked = order.options, Checkout(root=Path(order.checkout)), asked_of(order)
    for_ci = of_inspections(
        states if order.checkout else (), checkout, profile=options.profile, crossplane=options.crossplane
    )
    lines = (
        line_of(
            state,
            asked=asked,
            content=content,
            sentence=told_sentence(state, options.profile, options.crossplane),
            outcome=outcome_of(state),
            is_silent=number in silent,
        )
        for number, state in enumerate(states)
    )
    return CheckedSource(lines=tuple(lines), silent=silent, for_ci=for_ci)


if __name__ == "__main__":
    sys.exit("started by xpkgtui check --jobs")


_SERVER = "xpkgtui.cli.many.workers"
_MOST = 100
"""Sources that one child checks: what they leave behind in its memory goes with it."""
_LAST_WORDS = 2_000
"""Bytes of a dead child's stderr that are read."""

Took = Callable[[str, CheckedSource], None]


async def check_each(
    tasks: Iterable[CheckTask], order: CheckOrder, jobs: int, took: Took, *, server: str = _SERVER
) -> None:
    """Checks the sources in `jobs` processes that run `server`, and hands on the results of each as they come."""
    waiting = iter(tasks)
    try:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(_work(waiting, order, took, server))
    except BaseExceptionGroup as several:  # a disk that is full
        raise several.exceptions[0] from None


async def _work(waiting: Iterator[CheckTask], order: CheckOrder, took: Took, server: str) -> None:
    """Checks what is next, until nothing is waiting; the children are replaced now and then, and where they die."""
    child: _Checker | None = None
    try:
        for task in waiting:
            child = child or await _Checker.started(order, server)
            found = await child.check(task)
            took(task.source, found)
            if child.is_spent:
                child.close()
                child = None
    finally:
        if child is not None:
            child.close()


class _Checker:
    """One child."""

    def __init__(
        self, running: Spawned, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, order: CheckOrder
    ) -> None:
        self._running, self._order = running, order
        self._reader, self._writer = reader, writer
        self._checked: AsyncIterator[CheckedSource] = frames(reader, CHECKED)
        self._count = 0
        self._is_greeted = self._is_dead = False

    @classmethod
    async def started(cls, order: CheckOrder, server: str) -> "_Checker":
        """A new child that knows how to check."""
        running = spawn(ChildRole.CHECKER, server=server)
        reader, writer = await asyncio.open_connection(sock=running.socket)
        writer.write(encode(ORDERED, order))
        return cls(running, reader, writer, order)

    @property
    def is_spent(self) -> bool:
        """Whether another child is to go on."""
        return self._is_dead or self._count >= _MOST

    async def check(self, task: CheckTask) -> CheckedSource:
        """The results of a source; undecided where the child dies."""
        self._count += 1
        problem = ""
        try:
            self._writer.write(encode(CHECK, task))
            await self._writer.drain()
            if not self._is_greeted:
                await expect_greeting(self._reader)
                self._is_greeted = True
            if (found := await anext(self._checked, None)) is not None:
                return found
        except FrameError as error:
            problem = str(error)
        except OSError:  # it is dead
            pass
        self._is_dead = True
        return undecided(task.source, self._order, *self._last_words(problem))

    def close(self) -> None:
        """Ends the child without waiting."""
        self._writer.close()
        if self._running.process.poll() is None:
            self._running.process.kill()
            self._running.process.wait()
        if not self._running.stderr.closed:
            self._running.stderr.close()

    def _last_words(self, problem: str) -> tuple[str, ...]:
        """How the child ended, and what it said last."""
        process, stderr = self._running.process, self._running.stderr
        process.kill()
        code = process.wait()  # it closed its socket, or was killed above
        stderr.seek(0, 2)
        stderr.seek(max(0, stderr.tell() - _LAST_WORDS))
        text = stderr.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        slow = ": it took too long over one document" if code == -signal.SIGALRM else ""
        how = f"not checked: the process that checked it {ending(code)}{slow}"
        return how, *(line(part) for part in (problem, text) if part)
