"""The part of the port of a format that is about images: how they hold its packages, and who reads them."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from xpkgtui.limits import LIMITS, Limits

if TYPE_CHECKING:  # importers of the port load neither a parser of YAML nor rules
    from xpkgtui.filesystem.layer_facts import Landmarks
    from xpkgtui.formats.images.comparison import ReaderResult
    from xpkgtui.formats.images.layers import LayerRole, NearMiss
    from xpkgtui.formats.images.repair import Origin, Repair
    from xpkgtui.oci.descriptor import Descriptor
    from xpkgtui.oci.image import Image, ImageConfig, Layer
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.known_reader import KnownReader
    from xpkgtui.readers.matrix import Choice, MakeSink, Readings
    from xpkgtui.readers.reader import OpenLayer, Reader


class ImageConventions(Protocol):
    """The conventions by which images hold the packages of a format."""

    side_file: str
    """The path of a file in an annotated layer that is judged beside the package; empty where there is none."""

    @property
    def readers(self) -> tuple[str, ...]:
        """The programs that read an image, the deciding one first."""
        ...

    @property
    def matrix(self) -> "tuple[KnownReader, ...]":
        """The readers in the order in which the matrix shows them."""
        ...

    @property
    def landmarks(self) -> "Landmarks":
        """The files of a layer that readers look for."""
        ...

    def choose(self, index: "Index") -> int | None:
        """The entry of an index that the deciding reader takes; None where it takes none."""
        ...

    def is_extra(self, entry: "Descriptor") -> bool:
        """Whether an entry of an index is an extra of this format and not an image to read."""
        ...

    def image_of(self, manifest: "Manifest", config: "ImageConfig | None", *, derive: bool) -> "Image":
        """The image of a manifest and a config, each layer with its mark.

        With `derive`, marks in the config count like those in the manifest (Docker archives).
        """
        ...

    def aside(self, names: "Sequence[str]") -> str:
        """What a layer is that has these files and that no tool of the format reads; empty for others."""
        ...

    def layer_role(self, layer: "Layer") -> "LayerRole":
        """The role of a layer by its annotation, where it does not supply the package."""
        ...

    def near_misses(self, image: "Image") -> "tuple[NearMiss, ...]":
        """Annotations and labels that are probably misspelled, in order."""
        ...

    def side_file_problem(self, data: bytes, check: Callable[[], None]) -> str | None:
        """The reason why the side file cannot be read; `check` raises where the request was cancelled."""
        ...

    def reader(self, name: str, stop: Callable[[], bool], limits: Limits = LIMITS) -> "Reader":
        """The reader of that name; it ends soon after `stop` begins to return True."""
        ...

    def take_served(self, name: str, data: bytes, media_type: str, asked: str = "") -> "Index | Manifest | Choice":
        """What the reader of that name takes bytes for that are served as `media_type`; a `Choice` is a refusal."""
        ...

    def choose_as(self, name: str, index: "Index", reference: str = "", asked: str = "") -> "Choice":
        """What the reader of that name takes out of an index.

        Messages call the index `reference`, and the image `asked`.
        """
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

    def with_base(self, image: "Image", layer: int) -> "Image":
        """The image as if this layer alone were marked as the one that supplies the package."""
        ...

    def repairs(
        self, origin: "Origin", image: "Image", results: "Sequence[ReaderResult]", kind: str | None
    ) -> "tuple[Repair, ...]":
        """The likely causes of what readers make of an image, and the repairs; `kind` is the package's."""
        ...

    def repairs_of_index(self, origin: "Origin", index: "Index") -> "tuple[Repair, ...]":
        """The likely causes why the deciding reader takes no entry of an index, and the repairs."""
        ...
