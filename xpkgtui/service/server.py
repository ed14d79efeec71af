"""A child's side: it answers requests until the socket closes."""

import asyncio
import contextlib
import os
import resource
import signal
import socket
from typing import cast

from xpkgtui.inspection.events import Event
from xpkgtui.inspection.requests import Request
from xpkgtui.service.frames import encode, frames
from xpkgtui.service.jobs import Answerer, Jobs

_SLICE = 20.0
"""Seconds of one slice of judging; an honest one takes a hundredth."""
_MEMORY = 4 << 30
"""Bytes of address space that the judge may have."""


def main(fd: int, role: str, stdin: int = -1) -> None:
    """Serves on the socket `fd` until the other side is gone; never returns."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(socket.socket(fileno=fd), role, stdin))
    os._exit(0)


async def _serve(connection: socket.socket, role: str, stdin: int) -> None:
    reader, writer = await asyncio.open_connection(sock=connection)

    async def send(number: int, event: Event | None) -> None:
        writer.write(encode((number, event)))
        await writer.drain()

    answerer = _judge() if role == "judge" else _service(stdin)
    jobs = Jobs(answerer, send)
    async for value in frames(reader):
        number, request = cast("tuple[int, Request | None]", value)
        if request is None:
            jobs.cancel(number)
        else:
            jobs.start(number, request)
    answerer.close()
    # Threads that still read are not waited for: nothing of theirs is visible before it is whole.
    os._exit(0)


def _service(stdin: int) -> Answerer:
    from xpkgtui.inspection.inspector import Inspector

    return Inspector(stdin=os.fdopen(stdin, "rb") if stdin >= 0 else None)


def _judge() -> Answerer:
    from xpkgtui.service.judge import JudgeAnswerer

    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    return JudgeAnswerer(_alarm)


def _alarm(armed: bool) -> None:
    """SIGALRM's default action ends the process, whatever it hangs in; the screen says so and goes on."""
    signal.setitimer(signal.ITIMER_REAL, _SLICE if armed else 0)
