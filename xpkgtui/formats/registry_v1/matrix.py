"""The tools that read bundles, each with its steps in their order: loaded when Why asks."""

from xpkgtui.formats.registry_v1.summary import ARCHIVED, OWN_READERS, READERS, WORDING
from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import OlmV0Turn, OlmV1Turn, OpmTurn, RukPakTurn, SdkTurn
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage

_FIRST, _ALL = "one object per file", "every object"


def _phase(title: str, passed: str, *turns: int) -> Phase:
    return Phase(title=title, passed=passed, turns=turns)


_OF_SDK = (
    _phase("Looks for the annotations", "they are there", SdkTurn.METADATA),
    _phase(
        "Loads manifests/",
        "files hold objects; one is a ClusterServiceVersion",
        SdkTurn.FILES,
        SdkTurn.VERSION,
        SdkTurn.LOADING,
        SdkTurn.LOADED,
    ),
    _phase(
        "Checks the annotations",
        "media type, folders, package and channels are given",
        SdkTurn.CHECKED,
        SdkTurn.ANNOTATIONS,
    ),
    _phase("Checks the dependencies", "none is malformed", SdkTurn.DEPENDENCIES),
    _phase("Compares the definitions", "every owned API is defined, and no other", SdkTurn.BUNDLE),
    _phase(
        "Checks the ClusterServiceVersion",
        "names, required fields, install modes and examples are valid",
        SdkTurn.SERVICE,
    ),
    _phase(
        "Checks the other objects", "kinds, metadata and definitions are valid", SdkTurn.OBJECTS, SdkTurn.DEFINITIONS
    ),
)
_OPTIONAL = _phase("Asks optional validators", "it is presented well", SdkTurn.OPTIONAL)
_APPLIES, _APPLIED = "Applies the objects", "the API server accepts definitions, deployments, roles and webhooks"
PHASES = {
    OPM: (
        _phase("Looks for both folders", "they are there", OpmTurn.FOLDERS),
        _phase(
            "Reads the annotations",
            "media type, folders, package and channels are given",
            OpmTurn.ANNOTATIONS,
            OpmTurn.VALUES,
        ),
        _phase("Reads the dependencies", "none is malformed", OpmTurn.DEPENDENCIES),
        _phase(
            "Checks manifests/ by file",
            "every object is of an allowed kind, and valid",
            OpmTurn.CRASH,
            OpmTurn.MANIFESTS,
        ),
        _phase("Compares the definitions", "every owned API is defined", OpmTurn.DECODED, OpmTurn.BUNDLE),
    ),
    OLMV0: (
        _phase("Unpacks the image into a ConfigMap", "its files are read, and fit in 1 MiB", OlmV0Turn.UNPACKED),
        _phase("Decodes the ClusterServiceVersion", "fields are of their types", OlmV0Turn.DECODED),
        _phase("Creates the objects", "the API server accepts each of them", OlmV0Turn.CREATED),
        _phase("Asks the OperatorGroup", "a kind of OperatorGroup suits the install modes", OlmV0Turn.GROUP),
        _phase("Looks for what is required", "definitions and deployments of its APIs are there", OlmV0Turn.REQUIRED),
        _phase("Installs the operator", "the API server accepts deployments and webhooks", OlmV0Turn.INSTALLED),
    ),
    SDK: _OF_SDK,
    HUB: (*_OF_SDK, _OPTIONAL),
    OLMV1: (
        _phase("Resolves it in a catalog", "it requires no package, API or constraint", OlmV1Turn.RESOLVER),
        _phase("Reads metadata/annotations.yaml", "it is there", OlmV1Turn.ANNOTATIONS),
        _phase("Parses manifests/", "every document is an object", OlmV1Turn.MANIFESTS),
        _phase("Looks for a ClusterServiceVersion", "there is one", OlmV1Turn.VERSION),
        _phase("Adds the properties", "they can be read", OlmV1Turn.PROPERTIES, OlmV1Turn.PROPERTIES_FILE),
        _phase(
            "Asks what the operator supports",
            "it watches all namespaces; it has no API services",
            OlmV1Turn.API_SERVICES,
            OlmV1Turn.INSTALL_MODES,
        ),
        _phase(
            "Checks that it can be installed",
            "kinds, definitions, deployments and webhooks are valid",
            OlmV1Turn.INSTALLED,
        ),
        _phase(_APPLIES, _APPLIED, OlmV1Turn.APPLIED),
    ),
    RUKPAK: (
        _phase("Reads metadata/annotations.yaml", "it is there", RukPakTurn.ANNOTATIONS),
        _phase("Parses manifests/", "every document is an object", RukPakTurn.MANIFESTS),
        _phase("Reads the objects", "fields are of their types", RukPakTurn.CONVERTED),
        _phase(
            "Turns it into plain objects",
            "for all namespaces; it has neither webhooks nor API services",
            RukPakTurn.INSTALL_MODES,
            RukPakTurn.API_SERVICES,
            RukPakTurn.WEBHOOKS,
        ),
        _phase(_APPLIES, _APPLIED, RukPakTurn.APPLIED),
    ),
    SPEC: (
        Phase(title="Asks for the folders", passed="manifests/ and metadata/ are complete", stages=(Stage.FILE,)),
        Phase(title="Asks for objects", passed="every document is one", stages=(Stage.PARSE,)),
        Phase(
            title="Asks for what objects say",
            passed="kinds, definitions and dependencies are as it says",
            stages=(Stage.LINT, Stage.INSTALL),
        ),
    ),
}
TAKES = {OPM: _FIRST, OLMV0: _FIRST, SDK: _FIRST, HUB: _FIRST, OLMV1: _ALL, RUKPAK: _ALL, SPEC: _ALL}


MATRIX = tuple(
    KnownReader(
        name=name,
        title=WORDING.programs[name],
        is_past=profile in ARCHIVED,
        takes=TAKES[profile],
        phases=PHASES[profile],
    )
    for name, profile in READERS.items()
)
"""The programs, the deciding one first."""
OWN = {
    name: KnownReader(
        name=name,
        title=WORDING.judges[name],
        is_document=name == SPEC,
        reads_as=reader,
        takes=TAKES[name],
        phases=PHASES[name],
    )
    for name, reader in OWN_READERS.items()
}
"""The rows of profiles that judge the files of one of them."""
