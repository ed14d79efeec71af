"""The names of the format: the program that applies plain bundles."""

from xpkgtui.formats.summary import FormatReaders, FormatSummary
from xpkgtui.rules.wording import Wording

RUKPAK = "rukpak"
PROVISIONER = "plain-0.12"
METADATA = "metadata"
"""A folder that has this subfolder is an operator bundle, not a plain one."""
MANIFESTS = "manifests"
SUMMARY = FormatSummary(
    name="plain+v0",
    wording=Wording(
        program="RukPak",
        reader="RukPak 0.12",
        stream_file=MANIFESTS,
        package="plain bundle",
        judges={RUKPAK: "RukPak 0.12"},
        programs={PROVISIONER: "RukPak 0.12"},
    ),
    profiles=(RUKPAK,),
    readers=FormatReaders(deciding=PROVISIONER, measured=frozenset({PROVISIONER})),
    rule_prefix="PLN",
)
