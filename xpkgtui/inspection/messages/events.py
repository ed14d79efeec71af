"""The events of an inspection, part by part; folding them gives the Inspection."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from xpkgtui.errors import Failure
from xpkgtui.formats.images.layers import NearMiss
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.inspection.messages.comparing import BothRead, ChangesFound, ComparisonEnded, StoredRead
from xpkgtui.inspection.messages.dependencies import (
    ComposedRead,
    DependenciesRead,
    SetAsked,
    SetPlanned,
    VersionsListed,
)
from xpkgtui.inspection.messages.images import ImagesRead
from xpkgtui.inspection.messages.judging import (
    AccountsGiven,
    ImageJudged,
    Judged,
    ManualRead,
    Previewed,
    VerdictReached,
)
from xpkgtui.inspection.messages.listing import TagsListed, TagsLooked
from xpkgtui.inspection.messages.parts import PartName
from xpkgtui.inspection.messages.permissions import PermissionsRead
from xpkgtui.inspection.messages.referrers import ReferrersRead
from xpkgtui.inspection.messages.replies import FilesSaved, ImageRepaired, ObjectsNoted, Reply
from xpkgtui.inspection.rows.layers import LayerRow, Unread
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.limits import ReachedLimit
from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.sources.access import Exchange
from xpkgtui.values import dataclass

if TYPE_CHECKING:  # a screen paints before any of these arrives, and loads their modules then
    from xpkgtui.readers.reader import Reading
    from xpkgtui.rules.case import Case, StreamFile
    from xpkgtui.sources.installed import ClusterState
    from xpkgtui.sources.source import SourceForm

LATE_TYPES = {
    "Case": "xpkgtui.rules.case",
    "SourceForm": "xpkgtui.sources.source",
    "ClusterState": "xpkgtui.sources.installed",
    "Reading": "xpkgtui.readers.reader",
    "StreamFile": "xpkgtui.rules.case",
}
"""Where `codec` finds them."""

ROWS = 256
"""The most rows one event carries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """The name stands for this."""

    form: "SourceForm"
    reference: str
    """The reference as it was understood, with its tag."""
    digest: str | None
    """The digest that the name points at; None for archives and streams."""
    notes: tuple[str, ...] = ()
    """Sentences for people: which tag was taken, what was spooled."""
    stale: str = ""
    """Why the reply is from the cache: `cached 12 min ago; registry unreachable`; empty if the registry answered."""
    is_remote: bool = False
    """Whether bytes come over a network, so that they have a price."""
    has_image: bool = True
    """Whether there is an image, not only a stream."""
    is_assembled: bool = False
    """Whether the stream is put together from the files of a folder, as a build would."""
    installed: "ClusterState | None" = None
    """What a cluster says of it, where the source is what is installed there."""
    excluded: tuple[str, ...] = ()
    """Files of a folder that its own xpkgtui.toml leaves out."""
    asked: AskedRegistries = AS_USUAL

    @property
    def is_bare_stream(self) -> bool:
        """Whether the source is nothing but the stream."""
        return not (self.has_image or self.is_assembled)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatRecognized:
    """What kind of package it is; the assumed format, without reasons, where nothing speaks for any."""

    format: FormatSummary


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformsListed:
    """The entries of the index, or the one platform of a plain manifest."""

    rows: tuple[PlatformRow, ...]
    is_index: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestRead:
    """The manifest of the image that is shown, and its config where it could be read."""

    digest: str | None
    media_type: str
    annotations: tuple[tuple[str, str], ...]
    config_digest: str | None
    config_size: int | None
    labels: tuple[tuple[str, str], ...]
    layers: tuple[LayerRow, ...]
    """Sent again, whole, as more is known of the layers."""
    total: int
    """Bytes of manifest, config and layers."""
    entrypoint: tuple[str, ...] | None = None
    """What a container of the image runs; None where the config could not be read."""
    cmd: tuple[str, ...] | None = None
    near_misses: tuple[NearMiss, ...] = ()
    """Annotations and labels that nearly say something of a layer."""
    what_if: int | None = None
    """The layer that is read as if it were annotated base."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LayersChanged:
    """More is known of the layers."""

    layers: tuple[LayerRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Progressed:
    """Something is under way; at most ten a second."""

    part: PartName
    what: str
    """What is under way, in words: `Reading layer 2 (annotated base)`."""
    done: int = 0
    total: int | None = None
    layer: int | None = None
    rate: int = 0
    """Bytes a second since the step began; 0 while that is too short ago."""
    waited: int = 0
    """Whole seconds for which a registry was waited for."""
    limit: int = 0
    """Seconds after which one that does not answer is given up; 0 where nothing is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamRead:
    """The profile's reader has read, or has stopped."""

    reading: "Reading"
    stream: "StreamFile | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectsListed:
    """Rows of objects, in order; the first batch has `first` 0 and replaces what was there."""

    first: int
    rows: tuple[ObjectRow, ...]
    total: int | None
    """Rows in all; None while they are counted."""
    stop: ListStop | None = None
    """The place behind which more documents are not read; known with `total`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectsUnread:
    """Documents that an answer needed, and that a limit kept from being parsed."""

    limits: tuple[tuple[int, ReachedLimit], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseReady:
    """All that rules look at is known; the receiver hands it to a judge."""

    case: "Case"
    image_only: bool = False
    """Whether only the image is known yet, and its package is still to be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """The bytes that the inspection has cost so far."""

    fetched: int
    """Bytes received."""
    cached: int
    """Bytes of a registry's that came from the store."""
    requests: int
    needed: int
    """Bytes of everything that was read, from wherever."""
    total: int | None
    """Bytes of the image that is shown."""
    exchanges: tuple[Exchange, ...] = ()
    """The requests since the last such event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadListed:
    """Everything below the root that was not read."""

    items: tuple[Unread, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PartFailed:
    """One part cannot be had; the rest goes on. `part` is None where nothing could be opened at all."""

    part: PartName | None
    failure: Failure


Event = (
    Resolved
    | FormatRecognized
    | PlatformsListed
    | ManifestRead
    | LayersChanged
    | Progressed
    | StreamRead
    | ObjectsListed
    | ObjectsNoted
    | ObjectsUnread
    | CaseReady
    | ImageJudged
    | Judged
    | Previewed
    | VerdictReached
    | Reply
    | Fetched
    | UnreadListed
    | AccountsGiven
    | ManualRead
    | ChangesFound
    | ComparisonEnded
    | BothRead
    | StoredRead
    | ComposedRead
    | SetAsked
    | SetPlanned
    | VersionsListed
    | DependenciesRead
    | ImagesRead
    | PermissionsRead
    | ReferrersRead
    | FilesSaved
    | ImageRepaired
    | TagsListed
    | TagsLooked
    | PartFailed
)

Emit = Callable[[Event], Awaitable[None]]
"""Sends an event to the asker; waits while the asker is slow."""
