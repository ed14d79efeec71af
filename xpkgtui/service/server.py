"""The main program of a child: it answers requests until its socket closes."""

import asyncio
import contextlib
import gc
import os
import resource
import signal
import socket
from pathlib import Path

from xpkgtui.inspection.messages.events import Event
from xpkgtui.service.frames import ANSWERED, ASKED, encode, frames, greeting
from xpkgtui.service.jobs import Answerer, Jobs
from xpkgtui.service.spawning import ChildRole

_SLICE = 20.0
"""Seconds of one slice of judging; an ordinary one takes a hundredth of it."""
_MEMORY = 4 << 30
"""Bytes of address space that the judge may have."""


def main(fd: int, role: str, stdin: int, private: str) -> None:
    """Serves on the socket `fd` until the other side is gone; does not return."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(socket.socket(fileno=fd), ChildRole(role), stdin, Path(private) if private else None))
    os._exit(0)


async def _serve(connection: socket.socket, role: ChildRole, stdin: int, private: Path | None) -> None:
    reader, writer = await asyncio.open_connection(sock=connection)
    writer.write(greeting())

    async def send(number: int, event: Event | None) -> None:
        writer.write(encode(ANSWERED, (number, event)))
        await writer.drain()

    answerer = _answerer(role, stdin, private)
    watch_for_cycles()
    jobs = Jobs(answerer, send)
    async for number, request in frames(reader, ASKED):
        if request is None:
            jobs.cancel(number)
        else:
            jobs.start(number, request)
    answerer.close()
    # Threads that still read are not awaited: their files become visible only when complete.
    os._exit(0)


def _answerer(role: ChildRole, stdin: int, private: Path | None) -> Answerer:
    match role:
        case ChildRole.JUDGE:
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            from xpkgtui.service.judges.judge import JudgeAnswerer, load_for_judging

            load_for_judging()
            return JudgeAnswerer(alarm)
        case ChildRole.SERVICE:
            return _service(stdin, private)
        case ChildRole.CHECKER:
            raise ValueError("a checker has a server of its own")
        case ChildRole.SERVICE_AND_JUDGE:
            from xpkgtui.service.judges.judge import JudgeAnswerer
            from xpkgtui.service.local import JudgingService

            # Rules are loaded with the first case: a list does not wait for them.
            return JudgingService(_service(stdin, private), JudgeAnswerer(alarm))


def _service(stdin: int, private: Path | None) -> Answerer:
    from xpkgtui.inspection.inspector import Inspector, load_for_lists

    load_for_lists()
    # The screen made the folder, and clears it where this process cannot.
    return Inspector(stdin=os.fdopen(stdin, "rb") if stdin >= 0 else None, private=private)


def watch_for_cycles() -> None:
    """Lets Python search for cycles again, but not among what was loaded, which stays."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def alarm(armed: bool) -> None:
    """Sets a timer whose signal ends the process, wherever it hangs; the screen reports it and continues."""
    signal.setitimer(signal.ITIMER_REAL, _SLICE if armed else 0)
