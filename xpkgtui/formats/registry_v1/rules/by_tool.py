"""What a rule says for each tool: its severities, and the words that the tools print."""

from collections.abc import Mapping

from xpkgtui.formats.registry_v1.summary import PROFILES
from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK, SPEC


def by(
    *,
    opm: str = "",
    v0: str | None = None,
    sdk: str = "",
    olmv1: str = "",
    rukpak: str = "",
    spec: str = "",
    hub: str | None = None,
) -> Mapping[str, str]:
    """Returns the severities by profile: those that are not named have none, OperatorHub has operator-sdk's.

    OLM v0 takes what it is not named to refuse: of it opm's errors are warnings.
    """
    mild = "".join(dict.fromkeys(opm.replace("E", "W"))) if v0 is None else v0
    return {
        OPM: opm,
        OLMV0: mild,
        SDK: sdk,
        OLMV1: olmv1,
        RUKPAK: rukpak,
        SPEC: spec,
        HUB: sdk if hub is None else hub,
    }


def by_cluster(v1: str = "W", rukpak: str = "") -> Mapping[str, str]:
    """Returns the severities of what OLM v0 or the API server refuses.

    Those of OLM v1, and of RukPak where these are others: both apply what they made of a bundle to the same server.
    """
    return {**everywhere("W"), OLMV0: "E", OLMV1: v1, RUKPAK: rukpak or v1}


def everywhere(letters: str) -> Mapping[str, str]:
    """Returns the same severities for every profile."""
    return dict.fromkeys(PROFILES, letters)


def said_by(
    *,
    opm: str | None = None,
    v0: str | None = None,
    sdk: str | None = None,
    olmv1: str | None = None,
    rukpak: str | None = None,
    spec: str | None = None,
) -> Mapping[str, str]:
    """Returns the words of each tool that prints something; OperatorHub has those of operator-sdk."""
    given = {OPM: opm, OLMV0: v0, SDK: sdk, HUB: sdk, OLMV1: olmv1, RUKPAK: rukpak, SPEC: spec}
    return {tool: words for tool, words in given.items() if words is not None}


def warned(words: str) -> Mapping[str, str]:
    """Returns a warning of operator-sdk, the only tool that prints warnings."""
    return said_by(sdk=f"Warning: {words}")


def unloaded(file: str, *, olmv1: str, rukpak: str) -> Mapping[str, str]:
    """Returns what OLM v1 and RukPak say of a file that they cannot load; the specification has no other words."""
    words = f'error parsing objects in "{file}": {olmv1}'
    return said_by(olmv1=words, spec=words, rukpak=rukpak)


def unsound(name: str, words: str) -> str:
    """Returns an error of operator-framework/api about the ClusterServiceVersion of this name."""
    return f"Error: Value : ({name}) {words}"
