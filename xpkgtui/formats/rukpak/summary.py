"""The names of the format: the API server with RukPak's definitions and webhook."""

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.wording import Wording

RUKPAK = "rukpak"
WEBHOOK = "rukpak-0.12"
GROUP = "core.rukpak.io"
BUNDLE = "Bundle"
DEPLOYMENT = "BundleDeployment"
_TITLE = "RukPak 0.12"
_READER = KnownReader(
    name=WEBHOOK,
    title=_TITLE,
    takes="every Bundle and BundleDeployment",
    phases=(
        Phase(title="Parses the documents", passed="each is an object", stages=(Stage.FILE, Stage.PARSE)),
        Phase(
            title="Asks the API server",
            passed="of each in turn: fields, names and sources are allowed",
            stages=(Stage.LINT, Stage.INSTALL),
        ),
    ),
)
SUMMARY = FormatSummary(
    name="rukpak",
    wording=Wording(
        program="RukPak",
        reader="RukPak 0.12",
        stream_file="YAML",
        package="RukPak objects",
        judges={RUKPAK: "RukPak 0.12"},
        programs={WEBHOOK: _TITLE},
    ),
    profiles=(RUKPAK,),
    deciding=WEBHOOK,
    measured=frozenset({WEBHOOK}),
    rule_prefix="RPK",
    fixed_kinds=frozenset({BUNDLE}),
    stream_readers=(_READER,),
)
