"""Reads an image as one program does, or as all of them do, and what each takes of an index."""

from collections.abc import Callable, Mapping

from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.xpkg.annotations.layers import ANNOTATION, BASE
from xpkgtui.formats.xpkg.reader.extraction import Extraction
from xpkgtui.formats.xpkg.reader.report import ReadingReport
from xpkgtui.formats.xpkg.reader.search import END, Extracted
from xpkgtui.formats.xpkg.reader.validation import Invalid, Validation
from xpkgtui.formats.xpkg.tools.eras import DECIDING_FIRST, READERS, SPECIFICATION, VALIDATE, WAYS, Missing, Way
from xpkgtui.golang.printing import quoted
from xpkgtui.limits import LARGEST_STREAM, LIMITS, LimitExceeded, Limits
from xpkgtui.oci.descriptor import DEFAULT
from xpkgtui.oci.image import Image, Layer
from xpkgtui.oci.manifest import Index
from xpkgtui.readers.reader import (
    REPOSITORY,
    EntryChoice,
    HashingSink,
    LayerUnavailable,
    MakeSink,
    OpenLayer,
    Reader,
    Reading,
    Readings,
    ReadStage,
    Sign,
    Step,
)
from xpkgtui.visible import line

_MOST_LAYERS = 256
_NIL = "runtime error: invalid memory address or nil pointer dereference"
_LOOKS = "Looks for a layer annotated base"
_CHECKS = "Checks what it is about to read"


def read(way: Way, extraction: Extraction, validation: Validation) -> tuple[Reading, ByteSink | None]:
    """The reading of one way, and the file with its bytes."""
    reading = _Reading(way, extraction, validation)
    return reading.run(), reading.sink


class _Reading:
    def __init__(self, way: Way, extraction: Extraction, validation: Validation) -> None:
        self._way = way
        self._extraction = extraction
        self._validation = validation
        self._report = ReadingReport(way.name, any_folder=way.any_folder)
        self.sink: ByteSink | None = None

    def run(self) -> Reading:
        count, bases = len(self._extraction.image.layers), self._bases()
        if self._way.validates and count > _MOST_LAYERS:
            message = f"package has {count} layers, but only {_MOST_LAYERS} are allowed"
            self._report.stop(ReadStage.SELECT, message, "Counts the layers", f"{count}, of at most {_MOST_LAYERS}")
        elif bases:
            self._annotated(bases)
        else:
            self._flattened()
        return self._report.finish()

    def _bases(self) -> list[Layer]:
        if not self._way.annotations:
            return []
        layers = self._extraction.image.layers
        return [layer for layer in layers if layer.mark.is_base and not (self._way.as_it_lies and layer.mark.derived)]

    def _annotated(self, bases: list[Layer]) -> None:
        report, layer = self._report, bases[0].index
        report.annotated(layer)
        numbers = ", ".join(str(each.index) for each in bases)
        if len(bases) == 1:
            report.step(_LOOKS, f"layer {layer} has {ANNOTATION}: {BASE}; other layers are not read")
        elif self._way.first_base_wins:
            report.step(_LOOKS, f"layers {numbers} are annotated: reads the first", Sign.WARNING)
        if self._way.validates and not self._is_valid(layer):
            return None
        taken = self._extraction.in_layer(layer, self._way)
        report.opened(*taken.opened, wrong=self._extraction.wrong)
        if taken.stage is ReadStage.SELECT:
            title = "Decompresses the layer"
            message = f"{self._way.uncompressing}: {taken.upstream}"
            return report.stop(ReadStage.SELECT, message, title, taken.message)
        if len(bases) > 1 and not self._way.first_base_wins:
            message = "package is invalid due to multiple annotated base layers"
            return report.stop(ReadStage.SELECT, message, _LOOKS, f"layers {numbers} are annotated; only one may be")
        if report.not_here(taken):
            return None
        report.inflated(taken)
        return self._take(taken, f"layer {layer} has no package.yaml", "Looks for package.yaml")

    def _flattened(self) -> None:
        report = self._report
        if self._way.annotations:
            report.step(_LOOKS, "no layer is annotated: flattens all layers, the top one first")
        else:
            report.step("Flattens all layers", "the top one first, whatever the annotations")
        if self._way.validates and not self._is_valid(None):
            return None
        taken = self._extraction.flattened(self._way)
        report.opened(*taken.opened, wrong=self._extraction.wrong)
        if report.not_here(taken):
            return None
        if taken.ended_by:
            report.step("Flattens the layers", f"{line(taken.ended_by)}; reading silently stops there", Sign.BAD)
            return self._missing(taken, "no package.yaml before that entry")
        return self._take(taken, "no layer has package.yaml, or an upper layer hides it", "Flattens the layers")

    def _is_valid(self, layer: int | None) -> bool:
        """Checks one layer or the whole image; what is wrong is said."""
        report, what = self._report, "invalid package image" if layer is None else "invalid package layer"
        fault: str | None = None
        try:
            if layer is None:
                self._validation.image()
            else:
                self._validation.layer(layer)
        except Invalid as problem:
            fault = str(problem)
        except LayerUnavailable as problem:
            report.opened(self._validation.at)
            report.unavailable(self._validation.at, problem)
            return False
        except LimitExceeded as problem:
            report.opened(self._validation.at)
            report.beyond_limits(self._validation.at, problem)
            return False
        read = range(len(self._extraction.image.layers)) if layer is None else (layer,)
        report.opened(*read, wrong=self._extraction.wrong)
        if fault is not None:
            report.stop(ReadStage.SELECT, f"{what}: {fault}", _CHECKS, fault)
            return False
        report.step(_CHECKS, "gzip, digest, diff_id, and no name twice")
        return True

    def _take(self, taken: Extracted, nothing: str, title: str) -> None:
        report = self._report
        if taken.stage is ReadStage.EXTRACT:
            if taken.upstream == END and not taken.message:
                return self._missing(taken, nothing)
            return report.stop(ReadStage.EXTRACT, self._message(taken), title, taken.message)
        report.found(taken)
        if taken.stage is ReadStage.READ:
            message = ": ".join(part for part in (self._way.copying, taken.upstream) if part)
            return report.stop(ReadStage.READ, message, report.reading_step, taken.message)
        self.sink = taken.sink
        return report.bytes_taken(taken)

    def _missing(self, taken: Extracted, evidence: str) -> None:
        self._report.missing(self._message(taken), evidence)

    def _message(self, taken: Extracted) -> str:
        """What the program says where it does not come to a package.yaml."""
        match self._way.missing:
            case Missing.TARFS:
                is_end = taken.upstream == END
                return f"{Missing.TARFS}: no such file or directory" if is_end else f"panic: {_NIL}"
            case Missing.OPENING:
                return f"{Missing.OPENING}: {taken.upstream}"
            case Missing.COUNTING:
                annotated = str(self._report.reading.annotated).lower()
                files = f"after checking {taken.seen} files in the archive (annotated layer: {annotated})"
                return f"{Missing.COUNTING} {files}: {taken.upstream}"
            case Missing.PLAIN:
                is_end = taken.upstream == END
                return str(Missing.PLAIN) if is_end else f"cannot read package contents: {taken.upstream}"


class SingleReader:
    """One reader by itself."""

    def __init__(self, name: str, limits: Limits, most: int, stop: Callable[[], bool]) -> None:
        self.name = name
        self._most = most
        self._limits = limits
        self._stop = stop
        self.change_sets: Mapping[int, ChangeSet] = {}

    def read(self, image: Image, open_layer: OpenLayer, sink: ByteSink) -> Reading:
        """Writes the bytes it takes to `sink`; nothing is raised for a bad package."""
        ways = (WAYS[self.name],) if self.name in WAYS else ()
        extraction = Extraction(
            image, open_layer, lambda: sink, ways, limits=self._limits, most=self._most, stop=self._stop
        )
        extraction.hashing = sink if isinstance(sink, HashingSink) else None
        self.change_sets = extraction.passed
        return _read(self.name, extraction, Validation(extraction), lambda: sink)[0]


matrix = READERS
names = tuple(DECIDING_FIRST)


def reader(
    name: str, stop: Callable[[], bool] = never, limits: Limits = LIMITS, most: int = LARGEST_STREAM
) -> Reader:
    """One reader by itself; the package manager reads `most` bytes of package.yaml."""
    return SingleReader(name, limits, most, stop)


def read_all(
    image: Image,
    open_layer: OpenLayer,
    make_sink: MakeSink,
    stop: Callable[[], bool] = never,
    limits: Limits = LIMITS,
    repository: str = "",
    most: int = LARGEST_STREAM,
) -> Readings:
    """What every reader makes of an image, each layer opened no more often than needed.

    Messages call registry and repository `repository`.

    Raises `Cancelled` and what sinks and sources raise, nothing for a bad package.
    """
    extraction = Extraction(
        image, open_layer, make_sink, WAYS.values(), limits=limits, most=most, stop=stop, repository=repository
    )
    validation = Validation(extraction)
    readings: list[Reading] = []
    sinks: dict[str, ByteSink] = {}
    same: dict[str | None, ByteSink] = {}
    for row in matrix:
        reading, sink = _read(row.name, extraction, validation, make_sink)
        readings.append(reading)
        if sink is not None:
            sinks[row.name] = same.setdefault(reading.sha256, sink) if reading.sha256 else sink
    return Readings(readings=tuple(readings), sinks=sinks)


def _read(
    name: str, extraction: Extraction, validation: Validation, make_sink: MakeSink
) -> tuple[Reading, ByteSink | None]:
    if name == SPECIFICATION:
        from xpkgtui.formats.xpkg.reader import specification

        return specification.read(extraction, make_sink)
    if name == VALIDATE:
        from xpkgtui.formats.xpkg.reader import validate

        return validate.read(extraction, make_sink)
    return read(WAYS[name], extraction, validation)


_REFERENCE = f"{REPOSITORY}:latest"
_CHOOSES = "Chooses a platform"


def choose(reader: str, index: Index, reference: str = "", asked: str = "") -> EntryChoice:
    """The entry that a reader takes; `reference` is the name of the index in messages, `asked` that of the image."""
    if reader == SPECIFICATION and len(index.manifests) == 1:
        entry = index.manifests[0]
        evidence = f"the only entry, {entry.platform or 'without a platform'}: {entry.digest.short}"
        return EntryChoice(entry=0, steps=(Step(title=_CHOOSES, evidence=evidence),))
    found = index.first_match(DEFAULT)
    if found is None:
        message = f"no child with platform {DEFAULT} in index {reference or _REFERENCE}"
        step = Step(title=_CHOOSES, evidence=f"no entry is for {DEFAULT}", sign=Sign.BAD)
        words: str | None = message
        if reader == SPECIFICATION:
            words = None
        elif reader == VALIDATE:
            words = f"cannot get config: reading image {quoted((asked or reference) or _REFERENCE)}: {message}"
        return EntryChoice(stage=ReadStage.FETCH, message=words, steps=(step,))
    entry = index.manifests[found]
    why = "its default" if entry.platform is not None else "an entry without a platform counts as it"
    sign = Sign.OK if entry.platform is not None else Sign.WARNING
    evidence = f"{DEFAULT}, {why}: {entry.digest.short}"
    return EntryChoice(entry=found, steps=(Step(title=_CHOOSES, evidence=evidence, sign=sign),))
