"""The names of the format: the API server with RukPak's definitions and webhook."""

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.rules.wording import Wording

RUKPAK = "rukpak"
WEBHOOK = "rukpak-0.12"
GROUP = "core.rukpak.io"
BUNDLE = "Bundle"
DEPLOYMENT = "BundleDeployment"
SUMMARY = FormatSummary(
    name="rukpak",
    wording=Wording(
        program="RukPak",
        reader="RukPak 0.12",
        stream_file="stream",
        package="RukPak objects",
        judges={RUKPAK: "RukPak 0.12"},
        programs={WEBHOOK: "RukPak 0.12, its definitions and webhook"},
    ),
    profiles=(RUKPAK,),
    deciding=WEBHOOK,
    rule_prefix="RPK",
)
