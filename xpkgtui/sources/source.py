"""What a source is: it resolves to an image (or a bare stream) and gives manifests and blobs, blocking."""

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Protocol, Self

if TYPE_CHECKING:  # a screen knows `Access` and `Exchange` only
    from xpkgtui.documents.origins import Origins
    from xpkgtui.oci.descriptor import Descriptor
    from xpkgtui.oci.digest import Digest
    from xpkgtui.readers.reader import Step


class Form(StrEnum):
    """The form a package was found in, as JSON spells it."""

    REGISTRY = "registry"
    DOCKER_ARCHIVE = "docker-archive"
    OCI_ARCHIVE = "oci-archive"
    OCI_LAYOUT = "oci-layout"
    DIR = "dir"
    FOLDER = "folder"
    STREAM = "stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One request to a registry and its answer, for the log; `path` is visible text without secrets."""

    method: str
    host: str
    path: str
    status: int
    """0 where there was no answer."""
    milliseconds: int
    size: int
    """Bytes of body that were received."""


OnExchange = Callable[[Exchange], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImageRoot:
    """The manifest or index that a name stands for."""

    data: bytes
    media_type: str
    digest: "Digest | None"
    """None for an archive, which has no manifest of its own (`data` is then made from what it lists)."""
    reference: str
    """The name as it was understood, with tag."""
    derive: bool = False
    """Whether config labels become annotations, as `xpkg push` would make them."""
    missing: tuple[tuple[int, str], ...] = ()
    """(number, name) of layers that an archive lists and does not hold; `data` has the digest of their name."""
    notes: tuple[str, ...] = ()
    """`gzipped`, `choice` (see rules), and sentences for people otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StreamRoot:
    """A package.yaml without an image around it."""

    path: Path
    """A regular file with the plain bytes; spooled where they came compressed or from a pipe."""
    reference: str
    spooled: bool = False
    """Whether `path` is ours to delete."""
    truncated: bool = False
    notes: tuple[str, ...] = ()
    steps: "tuple[Step, ...]" = ()
    """How it was put together; none where the bytes are as they were given."""
    origins: "Origins | None" = None
    """Where its lines come from, for a folder of sources."""
    examples_error: str | None = None
    """Why a build refuses an example of such a folder."""


Root = ImageRoot | StreamRoot


class Blob(Protocol):
    """A blob on its way; unverified, whoever reads it counts and hashes."""

    def read(self, size: int, /) -> bytes:
        """What has arrived, at most `size` bytes; blocks while nothing has; empty at the end."""
        ...

    def abort(self) -> None:
        """Makes a `read` that blocks in another thread end soon."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Source(Protocol):
    """Where one image comes from. All methods block and raise `XpkgError`s.

    Callers ask what a source can do, by the attributes below; its `form` is for people and for JSON.
    """

    form: ClassVar[Form]
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

    def resolve(self) -> Root:
        """What the name stands for."""
        ...

    def manifest(self, descriptor: "Descriptor") -> bytes:
        """The bytes of a manifest or index below the root, unverified, at most 4 MiB."""
        ...

    def blob(self, descriptor: "Descriptor") -> Blob:
        """The bytes of a config or layer, unverified."""
        ...

    def close(self) -> None:
        """Gives back what it holds."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """How registries are reached; from settings."""

    plain_http: frozenset[str] = frozenset()
    """Hosts (with port) that speak plain HTTP; loopback does anyway."""
    insecure: frozenset[str] = frozenset()
    """Hosts whose certificate is not verified."""
    ca_file: str | None = None
    offline: bool = False
    refresh: bool = False
    """Whether remembered tags are passed over."""
    connect_timeout: float = 5.0
    read_timeout: float = 15.0
    deadline: float = 600.0
    """Seconds one blob may take."""
    environment: dict[str, str] = field(default_factory=dict)
    """Where DOCKER_CONFIG, HOME, proxies and the like are looked up; filled by settings."""
