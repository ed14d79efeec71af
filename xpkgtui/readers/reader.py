"""What a reader is: it takes the bytes of a package out of an image, step by step."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.filesystem.tar.entry import EntryType

if TYPE_CHECKING:  # a screen shows readings and never an image
    from xpkgtui.oci.image import Image


class ByteSource(Protocol):
    """Bytes in order, as a file opened for reading gives them."""

    def read(self, size: int, /) -> bytes:
        """Up to `size` bytes; empty at the end."""
        ...


class ByteSink(Protocol):
    """Where the bytes of the stream go."""

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
class Part:
    """One entry of a layer, or one file of a folder, that a reader took."""

    name: str
    """As the archive or the folder spells it."""
    layer: int | None = None
    """None for a file of a folder."""
    type: EntryType = EntryType.FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Which bytes a reader takes for the package, or where it stops."""

    reader: str
    """`manager-2.4`; `stream` where the bytes were given as they are, `folder` where sources were put together."""
    stage: ReadStage | None = None
    """Where it stopped; None where it has its bytes (parsing is judged later)."""
    message: str | None = None
    """What that program prints where it stops."""
    annotated: bool = False
    """Whether a layer is annotated base, so that nothing is flattened."""
    layer: int | None = None
    """The layer that was read for the package; where several were, the one of the first part."""
    parts: tuple[Part, ...] = ()
    """What was taken, in order; the stream is these parts behind each other."""
    origins: Origins = AS_GIVEN
    """Where the lines of the stream come from; empty where it is one part as it is."""
    size: int | None = None
    sha256: str | None = None
    truncated: bool = False
    """Whether bytes beyond 200 MiB were left out."""
    layers_read: tuple[int, ...] = ()
    unread: int | None = None
    """The layer that was not read and would have been needed: the reading is undecided."""
    steps: tuple[Step, ...] = ()

    @property
    def entry(self) -> str | None:
        """The name of the entry that was taken first, as the archive spells it."""
        return self.parts[0].name if self.parts else None

    @property
    def entry_type(self) -> EntryType | None:
        """What kind of entry it is; one that is not a file is read as zero bytes."""
        return self.parts[0].type if self.parts else None

    def takes(self, layer: int, name: str) -> bool:
        """Whether the entry of that name, as the archive spells it, is part of the package."""
        return any((part.layer, part.name) == (layer, name) for part in self.parts)

    @property
    def has_bytes(self) -> bool:
        """Whether the reader came as far as the bytes of the package."""
        return self.stage is None


class Reader(Protocol):
    """One program that reads packages."""

    name: str
    """As JSON spells it."""

    def read(self, image: "Image", open_layer: OpenLayer, sink: ByteSink) -> Reading:
        """Writes the bytes it takes to `sink` and tells how it came to them; never raises for a bad package."""
        ...
