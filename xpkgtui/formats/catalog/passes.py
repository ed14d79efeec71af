"""The passes of opm over the documents of a catalog, and the steps of the tools that read one."""

from xpkgtui.readers.known_reader import Phase

LOADED, PACKAGES, CHANNELS, BUNDLES, ENTRIES, DEPRECATED, MODEL = range(7)
"""Only the last one names all its errors."""
_PARSES = Phase(title="Parses every file", passed="each document has a schema", turns=(LOADED,))
OF_OPM = (
    _PARSES,
    Phase(
        title="Sorts them by package",
        passed="each entry of a channel has its bundle",
        turns=(PACKAGES, CHANNELS, BUNDLES, ENTRIES, DEPRECATED),
    ),
    Phase(
        title="Checks the channels",
        passed="each has one head, from which every entry is reached",
        turns=(MODEL,),
    ),
)
OF_OLM_V1 = (
    _PARSES,
    Phase(title="Serves the documents", passed="as they are; it does not check channels", rules=("FBC",)),
)
TAKES = "each file not ignored"
