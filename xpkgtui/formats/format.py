"""The port of a format: how its packages are recognised, read, judged and put into words.

A new format is a folder with such an object, and a line in `known`.
"""

from collections.abc import Callable, Collection, Container, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Protocol

from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # importers of the port load neither a parser of YAML nor rules
    from contextlib import AbstractContextManager

    from xpkgtui.documents.chunk import Chunk, StreamBytes
    from xpkgtui.documents.stream import Stream
    from xpkgtui.documents.yaml.effort import Effort
    from xpkgtui.formats.changes.comparison import Changes
    from xpkgtui.formats.dependencies.questions import PackageDependencies
    from xpkgtui.formats.examples.example import PackageExamples
    from xpkgtui.formats.fact import Fact
    from xpkgtui.formats.forms import Forms
    from xpkgtui.formats.images.image_conventions import ImageConventions
    from xpkgtui.formats.judging.stream_verdict import StreamVerdict
    from xpkgtui.formats.overview import MetaFacts, Overview
    from xpkgtui.formats.package_objects import ObjectHead, PackageObjects
    from xpkgtui.formats.permissions.granted import Permissions
    from xpkgtui.formats.used_images.used import UsedImages
    from xpkgtui.oci.image import ImageConfig
    from xpkgtui.oci.manifest import Manifest
    from xpkgtui.readers.folder import FolderReader, SourceFolder
    from xpkgtui.readers.reader import ByteSource
    from xpkgtui.rules.case import Case
    from xpkgtui.rules.catalogue import Catalogue
    from xpkgtui.versions.tags import TagReading


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """The facts of an image or a stream that are known before its package is read."""

    manifest: "Manifest | None" = None
    config: "ImageConfig | None" = None
    """The config of an image."""
    heads: "Sequence[Chunk]" = field(default=())
    """The documents of a stream, by their first lines."""
    format: str = ""
    """The format whose folder the stream was made of."""
    folder: "SourceFolder | None" = None
    """The files of an image, where manifest and config say nothing and reading its layers is cheap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The evidence that something is a package of a format."""

    reasons: tuple[str, ...]
    """The reasons in words, the strongest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionOutline:
    """One version of a definition."""

    name: str
    stored: bool
    """`storage` of a CustomResourceDefinition, `referenceable` of a CompositeResourceDefinition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """The outline of a definition, or of a document with names of its own; absent fields are None."""

    group: str | None = None
    plural: str | None = None
    kind: str | None = None
    scope: str | None = None
    versions: tuple[VersionOutline, ...] = ()
    called: tuple[str, str] | None = None
    """Kind and name of a document that has neither and is not a definition."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceNames:
    """The names of files, registries and references by which packages of a format are found."""

    reference: str
    """An example of a reference."""
    registries: tuple[str, ...]
    """Registries to suggest where a reference has none."""
    endings: tuple[str, ...]
    """Endings of archives that hold packages."""
    markers: tuple[str, ...]
    """Files that mark a folder as one of sources."""
    stream_mark: bytes
    """A text in the first bytes of most streams."""
    folder_hint: str
    """A sentence about the file that marks a folder of sources."""
    openable: str
    """A sentence about what can be opened."""
    several_images: str
    """A clause about an archive with several images."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CachedPackage:
    """A package in the cache of its package manager."""

    file: str
    """The path of its file below the folder."""
    folder: str
    """The folder of the cache in the manager's pod."""
    spec: tuple[tuple[str, str], ...]
    """The fields with which an object makes the manager read that file, and send no request for it."""


class SourceNotes(Protocol):
    """Sentences about sources that the tools of a format make, or read in their own way."""

    def registry_hint(self, name: str) -> str:
        """A sentence about how a reference without a registry is resolved."""
        ...

    def is_cached(self, path: PurePath) -> bool:
        """Whether a tool caches a package at this path."""
        ...

    def cache_notes(self, path: PurePath, head: bytes) -> tuple[str, ...]:
        """Sentences about a stream in such a cache."""
        ...

    def cached_package(self, repository: str, digest: str, version: str) -> CachedPackage | None:
        """Where a version of the package manager looks for a package in its cache; None where it has none."""
        ...

    def json_lines_note(self, header: Mapping[str, object] | None) -> str:
        """A sentence about JSON lines; `header` is the first line where it is not an object of the package."""
        ...

    def built_by(self, tags: Sequence[str]) -> str:
        """The tool that wrote an archive with these tags, to follow the number of images; empty where unknown."""
        ...


class Previews(Protocol):
    """The package in a source, in few words, by its first bytes; empty where they do not say."""

    def of_image(
        self,
        config: "ImageConfig",
        layers: Sequence[str],
        open_layer: "Callable[[str], AbstractContextManager[ByteSource]]",
    ) -> str:
        """The package in an image of an archive."""
        ...

    def of_text(self, head: bytes) -> str:
        """The package in a stream, or in the file that marks a folder of sources."""
        ...


class Lookalikes(Protocol):
    """The kind of a source that only looks like a package, and what to do with it; None where it is not known."""

    def of_text(self, head: bytes) -> tuple[str, str] | None:
        """The kind of a text."""
        ...

    def of_folder(self, names: Container[str]) -> tuple[str, str] | None:
        """The kind of a folder, by the files in it."""
        ...

    def of_image(self, manifest: "Manifest", folder: "SourceFolder | None") -> tuple[str, str] | None:
        """The kind of an image that no format recognises; `folder` has its files, where read."""
        ...

    def of_tar(self, names: Collection[str]) -> tuple[str, str] | None:
        """The kind of a tar without an image, by the names in it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceKnowledge:
    """The knowledge that helps to find packages of a format, and to describe files that only look like one."""

    names: SourceNames
    notes: SourceNotes
    previews: Previews
    lookalikes: Lookalikes
    tag_reading: "Callable[[str], TagReading]"
    """How a version of its package manager reads the tags of a repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """What can be said of objects of one kind, and takes reading others."""

    kind: str
    """The kind of the objects."""
    read: "Callable[[PackageObjects, Sequence[ObjectHead]], Iterator[tuple[int, str]]]"
    """Gives of some of them the number of the document and the value, `?` where that is not known."""


class JudgeStream(Protocol):
    """Judges streams."""

    def __call__(
        self,
        data: "StreamBytes",
        readers: Sequence[str],
        *,
        stream: "Stream | None" = None,
        pieces: Sequence[tuple[int, int]] | None = None,
        case: "Case | None" = None,
        limits: Limits = LIMITS,
        stop: Callable[[], bool],
    ) -> "Mapping[str, StreamVerdict]":
        """What the readers of these names make of the bytes that they took: accepted, or refused where and why.

        Each document is parsed once for all of them; call it once for all readers that took the same bytes. `stream`
        are the documents, where they are known. A reader without a stream has `pieces`, the (offset, size) of each
        object within `data`. `case` has all that was read beside the bytes; with it, a format whose readers have
        profiles passes this on to `judge_by_profiles`. Names that the format does not know are left out. Raises
        `Cancelled` after `stop`.
        """
        ...


class Format(Protocol):
    """A kind of package, and all knowledge about it."""

    @property
    def summary(self) -> FormatSummary:
        """The names of the format."""
        ...

    @property
    def images(self) -> "ImageConventions | None":
        """How images hold its packages; None where they do not."""
        ...

    @property
    def sources(self) -> SourceKnowledge | None:
        """The knowledge that helps to find its packages; None where it has none."""
        ...

    @property
    def forms(self) -> "Forms | None":
        """What writes the forms that its summary names; None where it names none."""
        ...

    @property
    def folder(self) -> "FolderReader | None":
        """How a folder of sources becomes a stream; None where the format has no such folders."""
        ...

    def recognise(self, traces: Traces) -> Evidence | None:
        """The evidence for this format; None where it has none."""
        ...

    def role_of(self, head: "Chunk") -> Role:
        """The role of a document by its first lines; parsing it may still find it broken."""
        ...

    def outline(self, data: "StreamBytes", chunk: "Chunk", effort: "Effort | None" = None) -> Outline | None:
        """The outline of a definition, if possible without parsing it whole; None for other kinds.

        `effort` is that for the outlines of all definitions; where it is spent, there is none of a definition that
        has to be parsed.
        """
        ...

    def custom_resources(self, value: object) -> tuple[dict[str, Any], ...]:
        """The CustomResourceDefinitions (v1) that a parsed document makes in a cluster; nothing for other kinds."""
        ...

    def catalogue(self) -> "Catalogue[Any, Any, Any]":
        """Its rules; loaded on first use."""
        ...

    def changes(self) -> "Changes":
        """How its packages are compared; loaded on first use."""
        ...

    def dependencies(self) -> "PackageDependencies | None":
        """What its packages depend on; None where they depend on nothing that is named. Loaded on first use."""
        ...

    def traits(self) -> "Mapping[str, Trait]":
        """What its objects can be filtered by that no row shows, by the key of the filter; loaded on first use."""
        ...

    def used_images(self) -> "UsedImages":
        """The images that its packages need; loaded on first use."""
        ...

    def examples(self) -> "PackageExamples | None":
        """Where its packages have examples; None where they have none. Loaded on first use."""
        ...

    def permissions(self) -> "Permissions":
        """What its packages may do once they are installed."""
        ...

    @property
    def judge_stream(self) -> JudgeStream:
        """The judge of its streams."""
        ...

    def overview(self, value: object, target: str, package: "PackageObjects") -> "Overview | None":
        """The Overview of a meta object, judged for version `target`; None where the format has none."""
        ...

    def meta_facts(self, value: object) -> "MetaFacts":
        """The dependencies and constraints of a meta object."""
        ...

    def facts(self, value: object, package: "PackageObjects") -> "Iterator[Fact]":
        """The facts of one object that Detail shows, in order."""
        ...
