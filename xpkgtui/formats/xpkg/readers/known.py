"""All readers of packages, in the order of the matrix, and what all of them make of one image."""

from collections.abc import Callable, Mapping

from xpkgtui.filesystem.changeset import ChangeSet
from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.xpkg.readers import package_manager
from xpkgtui.formats.xpkg.readers.eras import DECIDING, ERAS, EXTRACT, SPECIFICATION, VALIDATE, WAYS, Way
from xpkgtui.formats.xpkg.readers.takings import Takings
from xpkgtui.formats.xpkg.readers.validation import Validation
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.limits import LARGEST_STREAM, LIMITS, Limits
from xpkgtui.oci.image import Image
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.readers.matrix import MakeSink, Readings
from xpkgtui.readers.reader import ByteSink, HashingSink, OpenLayer, Reader, Reading

_ANY_FOLDER, _ROOT = "any folder", "root only"
_ANNOTATED, _ALL = "annotated, else all", "always all"
_PAST = frozenset({"manager-1.0", "manager-1.7"})
"""Eras of which no version is supported: they know neither Functions nor newer fields."""


def _row(way: Way) -> KnownReader:
    spans = {era.reader: (era.first, era.last) for era in WORDING.eras}
    versions = " - ".join(dict.fromkeys(spans[way.name])) if way.name in spans else "2.5"
    return KnownReader(
        name=way.name,
        title=WORDING.readers((way.name,)),
        versions=versions,
        layers=_ANNOTATED if way.annotations else _ALL,
        folder=_ANY_FOLDER if way.any_folder else _ROOT,
        is_past=way.name in _PAST,
        only_extracts=way is EXTRACT,
        reads_streams=way is not EXTRACT,
    )


READERS = (
    KnownReader(
        name=SPECIFICATION,
        title=WORDING.readers((SPECIFICATION,)),
        versions="1.9",
        layers=_ANNOTATED,
        folder=_ROOT,
        is_document=True,
    ),
    *map(_row, (*ERAS, EXTRACT)),
    KnownReader(
        name=VALIDATE,
        title=WORDING.readers((VALIDATE,)),
        versions="2.5",
        layers="labeled in config",
        folder="-",
        reads_streams=False,
    ),
)
"""The rows of the matrix."""


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
        from xpkgtui.formats.xpkg.readers import specification

        return specification.read(takings, make_sink)
    if name == VALIDATE:
        from xpkgtui.formats.xpkg.readers import validate

        return validate.read(takings, make_sink)
    return package_manager.read(WAYS[name], takings, validation)


DECIDING_FIRST: Mapping[str, KnownReader] = {
    row.name: row for row in sorted(READERS, key=lambda row: row.name != DECIDING.name)
}
