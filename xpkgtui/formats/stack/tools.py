"""The tools that read packages with `.registry`: Crossplane 0.12, and its design, which is read as a program is."""

from xpkgtui.readers.known_reader import KnownReader, Phase
from xpkgtui.rules.finding import Stage

XP, SPEC = "xp", "spec"
UNPACK = "unpack-0.12"
_TAKES = "files by their names"
_PHASES = (
    Phase(title="Reads the files", passed="each is what its name says", stages=(Stage.FILE, Stage.PARSE)),
    Phase(
        title="Makes the Package",
        passed="for the kind of installation that its scope fits",
        stages=(Stage.LINT, Stage.INSTALL),
    ),
)
READER = KnownReader(name=UNPACK, title="Crossplane 0.12", takes=_TAKES, phases=_PHASES)
DESIGN = KnownReader(
    name=SPEC, title="Crossplane's design", is_document=True, reads_as=UNPACK, takes=_TAKES, phases=_PHASES
)
JUDGES = {UNPACK: XP, SPEC: SPEC}
"""The profile of each."""
