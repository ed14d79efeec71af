"""The programs that read catalogs with their steps, and the passes of opm over the documents."""

from xpkgtui.readers.known_reader import KnownReader, Phase

OPM = "opm"
OLM_V1 = "olmv1"
SPEC = "spec"
TITLES = {OPM: "opm 1.73", OLM_V1: "OLM v1", SPEC: "The catalog specification"}
"""The programs by the names that people read."""
LOADED, PACKAGES, CHANNELS, BUNDLES, ENTRIES, DEPRECATED, MODEL = range(7)
"""The passes of opm in their order; only the last one reports all its errors."""
_PARSES = Phase(title="Parses every file", passed="each document has a schema", turns=(LOADED,))
_OF_OPM = (
    _PARSES,
    Phase(
        title="Sorts them by package",
        passed="each entry of a channel has its bundle",
        turns=(PACKAGES, CHANNELS, BUNDLES, ENTRIES, DEPRECATED),
    ),
    Phase(title="Checks the channels", passed="each has one head, from which every entry is reached", turns=(MODEL,)),
)
_OF_OLM_V1 = (
    _PARSES,
    Phase(title="Serves the documents", passed="as they are; it does not check channels", rules=("FBC",)),
)
_TAKES = "each file not ignored"
MATRIX = (
    KnownReader(name=OPM, title=TITLES[OPM], takes=_TAKES, phases=_OF_OPM),
    KnownReader(name=OLM_V1, title=TITLES[OLM_V1], takes=_TAKES, phases=_OF_OLM_V1),
)
SPECIFICATION = KnownReader(
    name=SPEC, title=TITLES[SPEC], is_document=True, reads_as=OPM, takes=_TAKES, phases=_OF_OPM
)
