"""The program that reads plain bundles, and its steps."""

from xpkgtui.formats.plain.summary import PROVISIONER, SUMMARY
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage

READER = KnownReader(
    name=PROVISIONER,
    title=SUMMARY.wording.programs[PROVISIONER],
    takes="all of manifests",
    phases=(
        Phase(title="Lists manifests", passed="the folder is there", stages=(Stage.FILE,)),
        Phase(
            title="Reads every entry",
            passed="none is a folder, and each document is an object",
            stages=(Stage.PARSE,),
        ),
        Phase(title="Counts the objects", passed="there is at least one", stages=(Stage.LINT, Stage.INSTALL)),
    ),
)
