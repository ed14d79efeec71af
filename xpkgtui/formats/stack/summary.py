"""The names of the format: the program that reads packages with `.registry`, and the consumers that judge them."""

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage
from xpkgtui.rules.wording import Wording

XP = "xp"
SPEC = "spec"
UNPACK = "unpack-0.12"
PHASES = (
    Phase(title="Reads the files", passed="each is what its name says", stages=(Stage.FILE, Stage.PARSE)),
    Phase(
        title="Makes the Package",
        passed="for the kind of installation that its scope fits",
        stages=(Stage.LINT, Stage.INSTALL),
    ),
)
SUMMARY = FormatSummary(
    name="stack",
    wording=Wording(
        program="Crossplane",
        reader="Crossplane 0.12",
        stream_file=".registry",
        package="Crossplane 0.12 package",
        judges={XP: "Crossplane 0.12", SPEC: "The design of Crossplane packages"},
        programs={UNPACK: "Crossplane 0.12"},
    ),
    profiles=(XP, SPEC),
    deciding=UNPACK,
    measured=frozenset({UNPACK}),
    judging={XP: UNPACK, SPEC: SPEC},
    own_readers={
        SPEC: KnownReader(
            name=SPEC,
            title="Crossplane's design",
            is_document=True,
            reads_as=UNPACK,
            takes="files by their names",
            phases=PHASES,
        )
    },
    rule_prefix="STK",
    named_by_file=True,
)
