"""The passes that each tool makes over a bundle, one after the other: the order of what it says, and steps of Why."""

from collections.abc import Mapping
from enum import IntEnum, auto
from typing import Any

from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK
from xpkgtui.rules.finding import Finding


class OpmTurn(IntEnum):
    """The passes of `opm alpha bundle validate`."""

    FOLDERS = 0
    ANNOTATIONS = auto()
    VALUES = auto()
    """The values of the annotations are checked."""
    DEPENDENCIES = auto()
    CRASH = auto()
    """It looks for the ClusterServiceVersion."""
    MANIFESTS = auto()
    """File by file: its kind, then what it says."""
    DECODED = auto()
    """It decodes the definitions once more."""
    BUNDLE = auto()


class SdkTurn(IntEnum):
    """The passes of `operator-sdk bundle validate`."""

    METADATA = 0
    FILES = auto()
    VERSION = auto()
    """It looks for the ClusterServiceVersion."""
    LOADING = auto()
    """What ends the loading at once."""
    LOADED = auto()
    """What is collected meanwhile."""
    CHECKED = auto()
    ANNOTATIONS = auto()
    DEPENDENCIES = auto()
    BUNDLE = auto()
    SERVICE = auto()
    OBJECTS = auto()
    DEFINITIONS = auto()
    OPTIONAL = auto()


class OlmV0Turn(IntEnum):
    """The passes of OLM v0, from the image to what runs."""

    UNPACKED = 0
    """Files become a ConfigMap."""
    DECODED = auto()
    CREATED = auto()
    """The API server takes the ClusterServiceVersion, then the other objects, then accounts and roles."""
    GROUP = auto()
    """The OperatorGroup suits its install modes."""
    REQUIRED = auto()
    """Its requirements are met."""
    INSTALLED = auto()
    """Deployments, then webhooks."""


class CreationStep(IntEnum):
    """What the API server asks of an object that OLM v0 creates, before it looks at what it says (0)."""

    SERVED = -1
    """The API server has the kind of the object."""


class OlmV1Turn(IntEnum):
    """The passes of OLM v1."""

    RESOLVER = 0
    ANNOTATIONS = auto()
    MANIFESTS = auto()
    VERSION = auto()
    PROPERTIES = auto()
    PROPERTIES_FILE = auto()
    API_SERVICES = auto()
    """What it refuses before it makes objects of the bundle: this, then the install modes."""
    INSTALL_MODES = auto()
    INSTALLED = auto()
    APPLIED = auto()
    """The API server takes what is made of the bundle."""


class RukPakTurn(IntEnum):
    """The passes of RukPak's registry provisioner."""

    ANNOTATIONS = 0
    MANIFESTS = auto()
    CONVERTED = auto()
    INSTALL_MODES = auto()
    """What it refuses at the end: this, then API services and webhooks."""
    API_SERVICES = auto()
    WEBHOOKS = auto()
    APPLIED = auto()


class FileStep(IntEnum):
    """What opm does with each file of manifests/, and OLM v1 and RukPak as far as they do."""

    FOLDER = 0
    OBJECT = auto()
    METADATA = auto()
    """OLM v1 decodes it before all other fields."""
    KIND = auto()
    FIELDS_BEFORE = 10
    """Go converts fields in its own order; these come before spec.version."""
    VERSION = auto()
    FIELDS_BEHIND = auto()
    SERVICE = 20
    """The first check of a ClusterServiceVersion."""
    OTHER = 119


class LoadingStep(IntEnum):
    """What ends the loading of operator-sdk at a file."""

    ANOTHER_VERSION = 0
    VERSION = auto()
    TYPES = auto()


class BundleStep(IntEnum):
    """The order in which operator-sdk compares the objects of a bundle."""

    DUPLICATES = 0
    OWNED = auto()
    NOT_OWNED = auto()
    ACCOUNTS = auto()
    SIZE = auto()


class ServiceStep(IntEnum):
    """The checks of a ClusterServiceVersion in operator-framework/api."""

    NAMES = 0
    EXAMPLES = auto()
    OWNED_NAMES = auto()
    OWNED_EXAMPLES = auto()
    INSTALL_MODES = auto()
    CONVERSION = auto()
    KUBERNETES = auto()
    FIELDS = auto()
    ANNOTATIONS = auto()
    API_VERSION = 99


class OptionalStep(IntEnum):
    """The validators of OperatorHub in operator-sdk."""

    PROVIDER = 0
    MAINTAINERS = auto()
    LINKS = auto()
    VERSION = auto()
    ICON = auto()
    REMOVED_APIS = auto()
    LEVEL = auto()
    CATEGORIES = auto()
    RESOURCES = auto()


class InstallStep(IntEnum):
    """The validators of OLM v1; several of them sort what they refuse by name."""

    DUPLICATE_DEPLOYMENTS = 0
    DEPLOYMENT_NAMES = auto()
    DUPLICATE_DEFINITIONS = auto()
    OWNED_DEFINITIONS = auto()
    PACKAGE = auto()
    CONVERSION_MODES = auto()
    SERVED_WEBHOOKS = auto()
    DUPLICATE_WEBHOOKS = auto()
    WEBHOOK_NAMES = auto()
    DUPLICATE_CONVERSIONS = auto()
    OWNED_CONVERSIONS = auto()
    WEBHOOK_RULES = auto()
    KINDS = auto()


BY_FILE: Mapping[str, frozenset[int]] = {
    OPM: frozenset({OpmTurn.MANIFESTS}),
    **dict.fromkeys((SDK, HUB), frozenset({SdkTurn.LOADING, SdkTurn.LOADED, SdkTurn.OBJECTS})),
    OLMV0: frozenset({OlmV0Turn.CREATED}),
    OLMV1: frozenset({OlmV1Turn.MANIFESTS}),
    RUKPAK: frozenset({RukPakTurn.MANIFESTS, RukPakTurn.CONVERTED}),
}
"""The passes of each tool in which it takes all steps for one file, then for the next."""
_STEPS: Mapping[tuple[str, type[IntEnum]], int] = {
    (OPM, FileStep): OpmTurn.MANIFESTS,
    (SDK, FileStep): SdkTurn.LOADED,
    (SDK, LoadingStep): SdkTurn.LOADING,
    (SDK, BundleStep): SdkTurn.BUNDLE,
    (SDK, ServiceStep): SdkTurn.SERVICE,
    (SDK, OptionalStep): SdkTurn.OPTIONAL,
    (OLMV0, CreationStep): OlmV0Turn.CREATED,
    (OLMV1, FileStep): OlmV1Turn.MANIFESTS,
    (OLMV1, InstallStep): OlmV1Turn.INSTALLED,
    (RUKPAK, FileStep): RukPakTurn.CONVERTED,
}
"""The pass of each tool that a step belongs to."""


def met(
    *,
    opm: OpmTurn | FileStep | None = None,
    v0: OlmV0Turn | CreationStep | None = None,
    sdk: SdkTurn | FileStep | LoadingStep | BundleStep | OptionalStep | None = None,
    api: ServiceStep | None = None,
    olmv1: OlmV1Turn | FileStep | InstallStep | None = None,
    rukpak: RukPakTurn | FileStep | None = None,
) -> Mapping[str, tuple[int, int]]:
    """Returns the pass, and the step in it, in which each tool meets a problem; OperatorHub asks operator-sdk.

    `api` is a check of the library that opm and operator-sdk share.
    """
    given = {OPM: opm, OLMV0: v0, SDK: api if sdk is None else sdk, OLMV1: olmv1, RUKPAK: rukpak}
    found = {tool: _turn_and_step(tool, at) for tool, at in given.items() if at is not None}
    if api is not None:
        found[OPM] = (OpmTurn.MANIFESTS, FileStep.SERVICE + api)
    return {**found, HUB: found[SDK]} if SDK in found else found


def applied(v0: OlmV0Turn | CreationStep, **others: Any) -> Mapping[str, tuple[int, int]]:
    """Returns where the API server meets a problem of an object: OLM v1 and RukPak apply all objects last."""
    return met(v0=v0, olmv1=OlmV1Turn.APPLIED, rukpak=RukPakTurn.APPLIED, **others)


def _turn_and_step(tool: str, at: IntEnum) -> tuple[int, int]:
    turn = _STEPS.get((tool, type(at)))
    return (int(at), 0) if turn is None else (turn, int(at))


def order(profile: str, one: Finding) -> tuple[object, ...] | None:
    """Returns what sorts the findings of a profile as its tool meets them; None if the profile has no tool."""
    by_file = BY_FILE.get(profile)
    if by_file is None:
        return None
    place, (turn, step) = one.place, one.met
    where = (place.file or place.path or "", place.document or 0) if turn in by_file else ("", 0)
    return turn, *where, step, one.walked, place.document or 0, place.line or 0, one.rule
