"""One package under inspection so far: a frozen value, made by folding events."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

from xpkgtui.errors import Failure
from xpkgtui.formats.assumed import ASSUMED
from xpkgtui.formats.role import Role
from xpkgtui.formats.summary import FormatSummary
from xpkgtui.inspection.messages import events
from xpkgtui.inspection.messages.judging import Previewed, VerdictReached
from xpkgtui.inspection.messages.parts import Loading, Part, PartName, Ready, Waiting
from xpkgtui.inspection.rows.layers import LayerRow, Unread
from xpkgtui.inspection.rows.objects import ListStop, ObjectRow, places
from xpkgtui.inspection.rows.platforms import PlatformRow
from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.rules.finding import Badge, Finding, Severity, Verdict
from xpkgtui.rules.wording import Wording
from xpkgtui.sources.access import Exchange
from xpkgtui.values import dataclass

if TYPE_CHECKING:
    from xpkgtui.formats.images.comparison import ReaderComparison, ReaderResult
    from xpkgtui.readers.reader import Reading
    from xpkgtui.rules.case import Case, StreamFile
    from xpkgtui.rules.manual_page import ManualPage

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, eq=False)
class ByIdentity(Generic[Value]):
    """A value that is the same only if it is the same one in memory, and so is kept as long as it is compared."""

    value: Value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByIdentity) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


_NOT_YET = Waiting()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inspection:
    """All that is known of a source at one moment; every part fills, waits or fails by itself."""

    source: str
    seconds: float | None = None
    """The time that it took to check it; None where that was not measured."""
    resolved: events.Resolved | None = None
    format: FormatSummary = ASSUMED
    failure: Failure | None = None
    """Why nothing could be opened at all."""
    outdated: str = ""
    """Why the source could not be opened again, where this is what it held before."""
    platforms: Part[tuple[PlatformRow, ...]] = _NOT_YET
    is_index: bool = False
    manifest: Part[events.ManifestRead] = _NOT_YET
    """Holds the rows of the layers too."""
    reading: "Reading | None" = None
    stream: "StreamFile | None" = None
    objects: Part[tuple[ObjectRow, ...]] = _NOT_YET
    """Rows may still be arriving: `objects_total` says how many there will be."""
    outlines: tuple[ObjectRow, ...] = ()
    """The rows of `objects` without badges: what is made of these stays the same while the objects are judged."""
    objects_total: int | None = 0
    """The number of all objects; None while they are counted."""
    objects_stop: ListStop | None = None
    """Where the list ends before the stream does."""
    findings: tuple[Finding, ...] = ()
    """Sorted by severity, then by place; complete when `verdict` is Ready."""
    previews: Mapping[int, Previewed] = field(default_factory=dict)
    """What is said of each document before its turn in the judgement, while that has not come."""
    manual: Mapping[str, "ManualPage"] = field(default_factory=dict)
    """The pages of rules, as far as they were read."""
    verdict: Part[Verdict] = _NOT_YET
    case: "Case | None" = None
    judged: VerdictReached | None = None
    comparison: "ReaderComparison | None" = None
    """What every reader makes of it, where that was asked for."""
    fetched: events.Fetched | None = None
    exchanges: tuple[Exchange, ...] = ()
    unread: tuple[Unread, ...] = ()
    progress: events.Progressed | None = None
    """The newest thing that is under way before the objects are listed."""
    failures: tuple[tuple[PartName, Failure], ...] = ()
    """Parts that failed, with why."""

    @property
    def wording(self) -> Wording:
        """The names that sentences about it are made with."""
        return self.format.wording

    @property
    def stream_name(self) -> str:
        """The name of the entry that the stream was taken from; until it is known, what it is usually called."""
        usual = self.wording.stream_file
        return self.reading.stream_name(usual) if self.reading else usual

    @property
    def digest(self) -> str | None:
        """The pinned digest."""
        return self.resolved.digest if self.resolved else None

    @property
    def excluded(self) -> tuple[str, ...]:
        """The files of a folder that its own xpkgtui.toml leaves out."""
        return self.resolved.excluded if self.resolved else ()

    @property
    def asked(self) -> AskedRegistries:
        """How its registries were asked."""
        return self.resolved.asked if self.resolved else AS_USUAL

    @property
    def meta(self) -> ObjectRow | None:
        """The meta object, where exactly one is known."""
        from xpkgtui.formats.package_objects import sole_meta

        return sole_meta(self.rows)

    @property
    def deciding_result(self) -> "ReaderResult | None":
        """What the deciding reader makes of it, where readers were compared: a build that refuses comes before it."""
        if self.comparison is None:
            return None
        return self.comparison.refusing_build or self.comparison.of(self.format.readers.deciding)

    @property
    def judging_result(self) -> "ReaderResult | None":
        """What the reader of the profile makes of it, where readers were compared; else the deciding one."""
        return self.comparison.of(self.judging_reader) or self.deciding_result if self.comparison else None

    @property
    def judging_reader(self) -> str:
        """The reader of the profile, else the deciding one."""
        profile = self.case.profile if self.case else ""
        return self.format.readers.judging.get(profile, self.format.readers.deciding)

    @property
    def rows(self) -> tuple[ObjectRow, ...]:
        """The objects that are listed so far."""
        return self.objects.value if isinstance(self.objects, Ready) else ()

    @property
    def listed(self) -> tuple[ObjectRow, ...]:
        """The objects that are listed so far, in the order of the list, without the empty documents."""
        outlines = self.outlines if len(self.outlines) == len(self.rows) else self.rows
        return _listed(ByIdentity(self.rows), ByIdentity(outlines), self.format.documents.listing)

    @property
    def objects_count(self) -> int:
        """How many objects there will be, the empty documents among those that are listed left out.

        While they are counted, how many there are at least.
        """
        listed = len(self.listed)
        return max(listed, (self.objects_total or 0) - (len(self.rows) - listed))

    @property
    def is_listed(self) -> bool:
        """Whether all objects are listed."""
        return self.objects_total is not None and len(self.rows) >= self.objects_total

    @property
    def layers(self) -> tuple[LayerRow, ...]:
        """The layers of the image that is shown, as far as they are known."""
        return self.manifest.value.layers if isinstance(self.manifest, Ready) else ()

    @property
    def what_if(self) -> int | None:
        """The layer that is read as if it were the base, where the image is not read as it is."""
        return self.manifest.value.what_if if isinstance(self.manifest, Ready) else None

    @property
    def base_layer(self) -> LayerRow | None:
        """The layer that is marked as the one to take the stream from; of several, the first."""
        return next((row for row in self.layers if row.is_base), None)

    @property
    def entries(self) -> tuple[PlatformRow, ...]:
        """The entries of the index, as far as they are known."""
        return self.platforms.value if isinstance(self.platforms, Ready) else ()

    @property
    def shown_entry(self) -> PlatformRow | None:
        """The entry of the index that is shown."""
        return next((row for row in self.entries if row.selected), None)

    @property
    def chosen_entry(self) -> PlatformRow | None:
        """The entry of the index that the package's program reads."""
        return next((row for row in self.entries if row.chosen), None)

    @property
    def not_a_package(self) -> PlatformRow | None:
        """The entry that is shown, where it is not a package: nothing is judged then."""
        row = self.shown_entry
        return row if row and row.is_not_a_package else None

    @property
    def culprit(self) -> Finding | None:
        """The finding to blame, where there is a verdict and one to blame."""
        return self.verdict.value.culprit if isinstance(self.verdict, Ready) else None

    def refused_by(self, finding: Finding) -> tuple[str, ...]:
        """The other profiles whose tools refuse the package for a finding that does not refuse it here."""
        others = self.verdict.value.others if isinstance(self.verdict, Ready) else ()
        if finding.severity is Severity.ERROR:
            return finding.refused_by
        return tuple(
            dict.fromkeys((*finding.refused_by, *(one.profile for one in others if one.rule == finding.rule)))
        )

    @property
    def judging(self) -> str:
        """The profile of the judgement under way; empty where none is."""
        return self.case.profile if self.case and isinstance(self.verdict, Loading) else ""

    def begins_anew_after(self, before: "Inspection") -> bool:
        """Whether it is of another source or image; a source that is opened again and is the same goes on."""
        if self.source != before.source:
            return True
        if before.resolved is None or self.resolved is before.resolved:
            return False
        return self.digest is None or self.digest != before.digest

    def count(self, severity: Severity) -> int:
        """Findings of this severity."""
        return sum(finding.severity is severity for finding in self.findings)

    @property
    def badges(self) -> Counter[Badge]:
        """Objects by badge."""
        return Counter(row.badge for row in self.rows if row.badge is not None and row.role is not Role.EMPTY)


@lru_cache(maxsize=2)
def _listed(
    rows: ByIdentity[tuple[ObjectRow, ...]], outlines: ByIdentity[tuple[ObjectRow, ...]], kinds: tuple[str, ...]
) -> tuple[ObjectRow, ...]:
    return tuple(rows.value[place] for place in _places(outlines, kinds))


@lru_cache(maxsize=2)
def _places(outlines: ByIdentity[tuple[ObjectRow, ...]], kinds: tuple[str, ...]) -> tuple[int, ...]:
    return places(outlines.value, kinds)
