"""The port of a format: how its packages are recognised, read, judged and put into words.

Adding a format is adding a folder with such an object, and a line in `known`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from xpkgtui.filesystem.layer_facts import Landmarks
from xpkgtui.formats.role import Role
from xpkgtui.rules.wording import Wording

if TYPE_CHECKING:  # who asks for a format loads neither a parser of YAML nor rules
    from xpkgtui.documents.chunk import Chunk
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.overview import Overview
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.oci.image import Image, ImageConfig
    from xpkgtui.oci.manifest import Index, Manifest
    from xpkgtui.readers.reader import Reader
    from xpkgtui.rules.catalogue import Catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What is known of something before its package is read."""

    manifest: "Manifest | None" = None
    config: "ImageConfig | None" = None
    heads: "Sequence[Chunk]" = field(default=())
    """The documents of a stream, by their first lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Why something is taken for a package of a format."""

    format: str
    """As JSON spells it: `xpkg`."""
    reasons: tuple[str, ...]
    """In words, the strongest first."""


class Format(Protocol):
    """One kind of package, and everything that is known of it."""

    name: str
    """As JSON spells it."""
    wording: Wording
    landmarks: Landmarks
    """The files of a layer that its readers look for."""
    readers: tuple[str, ...]
    """The programs that read it, the deciding one first."""

    def recognise(self, traces: Traces) -> Evidence | None:
        """What speaks for this format; None where nothing does."""
        ...

    def choose(self, index: "Index") -> int | None:
        """The entry of an index that the deciding reader takes; None where it takes none."""
        ...

    def image_of(self, manifest: "Manifest", config: "ImageConfig | None", *, derive: bool) -> "Image":
        """Joins the two, each layer with what the format says it is for.

        With `derive`, what the format keeps in the config counts as if it stood in the manifest (docker archives).
        """
        ...

    def reader(self, name: str, stop: Callable[[], bool]) -> "Reader":
        """The reader of that name; it ends soon after `stop` begins to return True."""
        ...

    def role_of(self, head: "Chunk") -> Role:
        """The role of a document by its first lines; parsing it may still find it broken."""
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
