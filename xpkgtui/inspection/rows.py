"""What lists show: platforms, layers, files and objects as rows, the same for the screen and for JSON."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from xpkgtui.oci.platform import Platform
from xpkgtui.rules.finding import Badge


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformRow:
    """One entry of the index, or the platform of a plain manifest's config."""

    digest: str | None
    media_type: str
    size: int
    """Bytes of the manifest; see `total` for the image."""
    total: int | None = None
    """Bytes of manifest, config and layers, where the manifest was read."""
    platform: Platform | None
    role: str
    """`image`, `attestation`, `extension`, `index` or `other`."""
    parent: str | None = None
    """The nested index that lists it."""
    annotations: Mapping[str, str] = field(default_factory=dict)
    selected: bool = False
    """Whether it is the one that is looked at."""
    chosen: bool = False
    """Whether Crossplane takes this one."""
    note: str = ""
    """The reason in words: `Crossplane reads this one: its default`, `how linux/amd64 was built`."""
    reference_type: str = ""
    place: str = ""
    """`1`, or `1.0` for an entry of a nested index: its number in each list on the way."""
    predicates: tuple[str, ...] = ()
    """What an attestation states, by predicate type; empty where it was not read."""
    looked: bool = False
    """Whether its manifest was looked at for that, with or without success."""

    @property
    def depth(self) -> int:
        """How many nested indexes it lies in."""
        return self.place.count(".")

    @property
    def name(self) -> str:
        """`linux/amd64`, `attestation`, `no platform`."""
        if self.role in ("attestation", "extension"):
            return self.role
        return "no platform" if self.platform is None or self.platform.is_empty else str(self.platform)


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerRow:
    """One layer with what manifest and config say of it."""

    index: int
    digest: str
    diff_id: str | None
    media_type: str
    size: int
    files: int | None = None
    """Entries; None where it was not read."""
    inflated: int | None = None
    """Bytes after inflating, where it was read to its end."""
    compression: str = ""
    """`gzip`, `zstd` or `none` by its first bytes; empty where it was not read."""
    annotations: Mapping[str, str] = field(default_factory=dict)
    annotation: str | None = None
    derived: bool = False
    label: str | None = None
    slip: str = ""
    """What an annotation or label nearly says of it, as it is written: `Base`; Detail says what was meant."""
    role: str = "other"
    """`package`, `examples`, `schema`, `runtime` or `other`."""
    supplies: bool = False
    """Whether package.yaml comes from here."""
    history: str = ""
    problem: str = ""
    """What is wrong with it, in words; empty where nothing is known to be."""
    sentence: str = ""
    """Its role in words: `supplies package.yaml`, `runtime, not read by Crossplane`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """What a layer below has at the same path."""

    layer: int
    type: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One entry of a layer or of the flattened tree."""

    path: str
    """Normalised, without a leading slash; undecodable bytes as surrogates."""
    type: str
    """`file`, `directory`, `symlink`, `hardlink`, `device` or `fifo`; of a removed entry, what is removed."""
    size: int
    mode: int
    layer: int
    """Which layer supplies it, or removes it."""
    uid: int = 0
    gid: int = 0
    linkname: str = ""
    whiteout: str | None = None
    """`file` or `opaque`."""
    change: str = ""
    """`added`, `changed` or `removed` against the layers below; empty where nothing is, or is known."""
    covers: tuple[Cover, ...] = ()
    """What layers below have there, the nearest first."""
    leads: str = ""
    """Where a link ends: a type, `nowhere`, `circle`, or empty where it was not followed."""
    target: str = ""
    """The path at which it ends, or the first one that is not there."""
    leaves: bool = False
    """Whether the link climbs out of the root."""
    children: int = 0
    """Entries directly inside a folder."""
    decoy: bool = False
    """Named package.yaml, and not the one that is taken."""
    taken: bool = False
    """The package.yaml that Crossplane takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectRow:
    """One document of the stream."""

    document: int
    line: int
    """Of the stream, or of `file`."""
    start: int
    """Byte offset of the document's text in the stream's file."""
    end: int
    first_line: int
    """Line number of the byte at `start`, of the stream or of `file`."""
    file: str | None = None
    """The file of origin, for a folder of sources."""
    api_version: str | None = None
    kind: str | None = None
    name: str | None = None
    role: str = "object"
    """`meta`, `object`, `broken` or `empty`."""
    badge: Badge | None = None
    """None until it is judged."""
    group: str | None = None
    """API group that a definition defines; of the object itself otherwise."""
    plural: str | None = None
    defines: str | None = None
    """The kind that a definition defines."""
    scope: str | None = None
    versions: tuple[str, ...] = ()
    stored: str | None = None
