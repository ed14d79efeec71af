"""Scenes and outcomes: what is shown when a key is pressed, and what may come of that."""

from enum import StrEnum, auto

from xpkgtui.app.state.dependencies import DependencySelection, ShownDependencies
from xpkgtui.app.state.history import Visit
from xpkgtui.app.state.replies import Replies
from xpkgtui.app.state.schemas.selection import SchemaSelection
from xpkgtui.app.state.selection import Selection, Subject, TabId
from xpkgtui.formats.sets.planning import PlanOptions
from xpkgtui.inspection.inspection import Inspection
from xpkgtui.inspection.messages.requests import CompareReaders, Open, OpenPlatform, PaneRequest, WhatIf
from xpkgtui.inspection.messages.schemas import FoundElsewhere
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.rules.changes.change import Level
from xpkgtui.rules.finding import Finding
from xpkgtui.values import dataclass


class Purpose(StrEnum):
    """What is typed into the prompt."""

    FILTER = auto()
    SEARCH = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What the screen shows when a key is pressed."""

    inspection: Inspection
    selection: Selection
    replies: Replies
    subject: Subject | None
    tabs: tuple[TabId, ...]
    tab: TabId | None
    """The tab of Detail that is shown."""
    findings: tuple[Finding, ...]
    """Those that Detail shows in full."""
    busy: bool
    is_searched: bool
    """Whether a word is searched for in Detail."""
    can_search: bool = True
    """Whether Detail shows text, and not bytes."""
    can_wrap: bool = True
    """Whether Detail shows a text whose lines may be longer than the screen is wide."""
    can_filter: bool = True
    """Whether the list has rows, or will have some."""


@dataclass(frozen=True, slots=True)
class Move:
    """Another selection."""

    selection: Selection
    is_jump: bool = False
    """Whether `-` goes back to the selection before."""
    is_chosen: bool = True
    """Whether a person chose something; where nothing was chosen the screen still goes to the news."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A sentence that goes away by itself."""

    words: str


@dataclass(frozen=True, slots=True)
class Return:
    """The selection of a visit, scrolled as it was."""

    visit: Visit
    request: OpenPlatform | WhatIf | None = None
    """The request that shows its image, where another one is shown."""


@dataclass(frozen=True, slots=True)
class SearchDetail:
    """Another word stands out in Detail; empty for none."""

    word: str
    is_entered: bool = False
    """Whether its first match is shown."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A line is to be typed."""

    purpose: Purpose
    text: str = ""
    """The text that the prompt begins with."""
    past: tuple[str, ...] = ()
    """What was typed before, the last one at the end."""


@dataclass(frozen=True, slots=True)
class FoldText:
    """Close or open every block of the text."""

    closed: bool


@dataclass(frozen=True, slots=True)
class StopLoading:
    """Stop a request, or whatever is loading."""

    request: PaneRequest | None = None


@dataclass(frozen=True, slots=True)
class ShowSources:
    """Show what else can be opened."""


@dataclass(frozen=True, slots=True)
class Reopen:
    """Open the same source again."""

    refresh: bool = False
    """Whether what is cached is passed over."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Send requests again that failed or were stopped."""

    requests: tuple[PaneRequest, ...]


@dataclass(frozen=True, slots=True)
class MarkSource:
    """Mark a source as the old package of a comparison."""

    source: str
    entry: PlatformRow | None = None
    """The entry of its index; without one, the one that is shown."""


@dataclass(frozen=True, slots=True)
class CompareSource:
    """Compare a source with the one that is marked."""

    source: str
    entry: PlatformRow | None = None
    """The entry of its index; without one, the one that is shown."""
    is_again: bool = False
    """Whether the screen of the comparison is shown already."""


@dataclass(frozen=True, slots=True)
class ReadChange:
    """Read old and new text of a change that was found, by its number."""

    number: int


@dataclass(frozen=True, slots=True)
class ShowTags:
    """List the tags of a source's repository."""

    source: str
    is_again: bool = False
    """Whether its screen is shown already, and the registry is to be asked again."""
    refresh: bool = False
    """Whether what is cached is passed over."""


@dataclass(frozen=True, slots=True)
class LookAt:
    """Ask for what some of the listed tags are."""

    names: tuple[str, ...]
    is_unasked: bool = False
    """Whether no key asked for them."""


@dataclass(frozen=True, slots=True)
class StopTags:
    """Stop listing and looking at tags."""


@dataclass(frozen=True, slots=True)
class CheckBoth:
    """Check both packages of a comparison, and compare what is found."""


@dataclass(frozen=True, slots=True)
class ShowDependencies:
    """Show what the package depends on."""

    left: DependencySelection = DependencySelection()
    """What is looked at first."""


@dataclass(frozen=True, slots=True)
class OpenDependency:
    """Open a package that another one needs, to come back to how the dependencies were looked at."""

    source: str
    shown: ShownDependencies
    left: DependencySelection


@dataclass(frozen=True, slots=True)
class ReturnTo:
    """A source is opened again, to go on where it was left; an empty one is what the package was opened from."""

    source: str


@dataclass(frozen=True, slots=True)
class ShowSchema:
    """Show the schemas of a definition on a screen of their own."""

    left: SchemaSelection
    """What is chosen of them."""


@dataclass(frozen=True, slots=True)
class OpenAt:
    """Open a package that was opened before, at a kind or field that was found in it."""

    found: FoundElsewhere


@dataclass(frozen=True, slots=True)
class FindField:
    """Find a field of all definitions."""


@dataclass(frozen=True, slots=True)
class ShowExamples:
    """Show the examples of the package."""


@dataclass(frozen=True, slots=True)
class ShowReferrers:
    """Show what belongs to the image: signatures, attestations, SBOMs."""


@dataclass(frozen=True, slots=True)
class ShowPlan:
    """Show what becomes of a set of manifests."""

    paths: tuple[str, ...] = ()
    """Files and folders; empty for the set that the program was called with."""


@dataclass(frozen=True, slots=True)
class PlanAgain:
    """Read the files, and the cluster, and ask again."""

    is_unasked: bool = False
    """Whether no key asked for it."""
    resolve: PlanOptions | None = None
    """How it is resolved from now on; None as before."""


@dataclass(frozen=True, slots=True)
class CompareAgain:
    """Compare the packages of a plan with what is installed again, from what was fetched."""

    level: Level
    """Who must not be broken."""
    has_large: bool = False
    """Whether those are compared too that were left for their size."""


@dataclass(frozen=True, slots=True)
class StopPlan:
    """Ask no more; what is known stays."""


@dataclass(frozen=True, slots=True)
class ShowChanges:
    """Show what changes from one reference to another."""

    old: str
    new: str


Sent = Open | OpenPlatform | WhatIf | CompareReaders
"""Requests that a key may lead to."""
Outcome = (
    Move
    | Tell
    | Return
    | SearchDetail
    | Ask
    | FoldText
    | StopLoading
    | ShowSources
    | ShowSchema
    | Reopen
    | Retry
    | Sent
)

ForComparison = MarkSource | CompareSource | ReadChange | CheckBoth
"""What is asked about two packages."""
Beside = (
    ForComparison
    | ShowTags
    | LookAt
    | StopTags
    | ShowDependencies
    | OpenDependency
    | ReturnTo
    | ShowSchema
    | ShowExamples
    | ShowReferrers
    | ShowPlan
    | PlanAgain
    | CompareAgain
    | StopPlan
    | ShowChanges
)
"""What screens beside that of the package are shown for, and what they go on with."""
