"""The port of a source: it resolves to an image or a stream, and returns manifests and blobs, blocking."""

from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

from xpkgtui.documents.origins import AS_GIVEN, Origins
from xpkgtui.errors import NotAPackage
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.errors import Obstacle
    from xpkgtui.limits import ReachedLimit
    from xpkgtui.oci.descriptor import Descriptor, Digest
    from xpkgtui.readers.reader import FolderEntry, Step
    from xpkgtui.sources.access import NamingRegistry
    from xpkgtui.sources.installed import ClusterState


class SourceForm(StrEnum):
    """The form of a source, as JSON spells it."""

    REGISTRY = "registry"
    DOCKER_ARCHIVE = "docker-archive"
    OCI_ARCHIVE = "oci-archive"
    OCI_LAYOUT = "oci-layout"
    DIR = "dir"
    FOLDER = "folder"
    TAR = "tar"
    """A tar of a folder, which is not an image."""
    STREAM = "stream"


class Prefix(StrEnum):
    """A prefix of a SOURCE that settles its form, as skopeo spells it."""

    REGISTRY = "docker://"
    OCI_LAYOUT = "oci:"
    OCI_ARCHIVE = "oci-archive:"
    DOCKER_ARCHIVE = "docker-archive:"
    DIR = "dir:"
    CLUSTER = "kube:"
    """What is installed in a cluster; no other program spells it so."""


def of_another_form(name: str, prefix: Prefix, words: str) -> NotAPackage:
    """The error for a source that has the form that `words` name, and a prefix that stands for another one."""
    return NotAPackage(f"{name} is {words}, not what {prefix} stands for", hint=f"open {name}")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImageRoot:
    """The manifest or index that a source resolves to."""

    data: bytes
    media_type: str
    digest: "Digest | None"
    """The digest of `data`; None for a Docker archive, whose `data` is made from its manifest.json."""
    reference: str
    """The name of the source, completed by a tag."""
    derive: bool = False
    """Whether config labels count as annotations of layers."""
    missing: tuple[tuple[int, str], ...] = ()
    """(number, name) of layers that an archive lists but does not hold; `data` has the digest in their name."""
    is_compressed: bool = False
    """Whether the archive as a whole is compressed."""
    is_chosen: bool = False
    """Whether it was chosen among several images."""
    related: tuple[str, ...] = ()
    """Names of signatures, attestations and the like, where the source lists them beside the image."""
    beside: "tuple[Descriptor, ...]" = ()
    """The other entries of the index.json of a layout."""
    notes: tuple[str, ...] = ()
    """Sentences for people."""
    obstacles: "tuple[Obstacle, ...]" = ()
    """What keeps Crossplane's library from getting it from its registry."""
    stale: str = ""
    """The age of a tag's cached answer, and why the registry was not asked; empty if it was."""

    @property
    def verifiable_digest(self) -> "Digest | None":
        """The digest, if it is of a kind by which bytes can be verified."""
        return self.digest if self.digest is not None and self.digest.is_verifiable else None

    @property
    def spelled_digest(self) -> str:
        """The digest as text; empty where there is none."""
        return str(self.digest or "")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamRoot:
    """A package stream without an image."""

    path: Path
    """A regular file with the plain bytes."""
    reference: str
    format: str = ""
    """The format that put it together; empty where the stream says it itself."""
    spooled: bool = False
    """Whether `path` is a temporary file, which the resolver deletes."""
    truncated: bool = False
    """Whether there are more than the 200 MiB that Crossplane reads."""
    reached: "tuple[ReachedLimit, ...]" = ()
    """Limits of this program that kept some of it from being read."""
    notes: tuple[str, ...] = ()
    steps: "tuple[Step, ...]" = ()
    """The steps that put it together; empty where the bytes are unchanged."""
    origins: Origins = AS_GIVEN
    """The files and lines that its lines come from; None where it is one file."""
    files: "tuple[FolderEntry, ...]" = ()
    """What the folder's reader looked at."""
    folder: Path | None = None
    """The folder that it was put together of; None for a stream."""
    reasons: tuple[str, ...] = ()
    """The evidence in the folder for the format."""
    also: tuple[str, ...] = ()
    """What the folder looks like as well, a clause each."""
    build_error: str | None = None
    """The reason why a build of the folder stops beside the stream; begins with a file and a line."""
    excluded: tuple[str, ...] = ()
    """Files that a file of the folder itself leaves out (`PROJECT_FILE`); no build reads that one."""


Root = ImageRoot | StreamRoot


class Blob(Protocol):
    """The bytes of a blob, unverified: the reader counts and hashes them."""

    def read(self, size: int, /) -> bytes:
        """The bytes that have arrived, at most `size`; blocks until there are some; empty at the end."""
        ...

    def abort(self) -> None:
        """Ends a `read` that blocks in another thread."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Source(Protocol):
    """The origin of one image or stream. All methods block and raise `XpkgError`s.

    Callers ask what a source can do, by the attributes below; its `form` is for people and for JSON.
    """

    form: ClassVar[SourceForm]
    is_remote: ClassVar[bool] = False
    """Whether it answers over a network: bytes are then counted, priced and cached."""
    has_image: ClassVar[bool] = True
    """Whether it resolves to an `ImageRoot`, not to a `StreamRoot`."""
    has_manifest: ClassVar[bool] = True
    """Whether its images have manifests of their own; a Docker archive only lists parts."""
    is_archive: ClassVar[bool] = False
    """Whether it is one file that may hold several images."""
    is_assembled: ClassVar[bool] = False
    """Whether its stream is put together from the files of a folder, as a build would."""
    listed_tags: tuple[str, ...] = ()
    """The tags of its repository, once resolving it had to list them."""
    installed: "ClusterState | None" = None
    """What a cluster says of it, where it was asked what is installed there."""

    @property
    def obstacles(self) -> "tuple[Obstacle, ...]":
        """What keeps Crossplane's library from layers that were read of it."""
        return ()

    @property
    def naming(self) -> "NamingRegistry | None":
        """Its registry, as one whose packages name other hosts; None for what lies here, which the user holds."""
        return None

    def resolve(self) -> Root:
        """The image or stream of the source."""
        ...

    def manifest(self, descriptor: "Descriptor") -> bytes:
        """The bytes of a manifest or index below the root, unverified, at most 4 MiB; a stream has none."""
        raise NotAPackage(f"There is no image, so it has no {descriptor.digest}")

    def blob(self, descriptor: "Descriptor") -> Blob:
        """The bytes of a config or layer, unverified; a stream has none."""
        raise NotAPackage(f"There is no image, so it has no {descriptor.digest}")

    def close(self) -> None:
        """Releases connections and temporary files; most sources hold none."""
        return
