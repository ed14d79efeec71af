"""The raw bytes of a layer cut as Kubernetes' YAMLReader cuts a stream, tar headers and all, without holding them."""

import hashlib
from collections.abc import Callable

from xpkgtui.documents.stream import separator_problem
from xpkgtui.errors import Cancelled
from xpkgtui.limits import LimitExceeded, Limits
from xpkgtui.readers.reader import ByteSink, ByteSource, Piece
from xpkgtui.values import dataclass

_PIECE = 1 << 18
_LONGEST = 1 << 20
"""Bytes of an unfinished line that are held back."""
_BUFFER = 4096
_SEPARATOR = b"---"


class BadSeparator(Exception):
    """A line that starts with `---` and goes on; the text is Go's."""


@dataclass(slots=True)
class _Open:
    """The piece that is being read."""

    offset: int
    size: int
    hash: "hashlib._Hash"


class Cutting:
    """The pieces of one stream; the first one, which is never an object, is counted and not written."""

    def __init__(self, sink: ByteSink, limits: Limits, stop: Callable[[], bool]) -> None:
        self.pieces: list[Piece] = []
        self._sink = sink
        self._limits = limits
        self._stop = stop
        self._written = 0
        self._open = self._new()
        self._line = 0

    def run(self, source: ByteSource, ends_late: Callable[[], bool] = lambda: False) -> None:
        """Reads to the end; raises `BadSeparator`, `LimitExceeded` and what the source raises.

        `ends_late` says at the end whether Go's reader learns of it only after the last bytes. It then loses a last
        line without an end that fills its buffer exactly.
        """
        held = b""
        while data := source.read(_PIECE):
            if self._stop():
                raise Cancelled
            held += data
            end = max(held.rfind(b"\n") + 1, len(held) - 1 if len(held) > _LONGEST else 0)
            self._add(held[:end].replace(b"\r\n", b"\n"))
            held = held[end:]
        length = self._line + len(held)
        is_lost = length and not length % _BUFFER and not held.endswith(b"\r") and ends_late()
        if held and not is_lost:
            self._add(held + b"\n")
        if not is_lost or self._open.size > self._line:
            self._close()

    def _add(self, text: bytes) -> None:
        """Takes whole lines, or a part of a very long one."""
        start = 0
        at = 0 if not self._line and text.startswith(_SEPARATOR) else _following(text, 0)
        while at >= 0:
            self._write(text[start:at])
            end = text.find(b"\n", at) + 1 or len(text)
            if problem := separator_problem(text[at + len(_SEPARATOR) : end]):
                raise BadSeparator(problem)
            # A separator before which nothing was collected is itself collected.
            start = end if self._close() else at
            at = _following(text, end - 1)
        self._write(text[start:])
        end = text.rfind(b"\n") + 1
        self._line = len(text) - end + (0 if end else self._line)

    def _write(self, data: bytes) -> None:
        if not data:
            return
        self._open.hash.update(data)
        self._open.size += len(data)
        if self.pieces:
            self._sink.write(data)
            self._written += len(data)

    def _close(self) -> bool:
        """Ends a piece; whether there was one."""
        done = self._open
        if not done.size:
            return False
        if len(self.pieces) >= self._limits.documents:
            raise LimitExceeded(self._limits.reached("documents"))
        self.pieces.append(Piece(offset=done.offset, size=done.size, sha256=done.hash.hexdigest()))
        self._open = self._new()
        return True

    def _new(self) -> _Open:
        return _Open(offset=self._written, size=0, hash=hashlib.sha256())


def _following(text: bytes, newline: int) -> int:
    """The offset of the next line that starts with `---`, searched from a line end on; -1 where there is none."""
    found = text.find(b"\n---", max(newline, 0))
    return found + 1 if found >= 0 else -1
