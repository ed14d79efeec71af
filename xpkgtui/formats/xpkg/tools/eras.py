"""The programs that read packages, as tables: eras of the package manager, `xpkg extract`, and the rows of `why`."""

from collections.abc import Mapping
from enum import StrEnum

from xpkgtui.formats.xpkg.summary import WORDING, Profile
from xpkgtui.readers.flattening import Quirks
from xpkgtui.readers.known_reader import KnownReader
from xpkgtui.values import dataclass

SPECIFICATION, VALIDATE = "spec", "validate"
"""The readers beside them, each of which has a module of its own."""
_UP_TO_2_3 = Quirks(
    honors_opaque=False, stops_at_unsafe=False, drops_escaping_links=False, late_whiteouts=False, drains=False
)
"""go-containerregistry 0.19.2 to 0.20.7."""
_2_4 = Quirks(honors_opaque=True, stops_at_unsafe=True, drops_escaping_links=True)
"""go-containerregistry 0.21.8."""
_CLI_2_5 = Quirks(honors_opaque=True, stops_at_unsafe=True, drops_escaping_links=True, takes_root=True)
"""go-containerregistry 0.21.9."""


_UNCOMPRESSING = "cannot uncompress layer"


class Missing(StrEnum):
    """The beginning of what a program says where it finds no package.yaml."""

    TARFS = "failed to open package stream file: open package.yaml"
    OPENING = "failed to open package stream file"
    COUNTING = 'couldn\'t find "package.yaml" file'
    PLAIN = "package.yaml not found in package"


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """How a program reads, or a span of versions of it."""

    name: str
    """As JSON spells the reader."""
    annotations: bool = True
    """Whether it looks for an annotated layer; else it always flattens."""
    first_base_wins: bool = False
    """Else a second annotated layer is refused."""
    any_folder: bool = False
    """Whether `package.yaml` may lie in any folder; else the entry's name must be exactly that."""
    validates: bool = False
    """Whether it checks what it is about to read, and counts the layers."""
    whole: bool = False
    """Whether it reads package.yaml to its end; else it stops at 200 MiB."""
    exact: bool = False
    """Whether it copies as many bytes as the entry claims, and fails with less."""
    as_it_lies: bool = False
    """Whether it reads an archive without the annotations that a push derives from labels."""
    missing: Missing = Missing.OPENING
    uncompressing: str = "failed to get uncompressed contents from layer"
    """The beginning of what it says where an annotated layer cannot be read at all."""
    quirks: Quirks = _UP_TO_2_3
    checks_length: bool = False
    """Whether its library compares the length that a registry announces with the descriptor's size."""
    copying: str = ""
    """The beginning of what it says where package.yaml cannot be read to its end."""


ERAS = (
    Way(name="manager-1.0", annotations=False, whole=True, missing=Missing.TARFS),
    Way(name="manager-1.7", whole=True),
    Way(name="manager-1.13", validates=True, missing=Missing.COUNTING),
    Way(name="manager-2.0", validates=True, any_folder=True, missing=Missing.COUNTING),
    Way(
        name="manager-2.2",
        first_base_wins=True,
        any_folder=True,
        missing=Missing.PLAIN,
        uncompressing=_UNCOMPRESSING,
    ),
    Way(
        name="manager-2.4",
        first_base_wins=True,
        any_folder=True,
        missing=Missing.PLAIN,
        uncompressing=_UNCOMPRESSING,
        quirks=_2_4,
        checks_length=True,
    ),
)
"""The eras of the package manager, the oldest first; which versions they span, the format's wording knows."""
DECIDING = ERAS[-1]
"""The era whose verdict comes first: crossplane-runtime 2.4.0 `ExtractPackageYAML`."""
EXTRACT = Way(
    name="extract",
    whole=True,
    exact=True,
    as_it_lies=True,
    quirks=_CLI_2_5,
    checks_length=True,
    copying="failed to extract package contents",
)
"""`crossplane xpkg extract` 2.5."""
WAYS = {way.name: way for way in (*ERAS, EXTRACT)}

_ANY_FOLDER, _ROOT = "any folder", "root only"
_ANNOTATED, _ALL = "annotated, else all", "always all"
_PAST = frozenset({"manager-1.0", "manager-1.7"})
"""Eras of which no version is supported: they know neither Functions nor newer fields."""


def _row(way: Way) -> KnownReader:
    spans = {era.reader: (era.first, era.last) for era in WORDING.eras}
    return KnownReader(
        name=way.name,
        title=WORDING.readers((way.name,)),
        versions=" - ".join(dict.fromkeys(spans[way.name])) if way.name in spans else "2.5",
        layers=_ANNOTATED if way.annotations else _ALL,
        folder=_ANY_FOLDER if way.any_folder else _ROOT,
        is_past=way.name in _PAST,
        only_extracts=way is EXTRACT,
        reads_streams=way is not EXTRACT,
    )


BUILD = KnownReader(
    name=str(Profile.BUILD),
    title=WORDING.judges[str(Profile.BUILD)],
    versions="2.5",
    is_build=True,
    takes="the files of the folder",
)
"""The row above all others where the package is still a folder of sources."""
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

DECIDING_FIRST: Mapping[str, KnownReader] = {
    row.name: row for row in sorted(READERS, key=lambda row: row.name != DECIDING.name)
}
