"""The names of the format: the programs that read bundles, and the consumers that judge them."""

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.rules.wording import Wording

OPM, SDK, OLMV1, RUKPAK, SPEC, HUB = "opm", "sdk", "olmv1", "rukpak", "spec", "hub"
PROFILES = (OPM, SDK, OLMV1, RUKPAK, SPEC, HUB)
ARCHIVED = frozenset({RUKPAK})
"""The profiles whose program is not developed any more."""
READERS = {"opm": OPM, "operator-sdk": SDK, "olm-v1": OLMV1, "rukpak": RUKPAK}
"""The profile of each program that reads bundles."""
WORDING = Wording(
    program="OLM",
    reader="opm 1.73",
    stream_file="manifests/",
    package="OLM bundle",
    judges={
        OPM: "opm 1.73",
        SDK: "operator-sdk 1.42",
        OLMV1: "OLM v1",
        RUKPAK: "RukPak 0.12 (archived)",
        SPEC: "The bundle format",
        HUB: "OperatorHub",
    },
    programs={
        "opm": "opm 1.73",
        "operator-sdk": "operator-sdk 1.42",
        "olm-v1": "OLM v1",
        "rukpak": "RukPak 0.12 (archived)",
    },
)
SUMMARY = FormatSummary(
    name="registry+v1",
    wording=WORDING,
    profiles=PROFILES,
    deciding="opm",
    judging={profile: reader for reader, profile in READERS.items()},
    rule_prefix="OLM",
    named_by_file=True,
)
