"""What a format knows of sources: where its packages are found, and what only looks like one."""

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol

from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from xpkgtui.filesystem.compression.stored import ByteSource
    from xpkgtui.oci.image import ImageConfig
    from xpkgtui.oci.manifest import Manifest
    from xpkgtui.readers.folder import SourceFolder
    from xpkgtui.versions.tags import TagReading


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
        """The kind of an image that no format recognizes; `folder` has its files, where read."""
        ...

    def of_tar(self, names: Collection[str]) -> tuple[str, str] | None:
        """The kind of a tar without an image, by the names in it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceKnowledge:
    """The knowledge that helps to find packages of a format, and to describe files that only look like one."""

    names: SourceNames
    notes: SourceNotes
    previews: Callable[[], Previews]
    lookalikes: Callable[[], Lookalikes]
    tag_reading: "Callable[[str], TagReading]"
    """How a version of its package manager reads the tags of a repository."""
