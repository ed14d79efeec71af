"""The child processes of the screen, service and judge, started by exec and connected by sockets."""

import asyncio
import contextlib
import signal
import socket
import subprocess
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import BinaryIO

from xpkgtui import visible
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.messages.events import Event, PartFailed
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.requests import ForJudge, Open, Request
from xpkgtui.service.frames import ANSWERED, ASKED, FrameError, encode, expect_greeting, frames
from xpkgtui.service.routing import PendingReplies, Router
from xpkgtui.service.spawning import ChildRole, Spawned, ending, spawn

_STDERR_TAIL = 2000
"""Bytes of a dead child's stderr that are read."""
_SENT_EARLY = 0
"""The number of a request that was sent before its reply was asked for; others have greater ones."""


class Child:
    """An endpoint in a child process, which is restarted by the next request after its death.

    A service that died judges no more, whatever it died of.
    """

    def __init__(self, role: ChildRole, running: Spawned | None = None, *, ahead: Request | None = None) -> None:
        """A child that runs already, or will with the first request; what will be asked first is sent `ahead`."""
        self.role = role
        self._replies = PendingReplies()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._listener: asyncio.Task[None] | None = None
        self._stderr: BinaryIO | None = None
        self._opened: Open | None = None
        self._closed = False
        self.ended = asyncio.Event()
        """Set while the child is dead."""
        self._ahead = ahead
        if running is not None:
            self._take(running)
            if ahead is not None:
                with contextlib.suppress(OSError):  # a child that is dead already is reported when it is listened to
                    running.socket.sendall(encode(ASKED, (_SENT_EARLY, ahead)))

    @property
    def pid(self) -> int | None:
        """The process of the child; None if it does not run."""
        return self._process.pid if self._process else None

    @property
    def judges(self) -> bool:
        """Whether it runs, and judges small cases."""
        return self._process is not None and self.role is ChildRole.SERVICE_AND_JUDGE

    def start(self) -> None:
        """Starts the child."""
        if self.role is ChildRole.SERVICE_AND_JUDGE:
            self.role = ChildRole.SERVICE
        self._take(spawn(self.role))

    def _take(self, running: Spawned) -> None:
        self._process, self._socket, self._stderr = running
        self.ended.clear()

    def ensure_started(self) -> bool:
        """Starts the child unless it runs; returns whether it did."""
        if self._process is not None or self._closed:
            return False
        self.start()
        return True

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events of the reply to `request`; a dead child is restarted first, with the same source open."""
        if self.ensure_started():
            await self._reopen(request)
        if isinstance(request, Open):
            self._opened = request
        number = _SENT_EARLY if request == self._ahead else None
        self._ahead = None
        async with aclosing(self._replies.ask(self, request, number)) as events:
            async for event in events:
                yield event

    async def send(self, number: int, request: Request | None) -> None:
        """Sends or cancels a request; if the child is dead, `_listen` has already failed the replies."""
        with contextlib.suppress(ConnectionError, OSError):
            writer = await self._connect()
            if number == _SENT_EARLY and request is not None:
                return
            writer.write(encode(ASKED, (number, request)))
            await writer.drain()

    def close(self) -> None:
        """Ends the child without waiting.

        The judge holds nothing and is killed; the service removes its private files and ends once its socket closes.
        `spawning.clear` clears what it leaves behind.
        """
        self._closed = True
        if self._listener:
            self._listener.cancel()
        if self._writer:
            self._writer.close()
        elif self._socket:
            self._socket.close()
        if self._process and self.role is ChildRole.JUDGE:
            self._process.kill()
        self._process = None

    async def _reopen(self, request: Request) -> None:
        """Opens the source that was open before the child died, unless `request` opens one."""
        if self._opened is None or isinstance(request, Open | ForJudge):
            return
        async with aclosing(self._replies.ask(self, self._opened)) as events:
            async for _ in events:
                pass

    async def _connect(self) -> asyncio.StreamWriter:
        if self._writer is None:
            if self._socket is None:
                raise ConnectionError
            connection, self._socket = self._socket, None
            reader, self._writer = await asyncio.open_connection(sock=connection)
            self._listener = asyncio.create_task(self._listen(reader))
        return self._writer

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        problem = ""
        try:
            await expect_greeting(reader)
            async for number, event in frames(reader, ANSWERED):
                await self._replies.deliver(number, event)
        except FrameError as error:
            problem = str(error)
        await self._fail_pending(problem)

    async def _fail_pending(self, problem: str) -> None:
        """Fails the pending replies after the death of the child, with the end of its stderr."""
        process, self._process = self._process, None
        if process is None or self._closed:
            return
        process.kill()
        code = process.wait()  # does not block: the child closed its socket, or was killed above
        if self._writer:
            self._writer.close()
        self._writer = None
        self.ended.set()
        is_judge = self.role is ChildRole.JUDGE or code == -signal.SIGALRM
        part = PartName.FINDINGS if is_judge else PartName.SERVICE
        await self._replies.fail(PartFailed(part=part, failure=self._failure(code, problem, is_judge=is_judge)))

    def _failure(self, code: int, problem: str, *, is_judge: bool) -> Failure:
        text = ""
        if self._stderr:
            self._stderr.seek(0, 2)
            self._stderr.seek(max(0, self._stderr.tell() - _STDERR_TAIL))
            text = self._stderr.read().decode("utf-8", "replace").strip()
            self._stderr.close()
        how = ending(code)
        tried = tuple(visible.line(part) for part in (problem, text.rpartition("\n")[2]) if part)
        if is_judge:
            slow = " It took too long over one document." if code == -signal.SIGALRM else ""
            return Failure(kind=FailureKind.BUG, title=f"The judge {how}.{slow}", tried=tried, hint="r checks again")
        return Failure(
            kind=FailureKind.BUG, title=f"The service {how}.", tried=tried, hint="r opens the package again"
        )


def connect(service: Spawned, *, ahead: Request | None = None) -> Router:
    """The port over a service that was started, with a judge that is not yet.

    A request that is sent `ahead` is answered once it is asked for.
    """
    return Router(Child(ChildRole.SERVICE_AND_JUDGE, service, ahead=ahead), Child(ChildRole.JUDGE))
