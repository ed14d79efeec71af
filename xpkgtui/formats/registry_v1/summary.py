"""The names of the format: the programs that read bundles, and the consumers that judge them."""

from xpkgtui.formats.registry_v1.tools import HUB, OLMV0, OLMV1, OPM, RUKPAK, SDK, SPEC
from xpkgtui.formats.summary import DocumentNaming, FormatReaders, FormatSummary
from xpkgtui.rules.wording import Wording

PROFILES = (OPM, OLMV0, SDK, OLMV1, RUKPAK, SPEC, HUB)
ARCHIVED = frozenset({RUKPAK})
"""The profiles whose program is not developed any more."""
READERS = {"opm": OPM, "olm-v0": OLMV0, "operator-sdk": SDK, "olm-v1": OLMV1, "rukpak": RUKPAK}
"""The profile of each program that reads bundles."""
OWN_READERS = {HUB: "operator-sdk", SPEC: "opm"}
"""Profiles with a row among readers where they are chosen, each with the reader whose files it judges."""
WORDING = Wording(
    program="OLM",
    reader="opm 1.73",
    stream_file="manifests/",
    package="OLM bundle",
    judges={
        OPM: "opm 1.73",
        OLMV0: "OLM v0",
        SDK: "operator-sdk 1.42",
        OLMV1: "OLM v1",
        RUKPAK: "RukPak 0.12 (archived)",
        SPEC: "The bundle format",
        HUB: "OperatorHub",
    },
    programs={
        "opm": "opm 1.73",
        "olm-v0": "OLM v0",
        "operator-sdk": "operator-sdk 1.42",
        "olm-v1": "OLM v1",
        "rukpak": "RukPak 0.12 (archived)",
    },
)
SUMMARY = FormatSummary(
    name="registry+v1",
    wording=WORDING,
    profiles=PROFILES,
    readers=FormatReaders(
        deciding="opm",
        measured=frozenset({*READERS, HUB} - {"olm-v0"}),
        judging={profile: reader for reader, profile in READERS.items()} | {name: name for name in OWN_READERS},
        own=tuple(OWN_READERS),
    ),
    rule_prefix="OLM",
    documents=DocumentNaming(named_by_file=True),
)
