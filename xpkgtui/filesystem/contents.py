"""The bytes of one entry of a layer."""

from collections.abc import Callable
from typing import Protocol

from xpkgtui.filesystem.compression.inflated import ByteSource, Inflated
from xpkgtui.filesystem.compression.stored import InflateProblem
from xpkgtui.filesystem.tar.header import TarProblem
from xpkgtui.filesystem.tar.reader import entries, never
from xpkgtui.limits import LIMITS, LimitExceeded, Limits, ReachedLimit
from xpkgtui.values import dataclass

_PIECE = 1 << 18


class Sink(Protocol):
    """A destination of bytes."""

    def write(self, data: bytes, /) -> object:
        """Takes `data`."""
        ...


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
    sink: Sink,
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
            while data := body.read(min(_PIECE, limit - size + 1)):
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
