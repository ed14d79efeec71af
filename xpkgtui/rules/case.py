"""The case that rules judge: all facts of one image, and the file that holds its stream."""

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from xpkgtui.limits import LIMITS, Limits, ReachedLimit
from xpkgtui.rules.likeness import ComparedStream
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.errors import Obstacle
    from xpkgtui.filesystem.layer_facts import LayerFacts
    from xpkgtui.filesystem.shadowing import ShadowedFile
    from xpkgtui.oci.image import Image
    from xpkgtui.oci.manifest import Index
    from xpkgtui.readers.reader import Reading
    from xpkgtui.rules.admission import AdmissionDecision, PolicyFault


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownDependency:
    """What a package depends on."""

    repository: str
    """The repository as the package spells it, registry included."""
    constraint: str
    """The constraint on the version; empty if there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownObject:
    """An object that has fields which nothing may change once it is created."""

    kind: str
    name: str
    fixed: str
    """A digest of these fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPackage:
    """One package that is checked in the same call."""

    source: str = ""
    """The source as the call names it."""
    is_earlier: bool = False
    """Whether the call names it before the package that is judged, so that its objects are there already."""

    repository: str = ""
    """The repository's full name, registry included; empty if the package does not come from a registry."""
    version: str = ""
    """Its tag; empty where it has none."""
    digest: str = ""
    kind: str = ""
    """The kind of its meta object."""
    name: str = ""
    """The name of its meta object."""
    definitions: tuple[str, ...] = ()
    """The names of its definitions that the package which is judged has too."""
    dependencies: tuple[KnownDependency, ...] = ()
    objects: tuple[KnownObject, ...] = ()
    """The objects that are created, in the order of the stream."""


def is_beside(one: KnownPackage, other: KnownPackage) -> bool:
    """Whether two packages of one call are not the same one: another version, or another file of that name."""
    if one.source == other.source:
        return False
    if one.repository and other.repository:
        return one.repository != other.repository
    return (one.kind, one.name) != (other.kind, other.name)


LATE_TYPES = {
    "AdmissionDecision": "xpkgtui.rules.admission",
    "PolicyFault": "xpkgtui.rules.admission",
    "Obstacle": "xpkgtui.errors",
    "Image": "xpkgtui.oci.image",
    "Index": "xpkgtui.oci.manifest",
    "LayerFacts": "xpkgtui.filesystem.layer_facts",
    "Reading": "xpkgtui.readers.reader",
    "ShadowedFile": "xpkgtui.filesystem.shadowing",
}
"""Where `codec` finds them."""


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
    """The name as manifest.json spells it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlattenedFile:
    """The file in the flattened image at the path where the annotated layer has its package.yaml."""

    layer: int
    """The topmost layer that changes the path."""
    sha256: str | None
    """Digest of the file; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamFile:
    """The bytes that the deciding reader took, in a file that xpkgtui wrote."""

    path: str
    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFacts:
    """The source, and what it is known to be."""

    name: str
    is_remote: bool = False
    """Whether it is a reference in a registry."""
    is_archive: bool = False
    """Whether it is one file that may hold several images."""
    is_compressed: bool = False
    """Whether the archive as a whole is compressed."""
    is_chosen: bool = False
    """Whether the image was chosen among several."""
    has_manifest: bool = True
    """Whether the image has its own manifest; for a Docker archive one is made from manifest.json."""
    is_assembled: bool = False
    """Whether the stream is assembled from the files of a folder, as a build does."""
    is_assumed: bool = False
    """Whether nothing speaks for the format of an image."""
    also: tuple[str, ...] = ()
    """What the source looks like as well, or instead where nothing speaks for the format; a clause each."""
    related: tuple[str, ...] = ()
    """Names of signatures, attestations and the like of the image, where the source lists them."""
    build_error: str | None = None
    """The reason why a build of the folder stops although the stream is whole; begins with a file and a line."""
    is_installed: bool = False
    """Whether it is what is installed in a cluster."""
    definitions: tuple[str, ...] = ()
    """The names of the definitions that it has there, as far as the cluster names them."""

    obstacles: "tuple[Obstacle, ...]" = ()
    """What keeps Crossplane's library from getting the image from its registry."""

    @property
    def is_pushed(self) -> bool:
        """Whether a program that pushes it reads its config and every layer first, before any other program does."""
        return self.is_archive and not self.has_manifest


class StartFault(StrEnum):
    """Why a container ends before its program runs."""

    ABSENT = "absent"
    NOT_IN_PATH = "not in PATH"
    NOT_EXECUTABLE = "not executable"
    NO_LOADER = "no loader"
    """What loads the program, or the interpreter of a script, is not in the image."""
    CLOSED = "closed"
    """A folder on the way to the program, or the one that it begins in, is not for the user of the pod."""
    NO_FOLDER = "no folder"
    """What it is to begin in, or what is above it, is a file."""
    NO_ABSOLUTE_FOLDER = "no absolute folder"
    """What it is to begin in does not start at the root."""
    CIRCLE = "circle"
    """The links that lead to it do not end, or scripts are the interpreters of each other."""
    NO_PROGRAM = "no program"
    """It is a file that no kernel executes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramFacts:
    """The file that the image of one platform executes first."""

    number: int | None
    """The entry of the index; None where there is no index."""
    os: str
    architecture: str
    """What the image is for."""
    path: str
    layer: int | None
    """The layer that has the file, or the folder that is closed; None where no layer has it."""
    kind: str
    """What the file is for by its first bytes: `linux/arm64`; empty where they say nothing."""
    fault: StartFault | None = None
    """Why it does not start; None where nothing is known against it."""
    cause: str = ""
    """The loader that is absent, or the folder that is closed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformFacts:
    """The index, and which of its entries were read."""

    index: "Index | None" = None
    children: tuple[ChildFacts, ...] = ()
    chosen: int | None = None
    """The entry of the index that the deciding reader takes."""
    shown: int | None = None
    """The entry that is shown; differs from `chosen` where another platform was opened."""
    not_a_package: str = ""
    """The kind of entry that is shown, in words, where it is not a package; then image and reading are None."""
    compared: tuple[ComparedStream, ...] = ()
    """The other entries whose stream was compared, or could have been."""
    programs: tuple[ProgramFacts, ...] = ()
    """The programs that the images start, of those whose layers were read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageContents:
    """What was read of the manifest, the config and the layers that are shown."""

    manifest_error: str | None = None
    """Why the manifest of the shown entry could not be read."""
    config_error: str | None = None
    """Why the config could not be read."""
    layers: "tuple[LayerFacts, ...]" = ()
    missing: tuple[MissingLayer, ...] = ()
    """Layers that the archive lists and does not hold."""
    hidden: "tuple[ShadowedFile, ...]" = ()
    """Files of annotated layers that layers above hide, among the layers that were read."""
    flattened: FlattenedFile | None = None
    """The file in the flattened image; None if a layer above the annotated one was not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profiles:
    """The profiles of one package, but for the one that it is judged for."""

    own: str = ""
    """The default profile of this package; empty where it is not known yet."""
    others: tuple[str, ...] = ()
    """Profiles whose verdict is shown too and takes a run of the rules of its own."""
    lacking: str = ""
    """The profile that was asked for, where the format has none of that name and its default judges."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingOptions:
    """What a judgement is given beside the package."""

    limits: Limits = LIMITS
    """What rules read at most."""
    known: tuple[KnownPackage, ...] = ()
    """Packages that are checked in the same call."""
    installed_as: str = ""
    """The kind of the object that installs the package; empty where it is the package's own."""
    decision: "AdmissionDecision | None" = None
    """What policies of the cluster make of the image, where some were given."""
    policy_faults: "tuple[PolicyFault, ...]" = ()
    """The policies that do something else than they look like."""
    cache: str = ""
    """The folder in which what rules say may be kept; empty where nothing is."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Case:
    """Everything that rules look at; frozen, small, and sent to the judge."""

    source: SourceFacts
    format: str = "xpkg"
    """The name of the format, whose ruleset judges."""
    profile: str = "crossplane"
    crossplane: str = "2.4"
    """The version of the program that rules about constraints judge for."""
    profiles: Profiles = Profiles()
    options: JudgingOptions = JudgingOptions()
    reached: tuple[ReachedLimit, ...] = ()
    """Limits that kept files of a folder, objects, or manifests of the index from being read."""
    platforms: PlatformFacts = PlatformFacts()
    image: "Image | None" = None
    contents: ImageContents = ImageContents()
    reading: "Reading | None" = None
    stream: StreamFile | None = None
    """The file with the bytes of the stream; None if no bytes were taken."""
    stored: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The names of definitions and the versions in which objects were ever stored, as the cluster has them."""

    def only_for(self, profile: str, crossplane: str = "") -> "Case":
        """Returns the case under a profile, and for a version of the program, of which no other verdict is wanted."""
        profiles = replace(self.profiles, others=())
        return replace(self, profile=profile, crossplane=crossplane or self.crossplane, profiles=profiles)


def layer_name(case: Case, index: int) -> str:
    """`layer 2 (annotated base)`"""
    layers = case.image.layers if case.image else ()
    annotation = layers[index].mark.annotation if index < len(layers) else None
    return f"layer {index} (annotated {annotation})" if annotation else f"layer {index}"
