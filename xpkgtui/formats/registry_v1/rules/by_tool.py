"""The severities of a rule by profile: those that are not named have none, OperatorHub has operator-sdk's."""

from collections.abc import Mapping

from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools.profiles import HUB, OLMV1, OPM, RUKPAK, SDK, SPEC


def by(
    *, opm: str = "", sdk: str = "", olmv1: str = "", rukpak: str = "", spec: str = "", hub: str | None = None
) -> Mapping[str, str]:
    """The letters by profile."""
    return {OPM: opm, SDK: sdk, OLMV1: olmv1, RUKPAK: rukpak, SPEC: spec, HUB: sdk if hub is None else hub}


def everywhere(letters: str) -> Mapping[str, str]:
    """The same letters under every profile."""
    return dict.fromkeys(PROFILES, letters)
