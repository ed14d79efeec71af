"""Frames between screen and children: a length and a pickle that holds only dataclasses and enums of xpkgtui."""

import asyncio
import enum
import importlib
import io
import pickle
import struct
from collections.abc import AsyncIterator
from dataclasses import is_dataclass
from typing import Any, NoReturn

_LENGTH = struct.Struct("<I")
_LARGEST = 64 << 20
_PREFIX = "xpkgtui."
_GETATTR = ("builtins", "getattr")
"""What Python before 3.11.4 has in place of the value of an enum's member."""


class FrameError(Exception):
    """The other side sent a malformed frame."""


class _RestrictedUnpickler(pickle.Unpickler):
    """Loads only dataclasses and enums of xpkgtui, so that no child can make the screen run code."""

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith(_PREFIX) and "." not in name:
            found = getattr(importlib.import_module(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, enum.Enum)):
                return found
        if (module, name) == _GETATTR:
            return _member
        raise FrameError(f"{module}.{name} does not belong into a frame")

    def persistent_load(self, pid: object) -> NoReturn:
        raise FrameError(f"{pid!r} does not belong into a frame")


def _member(kind: object, name: str) -> enum.Enum:
    """A member of an enum by its name."""
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return kind[name]
    raise FrameError(f"{name} of {kind!r} does not belong into a frame")


def encode(value: object) -> bytes:
    """The frame of a value made of xpkgtui's dataclasses and enums, strings, numbers, tuples, mappings and sets."""
    data = pickle.dumps(value, protocol=5)
    return _LENGTH.pack(len(data)) + data


def decode(data: bytes) -> object:
    """The value in the bytes of a frame, without its length; raises `FrameError`."""
    try:
        return _RestrictedUnpickler(io.BytesIO(data)).load()
    except FrameError:
        raise
    except Exception as error:
        raise FrameError(f"a frame cannot be read: {error}") from error


async def frames(reader: asyncio.StreamReader) -> AsyncIterator[object]:
    """The received values, until the other side is gone."""
    while True:
        try:
            (length,) = _LENGTH.unpack(await reader.readexactly(_LENGTH.size))
            if length > _LARGEST:
                raise FrameError(f"a frame of {length} bytes is too large")
            yield decode(await reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            return
