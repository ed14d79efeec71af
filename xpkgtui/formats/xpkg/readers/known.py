"""All readers of packages, in the order of the matrix, and what all of them make of one image."""

from collections.abc import Callable, Mapping

from xpkgtui.filesystem.tar.reader import never
from xpkgtui.formats.xpkg.readers import package_manager
from xpkgtui.formats.xpkg.readers.eras import DECIDING, ERAS, EXTRACT, WAYS, Way
from xpkgtui.formats.xpkg.readers.takings import Takings
from xpkgtui.formats.xpkg.readers.validation import Validation
from xpkgtui.formats.xpkg.summary import WORDING
from xpkgtui.limits import LARGEST_STREAM, LIMITS, Limits
from xpkgtui.oci.image import Image
from xpkgtui.readers.matrix import KnownReader, MakeSink, Readings
from xpkgtui.readers.reader import ByteSink, OpenLayer, Reader, Reading

SPEC, VALIDATE = "spec", "validate"
_ANY_FOLDER, _ROOT = "any folder", "root only"
_ANNOTATED, _ALL = "annotated, else all", "always all"


def _row(way: Way) -> KnownReader:
    spans = {era.reader: (era.first, era.last) for era in WORDING.eras}
    versions = " - ".join(dict.fromkeys(spans[way.name])) if way.name in spans else "2.5"
    return KnownReader(
        name=way.name,
        title=WORDING.readers((way.name,)),
        versions=versions,
        layers=_ANNOTATED if way.annotations else _ALL,
        folder=_ANY_FOLDER if way.any_folder else _ROOT,
    )


READERS = (
    KnownReader(
        name=SPEC,
        title=WORDING.readers((SPEC,)),
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
    ),
)
"""The rows of the matrix."""


def reader(name: str, *, stop: Callable[[], bool] = never, limits: Limits = LIMITS) -> Reader:
    """One reader by itself."""
    return package_manager.PackageManager(WAYS[name], limits=limits, stop=stop)


def read_all(
    image: Image,
    open_layer: OpenLayer,
    make_sink: MakeSink,
    *,
    stop: Callable[[], bool] = never,
    limits: Limits = LIMITS,
    most: int = LARGEST_STREAM,
) -> Readings:
    """What every reader makes of an image, each layer opened no more often than needed.

    Raises `Cancelled` and what sinks and sources raise, nothing for a bad package.
    """
    takings = Takings(image, open_layer, make_sink, WAYS.values(), limits=limits, most=most, stop=stop)
    validation = Validation(takings)
    readings: list[Reading] = []
    sinks: dict[str, ByteSink] = {}
    for row in READERS:
        if row.name in WAYS:
            reading, sink = package_manager.read(WAYS[row.name], takings, validation)
        else:
            continue
        readings.append(reading)
        if sink is not None:
            sinks[row.name] = sink
    return Readings(readings=tuple(readings), sinks=sinks)


DECIDING_FIRST: Mapping[str, KnownReader] = {
    row.name: row for row in sorted(READERS, key=lambda row: row.name != DECIDING.name)
}
