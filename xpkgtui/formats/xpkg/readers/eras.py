"""The programs that read by annotation: the eras of the package manager, and `xpkg extract`, as a table."""

from enum import StrEnum

from xpkgtui.readers.flattening import Quirks
from xpkgtui.values import dataclass

SPECIFICATION, VALIDATE = "spec", "validate"
"""The readers beside them, each of which has a module of its own."""
_UP_TO_2_3 = Quirks(
    honours_opaque=False, stops_at_unsafe=False, drops_escaping_links=False, late_whiteouts=False, drains=False
)
"""go-containerregistry 0.19.2 to 0.20.7."""
_2_4 = Quirks(honours_opaque=True, stops_at_unsafe=True, drops_escaping_links=True)
"""go-containerregistry 0.21.8."""
_CLI_2_5 = Quirks(honours_opaque=True, stops_at_unsafe=True, drops_escaping_links=True, takes_root=True)
"""go-containerregistry 0.21.9."""


_DESCRIBING, _UNCOMPRESSING = "cannot get image manifest", "cannot uncompress layer"


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
    describing: str = "failed to get package image manifest from remote"
    """The beginning of what it says where the manifest cannot be decoded."""
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
        describing=_DESCRIBING,
        uncompressing=_UNCOMPRESSING,
    ),
    Way(
        name="manager-2.4",
        first_base_wins=True,
        any_folder=True,
        missing=Missing.PLAIN,
        describing=_DESCRIBING,
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
