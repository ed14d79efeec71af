"""A child of `check --jobs` that dies over a source that is called so, and answers any other one with its name."""

import asyncio
import os
import signal
import socket
import sys

from xpkgtui.cli.many.messages import CHECK, CHECKED, ORDERED, CheckedSource
from xpkgtui.service.frames import encode, frames, greeting

SERVER = __name__


def main(fd: int, _role: str, _stdin: int, _private: str) -> None:
    """Serves on the socket `fd`."""
    asyncio.run(_serve(socket.socket(fileno=fd)))


async def _serve(connection: socket.socket) -> None:
    reader, writer = await asyncio.open_connection(sock=connection)
    writer.write(greeting())
    await anext(frames(reader, ORDERED))
    async for task in frames(reader, CHECK):
        source = task.source
        if source == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if source == "exits":
            print("out of luck", file=sys.stderr, flush=True)
            os._exit(7)
        writer.write(encode(CHECKED, CheckedSource(lines=(source,))))
        await writer.drain()
