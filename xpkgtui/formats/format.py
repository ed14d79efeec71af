"""The port of a format: how its packages are recognised, read, judged and put into words.

Adding a format is adding a folder with such an object, and a line in `known`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from xpkgtui.filesystem.layer_facts import Landmarks
from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary

if TYPE_CHECKING:  # who asks for a format loads neither a parser of YAML nor rules
    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.outline import Outline
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.layers import LayerRole, NearMiss
    from xpkgtui.formats.overview import Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.oci.descriptor import Descriptor
    from xpkgtui.oci.image import Image, ImageConfig, Layer
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.reader import Reader, Reading
    from xpkgtui.rules.catalogue import Catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What is known of something before its package is read."""

    manifest: "Manifest | None" = None
    config: "ImageConfig | None" = None
    """Of an image."""
    heads: "Sequence[Chunk]" = field(default=())
    """The documents of a stream, by their first lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why something is taken for a package of a format."""

    reasons: tuple[str, ...]
    """In words, the strongest first."""


class Format(Protocol):
    """One kind of package, and everything that is known of it."""

    summary: FormatSummary
    landmarks: Landmarks
    """The files of a layer that its readers look for."""
    readers: tuple[str, ...]
    """The programs that read it, the deciding one first."""
    side_file: str
    """The path of a file in an annotated layer that is judged beside the package; empty where there is none."""

    def recognise(self, traces: Traces) -> Evidence | None:
        """What speaks for this format; None where nothing does."""
        ...

    def choose(self, index: "Index") -> int | None:
        """The entry of an index that the deciding reader takes; None where it takes none."""
        ...

    def is_extra(self, entry: "Descriptor") -> bool:
        """Whether an entry of an index is an extra of this format and not an image to read."""
        ...

    def image_of(self, manifest: "Manifest", config: "ImageConfig | None", *, derive: bool) -> "Image":
        """Joins the two, each layer with what the format says it is for.

        With `derive`, what the format keeps in the config counts as if it stood in the manifest (docker archives).
        """
        ...

    def layer_role(self, layer: "Layer") -> "LayerRole":
        """What a layer is for by its annotation, where the package is not taken from it."""
        ...

    def near_misses(self, image: "Image") -> "tuple[NearMiss, ...]":
        """Annotations and labels that nearly say something of a layer, in order."""
        ...

    def reads_every_layer(self, profile: str, reading: "Reading") -> bool:
        """Whether a consumer looks through all layers, also those that the deciding reader need not open."""
        ...

    def side_file_problem(self, data: bytes, check: Callable[[], None]) -> str | None:
        """Why the file beside the package cannot be read, in words; `check` raises where nobody waits any more."""
        ...

    def reader(self, name: str, stop: Callable[[], bool]) -> "Reader":
        """The reader of that name; it ends soon after `stop` begins to return True."""
        ...

    def role_of(self, head: "Chunk") -> Role:
        """The role of a document by its first lines; parsing it may still find it broken."""
        ...

    def outline(self, data: "StreamBytes", chunk: "Chunk") -> "Outline | None":
        """What a definition defines, without parsing it whole where that can be had; None for other kinds."""
        ...

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """Its rules; loaded when they are asked for."""
        ...

    def overview(self, value: object, target: str) -> "Overview | None":
        """What a meta object says of its package, judged for version `target`; None where it says nothing."""
        ...

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """What Detail says of one object, in order."""
        ...
