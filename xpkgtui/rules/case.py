"""The case that rules judge: everything known of one image, and where the text of its package.yaml is."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # a catalogue is listed without any case
    from xpkgtui.filesystem.layer_facts import LayerFacts
    from xpkgtui.filesystem.shadowing import ShadowedFile
    from xpkgtui.oci.image import Image
    from xpkgtui.oci.manifest import Index
    from xpkgtui.readers.reader import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class ChildFacts:
    """One entry of the index, as far as it was read."""

    number: int
    read: bool = False
    problem: str | None = None
    """Why its manifest could not be read: digest, size, reachability, JSON."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissingLayer:
    """A layer that an archive lists and does not hold."""

    layer: int
    name: str
    """As manifest.json spells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlattenedFile:
    """What stands in the flattened image where the annotated layer has its package.yaml."""

    layer: int
    """The topmost layer that has a say."""
    sha256: str | None
    """Digest of the file; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamFile:
    """The bytes that the deciding reader took, in a file of our own."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """All that rules look at; frozen, small, and fit to travel to the judge."""

    source: str
    is_remote: bool = False
    """Whether the source is a reference in a registry."""
    is_archive: bool = False
    """Whether the source is one file that may hold several images."""
    is_compressed: bool = False
    """Whether the archive as a whole is compressed."""
    is_chosen: bool = False
    """Whether the image was chosen among several."""
    has_manifest: bool = True
    """Whether the image has a manifest of its own; that of a Docker archive is made from what it lists."""
    is_assembled: bool = False
    """Whether the stream is put together from the files of a folder, as a build would."""
    format: str = "xpkg"
    """As JSON spells it; its catalogue judges."""
    profile: str = "crossplane"
    crossplane: str = "2.4"
    """The version of the program that rules about constraints judge for."""
    index: "Index | None" = None
    children: tuple[ChildFacts, ...] = ()
    chosen: int | None = None
    """The entry of the index that Crossplane takes."""
    shown: int | None = None
    """The entry that is looked at; differs from `chosen` where another platform was opened."""
    image: "Image | None" = None
    manifest_error: str | None = None
    """Why the manifest of the shown entry could not be read."""
    config_error: str | None = None
    """Why the config could not be read."""
    layers: "tuple[LayerFacts, ...]" = ()
    not_a_package: str = ""
    """What the shown entry is instead of a package, in words; then there is neither image nor reading to judge."""
    reading: "Reading | None" = None
    stream: StreamFile | None = None
    """None where no bytes were taken."""
    missing: tuple[MissingLayer, ...] = ()
    """Layers that the archive lists and does not hold."""
    build_error: str | None = None
    """Why a build of a folder of sources stops beside the stream; begins with a file and a line."""
    hidden: "tuple[ShadowedFile, ...]" = ()
    """Files of annotated layers that layers above hide, among the layers that were read."""
    flattened: FlattenedFile | None = None
    """None where not every layer above the annotated one was read."""
    streams: tuple[tuple[int, str], ...] = ()
    """(entry of the index, sha256 of its package.yaml), of all that were looked at so far."""


def layer_name(case: Case, index: int) -> str:
    """`layer 2 (annotated base)`"""
    layers = case.image.layers if case.image else ()
    annotation = layers[index].annotation if index < len(layers) else None
    return f"layer {index} (annotated {annotation})" if annotation else f"layer {index}"
