"""Frames between screen and children: a length, and a message as plain data."""

import asyncio
import struct
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TypeVar

import xpkgtui
from xpkgtui.codec import Codec, Unreadable
from xpkgtui.inspection.messages.events import Event
from xpkgtui.inspection.messages.requests import Request
from xpkgtui.limits import OverLimit, ReachedLimit

Message = TypeVar("Message")
_LENGTH = struct.Struct("<I")
_LARGEST = 64 << 20

ASKED = Codec[tuple[int, Request | None]](tuple[int, Request | None])
"""A request with its number; None cancels it."""
ANSWERED = Codec[tuple[int, Event | None]](tuple[int, Event | None])
"""An event of the reply to the request of this number; None ends the reply."""


class FrameError(Exception):
    """The other side sent something else than a message, or runs another program."""


def encode(codec: Codec[Message], message: Message) -> bytes:
    """The frame of a message; raises `OverLimit` where it is too large for one."""
    data = codec.encode(message)
    if len(data) > _LARGEST:
        most = f"a message of xpkgtui has at most {_LARGEST >> 20} MiB"
        raise OverLimit("The answer cannot be shown", ReachedLimit(name="message", most=_LARGEST, fixed=most))
    return _framed(data)


def greeting() -> bytes:
    """The first frame of a child, which says what program it runs."""
    return _framed(_PROGRAM)


async def expect_greeting(reader: asyncio.StreamReader) -> None:
    """Waits for the first frame of a child; raises `FrameError` if it does not run this program."""
    if await _next(reader) not in (None, _PROGRAM):
        raise FrameError("xpkgtui was changed while it was running; start it again")


async def frames(reader: asyncio.StreamReader, codec: Codec[Message]) -> AsyncIterator[Message]:
    """The received messages, until the other side is gone; raises `FrameError`."""
    while (data := await _next(reader)) is not None:
        try:
            yield codec.decode(data)
        except Unreadable as error:
            raise FrameError(f"a frame cannot be read: {error}") from error


async def _next(reader: asyncio.StreamReader) -> bytes | None:
    """The content of the next frame; None if the other side is gone."""
    try:
        (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
        if length > _LARGEST:
            raise FrameError(f"a frame of {length} bytes is too large")
        return await reader.readexactly(length)
    except (asyncio.IncompleteReadError, ConnectionError):
        return None


def _framed(data: bytes) -> bytes:
    return _LENGTH.pack(len(data)) + data


def _program() -> bytes:
    """The version of the program and of Python, and where its code is and since when."""
    code = Path(xpkgtui.__file__)
    if not code.is_file():  # it is inside an archive
        code = next(one for one in code.parents if one.is_file())
    return repr((xpkgtui.__version__, sys.version, str(code), code.stat().st_mtime_ns)).encode()


_PROGRAM = _program()
"""Read as the program starts: what is installed later is another one."""
