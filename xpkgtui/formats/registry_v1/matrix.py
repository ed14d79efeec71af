"""The tools that read bundles: what each takes of one, and what it does with it, in the order in which it does."""

from xpkgtui.formats.registry_v1.summary import ARCHIVED, OLMV1, OPM, READERS, RUKPAK, SDK, SUMMARY
from xpkgtui.readers.known_reader import KnownReader, Phase

_FIRST, _ALL = "one object per file", "every object"
_FOLDERS = ("OLM001", "OLM002")
_ANNOTATIONS = tuple(f"OLM0{number:02}" for number in range(3, 12))
_FILES = tuple(f"OLM0{number}" for number in (*range(12, 20), 60))
_VERSION = ("OLM03", "OLM04", "OLM053", "OLM073")


def _validated(definitions: str) -> tuple[Phase, ...]:
    """What opm and operator-sdk share: the same library checks what is in the files."""
    return (
        Phase(title="Looks for both folders", passed="they are there", rules=_FOLDERS),
        Phase(
            title="Reads the annotations",
            passed="media type, folders, package and channels are given",
            rules=_ANNOTATIONS,
        ),
        Phase(title="Reads the dependencies", passed="none is malformed", rules=("OLM02",)),
        Phase(title="Parses manifests/", passed="every file has an object of an allowed kind", rules=_FILES),
        Phase(
            title="Checks the ClusterServiceVersion",
            passed="names, required fields, install modes, versions and examples are valid",
            rules=_VERSION,
        ),
        Phase(title="Compares the definitions", passed=definitions, rules=("OLM05",)),
        Phase(title="Checks the other objects", passed="their metadata is valid", rules=("OLM06",)),
    )


_PHASES = {
    OPM: _validated("every owned API is defined"),
    SDK: _validated("every owned API is defined, and no other"),
    OLMV1: (
        Phase(
            title="Resolves it in a catalog", passed="it requires no package, API or constraint", rules=("OLM025",)
        ),
        Phase(
            title="Reads metadata/annotations.yaml",
            passed="the package has a name",
            rules=("OLM002", *_ANNOTATIONS),
        ),
        Phase(title="Parses manifests/", passed="every document is an object", rules=("OLM001", *_FILES[:-1])),
        Phase(title="Looks for a ClusterServiceVersion", passed="there is one", rules=("OLM03", "OLM04")),
        Phase(
            title="Checks that it can be installed",
            passed="kinds, definitions, deployments and webhooks are valid",
            rules=("OLM05", "OLM06", "OLM07"),
        ),
    ),
    RUKPAK: (
        Phase(title="Reads its folders", passed="annotations are there", rules=(*_FOLDERS, *_ANNOTATIONS)),
        Phase(title="Parses manifests/", passed="every document is an object", rules=_FILES),
        Phase(
            title="Looks for a ClusterServiceVersion",
            passed="there is one",
            rules=("OLM030", "OLM035"),
        ),
        Phase(
            title="Turns it into plain objects",
            passed="for all namespaces; it has neither webhooks nor API services",
            rules=("OLM034", "OLM04", "OLM07"),
        ),
    ),
}
_TAKES = {OPM: _FIRST, SDK: _FIRST, OLMV1: _ALL, RUKPAK: _ALL}
MATRIX = tuple(
    KnownReader(
        name=name,
        title=SUMMARY.wording.programs[name],
        is_past=profile in ARCHIVED,
        takes=_TAKES[profile],
        phases=_PHASES[profile],
    )
    for name, profile in READERS.items()
)
