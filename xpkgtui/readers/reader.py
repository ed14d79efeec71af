"""What a reader is: it takes the bytes of package.yaml out of an image, and tells how."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # a screen shows readings and never an image
    from xpkgtui.oci.image import Image


class ByteSource(Protocol):
    """Bytes in order, as a file opened for reading gives them."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; empty at the end."""
        ...


class ByteSink(Protocol):
    """Where the bytes of package.yaml go."""

    def write(self, data: bytes, /) -> object:
        """Takes `data`."""
        ...


class LayerUnavailable(Exception):
    """A layer's bytes cannot be had; the text says why."""

    def __init__(self, reason: str, *, corrupt: bool = False, unread: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.corrupt = corrupt
        """Its bytes are not what digest or size promise."""
        self.unread = unread
        """It was deliberately not fetched (its price)."""


OpenLayer = Callable[[int], ByteSource]
"""Gives the verified stored bytes (compressed or not) of layer `index`; raises `LayerUnavailable`."""


class ReadStage(StrEnum):
    """Where a reader stopped, as JSON spells it."""

    FETCH = "fetch"
    SELECT = "select"
    EXTRACT = "extract"
    READ = "read"
    PARSE = "parse"
    LINT = "lint"


class Sign(StrEnum):
    """How a step went."""

    OK = "ok"
    WARNING = "warning"
    BAD = "bad"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a reader, in words."""

    title: str
    evidence: str = ""
    sign: Sign = Sign.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Which bytes a reader takes for package.yaml, or where it stops."""

    reader: str
    """`manager-2.4`; `stream` where the bytes were given as they are, `folder` where sources were put together."""
    stage: ReadStage | None = None
    """Where it stopped; None where it has its bytes (parsing is judged later)."""
    message: str | None = None
    """What that program prints where it stops."""
    annotated: bool = False
    """Whether a layer is annotated base, so that nothing is flattened."""
    layer: int | None = None
    """The layer whose entry was taken; where none was, the annotated one."""
    entry: str | None = None
    """The name of the tar entry as the archive spells it."""
    entry_type: str | None = None
    """`file`, or what it is instead (then it is read as zero bytes)."""
    size: int | None = None
    sha256: str | None = None
    truncated: bool = False
    """Whether bytes beyond 200 MiB were left out."""
    layers_read: tuple[int, ...] = ()
    unread: int | None = None
    """The layer that was not read and would have been needed: the reading is undecided."""
    steps: tuple[Step, ...] = ()

    @property
    def has_bytes(self) -> bool:
        """Whether the reader came as far as the bytes of package.yaml."""
        return self.stage is None


class Reader(Protocol):
    """One program that reads packages."""

    name: str
    """As JSON spells it."""

    def read(self, image: "Image", open_layer: OpenLayer, sink: ByteSink) -> Reading:
        """Writes the bytes it takes to `sink` and tells how it came to them; never raises for a bad package."""
        ...
