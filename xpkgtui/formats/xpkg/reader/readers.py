"""Reads an image as one program does, or as all of them do, and what each takes of an index."""

from collections.abc import Callable, Mapping

from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.compression.stored import ByteSink
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.xpkg.reader import package_manager
from xpkgtui.formats.xpkg.reader.takings import Takings
from xpkgtui.formats.xpkg.reader.validation import Validation
from xpkgtui.formats.xpkg.tools.eras import READERS, SPECIFICATION, VALIDATE, WAYS
from xpkgtui.golang.printing import quoted
from xpkgtui.limits import LARGEST_STREAM, LIMITS, Limits
from xpkgtui.oci.image import Image
from xpkgtui.oci.manifest import Index
from xpkgtui.oci.platform import DEFAULT
from xpkgtui.readers.reader import (
    REPOSITORY,
    EntryChoice,
    HashingSink,
    MakeSink,
    OpenLayer,
    Reader,
    Reading,
    Readings,
    ReadStage,
    Sign,
    Step,
)


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
        takings = Takings(
            image, open_layer, lambda: sink, ways, limits=self._limits, most=self._most, stop=self._stop
        )
        takings.hashing = sink if isinstance(sink, HashingSink) else None
        self.change_sets = takings.passed
        return _read(self.name, takings, Validation(takings), lambda: sink)[0]


def reader(
    name: str, *, stop: Callable[[], bool] = never, limits: Limits = LIMITS, most: int = LARGEST_STREAM
) -> Reader:
    """One reader by itself; the package manager reads `most` bytes of package.yaml."""
    return SingleReader(name, limits, most, stop)


def read_all(
    image: Image,
    open_layer: OpenLayer,
    make_sink: MakeSink,
    *,
    stop: Callable[[], bool] = never,
    limits: Limits = LIMITS,
    most: int = LARGEST_STREAM,
    repository: str = "",
) -> Readings:
    """What every reader makes of an image, each layer opened no more often than needed.

    Messages call registry and repository `repository`.

    Raises `Cancelled` and what sinks and sources raise, nothing for a bad package.
    """
    takings = Takings(
        image, open_layer, make_sink, WAYS.values(), limits=limits, most=most, stop=stop, repository=repository
    )
    validation = Validation(takings)
    readings: list[Reading] = []
    sinks: dict[str, ByteSink] = {}
    same: dict[str | None, ByteSink] = {}
    for row in READERS:
        reading, sink = _read(row.name, takings, validation, make_sink)
        readings.append(reading)
        if sink is not None:
            sinks[row.name] = same.setdefault(reading.sha256, sink) if reading.sha256 else sink
    return Readings(readings=tuple(readings), sinks=sinks)


def _read(
    name: str, takings: Takings, validation: Validation, make_sink: MakeSink
) -> tuple[Reading, ByteSink | None]:
    if name == SPECIFICATION:
        from xpkgtui.formats.xpkg.reader import specification

        return specification.read(takings, make_sink)
    if name == VALIDATE:
        from xpkgtui.formats.xpkg.reader import validate

        return validate.read(takings, make_sink)
    return package_manager.read(WAYS[name], takings, validation)


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
        return _refused(reader, asked or reference, message, step)
    entry = index.manifests[found]
    why = "its default" if entry.platform is not None else "an entry without a platform counts as it"
    sign = Sign.OK if entry.platform is not None else Sign.WARNING
    evidence = f"{DEFAULT}, {why}: {entry.digest.short}"
    return EntryChoice(entry=found, steps=(Step(title=_CHOOSES, evidence=evidence, sign=sign),))


def _refused(reader: str, asked: str, message: str, step: Step) -> EntryChoice:
    words: str | None = message
    if reader == SPECIFICATION:
        words = None
    elif reader == VALIDATE:
        words = f"cannot get config: reading image {quoted(asked or _REFERENCE)}: {message}"
    return EntryChoice(stage=ReadStage.FETCH, message=words, steps=(step,))
