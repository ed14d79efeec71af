"""The comparison of all programs that read a format: what each one takes from an image, and makes of it."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from xpkgtui import visible
from xpkgtui.commands import PrintedCommand
from xpkgtui.formats.judging.stream_verdict import OlderVerdict, Refusal, StreamObject, StreamVerdict
from xpkgtui.formats.role import Role
from xpkgtui.oci.asked import AS_USUAL, AskedRegistries
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.reader import Reading, ReadStage, Sign, Step
from xpkgtui.rules.finding import Acceptance
from xpkgtui.values import dataclass
from xpkgtui.visible import plural

if TYPE_CHECKING:
    from xpkgtui.limits import ReachedLimit


@dataclass(frozen=True, slots=True, kw_only=True)
class ImageOrigin:
    """The names under which other programs find what was read."""

    repository: str = ""
    """The repository as `host/repository`; empty unless the image came from a registry."""
    tag: str = ""
    digest: str = ""
    """The digest of the image that was read."""
    path: str = ""
    """The path of an archive on this machine."""
    source: str = ""
    """What this program opens to save the repaired image; empty for an archive, which a push repairs."""
    asked: AskedRegistries = AS_USUAL

    @property
    def image(self) -> str:
        """The image by its digest, or by its tag where it has none."""
        return f"{self.repository}@{self.digest}" if self.digest else self.target

    @property
    def target(self) -> str:
        """The name to push to."""
        return f"{self.repository or 'REGISTRY/REPOSITORY'}:{self.tag or 'TAG'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerRepair:
    """What a repair changes in an image, and nothing else."""

    layer: int
    """The layer that is then the base, or that has the stream of a new one."""
    entry: str = ""
    """The entry with the stream that a new layer gets; empty where the layer itself becomes the base."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repair:
    """A cause, in one or two sentences, and what to do about it."""

    cause: str
    commands: tuple[PrintedCommand, ...] = ()
    """The commands, in order; empty if no command can help."""
    effect: str = ""
    """What is true afterwards, in one sentence."""
    layer_repair: LayerRepair | None = None
    """What changes in the image; None where this program cannot repair it."""


_PARSES, _LINTS, _READS = "Parses the documents", "Lints the package", "Reads the files"
_CHECKS, _ALLOWED = "Checks the image", "what it holds is allowed"
_OPEN = "not decided, because not everything was read"
_SKIPPED = "skips what it may not hold, with a warning"
_TITLES = {ReadStage.LINT: _LINTS, ReadStage.PARSE: _PARSES}


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderResult:
    """One row of the matrix: a program, the bytes that it takes, and its verdict on them."""

    reader: KnownReader
    reading: Reading
    verdict: StreamVerdict | None = None
    """The verdict on the bytes that were taken; None if the program takes none."""

    @property
    def acceptance(self) -> Acceptance | None:
        """Accepted or refused; None where something was not read that decides it, or where it reads no object."""
        if self.reading.is_cut_short:
            return Acceptance.REFUSED if self._refusal else None
        if self.reading.unread is not None or self.reading.limit is not None:
            return None
        if self.reading.unverified and self.reading.has_bytes:
            return None
        if self.reading.stage is not None:
            return Acceptance.REFUSED
        acceptance = self.verdict.acceptance if self.verdict else None
        return None if acceptance is Acceptance.ACCEPTED and self._has_no_object else acceptance

    @property
    def _has_no_object(self) -> bool:
        reading = self.reading
        return reading.has_bytes and reading.sha256 is None and not reading.pieces

    @property
    def is_hollow(self) -> bool:
        """Whether it comes to its end without having read any object, so that it accepts nothing."""
        is_whole = self.reading.unread is None and self.limit is None and not self.reading.unverified
        is_accepted = self.verdict is not None and self.verdict.acceptance is Acceptance.ACCEPTED
        return is_whole and is_accepted and self._has_no_object

    @property
    def _refusal(self) -> Refusal | None:
        return self.verdict.refusal if self.verdict and not self.reading.unverified else None

    @property
    def stage(self) -> ReadStage | None:
        """The stage at which it refuses, or the reading stopped."""
        return self.reading.stage or (self._refusal.stage if self._refusal else None)

    @property
    def message(self) -> str | None:
        """The message that the program prints where it refuses, or that of the API server."""
        if self._refusal and (self.reading.is_cut_short or not self.reading.message):
            return self._refusal.message
        return self.reading.message

    @property
    def limit(self) -> "ReachedLimit | None":
        """The limit of this program that leaves it undecided."""
        return self.reading.limit or (self.verdict.limit if self.verdict else None)

    @property
    def failed(self) -> str:
        """The clause about the rule of xpkgtui that failed, so that it is undecided; empty where none did."""
        return self.verdict.failed if self.acceptance is None and self.verdict else ""

    @property
    def measured(self) -> bool:
        """Whether all of it was compared with the program's own libraries, as all reading of images was."""
        if self.acceptance is None:
            return False
        return self.verdict.measured if self.verdict and self.reading.stage is None else not self.reader.is_document

    @property
    def older(self) -> tuple[OlderVerdict, ...]:
        """Older versions of the program that decide otherwise, the oldest first."""
        return self.verdict.older if self.verdict else ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that it does, in order; a refusal ends with the step that fails."""
        verdict = self.verdict
        if verdict is None or self.reader.only_extracts:
            return self.reading.steps
        if self.reading.is_cut_short:
            return (*self.reading.steps, *_checks(verdict.refusal))
        if self.reader.phases and verdict.acceptance is not None:
            return (*self.reading.steps, *_phases(self.reader, verdict.refusal))
        count = len(verdict.objects)
        parsed = Step(title=_PARSES, evidence=plural(count, "object"))
        if self.reading.sha256 is None and verdict.refusal is None:
            return (*self.reading.steps, parsed)
        if verdict.refusal is None or verdict.after:
            linted = Step(title=_LINTS, evidence=_ALLOWED)
            if verdict.acceptance is None:
                doubt = visible.line(verdict.doubt or verdict.failed or _OPEN)
                linted = Step(title=_LINTS, evidence=doubt, sign=Sign.WARNING)
            elif verdict.warning:
                linted = Step(title=_LINTS, evidence=f"{_SKIPPED}: {verdict.warning}", sign=Sign.WARNING)
            return (*self.reading.steps, parsed, linted, *verdict.after)
        where = verdict.refusal.document
        place = f"document {where}: " if where is not None else ""
        is_lint = verdict.refusal.stage is ReadStage.LINT
        evidence = visible.line(f"{place}{verdict.refusal.message}")
        failing = Step(title=_TITLES.get(verdict.refusal.stage, _READS), evidence=evidence, sign=Sign.BAD)
        return (*self.reading.steps, *([parsed] if is_lint else []), failing)


def _checks(refusal: Refusal | None) -> Iterator[Step]:
    """What is wrong with an image beside the layer at which its reading stopped."""
    if refusal is not None:
        reason = refusal.broken[0].reason if refusal.broken else refusal.message
        yield Step(title=_CHECKS, evidence=visible.line(reason), sign=Sign.BAD)


def _phases(reader: KnownReader, refusal: Refusal | None) -> Iterator[Step]:
    """What a program does with the files, up to where it stops."""
    broken = refusal.broken if refusal else ()
    for phase in reader.phases:
        found = [one for one in broken if phase.has(one.rule, one.turn, one.stage)]
        if not found:
            yield Step(title=phase.title, evidence=phase.passed)
            continue
        more = sum(one.count for one in found) - 1
        evidence = found[0].reason + (f", and {more:,} more" if more else "")
        yield Step(title=phase.title, evidence=visible.line(evidence), sign=Sign.BAD)
        if found[0] is broken[0]:
            return
    if refusal is not None:
        reason = broken[0].reason if broken else refusal.message
        yield Step(title=_LINTS, evidence=visible.line(reason), sign=Sign.BAD)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderComparison:
    """The matrix of one image, or of a stream."""

    results: tuple[ReaderResult, ...] = ()
    """The rows of the matrix, in the order in which they are shown."""
    base: int | None = None
    """The layer that was taken for the base, in a what-if."""
    repairs: tuple[Repair, ...] = ()
    """The likely causes, the likeliest first."""
    objects: Mapping[str, tuple[StreamObject, ...]] = field(default_factory=dict)
    """The objects of each different stream, by its sha256."""
    what_if: "ReaderComparison | None" = None
    """The matrix as if the layer that holds the file were the base, where another one is; else None."""

    @property
    def agree(self) -> bool:
        """Whether all accept the same bytes and see the same objects, or all refuse."""
        answers = {one.acceptance for one in self.results if not one.is_hollow}
        streams = {one.reading.sha256 for one in self.results if one.reading.sha256}
        return len(answers) <= 1 and len(streams) <= 1 and not any(map(self.missed, self.results))

    @property
    def has_ways(self) -> bool:
        """Whether readers look for the package in layers, each in its own way; in a stream nothing is looked for."""
        readings = (one.reading for one in self.results if one.reader.layers)
        return any(reading.layers_read or not reading.has_bytes for reading in readings)

    @property
    def refusing_build(self) -> ReaderResult | None:
        """The row of the program that builds a folder, where it refuses, so that no other program sees anything."""
        builds = (one for one in self.results if one.reader.is_build)
        return next((one for one in builds if one.acceptance is Acceptance.REFUSED), None)

    def missed(self, one: ReaderResult) -> int:
        """The objects that a reader without a stream misses, of those that the others see."""
        is_read = one.acceptance is Acceptance.ACCEPTED or one.is_hollow
        if not is_read or one.reading.sha256 is not None or one.reading.layer is None:
            return 0
        counts = (sum(each.role is Role.OBJECT for each in objects) for objects in self.objects.values())
        return max(0, max(counts, default=0) - len(one.reading.pieces))

    def of(self, reader: str) -> ReaderResult | None:
        """The row of the reader of that name."""
        return next((one for one in self.results if one.reader.name == reader), None)
