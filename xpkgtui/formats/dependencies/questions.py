"""The questions that resolving asks of registries and catalogs, and their answers; resolving itself is pure."""

from collections.abc import Container, Generator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Protocol

from xpkgtui.formats.dependencies.needed import DependencyTree, ImageFacts
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # resolving does without
    from xpkgtui.documents.chunk import StreamBytes
    from xpkgtui.documents.document import BrokenDocument, PackageDocument
    from xpkgtui.errors import Obstacle
    from xpkgtui.formats.package_objects import PackageObjects
    from xpkgtui.rules.admission import AdmissionDecision
    from xpkgtui.rules.case import Case


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsOf:
    """Asks for the tags of a repository."""

    repository: str
    """Registry and repository, from where they are listed."""
    is_given: bool = field(default=False, compare=False)
    """Whether the user names that place, by a policy or by what is installed; else a package does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsOf:
    """Asks what a package holds."""

    reference: str
    """The reference from which it is pulled."""
    is_given: bool = field(default=False, compare=False)
    """Whether the user names that place, by a policy or by what is installed; else a package does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogOf:
    """Asks what a catalog of operators offers."""

    source: str
    """The source as it was named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagesOf:
    """Asks which images documents of a catalog name, which was asked for before."""

    source: str
    """The catalog as its entries name it."""
    documents: tuple[int, ...]
    """The numbers of the documents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagesIn:
    """Asks which images the objects of a package name."""

    reference: str
    """The reference from which it is pulled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignaturesOf:
    """Asks whether images are admitted by policies that verify signatures."""

    images: tuple[str, ...]
    """The references from which they are pulled."""
    policies: tuple[str, ...] = field(repr=False)
    """Texts of ImageConfigs, and of the Secrets that have public keys."""


Question = TagsOf | ContentsOf | CatalogOf | ImagesOf | ImagesIn | SignaturesOf


@dataclass(frozen=True, slots=True, kw_only=True)
class TagsFound:
    """The tags of a repository."""

    tags: tuple[str, ...] = ()
    fault: str = ""
    """Why they cannot be listed."""
    is_unreachable: bool = False
    """Whether nothing answered, so that the fault says nothing of the repository."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageOpened:
    """What a package holds, as its deciding reader takes it."""

    fault: str = ""
    """Why it cannot be installed: not found, not a package, refused."""
    unfetched: str = ""
    """What the program prints that does not get it from its registry; empty where it does."""
    is_unreachable: bool = False
    """Whether nothing answered, so that the fault says nothing of the package."""
    is_priced: bool = False
    """Whether it was not fetched because of its size."""
    kind: str = ""
    meta: object = None
    """The value of the meta object; None where there is none."""
    image: ImageFacts | None = None
    definitions: tuple[str, ...] = ()
    """The names of its definitions, as `plural.group`."""
    makes: tuple[str, ...] = ()
    """The names of the CustomResourceDefinitions that its other definitions make beside those of their own names."""
    holds: object = None
    """What its format took out of its documents; None where it needs nothing of them, or could not read them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogFound:
    """What a catalog offers."""

    offers: object = None
    """What the format of catalogs took out of it; None where it cannot be read."""
    fault: str = ""
    """Why it cannot be read."""
    is_unreachable: bool = False
    """Whether nothing answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImagesFound:
    """The images that documents of a catalog, or the objects of a package, name."""

    images: tuple[object, ...] = ()
    """Each a `UsedImage`."""
    fault: str = ""
    """Why they cannot be read."""
    is_unreachable: bool = False
    """Whether nothing answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignaturesFound:
    """What policies say of images."""

    found: "tuple[AdmissionDecision | str | None, ...]"
    """A decision on each, or why there is none; None where no policy asks for a signature."""
    fault: ClassVar[str] = ""
    is_unreachable: ClassVar[bool] = False


Answer = TagsFound | PackageOpened | CatalogFound | ImagesFound | SignaturesFound
Asking = Generator[tuple[Question, ...], Mapping[Question, Answer], DependencyTree]
"""Yields questions, the first of which must be answered before it goes on, and is sent all answers so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RootPackage:
    """The package that is asked about."""

    source: str
    """The source as it was named."""
    reference: str = ""
    """Its reference in a registry; empty for all other sources."""
    opened: PackageOpened
    package: str = ""
    """The package of a catalog that is asked about; empty for all of them."""
    version: str = ""
    """The version or the bundle of that package; empty for the head of its default channel."""
    channel: str = ""
    """The channel of that package; empty for the default one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveOptions:
    """How a package is resolved."""

    crossplane: str = "2.4"
    upgrades: bool = False
    downgrades: bool = False
    installed: str = ""
    """The text of a Lock, with what is installed already; empty where nothing is."""
    policies: tuple[str, ...] = ()
    """The texts of ImageConfigs."""
    catalogs: tuple[str, ...] = ()
    """The catalogs in which operators are looked for, the preferred one first."""
    images: bool = False
    """Whether the images of the operators that are chosen there are asked for too."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PackageContents:
    """The documents of a package that is open, as long as its bytes are there."""

    case: "Case"
    data: "StreamBytes"
    objects: "PackageObjects"


class PackageDependencies(Protocol):
    """What a format knows of dependencies."""

    lacking: ClassVar[str] = "it has no meta object that can be read"
    """What is wrong where nothing in a package says what it depends on."""

    def holds(self, contents: PackageContents) -> object:
        """What it needs of the documents beside the meta object; None if nothing."""
        ...

    def unfetched(self, _obstacles: "Sequence[Obstacle]", _crossplane: str, _layers: Container[str] = ()) -> str:
        """What its program prints where its registry client does not get there; empty where it does."""
        return ""

    def unparsed(self, _document: "PackageDocument | BrokenDocument") -> str:
        """What its program says of a document that it does not parse; empty where it parses it, or goes on."""
        return ""

    def direct(self, root: RootPackage) -> DependencyTree:
        """What the package itself asks for, without a request."""
        ...

    def resolve(self, root: RootPackage, options: ResolveOptions) -> Asking:
        """What is installed for it; raises `Usage` where the options cannot be read."""
        ...
