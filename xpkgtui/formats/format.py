"""The port of a format: how its packages are recognised, read, judged and put into words.

Adding a format is adding a folder with such an object, and a line in `known`.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol

from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary

if TYPE_CHECKING:  # who asks for a format loads neither a parser of YAML nor rules
    from contextlib import AbstractContextManager

    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.filesystem.layer_facts import Landmarks
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.layers import LayerRole, NearMiss
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.oci.descriptor import Descriptor
    from xpkgtui.oci.image import Image, ImageConfig, Layer
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.folder import FolderReader
    from xpkgtui.readers.reader import ByteSource, Reader, Reading
    from xpkgtui.rules.catalogue import Catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What is known of something before its package is read."""

    manifest: "Manifest | None" = None
    config: "ImageConfig | None" = None
    """Of an image."""
    heads: "Sequence[Chunk]" = field(default=())
    """The documents of a stream, by their first lines."""
    format: str = ""
    """The format whose folder the stream was made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why something is taken for a package of a format."""

    reasons: tuple[str, ...]
    """In words, the strongest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionOutline:
    """One version of a definition."""

    name: str
    stored: bool
    """`storage` of a CustomResourceDefinition, `referenceable` of a CompositeResourceDefinition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What a definition defines; absent fields are None."""

    group: str | None = None
    plural: str | None = None
    kind: str | None = None
    scope: str | None = None
    versions: tuple[VersionOutline, ...] = ()


class SourceKnowledge(Protocol):
    """What helps to find packages of a format, and to name what only looks like one."""

    reference: str
    """An example of a reference."""
    registries: tuple[str, ...]
    """Registries to suggest where a reference has none."""
    folder_hint: str
    """What a folder of sources has in it."""
    openable: str
    """What can be opened, as a sentence."""
    endings: tuple[str, ...]
    """Endings of archives that hold packages."""
    markers: tuple[str, ...]
    """Files that make the folder around them one of sources."""
    stream_mark: bytes
    """What the first bytes of most streams hold."""
    several_images: str
    """About an archive with several images."""

    def registry_hint(self, name: str) -> str:
        """What became of a reference without a registry."""
        ...

    def is_cached(self, path: PurePath) -> bool:
        """Whether a path is that of a package in the cache of a tool."""
        ...

    def cache_notes(self, path: PurePath, head: bytes) -> tuple[str, ...]:
        """Sentences about a stream in such a cache."""
        ...

    def json_lines_note(self, header: Mapping[str, object] | None) -> str:
        """A sentence about objects in a line each; `header` is the first line where it is not one of them."""
        ...

    def built_by(self, tags: Sequence[str]) -> str:
        """The tool that wrote an archive with these tags, to follow the number of images; empty where unknown."""
        ...

    def summary(
        self,
        config: "ImageConfig",
        layers: Sequence[str],
        open_layer: "Callable[[str], AbstractContextManager[ByteSource]]",
    ) -> str:
        """The package in an image of an archive, in few words; empty where its first bytes do not say."""
        ...

    def without_image(self, names: Container[str]) -> tuple[str, str] | None:
        """The kind of a tar without an image, and a hint; None where its names do not say."""
        ...


class ImageConventions(Protocol):
    """How images hold the packages of a format."""

    side_file: str
    """The path of a file in an annotated layer that is judged beside the package; empty where there is none."""

    @property
    def readers(self) -> tuple[str, ...]:
        """The programs that read an image, the deciding one first."""
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


class Format(Protocol):
    """One kind of package, and everything that is known of it."""

    summary: FormatSummary
    images: ImageConventions | None
    """How images hold its packages; None where they do not."""
    sources: SourceKnowledge | None
    """What helps to find its packages; None where nothing does."""

    @property
    def folder(self) -> "FolderReader | None":
        """How a folder of sources becomes a stream; None where the format has no such folders."""
        ...

    def recognise(self, traces: Traces) -> Evidence | None:
        """What speaks for this format; None where nothing does."""
        ...

    def role_of(self, head: "Chunk") -> Role:
        """The role of a document by its first lines; parsing it may still find it broken."""
        ...

    def outline(self, data: "StreamBytes", chunk: "Chunk") -> Outline | None:
        """What a definition defines, without parsing it whole where that can be had; None for other kinds."""
        ...

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """Its rules; loaded when they are asked for."""
        ...

    def overview(self, value: object, target: str) -> "Overview | None":
        """What a meta object says of its package, judged for version `target`; None where it says nothing."""
        ...

    def meta_facts(self, value: object) -> "MetaFacts":
        """What a meta object asks for."""
        ...

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """What Detail says of one object, in order."""
        ...
