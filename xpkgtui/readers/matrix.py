"""The matrix of readers: what all make of one image."""

from collections.abc import Callable, Mapping
from dataclasses import field

from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.readers.reader import Reading, ReadStage, Step
from xpkgtui.values import dataclass

REPOSITORY = "REGISTRY/package"
"""The registry and repository in the messages about an image that comes from none."""
MakeSink = Callable[[], ByteSink]
"""Makes the file that one stream is written to; asked once for each different stream."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryChoice:
    """What a reader takes out of an index."""

    entry: int | None = None
    """The number of the entry; None where it takes none, and `stage` and `message` say so."""
    stage: ReadStage | None = None
    message: str | None = None
    """The message that the program prints."""
    steps: tuple[Step, ...] = ()
    """Steps that come before those of the reading."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """What all readers make of one image."""

    readings: tuple[Reading, ...] = ()
    """In the order of the matrix."""
    sinks: Mapping[str, ByteSink] = field(default_factory=dict)
    """The file of each reader that has bytes, by its name; readers of the same bytes share one."""
