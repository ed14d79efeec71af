"""The case that rules judge: everything known of one image, and where the text of its package.yaml is."""

from dataclasses import dataclass

from xpkgtui.documents.origins import Origins
from xpkgtui.filesystem.shadowing import ShadowedFile
from xpkgtui.oci.image import Image
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A tar entry whose last part is `package.yaml`."""

    name: str
    """As the archive spells it."""
    type: str
    """`file`, `directory`, `symlink`, `hardlink`, `device` or `fifo`."""
    order: int
    """Its place among the layer's entries, from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerFacts:
    """What was found in one layer; nothing is guessed of a layer that was not read."""

    index: int
    read: bool = False
    mismatch: str | None = None
    """Why the blob is not what its descriptor says (digest, size, missing)."""
    inflate_error: str | None = None
    """Why it does not decompress."""
    trailing: bool = False
    """Whether other bytes follow its compressed data."""
    limit: str | None = None
    """Which of our own limits it exceeds, so that the rest of it was left unread."""
    tar_error: str | None = None
    """Why its tar stops being readable, and after how many entries."""
    tar_error_after: int = 0
    """Entries that were read before `tar_error`."""
    compression: str | None = None
    """`gzip`, `zstd` or `none`, by its first bytes."""
    inflated: int | None = None
    """Bytes after inflating, where all of them were read."""
    actual_diff_id: str | None = None
    """Digest of the inflated bytes, where all of them were read."""
    entries: int | None = None
    """How many entries there are, of any type."""
    candidates: tuple[Candidate, ...] = ()
    names: tuple[str, ...] = ()
    """Names of the first few files, to say what a layer holds instead."""
    unsafe: tuple[Candidate, ...] = ()
    """Entries at which go-containerregistry 0.21.8 stops flattening: `../x`, a leading backslash, a drive letter."""
    escaping_links: tuple[str, ...] = ()
    """Relative links that leave the root; they are dropped while flattening."""
    dot_entry: int | None = None
    """The place of an entry `./` (or `.`) among the entries, where there is one."""
    repeated: tuple[str, ...] = ()
    """Names that occur twice."""
    landmarks: tuple[str, ...] = ()
    """Files that other tools know by their path: `.registry/app.yaml`, `.up/examples.yaml`."""
    examples_error: str | None = None
    """Why its `.up/examples.yaml` cannot be read; None where it can, and where nobody tried."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFacts:
    """One entry of the index, as far as it was read."""

    number: int
    read: bool = False
    problem: str | None = None
    """Why its manifest could not be read: digest, size, reachability, JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A layer that an archive lists and does not hold."""

    layer: int
    name: str
    """As manifest.json spells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Flattened:
    """What stands in the flattened image where the annotated layer has its package.yaml."""

    layer: int
    """The topmost layer that has a say."""
    sha256: str | None
    """Digest of the file; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamFile:
    """The bytes that the profile's reader took, in a file of our own."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """All that rules look at; frozen, small, and fit to travel to the judge."""

    source: str
    form: str
    """As JSON spells it: `registry`, `docker-archive`, `oci-archive`, `oci-layout`, `dir`, `folder`, `stream`."""
    profile: str = "crossplane"
    crossplane: str = "2.4"
    """The version of Crossplane that rules about constraints judge for."""
    index: Index | None = None
    children: tuple[ChildFacts, ...] = ()
    chosen: int | None = None
    """The entry of the index that Crossplane takes."""
    shown: int | None = None
    """The entry that is looked at; differs from `chosen` where another platform was opened."""
    image: Image | None = None
    manifest_error: str | None = None
    """Why the manifest of the shown entry could not be read."""
    config_error: str | None = None
    """Why the config could not be read."""
    layers: tuple[LayerFacts, ...] = ()
    apart: str = ""
    """What the shown entry is instead of a package, in words; then there is neither image nor reading to judge."""
    reading: Reading | None = None
    stream: StreamFile | None = None
    """None where no bytes were taken."""
    origins: Origins | None = None
    """Where the lines of the stream come from, for a folder of sources."""
    missing: tuple[Missing, ...] = ()
    """Layers that the archive lists and does not hold."""
    examples_error: str | None = None
    """Why a build refuses an example of a folder of sources, which begins with its file."""
    hidden: tuple[ShadowedFile, ...] = ()
    """Files of annotated layers that layers above hide, among the layers that were read."""
    flattened: Flattened | None = None
    """None where not every layer above the annotated one was read."""
    streams: tuple[tuple[int, str], ...] = ()
    """(entry of the index, sha256 of its package.yaml), of all that were looked at so far."""
    notes: tuple[str, ...] = ()
    """Things about the file itself: `gzipped` for a gzipped archive (001), `choice` where one of several images was
    chosen (003)."""
