"""The program that takes RukPak's objects, the API server with RukPak's definitions and webhook, and its steps."""

from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage

WEBHOOK = "rukpak-0.12"
READER = KnownReader(
    name=WEBHOOK,
    title="RukPak 0.12",
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
