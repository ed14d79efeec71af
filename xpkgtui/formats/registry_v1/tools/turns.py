"""The passes that each tool makes over a bundle, one after the other: the order of what it says, and steps of Why."""

from enum import IntEnum


class OpmTurn(IntEnum):
    """The passes of `opm alpha bundle validate`."""

    FOLDERS = 0
    ANNOTATIONS = 1
    DEPENDENCIES = 2
    MANIFESTS = 3
    """File by file: its kind, then what it says."""
    BUNDLE = 4


class SdkTurn(IntEnum):
    """The passes of `operator-sdk bundle validate`."""

    METADATA = 0
    FILES = 1
    VERSION = 2
    """It looks for the ClusterServiceVersion."""
    LOADING = 3
    """What ends the loading at once."""
    LOADED = 4
    """What is collected meanwhile."""
    CHECKED = 5
    ANNOTATIONS = 6
    DEPENDENCIES = 7
    BUNDLE = 8
    SERVICE = 9
    OBJECTS = 10
    DEFINITIONS = 11
    OPTIONAL = 12


class OlmV1Turn(IntEnum):
    """The passes of OLM v1."""

    RESOLVER = 0
    ANNOTATIONS = 1
    MANIFESTS = 2
    VERSION = 3
    PROPERTIES = 4
    SUPPORTED = 5
    """What it refuses before it makes objects of the bundle."""
    INSTALLED = 6


class RukPakTurn(IntEnum):
    """The passes of RukPak's registry provisioner."""

    ANNOTATIONS = 0
    MANIFESTS = 1
    CONVERTED = 2
    INSTALLED = 3
