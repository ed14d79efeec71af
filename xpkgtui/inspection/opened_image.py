"""One image of a source: made anew for each platform that is opened, so that nothing of another one is in it."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar

from xpkgtui.formats.assumed import ASSUMED
from xpkgtui.formats.format import Format
from xpkgtui.formats.images.image_conventions import ImageConventions
from xpkgtui.inspection.index.opened_index import ShownEntry
from xpkgtui.inspection.layers.comparison import LayerComparison
from xpkgtui.inspection.layers.opened_layers import OpenedLayers
from xpkgtui.inspection.layers.rows import layer_rows
from xpkgtui.inspection.messages.events import ManifestRead
from xpkgtui.inspection.messages.requests import View
from xpkgtui.inspection.objects.bare_stream import OpenedStream
from xpkgtui.inspection.objects.stream import PackageStream
from xpkgtui.inspection.opened_source import OpenedSource
from xpkgtui.inspection.rows.layers import LayerRow
from xpkgtui.oci.image import Image
from xpkgtui.readers.reader import Reading
from xpkgtui.rules.case import ProgramFacts
from xpkgtui.rules.wording import Wording
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.filesystem.tree.differences import Comparison
    from xpkgtui.filesystem.tree.node import FileTree

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
_KEPT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RawManifest:
    """A manifest as its bytes stand."""

    data: bytes = b""
    digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RawConfig:
    """A config as its bytes stand, or why it could not be read."""

    data: bytes = b""
    problem: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoImage:
    """What is shown while an image is still being read, and where it cannot be."""

    entry: ShownEntry | None = None
    manifest: RawManifest = RawManifest()
    problem: str | None = None
    """Why the manifest cannot be read, where the package is to blame."""
    what_if: int | None = None
    """The layer to read as if it were marked as the base."""
    stream: ClassVar[None] = None
    """It has no documents."""


class NewestFew(Generic[Key, Value]):
    """The newest few values, because one may be large."""

    def __init__(self) -> None:
        self._values: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """The value of this key, where it is still kept."""
        return self._values.get(key)

    def keep(self, key: Key, value: Value) -> None:
        """Keeps a value, and lets the oldest go."""
        self._values[key] = value
        while len(self._values) > _KEPT:
            self._values.pop(next(iter(self._values)))


class OpenedImage:
    """What was read of one image so far; belongs to the event loop."""

    def __init__(
        self,
        source: OpenedSource,
        image: Image,
        format: Format,
        images: ImageConventions,
        *,
        entry: ShownEntry | None,
        manifest: RawManifest,
        config: RawConfig,
        what_if: int | None = None,
        reasons: tuple[str, ...] = (),
        also: tuple[str, ...] = (),
        is_assumed: bool = False,
    ) -> None:
        self.source = source
        self.image = image
        self.format = format
        self.is_assumed = is_assumed
        """Whether nothing speaks for the format."""
        self.reasons = reasons
        """What speaks for the format."""
        self.also = also
        """What it looks like as well, or instead where the format is assumed."""
        self.near_misses = images.marks.near_misses(image)
        self.entry = entry
        """The entry of the index that lists the image; None if the source is a plain manifest."""
        self.manifest = manifest
        self.config = config
        self.what_if = what_if
        """The layer that is read as if it were marked as the base."""
        self.layers = OpenedLayers(source, image, images)
        self.trees: NewestFew[tuple[bool, tuple[int, ...]], FileTree] = NewestFew()
        """Trees that were shown last: of one layer by itself, or of several flattened; by the layers' numbers."""
        self.comparisons: NewestFew[tuple[View, int], Comparison] = NewestFew()
        """Views that were compared last."""
        self.comparison = LayerComparison()
        self.programs: tuple[ProgramFacts, ...] = ()
        """The programs that this image and those of other platforms start, as far as they were looked at."""
        self.reading: Reading | None = None
        """The result of the deciding reader; None until the reader has come to an end."""
        self.stream: PackageStream | None = None
        """The stream that the reader took; None before that, and if it takes no bytes."""
        self._listed: tuple[LayerRow, ...] = ()

    @property
    def total(self) -> int:
        """Bytes of manifest, config and layers."""
        manifest = self.image.manifest
        config = manifest.config.size if manifest.config else 0
        return len(self.manifest.data) + config + sum(layer.size for layer in manifest.layers)

    def read(self, reading: Reading, stream: PackageStream | None) -> None:
        """The reader has come to an end."""
        self.reading, self.stream = reading, stream

    def compared(self, comparison: LayerComparison) -> None:
        """The layers that were read were compared with each other."""
        self.comparison = comparison

    def layer_rows(self) -> tuple[LayerRow, ...]:
        """The layers as they are known now."""
        return layer_rows(self.image, self.layers.images, self.near_misses, self.layers.facts, self.reading)

    def changed_rows(self) -> tuple[LayerRow, ...] | None:
        """The rows of the layers, if they changed since the last call; else None."""
        rows = self.layer_rows()
        if rows == self._listed:
            return None
        self._listed = rows
        return rows

    def manifest_read(self) -> ManifestRead:
        """The event about manifest and config."""
        config, read = self.image.manifest.config, self.image.config
        return ManifestRead(
            digest=self.manifest.digest,
            media_type=self.image.manifest.media_type,
            annotations=tuple(sorted(self.image.manifest.annotations.items())),
            config_digest=str(config.digest) if config else None,
            config_size=config.size if config else None,
            labels=tuple(sorted(read.labels.items())) if read else (),
            entrypoint=read.entrypoint if read else None,
            cmd=read.cmd if read else None,
            layers=self.layer_rows(),
            total=self.total,
            near_misses=self.near_misses,
            what_if=self.what_if,
        )


Shown = OpenedImage | OpenedStream | NoImage
"""What is shown of a source."""


def total_of(shown: Shown) -> int | None:
    """Bytes of all of it, where they are known."""
    match shown:
        case OpenedImage():
            return shown.total
        case OpenedStream():
            return shown.stream.file.size
        case NoImage():
            return None


def wording_of(shown: Shown) -> Wording:
    """The names that sentences about it are made with."""
    match shown:
        case OpenedImage():
            return shown.format.summary.wording
        case OpenedStream():
            return shown.stream.format.summary.wording
        case NoImage():
            return ASSUMED.wording
