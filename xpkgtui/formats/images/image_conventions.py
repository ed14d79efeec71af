"""The part of the port of a format that is about images: how they hold its packages, and who reads them."""
# ruff: noqa: ARG002 - what has no marks looks at nothing

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO, Protocol

from xpkgtui.limits import LIMITS, Limits
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # importers of the port load neither a parser of YAML nor rules
    from xpkgtui.filesystem.layer_facts import Landmarks
    from xpkgtui.formats.images.comparison import ImageOrigin, ReaderResult, Repair
    from xpkgtui.formats.images.layers import LayerRole, NearMiss
    from xpkgtui.oci.descriptor import Descriptor
    from xpkgtui.oci.image import Image, ImageConfig, Layer
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.known_reader import KnownReader
    from xpkgtui.readers.reader import EntryChoice, MakeSink, OpenLayer, Reader, Readings


@dataclass(frozen=True, slots=True, kw_only=True)
class AddedLayer:
    """A new layer that lies in a file."""

    digest: str
    size: int
    diff_id: str


class LayerMarks:
    """What marks the layers of an image and the entries of an index, and what files say of layers: here nothing."""

    @property
    def landmarks(self) -> "Landmarks":
        """The files of a layer that readers look for."""
        from xpkgtui.filesystem.layer_facts import Landmarks

        return Landmarks()

    def is_extra(self, entry: "Descriptor") -> bool:
        """Whether an entry of an index is an extra of this format and not an image to read."""
        return False

    def image_of(self, manifest: "Manifest", config: "ImageConfig | None", *, derive: bool) -> "Image":
        """The image of a manifest and a config, each layer with its mark.

        With `derive`, marks in the config count like those in the manifest (Docker archives).
        """
        from xpkgtui.oci.image import Image

        return Image.of(manifest, config)

    def with_base(self, image: "Image", layer: int) -> "Image":
        """The image as if this layer alone were marked as the one that supplies the package."""
        return image

    def role(self, layer: "Layer") -> "LayerRole":
        """The role of a layer by its annotation, where it does not supply the package."""
        from xpkgtui.formats.images.layers import LayerRole

        return LayerRole.OTHER

    def unread_content(self, names: "Sequence[str]") -> str:
        """What a layer holds that has these files and that no tool of the format reads; empty for others."""
        return ""

    def near_misses(self, image: "Image") -> "tuple[NearMiss, ...]":
        """Annotations and labels that are probably misspelled, in order."""
        return ()


class ImageReaders(Protocol):
    """The programs that read an image."""

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, the deciding one first."""
        ...

    @property
    def matrix(self) -> "tuple[KnownReader, ...]":
        """The readers in the order in which the matrix shows them."""
        ...

    def choose(self, reader: str, index: "Index", reference: str = "") -> "EntryChoice":
        """What the reader of that name takes of an index; messages call the index `reference`."""
        ...

    def reader(self, name: str, stop: Callable[[], bool], limits: Limits = LIMITS) -> "Reader":
        """The reader of that name; it ends soon after `stop` begins to return True."""
        ...

    def read_all(
        self,
        image: "Image",
        open_layer: "OpenLayer",
        make_sink: "MakeSink",
        stop: Callable[[], bool],
        limits: Limits = LIMITS,
        repository: str = "",
    ) -> "Readings":
        """What every reader makes of an image; a layer is opened no more often than needed.

        Messages call registry and repository `repository`.
        """
        ...


class ImageRepairs(Protocol):
    """The likely causes of what readers make of an image, and the repairs."""

    def of_image(
        self, origin: "ImageOrigin", image: "Image", results: "Sequence[ReaderResult]", kind: str | None
    ) -> "tuple[Repair, ...]":
        """The repairs of an image; `kind` is the package's."""
        ...

    def of_index(self, origin: "ImageOrigin", index: "Index") -> "tuple[Repair, ...]":
        """The repairs of an index of which the deciding reader takes no entry."""
        ...

    def is_separated(self, stream: BinaryIO, size: int) -> bool:
        """Whether every reader finds all documents of the stream."""
        ...

    def write_layer(self, stream: BinaryIO, size: int, into: BinaryIO) -> AddedLayer:
        """Writes a layer that holds the stream alone."""
        ...

    def repaired(
        self, manifest: bytes, config: bytes, base: int | None, added: AddedLayer | None
    ) -> tuple[bytes, bytes]:
        """The manifest and the config with that layer, or else the added one, as the only base."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SideFile:
    """A file in an annotated layer that is judged beside the package."""

    path: str
    problem: Callable[[bytes, Callable[[], None]], str | None]
    """Returns why its bytes cannot be read; the second argument raises where the request was cancelled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageConventions:
    """The conventions by which images hold the packages of a format."""

    marks: LayerMarks
    readers: Callable[[], ImageReaders]
    repairs: "Callable[[], ImageRepairs] | None" = None
    """The repairs of its images; None where no repairs are known."""
    side_file: SideFile | None = None
    pod_user: int | None = None
    """The user that runs the image of a package, so that rules ask for what it starts; None where nothing runs it."""
