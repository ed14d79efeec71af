"""What can be asked of an inspection; each request names a lane, and the newest in a lane supersedes the rest."""

from dataclasses import field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from xpkgtui.formats.forms import AskedForm
from xpkgtui.inspection.messages.comparing import Compare, ReadBoth, ReadStored
from xpkgtui.inspection.messages.dependencies import ReadComposed, ReadDependencies
from xpkgtui.inspection.messages.examples import ReadExamples
from xpkgtui.inspection.messages.images import ReadImages
from xpkgtui.inspection.messages.judging import GiveAccounts, ReadManual
from xpkgtui.inspection.messages.lane import Lane
from xpkgtui.inspection.messages.permissions import ReadPermissions
from xpkgtui.inspection.messages.referrers import GivenTrust, ReadReferrers
from xpkgtui.inspection.messages.schemas import ListKinds, SearchFields, SearchPackages
from xpkgtui.limits import LIMITS, Limits
from xpkgtui.sources.access import Access
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # the screen hands on what it was sent
    from xpkgtui.formats.sets.planning import PlanOptions
    from xpkgtui.rules.case import Case, KnownPackage
    from xpkgtui.rules.finding import Finding

LATE_TYPES = {
    "Case": "xpkgtui.rules.case",
    "Finding": "xpkgtui.rules.finding",
    "KnownPackage": "xpkgtui.rules.case",
    "PlanOptions": "xpkgtui.formats.sets.planning",
}
"""Where `codec` finds them."""


class View(StrEnum):
    """The views of files, as JSON spells them."""

    BASE = "base"
    LAYER = "layer"
    UPTO = "upto"
    FLATTENED = "flattened"
    HIDDEN = "hidden"
    """The files of lower layers that the flattened tree does not show, the largest first."""


class Text(StrEnum):
    """The texts that can be read."""

    INDEX = "index"
    MANIFEST = "manifest"
    CONFIG = "config"
    FILE = "file"
    DOCUMENT_JSON = "document-json"
    FORM = "form"
    DEFINITIONS = "definitions"
    """The definitions that a document makes in a cluster, as a list of JSON."""
    EXAMPLES = "examples"
    """The examples of the kinds that a document defines, as JSON; `formats.examples.values` reads it."""
    REFERRER = "referrer"
    """The content of something that belongs to the image and was listed; `path` is the digest of its layer."""


class LayerScope(StrEnum):
    """Which layers are read of those that the deciding reader does not take."""

    PATH = "path"
    """No other layer is read."""
    CHEAP = "cheap"
    """The small layers are read, by their sizes alone: the choice does not depend on the cache."""
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a source is opened; made by settings."""

    access: Access = field(default_factory=Access)
    cache_dir: str | None = None
    """None: a private temporary folder (`--no-cache`)."""
    profile: str = "crossplane"
    asked_profile: str = ""
    """The profile that the user named; empty where it is the default."""
    crossplane: str = "2.4"
    asked_crossplane: str = ""
    """The version that the user named; empty where it is the default."""
    limits: Limits = LIMITS
    exclude: tuple[str, ...] = ()
    """Patterns of files that are left out of a folder of sources."""
    platform: str = ""
    """The platform to open, `linux/arm64`; empty: the one that the deciding reader takes."""
    reach: LayerScope = LayerScope.PATH
    """Which layers are read beside those that the reader takes."""
    base: int | None = None
    """The layer to read as if it were marked as the one that supplies the package: a what-if."""
    children: bool = False
    """Whether the manifests of the other platforms are read (`check`)."""
    every_platform: bool = False
    """Whether all platforms are opened in turn, so that comparing them costs nothing more."""
    known: "tuple[KnownPackage, ...]" = ()
    """Packages that are checked in the same call."""
    installed_as: str = ""
    """The kind of the object that installs the package; empty where it is the package's own."""
    policies: tuple[str, ...] = ()
    """The texts of ImageConfigs, which rewrite where an installation pulls the image from, and which verify it."""
    trust: GivenTrust | None = None
    """By what signatures are verified, in a process of its own; None does not verify."""
    lists_alone: bool = False
    """Whether nothing is judged: the bytes of a package that was listed before are taken once they are asked for.

    Of 80 MB in the cache, hashing them was a quarter of `show --no-check`.
    """
    image_first: bool = False
    """Whether the rules about the image are applied before its package is read (screen)."""
    price: int = 5_000_000
    """Bytes that are fetched without consent; for more, the price is shown first (screen). -1: any."""

    @property
    def learned(self) -> str | None:
        """The cache in which earlier readings and findings are kept; None where nothing of it is to be believed."""
        return None if self.access.refresh else self.cache_dir

    @property
    def asking(self) -> "Options":
        """Options with which tags are requested although cached answers are fresh, as after an image was signed."""
        return replace(self, access=replace(self.access, ask_tags=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """Open a source the way its deciding reader reads it; later requests are about this one."""

    lane: ClassVar[Lane] = Lane.OPEN
    source: str
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlatform:
    """Look at another entry of the index; with the digest of the one that is shown and `consent`: read it whole."""

    lane: ClassVar[Lane] = Lane.OPEN
    digest: str
    place: str = ""
    """The number of the row in each list on the way, `1.0`: an image may be listed twice."""
    consent: bool = False
    """Whether the price was agreed to."""
    profile: str = ""
    """Read what is shown again, as the reader of this profile does; the digest then says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WhatIf:
    """Read the image that is shown as if this layer alone were marked as the one that supplies the package."""

    lane: ClassVar[Lane] = Lane.OPEN
    base: int | None
    """The layer to read as the base; None reads the image as it is again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookInto:
    """Read the manifest of an entry of the index for what it states; the platforms are then listed anew."""

    lane: ClassVar[Lane] = Lane.ENTRY
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBackground:
    """Read what rules need beside what was opened, where that is cheap; answered with a new case."""

    lane: ClassVar[Lane] = Lane.BACKGROUND


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFiles:
    """The entries of one folder in a view, sorted by name, folders first.

    Where that would fetch more than `price`, the answer is `PartFailed` for `files` of kind `price`; ask again with
    `consent`.
    """

    lane: ClassVar[Lane] = Lane.FILES
    view: View
    layer: int | None = None
    """The layer of the views `layer` and `upto`."""
    folder: str = ""
    consent: bool = False
    recursive: bool = False
    """Every entry below, in order of path (headless `ls`)."""
    wanted: str = ""
    """Only entries below whose path agrees with this filter; the first ones, where they are many."""
    also: tuple[str, ...] = ()
    """More folders of the view; each is listed by itself, after `folder`."""

    @property
    def folders(self) -> tuple[str, ...]:
        """All folders that are asked for, in the order in which they are listed."""
        return self.folder, *self.also


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadText:
    """The text of something, put into a file that the asker may read."""

    lane: ClassVar[Lane] = Lane.TEXT
    text: Text
    layer: int | None = None
    view: View = View.BASE
    path: str = ""
    document: int | None = None
    form: AskedForm | None = None
    """The form that is asked for, if `text` is `Text.FORM`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveFiles:
    """Save the files of a view in a folder of this machine, each as a whole; answered with `FilesSaved`."""

    lane: ClassVar[Lane] = Lane.SAVE
    folder: str
    """The folder, which is made where it is missing."""
    view: View
    layer: int | None = None
    path: str = ""
    """The file or folder of the view to save; empty for all."""
    force: bool = False
    """Whether files that lie there may be replaced."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaveRepaired:
    """Save the whole source, with what `why` would repair, as an OCI layout; answered with `ImageRepaired`."""

    lane: ClassVar[Lane] = Lane.SAVE
    folder: str
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadFacts:
    """The facts of one object, in words."""

    lane: ClassVar[Lane] = Lane.FACTS
    document: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchText:
    """Which documents of package.yaml hold a text; ASCII letters count without regard to case."""

    lane: ClassVar[Lane] = Lane.SEARCH
    word: str
    trait: str = ""
    """The trait of the format whose value is looked for in place of a text: `olmv1`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareReaders:
    """Let every program that reads the format read what is shown; layers beyond `reach` leave some undecided."""

    lane: ClassVar[Lane] = Lane.READERS
    reach: "LayerScope"
    base: int | None = None
    """The layer to read as if it were marked as the one that supplies the package; what is shown stays as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Judge a case; answered by the judge, not by the service."""

    lane: ClassVar[Lane] = Lane.JUDGE
    case: "Case"
    known: "tuple[Finding, ...] | None" = None
    """What forbids the verdict `accepted`, where all was judged before: then only the image is judged anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What is said of some documents before their turn in the judgement under way; empty where there is none."""

    lane: ClassVar[Lane] = Lane.PREVIEW
    profile: str
    """The profile of the judgement under way."""
    documents: tuple[int, ...]
    """The first one is looked at first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTags:
    """List the tags of a repository; what is open stays open."""

    lane: ClassVar[Lane] = Lane.TAGS
    repository: str
    """As it was typed; a tag or a digest in it is left out."""
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class LookAtTags:
    """Ask for what some tags of a repository are now, the first one first."""

    lane: ClassVar[Lane] = Lane.LOOK
    repository: str
    tags: tuple[str, ...]
    options: Options


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSet:
    """Say what becomes of a set of manifests, or which newer versions its packages have; what is open stays open."""

    lane: ClassVar[Lane] = Lane.PLAN
    paths: tuple[str, ...]
    """Files and folders; `-` is `text`."""
    text: str = ""
    """What standard input has."""
    cluster: str | None = None
    """The context of the cluster that is asked for what is installed, empty for the current one; None asks none."""
    plan: "PlanOptions"
    options: Options
    in_parts: bool = False
    """Whether the plan is emitted as far as it is known, again and again (screen)."""
    lists_versions: bool = False
    """Whether versions are listed, and nothing is planned."""
    level: str = "clients"
    """Who must not be broken by what changes."""


ImageRequest = (
    LookInto
    | ListFiles
    | ReadText
    | ReadFacts
    | SearchText
    | CompareReaders
    | ListKinds
    | SearchFields
    | ReadExamples
    | ReadReferrers
)
"""What is asked of an image that is open."""
PaneRequest = ImageRequest | SearchPackages | ReadDependencies | ReadComposed
"""What fills a pane; its reply is kept."""
ForJudge = Judge | Preview | ReadManual | Compare | ReadBoth
"""What the judge answers."""
OfRepository = ListTags | LookAtTags
"""What is asked of a repository, whatever is open."""
Request = (
    Open
    | OpenPlatform
    | WhatIf
    | ReadBackground
    | ReadImages
    | ReadPermissions
    | PlanSet
    | SaveFiles
    | SaveRepaired
    | PaneRequest
    | OfRepository
    | ReadStored
    | ForJudge
    | GiveAccounts
)
