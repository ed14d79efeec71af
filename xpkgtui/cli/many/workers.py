"""Child processes that check sources; one that dies makes its source undecided, and the others go on."""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Iterator

from xpkgtui.cli.many.messages import CHECK, CHECKED, ORDERED, CheckedSource, CheckOrder
from xpkgtui.cli.many.worker import undecided
from xpkgtui.service.frames import FrameError, encode, expect_greeting, frames
from xpkgtui.service.spawning import ChildRole, Spawned, ending, spawn
from xpkgtui.visible import line

_SERVER = "xpkgtui.cli.many.worker"
_MOST = 100
"""Sources that one child checks: what they leave behind in its memory goes with it."""
_LAST_WORDS = 2_000
"""Bytes of a dead child's stderr that are read."""

Took = Callable[[str, CheckedSource], None]


async def check_each(
    sources: Iterable[str], order: CheckOrder, jobs: int, took: Took, *, server: str = _SERVER
) -> None:
    """Checks the sources in `jobs` processes that run `server`, and hands on the results of each as they come."""
    waiting = iter(sources)
    async with asyncio.TaskGroup() as group:
        for _ in range(jobs):
            group.create_task(_work(waiting, order, took, server))


async def _work(waiting: Iterator[str], order: CheckOrder, took: Took, server: str) -> None:
    """Checks what is next, until nothing is waiting; the children are replaced now and then, and where they die."""
    child: _Checker | None = None
    try:
        for source in waiting:
            child = child or await _Checker.started(order, server)
            found = await child.check(source)
            took(source, found)
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

    async def check(self, source: str) -> CheckedSource:
        """The results of a source; undecided where the child dies."""
        self._count += 1
        problem = ""
        try:
            self._writer.write(encode(CHECK, source))
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
        return undecided(source, self._order, *self._last_words(problem))

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
