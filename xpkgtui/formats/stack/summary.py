"""The names of the format: the program that reads packages with `.registry`, and the consumers that judge them."""

from xpkgtui.formats.summary import FormatSummary
from xpkgtui.rules.wording import Wording

XP = "xp"
SPEC = "spec"
UNPACK = "unpack-0.12"
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
    rule_prefix="STK",
    named_by_file=True,
)
