"""The bytes of entries of a layer."""

import hashlib
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager

from xpkgtui.errors import Cancelled
from xpkgtui.filesystem.compression.inflated import Inflated
from xpkgtui.filesystem.compression.stored import ByteSink, ByteSource, InflateProblem
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries, never
from xpkgtui.limits import LIMITS, PIECE, LimitExceeded, Limits, ReachedLimit
from xpkgtui.values import dataclass


class HashedSink:
    """A sink that counts and hashes what it passes on; alone it keeps nothing but that."""

    def __init__(self, sink: ByteSink | None = None) -> None:
        self.sink = sink
        self.digest = hashlib.sha256()
        self.size = 0

    def write(self, data: bytes, /) -> None:
        """Passes bytes on."""
        if self.sink is not None:
            self.sink.write(data)
        self.digest.update(data)
        self.size += len(data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Copied:
    """The result of copying an entry."""

    size: int
    truncated: bool = False
    """Whether the entry is longer than the limit."""
    problem: str | None = None
    """Why it is incomplete, or was not found."""
    limit: ReachedLimit | None = None
    """The limit of this program that the problem is."""


def copy_entry(
    source: ByteSource,
    order: int,
    sink: ByteSink,
    *,
    limit: int,
    limits: Limits = LIMITS,
    stop: Callable[[], bool] = never,
) -> Copied:
    """Writes the first `limit` bytes of the entry number `order` to `sink`; raises nothing for bad content."""
    size = 0
    try:
        for entry, body in entries(Inflated(source, limits=limits), limits, stop):
            if entry.order < order:
                continue
            while data := body.read(min(PIECE, limit - size + 1)):
                sink.write(data[: limit - size])
                size += len(data)
                if size > limit:
                    return Copied(size=limit, truncated=True)
            return Copied(size=size)
    except (TarProblem, InflateProblem) as problem:
        return Copied(size=size, problem=problem.message)
    except LimitExceeded as problem:
        return Copied(size=size, problem=str(problem), limit=problem.reached)
    return Copied(size=0, problem="the layer has no such entry")


def copy_entries(
    source: ByteSource,
    orders: Collection[int],
    sink_of: Callable[[int], AbstractContextManager[ByteSink]],
    *,
    limits: Limits = LIMITS,
    stop: Callable[[], bool] = never,
) -> Copied:
    """Writes these entries, each as a whole to the sink of its number, in one pass over the layer.

    Where an entry ends too early, its sink is left with an error, and the rest is not read. The size is that of all
    whole entries. Raises `Cancelled`, and nothing for bad content.
    """
    left, size = set(orders), 0
    try:
        for entry, body in entries(Inflated(source, limits=limits), limits, stop) if left else ():
            if entry.order not in left:
                continue
            written = 0
            with sink_of(entry.order) as sink:
                while data := body.read(PIECE):
                    if stop():
                        raise Cancelled
                    sink.write(data)
                    written += len(data)
            left.discard(entry.order)
            size += written
            if not left:
                break
    except (TarProblem, InflateProblem) as problem:
        return Copied(size=size, problem=problem.message)
    except LimitExceeded as problem:
        return Copied(size=size, problem=str(problem), limit=problem.reached)
    return Copied(size=size)
