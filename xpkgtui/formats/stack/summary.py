"""The names of the format: the program that reads packages with `.registry`, and the consumers that judge them."""

from xpkgtui.formats.stack.tools import READER, SPEC, UNPACK, XP
from xpkgtui.formats.summary import DocumentNaming, FormatReaders, FormatSummary
from xpkgtui.rules.wording import Wording

SUMMARY = FormatSummary(
    name="stack",
    wording=Wording(
        program="Crossplane",
        reader=READER.title,
        stream_file=".registry",
        package="Crossplane 0.12 package",
        judges={XP: READER.title, SPEC: "The design of Crossplane packages"},
        programs={UNPACK: READER.title},
    ),
    profiles=(XP, SPEC),
    readers=FormatReaders(
        deciding=UNPACK,
        measured=frozenset({UNPACK}),
        judging={XP: UNPACK, SPEC: SPEC},
        own=(SPEC,),
    ),
    rule_prefix="STK",
    documents=DocumentNaming(named_by_file=True),
)
