"""The port of a reader, which takes the bytes of a package from an image; its reading, and the matrix of all."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.filesystem.compression.stored import ByteSink, ByteSource
from xpkgtui.filesystem.tar.entry import EntryType
from xpkgtui.limits import ReachedLimit
from xpkgtui.values import dataclass
from xpkgtui.visible import ending

if TYPE_CHECKING:
    from xpkgtui.filesystem.changeset import ChangeSet
    from xpkgtui.filesystem.compression.inflated import RunningHash
    from xpkgtui.oci.image import Image


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderEntry:
    """An entry of a folder, as rules about files see it."""

    name: str
    """Relative to the folder that was opened, with `/`."""
    type: EntryType = EntryType.FILE
    size: int = 0
    linkname: str = ""
    """Where a link points, as written."""
    left_out: str = ""
    """The reason why the reader leaves it out, in words; empty where it is read."""
    holds: str = ""
    """What a file that is left out would have been read as."""
    unread: str = ""
    """Why its bytes, or the rest of them, are not in the stream: the message of what reads it, or in words."""
    fails: bool = False
    """Whether a program that reads the folder fails there as well."""
    layer: int | None = None
    """The layer of an image that supplies it."""
    form: str | None = None
    """What the bytes of a picture are, as `PNG`; empty where that is unknown, None where they were not read."""
    measures: tuple[str, str] | None = None
    """Width and height of such a picture, where it says them."""
    lacks: str = ""
    """A path that it names, and that is not there, or no file."""


_LONGEST_NAME = 64
"""Characters of an entry's name within a sentence."""


class HashingSink(ABC):
    """A sink that hashes what it takes, and other bytes too, beside the thread of the reader, who need not."""

    @abstractmethod
    def write(self, data: bytes, /) -> object:
        """Takes `data`."""

    @abstractmethod
    def hexdigest(self) -> str:
        """The sha256 of all bytes so far, in hexadecimal."""

    @abstractmethod
    def running_sha256(self) -> "RunningHash":
        """Returns a new hash, for other bytes."""


class LayerUnavailable(Exception):
    """The bytes of a layer are not available; the text says why."""

    def __init__(
        self, reason: str, *, corrupt: bool = False, unread: bool = False, unverified: "Unverified | None" = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.corrupt = corrupt
        """Its bytes do not match the digest or the size."""
        self.unread = unread
        """It was not fetched on purpose, because of its size."""
        self.unverified = unverified
        """Its bytes that do not match, for a reading that is to show how programs take them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unverified:
    """The bytes of a layer that do not match its digest or its size."""

    size: int
    """The number of bytes, as they are stored."""
    open: Callable[[], ByteSource]
    is_missing: bool = False
    """Whether the source lacks them, as a registry that is given what it has would."""


OpenLayer = Callable[[int], ByteSource]
"""Gives the verified stored bytes (compressed or not) of layer `index`; raises `LayerUnavailable`."""


class ReadStage(StrEnum):
    """The stage at which a reader stopped, as JSON spells it."""

    FETCH = "fetch"
    SELECT = "select"
    EXTRACT = "extract"
    READ = "read"
    PARSE = "parse"
    LINT = "lint"
    CONSTRAINT = "constraint"
    INSTALL = "install"


class Sign(StrEnum):
    """The outcome of a step."""

    OK = "ok"
    WARNING = "warning"
    BAD = "bad"

    @property
    def glyph(self) -> str:
        """The outcome in one character."""
        return {Sign.OK: "✓", Sign.WARNING: "!", Sign.BAD: "✗"}[self]


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
    """The name as the archive or the folder spells it."""
    layer: int | None = None
    """The layer of the entry; None for a file of a folder."""
    type: EntryType = EntryType.FILE


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of the taken bytes that a reader takes for one object by itself."""

    offset: int
    """Within the bytes that were written."""
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The bytes that a reader takes for the package, or the stage at which it stops."""

    reader: str
    """`manager-2.4`; `stream` where the bytes were given as they are, `folder` where sources were put together."""
    stage: ReadStage | None = None
    """The stage at which it stopped; None where it has its bytes (rules judge the parsing)."""
    message: str | None = None
    """The message that the program prints where it stops."""
    annotated: bool = False
    """Whether a layer is annotated base, so that nothing is flattened."""
    layer: int | None = None
    """The layer that supplies the package; of several, that of the first part."""
    parts: tuple[Part, ...] = ()
    """The parts that were taken, in order; their concatenation is the stream."""
    origins: Origins = AS_GIVEN
    """The origins of the stream's lines; empty where it is one unchanged part."""
    size: int | None = None
    sha256: str | None = None
    lacks: bool = False
    """Whether it came to its end and found no package."""
    truncated: bool = False
    """Whether bytes beyond 200 MiB were left out."""
    pieces: tuple[Piece, ...] = ()
    """The objects of a reader that has no single stream; `sha256` is then None."""
    layers_read: tuple[int, ...] = ()
    unread: int | None = None
    """The layer that is needed and was not read, so that the reading is undecided."""
    unavailable: bool = False
    """Whether a layer could not be had: its source lacks it, is damaged or does not answer. That is undecided too."""
    unverified: bool = False
    """Whether bytes that do not match their digest were read: where it stops, it refuses; else it is undecided."""
    limit: ReachedLimit | None = None
    """The limit of xpkgtui at which it stopped; such a reading is undecided too."""
    steps: tuple[Step, ...] = ()
    files: tuple[FolderEntry, ...] = ()
    """What a reader of a folder looked at, for rules about files."""

    @property
    def entry(self) -> str | None:
        """The name of the entry that was taken first, as the archive spells it."""
        return self.parts[0].name if self.parts else None

    @property
    def entry_type(self) -> EntryType | None:
        """The type of that entry; one that is not a file is read as zero bytes."""
        return self.parts[0].type if self.parts else None

    def stream_name(self, usual: str) -> str:
        """The name of the entry that the stream is: `x/package.yaml`; the usual one where it is made of several."""
        return ending(self.parts[0].name, _LONGEST_NAME) if len(self.parts) == 1 else usual

    def takes(self, layer: int, name: str) -> bool:
        """Whether the entry of that name, as the archive spells it, is part of the package."""
        return any((part.layer, part.name) == (layer, name) for part in self.parts)

    @property
    def has_bytes(self) -> bool:
        """Whether the reader came as far as the bytes of the package."""
        return self.stage is None

    @property
    def is_cut_short(self) -> bool:
        """Whether it stopped at a layer that was not read: what else is wrong with the image may still refuse it."""
        is_missing = self.unread is not None or self.unavailable or self.limit is not None
        return self.stage is ReadStage.FETCH and is_missing


class Reader(Protocol):
    """One program that reads packages."""

    name: str
    """The name as JSON spells it."""
    change_sets: "Mapping[int, ChangeSet]"
    """The changes of the layers that it has read to their ends by the way, by number."""

    def read(self, image: "Image", open_layer: OpenLayer, sink: ByteSink) -> Reading:
        """Writes the bytes it takes to `sink` and returns the steps; a bad package does not raise."""
        ...


REPOSITORY = "REGISTRY/REPOSITORY"
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
