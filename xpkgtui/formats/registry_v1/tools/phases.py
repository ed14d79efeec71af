"""The steps of the tools that read bundles, in the order in which each makes them."""

from xpkgtui.formats.registry_v1.tools import HUB, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.registry_v1.tools.turns import OlmV1Turn, OpmTurn, RukPakTurn, SdkTurn
from xpkgtui.readers.known_reader import Phase
from xpkgtui.rules.finding import Stage

_FIRST, _ALL = "one object per file", "every object"
_OF_SDK = (
    Phase(title="Looks for the annotations", passed="they are there", turns=(SdkTurn.METADATA,)),
    Phase(
        title="Loads manifests/",
        passed="files hold objects; one is a ClusterServiceVersion",
        turns=(SdkTurn.FILES, SdkTurn.VERSION, SdkTurn.LOADING, SdkTurn.LOADED),
    ),
    Phase(
        title="Checks the annotations",
        passed="media type, folders, package and channels are given",
        turns=(SdkTurn.CHECKED, SdkTurn.ANNOTATIONS),
    ),
    Phase(title="Checks the dependencies", passed="none is malformed", turns=(SdkTurn.DEPENDENCIES,)),
    Phase(
        title="Compares the definitions",
        passed="every owned API is defined, and no other",
        turns=(SdkTurn.BUNDLE,),
    ),
    Phase(
        title="Checks the ClusterServiceVersion",
        passed="names, required fields, install modes and examples are valid",
        turns=(SdkTurn.SERVICE,),
    ),
    Phase(
        title="Checks the other objects",
        passed="kinds, metadata and definitions are valid",
        turns=(SdkTurn.OBJECTS, SdkTurn.DEFINITIONS),
    ),
)
_OPTIONAL = Phase(
    title="Asks optional validators",
    passed="it is presented well",
    turns=(SdkTurn.OPTIONAL,),
)
PHASES = {
    OPM: (
        Phase(title="Looks for both folders", passed="they are there", turns=(OpmTurn.FOLDERS,)),
        Phase(
            title="Reads the annotations",
            passed="media type, folders, package and channels are given",
            turns=(OpmTurn.ANNOTATIONS, OpmTurn.VALUES),
        ),
        Phase(title="Reads the dependencies", passed="none is malformed", turns=(OpmTurn.DEPENDENCIES,)),
        Phase(
            title="Checks manifests/ by file",
            passed="every object is of an allowed kind, and valid",
            turns=(OpmTurn.CRASH, OpmTurn.MANIFESTS),
        ),
        Phase(
            title="Compares the definitions",
            passed="every owned API is defined",
            turns=(OpmTurn.DECODED, OpmTurn.BUNDLE),
        ),
    ),
    SDK: _OF_SDK,
    HUB: (*_OF_SDK, _OPTIONAL),
    OLMV1: (
        Phase(
            title="Resolves it in a catalog",
            passed="it requires no package, API or constraint",
            turns=(OlmV1Turn.RESOLVER,),
        ),
        Phase(
            title="Reads metadata/annotations.yaml",
            passed="it is there",
            turns=(OlmV1Turn.ANNOTATIONS,),
        ),
        Phase(title="Parses manifests/", passed="every document is an object", turns=(OlmV1Turn.MANIFESTS,)),
        Phase(title="Looks for a ClusterServiceVersion", passed="there is one", turns=(OlmV1Turn.VERSION,)),
        Phase(
            title="Adds the properties",
            passed="they can be read",
            turns=(OlmV1Turn.PROPERTIES, OlmV1Turn.PROPERTIES_FILE),
        ),
        Phase(
            title="Asks what the operator supports",
            passed="it watches all namespaces; it has no API services",
            turns=(OlmV1Turn.API_SERVICES, OlmV1Turn.INSTALL_MODES),
        ),
        Phase(
            title="Checks that it can be installed",
            passed="kinds, definitions, deployments and webhooks are valid",
            turns=(OlmV1Turn.INSTALLED,),
        ),
    ),
    RUKPAK: (
        Phase(
            title="Reads metadata/annotations.yaml",
            passed="it is there",
            turns=(RukPakTurn.ANNOTATIONS,),
        ),
        Phase(title="Parses manifests/", passed="every document is an object", turns=(RukPakTurn.MANIFESTS,)),
        Phase(
            title="Reads the objects",
            passed="fields are of their types",
            turns=(RukPakTurn.CONVERTED,),
        ),
        Phase(
            title="Turns it into plain objects",
            passed="for all namespaces; it has neither webhooks nor API services",
            turns=(RukPakTurn.INSTALL_MODES, RukPakTurn.API_SERVICES, RukPakTurn.WEBHOOKS),
        ),
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
TAKES = {OPM: _FIRST, SDK: _FIRST, HUB: _FIRST, OLMV1: _ALL, RUKPAK: _ALL, SPEC: _ALL}
