"""The passes that each tool makes over a bundle, one after the other: the order of what it says, and steps of Why."""

from collections.abc import Mapping
from enum import IntEnum

from xpkgtui.formats.registry_v1.tools.profiles import HUB, OLMV1, OPM, RUKPAK, SDK

AT_ONCE = -1
"""The step of a pass before it looks at any file."""


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


class FileStep(IntEnum):
    """What opm does with each file of manifests/, and OLM v1 and RukPak as far as they do."""

    FOLDER = 0
    OBJECT = 1
    METADATA = 2
    """OLM v1 decodes it before all other fields."""
    KIND = 3
    FIELDS_BEFORE = 10
    """Go converts fields in its own order; these come before spec.version."""
    VERSION = 11
    FIELDS_BEHIND = 12
    SERVICE = 20
    """The first check of a ClusterServiceVersion."""
    OTHER = 119


class LoadingStep(IntEnum):
    """What ends the loading of operator-sdk at a file."""

    ANOTHER_VERSION = 0
    VERSION = 1
    TYPES = 2


class BundleStep(IntEnum):
    """The order in which operator-sdk compares the objects of a bundle."""

    DUPLICATES = 0
    OWNED = 1
    NOT_OWNED = 2
    ACCOUNTS = 3
    SIZE = 4


class ServiceStep(IntEnum):
    """The checks of a ClusterServiceVersion in operator-framework/api."""

    NAMES = 0
    EXAMPLES = 1
    OWNED_NAMES = 2
    OWNED_EXAMPLES = 3
    INSTALL_MODES = 4
    CONVERSION = 5
    KUBERNETES = 6
    FIELDS = 7
    ANNOTATIONS = 8
    API_VERSION = 99


class OptionalStep(IntEnum):
    """The validators of OperatorHub in operator-sdk."""

    PROVIDER = 0
    MAINTAINERS = 1
    LINKS = 2
    VERSION = 3
    ICON = 4
    REMOVED_APIS = 5
    LEVEL = 6
    CATEGORIES = 7
    RESOURCES = 8


class InstallStep(IntEnum):
    """The validators of OLM v1; several of them sort what they refuse by name."""

    DUPLICATE_DEPLOYMENTS = 0
    DEPLOYMENT_NAMES = 1
    DUPLICATE_DEFINITIONS = 2
    OWNED_DEFINITIONS = 3
    PACKAGE = 4
    CONVERSION_MODES = 5
    SERVED_WEBHOOKS = 6
    DUPLICATE_WEBHOOKS = 7
    WEBHOOK_NAMES = 8
    DUPLICATE_CONVERSIONS = 9
    OWNED_CONVERSIONS = 10
    WEBHOOK_RULES = 11
    KINDS = 12


class RefusalStep(IntEnum):
    """What RukPak refuses at the end."""

    INSTALL_MODES = 0
    API_SERVICES = 1
    WEBHOOKS = 2


BY_FILE: Mapping[str, frozenset[int]] = {
    OPM: frozenset({OpmTurn.MANIFESTS}),
    **dict.fromkeys((SDK, HUB), frozenset({SdkTurn.LOADING, SdkTurn.LOADED, SdkTurn.OBJECTS})),
    OLMV1: frozenset({OlmV1Turn.MANIFESTS}),
    RUKPAK: frozenset({RukPakTurn.MANIFESTS, RukPakTurn.CONVERTED}),
}
"""The passes of each tool in which it takes all steps for one file, then for the next."""


def met(
    *,
    opm: tuple[OpmTurn, int] | OpmTurn | None = None,
    sdk: tuple[SdkTurn, int] | SdkTurn | None = None,
    olmv1: tuple[OlmV1Turn, int] | OlmV1Turn | None = None,
    rukpak: tuple[RukPakTurn, int] | RukPakTurn | None = None,
) -> Mapping[str, tuple[int, int]]:
    """Returns the pass, and the step in it, in which each tool meets a problem; OperatorHub asks operator-sdk."""
    given = {OPM: opm, SDK: sdk, HUB: sdk, OLMV1: olmv1, RUKPAK: rukpak}
    return {
        tool: (int(at), 0) if isinstance(at, int) else (int(at[0]), at[1])
        for tool, at in given.items()
        if at is not None
    }


def met_checking(
    step: ServiceStep, *, olmv1: tuple[OlmV1Turn, int] | OlmV1Turn | None = None
) -> Mapping[str, tuple[int, int]]:
    """Returns where opm and operator-sdk check a ClusterServiceVersion, by the same library."""
    return met(opm=(OpmTurn.MANIFESTS, FileStep.SERVICE + step), sdk=(SdkTurn.SERVICE, step), olmv1=olmv1)
