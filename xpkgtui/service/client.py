"""The children of the screen: a service and a judge, started by exec and spoken to over a socket."""

import asyncio
import contextlib
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from pathlib import Path
from typing import BinaryIO, cast

from xpkgtui import visible
from xpkgtui.errors import Failure, FailureKind
from xpkgtui.inspection.events import Event, PartFailed
from xpkgtui.inspection.requests import Judge, Open, Request
from xpkgtui.service.desk import Desk, Mailbox
from xpkgtui.service.frames import FrameError, encode, frames

_LAST_WORDS = 2000
_BOOT = (
    "import sys; sys.path.append({room!r}); from xpkgtui.service.server import main; main({fd}, {role!r}, {stdin})"
)
"""Run with -I, so that nothing is imported from the folder that the person happens to stand in."""


class Child:
    """One child process, restarted when it is asked again after its death."""

    def __init__(self, role: str, *, stdin: BinaryIO | None = None) -> None:
        self.role = role
        self._stdin = stdin
        self._mailbox = Mailbox()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._listener: asyncio.Task[None] | None = None
        self._words: BinaryIO | None = None
        self._opened: Open | None = None
        self._closed = False
        self.ended = asyncio.Event()
        """Set while the child is dead."""

    @property
    def pid(self) -> int | None:
        """The child's process, where it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Starts the child."""
        ours, theirs = socket.socketpair()
        self._words = cast("BinaryIO", tempfile.TemporaryFile())  # noqa: SIM115 - lives as long as the child
        room = str(Path(__file__).resolve().parents[2])
        passed = [theirs.fileno()]
        stdin = -1
        if self._stdin is not None:
            stdin, self._stdin = self._stdin.fileno(), None
            passed.append(stdin)
        code = _BOOT.format(room=room, fd=theirs.fileno(), role=self.role, stdin=stdin)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", code],
            pass_fds=passed,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._words,
            start_new_session=True,
        )
        theirs.close()
        self._socket = ours
        self.ended.clear()

    def prepare(self) -> bool:
        """Starts the child unless it runs; tells whether it had to."""
        if self._process is not None or self._closed:
            return False
        self.start()
        return True

    async def ask(self, request: Request) -> AsyncGenerator[Event, None]:
        """The events that answer `request`; a child that died is started again first, where it stood."""
        if self.prepare():
            await self._stand_again(request)
        if isinstance(request, Open):
            self._opened = request
        async with aclosing(self._mailbox.ask(self, request)) as events:
            async for event in events:
                yield event

    async def send(self, number: int, request: Request | None) -> None:
        """Asks or cancels; where the child is gone, `_listen` has told everybody."""
        with contextlib.suppress(ConnectionError, OSError):
            writer = await self._connect()
            writer.write(encode((number, request)))
            await writer.drain()

    def close(self) -> None:
        """Ends the child and does not wait.

        The judge holds nothing and is killed; the service ends by itself where its socket closes, having taken its
        private files away.
        """
        self._closed = True
        if self._listener:
            self._listener.cancel()
        if self._writer:
            self._writer.close()
        elif self._socket:
            self._socket.close()
        if self._process and self.role == "judge":
            self._process.kill()
        self._process = None

    async def _stand_again(self, request: Request) -> None:
        """Opens what was open before the child died, unless something is opened anyway."""
        if self._opened is None or isinstance(request, Open | Judge):
            return
        async with aclosing(self._mailbox.ask(self, self._opened)) as events:
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
        trouble = ""
        try:
            async for value in frames(reader):
                number, event = cast("tuple[int, Event | None]", value)
                await self._mailbox.deliver(number, event)
        except FrameError as error:
            trouble = str(error)
        await self._bury(trouble)

    async def _bury(self, trouble: str) -> None:
        """Tells everybody who waits that the child is gone, with its last words."""
        process, self._process = self._process, None
        if process is None or self._closed:
            return
        process.kill()
        code = process.wait()  # it is dead already: the socket was closed by its end, or the kill above
        if self._writer:
            self._writer.close()
        self._writer = None
        self.ended.set()
        part = "findings" if self.role == "judge" else "service"
        await self._mailbox.fail(PartFailed(part=part, failure=self._obituary(code, trouble)))

    def _obituary(self, code: int, trouble: str) -> Failure:
        words = ""
        if self._words:
            self._words.seek(0, 2)
            self._words.seek(max(0, self._words.tell() - _LAST_WORDS))
            words = self._words.read().decode("utf-8", "replace").strip()
            self._words.close()
        how = f"ended by {signal.Signals(-code).name}" if code < 0 else f"ended with code {code}"
        tried = tuple(visible.line(text) for text in (trouble, words.rpartition("\n")[2]) if text)
        if self.role == "judge":
            slow = " It took too long over one document." if code == -signal.SIGALRM else ""
            return Failure(kind=FailureKind.BUG, title=f"The judge {how}.{slow}", tried=tried, hint="r judges again")
        return Failure(
            kind=FailureKind.BUG, title=f"The service {how}.", tried=tried, hint="r opens the package again"
        )


class RemotePort(Desk):
    """A `Port` over two children."""

    def __init__(self, service: Child, judge: Child) -> None:
        super().__init__(service, judge)
        self.service = service
        self.judge = judge

    async def ask(self, request: Request) -> AsyncIterator[Event]:
        """As a desk; the judge is started as soon as the service has something to say."""
        async with aclosing(cast("AsyncGenerator[Event, None]", super().ask(request))) as events:
            async for event in events:
                self.judge.prepare()
                yield event


def start(*, stdin: BinaryIO | None = None) -> RemotePort:
    """Starts the service, before textual is imported; `stdin` is handed to it, for the source `-`.

    The judge follows when it is soon to be needed: three processes that start at once keep two cores from drawing.
    """
    service = Child("service", stdin=stdin)
    service.prepare()
    return RemotePort(service, Child("judge"))
