"""The names of the format, and of the objects that RukPak defines."""

from xpkgtui.formats.rukpak.tools import READER, WEBHOOK
from xpkgtui.formats.summary import DocumentNaming, FormatReaders, FormatSummary
from xpkgtui.rules.wording import Wording

RUKPAK = "rukpak"
GROUP = "core.rukpak.io"
BUNDLE = "Bundle"
DEPLOYMENT = "BundleDeployment"
SUMMARY = FormatSummary(
    name="rukpak",
    wording=Wording(
        program="RukPak",
        reader="RukPak 0.12",
        stream_file="YAML",
        package="RukPak objects",
        judges={RUKPAK: "RukPak 0.12"},
        programs={WEBHOOK: READER.title},
    ),
    profiles=(RUKPAK,),
    readers=FormatReaders(deciding=WEBHOOK, measured=frozenset({WEBHOOK}), of_streams=(READER,)),
    rule_prefix="RPK",
    documents=DocumentNaming(fixed_kinds=frozenset({BUNDLE})),
)
